import TerminalText

/// The look of text on the terminal: its color numbers and attributes.
struct Look: Sendable, Hashable {
  /// The number of the text color; nil for the terminal's default color.
  var foreground: Int?
  var background: Int?
  var bold = false
  var dim = false
  var underlined = false
  var reversed = false
}

/// A mapping of the roles of text to looks. Text colors are legible on light and dark backgrounds. A look that conveys
/// meaning has an attribute in addition to its color.
enum Palette: Sendable, Hashable {
  case monochrome
  /// The palette of the eight colors that every color terminal supports.
  case basic
  /// The palette of colors from the 256-color palette with a contrast of at least 4 to 1 on both black and white, for
  /// an unknown background.
  case extended
  /// The palettes of colors from the 256-color palette for a dark or for a light background only.
  case dark, light
  /// The palette with the terminal's default text color and with attributes, without dimmed text, for a high contrast.
  case contrast

  /// Creates the palette for a terminal with the given number of colors.
  ///
  /// A nonempty `NO_COLOR` (no-color.org) selects the monochrome palette unless a theme is chosen. The standard theme
  /// depends on the background, if it is known.
  init(colors: Int, noColor: String?, theme: Theme = .standard, background: Background? = nil) {
    let isColored = noColor?.isEmpty != false || theme != .standard
    guard isColored, colors >= 8, theme != .monochrome else {
      self = .monochrome
      return
    }
    switch theme {
    case .contrast: self = .contrast
    case _ where colors < 256: self = .basic
    case .dark: self = .dark
    case .light: self = .light
    case .standard, .monochrome:
      switch background {
      case .dark: self = .dark
      case .light: self = .light
      case nil: self = .extended
      }
    }
  }

  func look(_ role: Style.Role) -> Look {
    if self == .contrast { return Self.contrastLook(role) }
    return switch role {
    case .plain, .status: Look()
    case .name: Look(foreground: color(6, 30, dark: 80, light: 24))
    case .string: Look(foreground: color(2, 28, dark: 114, light: 22))
    case .number: Look(foreground: color(5, 98, dark: 141, light: 54))
    case .keyword: Look(foreground: color(5, 164, dark: 213, light: 90), bold: self == .monochrome)
    case .date: Look(foreground: color(6, 64, dark: 150, light: 58))
    case .link: Look(foreground: color(nil, 31, dark: 75, light: 25), underlined: true)
    case .dimmed, .label:
      Look(foreground: color(nil, 243, dark: 247, light: 241), dim: self == .basic || self == .monochrome)
    case .error: Look(foreground: color(1, 161, dark: 203, light: 124), bold: true)
    case .warning: Look(foreground: color(3, 130, dark: 215, light: 94), bold: self == .monochrome)
    case .success: Look(foreground: color(2, 28, dark: 114, light: 22))
    case .match:
      Look(foreground: color(0, 16), background: color(3, 220), reversed: self == .monochrome)
    case .selected: selectedLook
    }
  }

  /// The look of a selected row, which is less prominent than the row of the cursor.
  private var selectedLook: Look {
    switch self {
    case .dark: Look(background: 238)
    case .light: Look(background: 253)
    case .basic: Look(dim: true, reversed: true)
    case .monochrome: Look(underlined: true, reversed: true)
    case .extended, .contrast: Look(foreground: 243, reversed: true)
    }
  }

  private static func contrastLook(_ role: Style.Role) -> Look {
    switch role {
    case .plain, .string, .number, .date, .status, .dimmed, .label: Look()
    case .name, .keyword: Look(bold: true)
    case .link: Look(underlined: true)
    case .error: Look(foreground: 1, bold: true, reversed: true)
    case .warning: Look(bold: true, underlined: true)
    case .success: Look(foreground: 2, bold: true)
    case .match: Look(bold: true, reversed: true)
    case .selected: Look(underlined: true, reversed: true)
    }
  }

  private func color(_ basic: Int?, _ extended: Int, dark: Int? = nil, light: Int? = nil) -> Int? {
    switch self {
    case .monochrome, .contrast: nil
    case .basic: basic
    case .extended: extended
    case .dark: dark ?? extended
    case .light: light ?? extended
    }
  }
}

/// The looks of a palette and the colors that the user's configuration replaces.
struct Looks: Sendable, Hashable {
  let palette: Palette
  /// The replaced colors by role, as indices of the terminal's colors. They have no effect on a monochrome terminal.
  var colors: [Style.Role: Int] = [:]

  func look(_ style: Style) -> Look {
    var look = look(style.role)
    if style.bold { look.bold = true }
    if style.underlined { look.underlined = true }
    // A match is reversed without colors. Reversing it again keeps it visible in a reversed row.
    if style.reversed { look.reversed.toggle() }
    return look
  }

  func look(_ role: Style.Role) -> Look {
    var look = palette.look(role)
    guard palette != .monochrome, let color = colors[role] else { return look }
    // If a role has a background, the custom color replaces the background.
    if look.background == nil { look.foreground = color } else { look.background = color }
    return look
  }
}
