import MantlePlatform

/// The settings of the terminal that environment variables determine.
struct Environment: Sendable {
  let terminalType: String
  let noColor: String?
  /// Whether to show ASCII only, because the terminal does not support Unicode or the locale names another character
  /// set.
  let isPlain: Bool
  /// The brightness of the background according to `COLORFGBG`; nil if the terminal does not set the variable.
  let background: Background?
  /// The terminal multiplexer in which the process runs; nil if there is none.
  let multiplexer: ClipboardSequence.Multiplexer?

  init() {
    terminalType = Self.value("TERM") ?? ""
    noColor = Self.value("NO_COLOR")
    let type = terminalType
    isPlain =
      ["vt1", "vt2", "ansi"].contains { type.hasPrefix($0) }
      || Self.lacksUnicode(
        all: Self.value("LC_ALL"), types: Self.value("LC_CTYPE"), language: Self.value("LANG"))
    background = Self.value("COLORFGBG").flatMap(Background.init(foregroundAndBackground:))
    let isInsideTmux = Self.value("TMUX")?.isEmpty == false
    multiplexer = isInsideTmux ? .tmux : Self.value("STY")?.isEmpty == false ? .screen : nil
  }

  /// Returns whether the locale variables name a character set other than Unicode. If they name none, the terminal is
  /// assumed to support Unicode, because containers and services have no locale. `LC_ALL=C` is an explicit request
  /// for ASCII.
  static func lacksUnicode(all: String?, types: String?, language: String?) -> Bool {
    if ["C", "POSIX"].contains(all ?? "") { return true }
    guard let locale = [all, types, language].lazy.compactMap(\.self).first(where: { !$0.isEmpty }),
      let dot = locale.firstIndex(of: ".")
    else { return false }
    return !locale[dot...].lowercased().replacing("-", with: "").hasPrefix(".utf8")
  }

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Sets a UTF-8 locale for characters, so that the C library and curses write UTF-8, which current terminals
  /// expect. Number formats do not change. Returns false if the system has no UTF-8 locale.
  static func useUTF8() -> Bool {
    ["", "C.UTF-8", "en_US.UTF-8"].contains { (locale: String) -> Bool in
      setlocale(LC_CTYPE, locale) != nil && String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    }
  }
}
