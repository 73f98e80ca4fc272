import ModelBrowser

/// How a style looks on a terminal of some ability: colours by number, and attributes.
struct Look: Sendable, Hashable {
  /// nil is the terminal's own colour.
  var foreground: Int?
  var background: Int?
  var bold = false
  var dim = false
  var underlined = false
  var reversed = false
}

/// Which look a role has. Text colours are chosen to be read on light and on dark backgrounds; what carries meaning has
/// an attribute as well.
enum Palette: Sendable, Hashable {
  case monochrome
  /// The eight colours every palette has.
  case basic
  /// Colours of the 256 that keep a contrast of at least 4 to 1 on both black and white.
  case extended

  /// The palette for a terminal with so many colours; `NO_COLOR` with any text in it (no-color.org) means monochrome.
  init(colors: Int, noColor: String?) {
    if let noColor, !noColor.isEmpty {
      self = .monochrome
    } else {
      self = colors >= 256 ? .extended : colors >= 8 ? .basic : .monochrome
    }
  }

  func look(_ style: Style) -> Look {
    var look = look(style.role)
    if style.bold { look.bold = true }
    if style.underlined { look.underlined = true }
    // A match, reversed already where there is no colour, still stands out in a reversed row.
    if style.reversed { look.reversed.toggle() }
    return look
  }

  func look(_ role: Style.Role) -> Look {
    switch role {
    case .plain: Look()
    case .name: Look(foreground: color(6, 30))
    case .string: Look(foreground: color(2, 28))
    case .number: Look(foreground: color(5, 98))
    case .keyword: Look(foreground: color(5, 164), bold: self == .monochrome)
    case .date: Look(foreground: color(6, 64))
    case .link: Look(foreground: color(nil, 31), underlined: true)
    case .dimmed: Look(foreground: color(nil, 243), dim: self != .extended)
    case .error: Look(foreground: color(1, 161), bold: true)
    case .warning: Look(foreground: color(3, 130), bold: self == .monochrome)
    case .success: Look(foreground: color(2, 28))
    case .match:
      Look(foreground: color(0, 16), background: color(3, 220), reversed: self == .monochrome)
    case .status: Look()
    case .label: look(.dimmed)
    // Fainter than the cursor's row.
    case .selected:
      Look(foreground: color(nil, 243), dim: self == .basic, underlined: self == .monochrome, reversed: true)
    }
  }

  private func color(_ basic: Int?, _ extended: Int) -> Int? {
    switch self {
    case .monochrome: nil
    case .basic: basic
    case .extended: extended
    }
  }
}
