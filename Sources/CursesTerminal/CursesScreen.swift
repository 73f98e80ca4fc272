import CNCurses
import MantlePlatform
import TerminalText

/// The screen of curses, which starts and ends with this object.
final class CursesScreen {
  private let handle: OpaquePointer
  private let files: [UnsafeMutablePointer<FILE>]

  /// Starts curses on a terminal of the type in `TERM`; nil if curses cannot start.
  init?(tty: TTY) {
    guard let output = Self.file(tty.output, "w") else { return nil }
    guard let input = Self.file(tty.input, "r") else { fclose(output); return nil }
    files = [output, input]
    // The size that the terminal reports takes precedence over LINES and COLUMNS.
    use_tioctl(true)
    guard let handle = newterm(nil, output, input) else { files.forEach { fclose($0) }; return nil }
    self.handle = handle
    raw()
    noecho()
    nonl()
    keypad(cn_screen(), true)
    idcok(cn_screen(), false)
    // `KeyDecoder` reads the keys, so curses must not check for typed keys while it draws.
    typeahead(-1)
    // Until the first call of `endwin`, ncurses 6.4 writes every cursor movement separately (`_nc_mvcur`): thirty
    // writes for each frame instead of two.
    endwin()
    reset_prog_mode()
  }

  /// Opens a stream on a duplicate of a file descriptor; nil if that fails.
  private static func file(_ descriptor: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let file = fdopen(copy, mode) else {
      if copy >= 0 { close(copy) }
      return nil
    }
    return file
  }

  deinit {
    delscreen(handle)
    files.forEach { fclose($0) }
  }

  var size: ScreenSize {
    ScreenSize(rows: Int(getmaxy(cn_screen())), columns: Int(getmaxx(cn_screen())))
  }

  func resize(to size: ScreenSize) {
    resizeterm(Int32(clamping: max(1, size.rows)), Int32(clamping: max(1, size.columns)))
  }

  /// Chooses the palette, and assigns a color pair of curses to the look of every role.
  ///
  /// - Parameter colors: the colors that replace colors of the palette, if the terminal supports them.
  func prepareLooks(
    noColor: String?, _ theme: Theme = .standard, background: Background? = nil,
    colors: [Style.Role: Int] = [:]
  ) -> Looks {
    guard has_colors(), start_color() == OK, use_default_colors() == OK else {
      return Looks(palette: .monochrome)
    }
    let count = Int(cn_colors())
    let palette = Palette(colors: count, noColor: noColor, theme: theme, background: background)
    let looks = Looks(palette: palette, colors: colors.filter { $0.value < count })
    for role in Style.Role.allCases {
      let look = looks.look(role)
      init_pair(role.colorPair, Int16(look.foreground ?? -1), Int16(look.background ?? -1))
    }
    return looks
  }
}

extension Style.Role {
  var colorPair: Int16 { Int16((Self.allCases.firstIndex(of: self) ?? 0) + 1) }
}

extension Look {
  var attributes: attr_t {
    var attributes: attr_t = 0
    if bold { attributes |= cn_bold }
    if dim { attributes |= cn_dim }
    if underlined { attributes |= cn_underline }
    if reversed { attributes |= cn_reverse }
    return attributes
  }
}
