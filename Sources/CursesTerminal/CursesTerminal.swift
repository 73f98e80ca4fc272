import CNCurses
import MantlePlatform
import TerminalText

/// A terminal driven by ncurses: draws frames, reads keys, and restores the screen on every exit path.
///
/// It opens `/dev/tty`, so standard input and output may be pipes. A process opens at most one terminal at a time and
/// uses it from one thread, except for ``waker``. While the terminal is open, a signal that requests termination
/// becomes ``Event/terminate``; a second signal more than 0.3 seconds later ends the process. The screen is restored
/// before any signal ends the process.
package final class CursesTerminal: Terminal {
  /// The settings with which a terminal is opened.
  package struct Options: Sendable, Hashable {
    /// The shell command that copies its standard input to the clipboard, for example `wl-copy`; nil for none.
    var clipboardCommand: String?
    /// The path of the terminal device.
    var path: String

    init(clipboardCommand: String? = nil, path: String = "/dev/tty") {
      self.clipboardCommand = clipboardCommand
      self.path = path
    }
  }

  /// The size of the screen in cells, updated when the terminal is resized.
  package internal(set) var size: ScreenSize

  let options: Options
  let environment: Environment
  let tty: TTY
  let capabilities: Capabilities
  let wakePipe: Int32
  var decoder: KeyDecoder
  var notices: Notices = []
  var isHungUp = false
  var shown: ShownRows
  /// Whether the program has taken the terminal again after a stop, without an ``Event/resumed`` since then.
  private var isRetaken = false
  /// Whether the program uses the terminal, so that the browser's screen is visible: the terminal is neither suspended
  /// nor closed.
  private(set) var isHeld = false
  private var isMouseOn = true
  private var theme = Theme.standard
  /// The brightness of the terminal's background; nil if it is unknown.
  var background: Background?
  /// The time at which the background color was requested; nil before the request.
  var askedAt: ContinuousClock.Instant?
  var isAnswered = false
  /// The last frame that was drawn. It is drawn again with other colors when the background becomes known.
  var lastFrame: Frame?
  /// The colors of roles from the user's configuration.
  private var colors: [Style.Role: Int] = [:]
  /// The terminal mode before the terminal was opened, which is restored when the terminal is released.
  private var shellMode: termios
  private var screen: CursesScreen?

  /// Opens the terminal and shows the browser's screen.
  ///
  /// - Throws: ``TerminalError`` if the process has no terminal, or if the terminal cannot show a full screen. The
  ///   terminal is unchanged then.
  init(_ options: Options = Options()) throws(TerminalError) {
    self.options = options
    environment = Environment()
    tty = try TTY(path: options.path)
    capabilities = try Capabilities(type: environment.terminalType, tty: tty.output)
    decoder = KeyDecoder(known: capabilities.keys)
    guard let mode = tty.mode else {
      throw .noTerminal(reason: "cannot read the terminal modes of \(options.path)")
    }
    shellMode = mode
    let isUTF8 = Environment.useUTF8()
    background = environment.background
    // The guard is installed first, because curses handles only signals that have no handler yet.
    wakePipe = cn_guard_install()
    guard wakePipe >= 0, let screen = CursesScreen(tty: tty) else {
      cn_guard_remove()
      throw .incapable(
        type: environment.terminalType, missing: "is not supported by curses: set TERM to another type")
    }
    self.screen = screen
    size = screen.size
    shown = ShownRows(
      looks: screen.prepareLooks(noColor: environment.noColor, background: background),
      cursesTakesUTF8: isUTF8,
      isPlain: environment.isPlain)
    hold()
  }

  deinit { close() }

  /// Opens the terminal, calls a closure, and closes the terminal even if the closure throws an error.
  package static func withTerminal<Result>(
    _ options: Options = Options(), _ body: (CursesTerminal) throws -> Result
  ) throws -> Result {
    let terminal = try CursesTerminal(options)
    defer { terminal.close() }
    return try body(terminal)
  }

  /// Closes the terminal and restores its state. A second call has no effect.
  func close() {
    guard screen != nil else { return }
    release()
    screen = nil
    cn_guard_remove()
  }

  /// The function that wakes the loop that waits in ``nextEvent(timeout:)``. It may be called from any thread, even
  /// after the terminal is closed.
  package var waker: (@Sendable () -> Void)? { { cn_notify(cn_notice_wake) } }

  /// Redraws all rows at the next ``draw(_:)``, even those that curses considers unchanged.
  package func invalidate() {
    shown.invalidate()
  }
}

// MARK: - Holding and releasing the screen

extension CursesTerminal {
  /// Releases the terminal, stops the process, and takes the terminal again after the process is continued.
  package func suspend() {
    guard isHeld else { return }
    release()
    cn_stop_job()
    take()
    isRetaken = true
    notices.insert(.continued)
  }

  /// Runs a shell command in the terminal, and takes the terminal again after the command has ended.
  ///
  /// - Returns: false if the command could not be run or failed.
  package func run(_ command: String) -> Bool {
    guard isHeld else { return false }
    release()
    cn_lend_keys()
    defer {
      cn_reclaim_keys()
      take()
      isRetaken = true
      shown.invalidate()
    }
    return ShellCommand(command).runOnTerminal()
  }

  /// Takes the terminal again after a stop that ``suspend()`` did not cause, because other programs may have used it.
  func retakeIfNeeded() {
    defer { isRetaken = false }
    guard !isRetaken else { return }
    release()
    take()
  }

  /// Adapts the screen to a new size of the terminal.
  func adoptSize() {
    guard let new = tty.size else { return }
    screen?.resize(to: new)
    size = screen?.size ?? new
    shown.invalidate()
  }

  private func take() {
    guard screen != nil else { return }
    if let mode = tty.mode { shellMode = mode }
    def_shell_mode()
    reset_prog_mode()
    hold()
    adoptSize()
  }

  /// Enables or disables the report of mouse events.
  package func setMouse(_ isOn: Bool) {
    isMouseOn = isOn
    if isHeld { tty.write(isOn ? capabilities.mouseOn : capabilities.mouseOff) }
  }

  /// Selects a color theme and redraws the screen.
  package func setTheme(_ theme: Theme) {
    self.theme = theme
    showLooks()
  }

  /// Replaces colors of the theme, if the terminal supports them.
  package func setColors(_ colors: [Style.Role: Int]) {
    self.colors = colors
    showLooks()
  }

  func showLooks() {
    guard let screen else { return }
    shown.looks = screen.prepareLooks(
      noColor: environment.noColor, theme, background: background, colors: colors)
    shown.invalidate()
  }

  /// Restricts the output to ASCII characters, or lifts the restriction.
  package func setASCII(_ isOn: Bool) {
    shown.isPlain = isOn || environment.isPlain
    shown.invalidate()
  }

  private func hold() {
    let restore = capabilities.restore
    cn_guard_arm(tty.output, &shellMode, restore, restore.utf8.count)
    tty.write(capabilities.enterPasteMode + (isMouseOn ? capabilities.mouseOn : ""))
    isHeld = true
  }

  private func release() {
    guard isHeld else { return }
    awaitAnswer()
    isHeld = false
    tty.write(capabilities.mouseOff + capabilities.leavePasteMode)
    endwin()
    cn_guard_disarm()
  }
}
