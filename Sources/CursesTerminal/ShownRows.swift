import CNCurses
import Mantle
import TerminalText
import TextCells

/// The rows on the screen, and how each row is written.
///
/// Curses draws most rows, because it sends only the differences. Terminals and the C library disagree about the
/// width of some characters, above all emoji. A row with such characters is drawn without curses: each character is
/// written at its own column, so that the following text is in the right column, regardless of the width that the
/// terminal assumes.
struct ShownRows {
  /// The content of a screen row, and whether it is drawn by curses or directly.
  enum Row: Hashable {
    case unknown
    case curses([Span])
    /// A row that is drawn without curses, with the output that draws it.
    case placed([Span], output: String)

    var isDrawnDirectly: Bool { output != nil }

    var output: String? {
      if case .placed(_, let output) = self { output } else { nil }
    }

    var spans: [Span]? {
      switch self {
      case .unknown: nil
      case .curses(let spans), .placed(let spans, _): spans
      }
    }
  }

  var looks: Looks
  /// Whether the C library writes UTF-8; if not, curses draws only rows in ASCII.
  let cursesTakesUTF8: Bool
  /// Whether only ASCII characters are shown.
  var isPlain: Bool
  /// The rows on the screen, which are valid until the looks or the size of the screen change.
  private(set) var rows: [Row] = []
  private(set) var isInvalid = true

  init(looks: Looks, cursesTakesUTF8: Bool, isPlain: Bool = false) {
    self.looks = looks
    self.isPlain = isPlain
    self.cursesTakesUTF8 = cursesTakesUTF8
  }

  mutating func invalidate() {
    isInvalid = true
  }

  /// A row whose new content differs from the content on the screen.
  struct Change {
    var index: Int
    var old: Row
    var new: Row

    /// The number of spans at the start of the row that curses already shows.
    var unchangedCount: Int {
      guard case .curses(let old) = old, case .curses(let new) = new else { return 0 }
      var count = 0
      while count < min(old.count, new.count), old[count] == new[count] { count += 1 }
      return count
    }
  }

  /// Stores a frame as the content of the screen, and returns the rows that must be drawn for it.
  mutating func update(to frame: Frame, size: ScreenSize) -> [Change] {
    if isInvalid || rows.count != size.rows { rows = Array(repeating: .unknown, count: size.rows) }
    isInvalid = false
    var changes: [Change] = []
    for index in rows.indices {
      var line = index < frame.lines.count ? frame.lines[index] : []
      if isPlain { line = PlainGlyphs.line(line) }
      let old = rows[index]
      guard old.spans != line else { continue }
      let new = row(index, line, like: old, columns: size.columns)
      guard new != old else { continue }
      rows[index] = new
      changes.append(Change(index: index, old: old, new: new))
    }
    return changes
  }

  /// Returns the screen row for a line of a frame, with unsafe characters escaped.
  ///
  /// - Parameter shown: the row on the screen. The leading spans that it shares with the new line are known
  ///   to be safe.
  private mutating func row(_ index: Int, _ line: [Span], like shown: Row, columns: Int) -> Row {
    var safe: [Span] = []
    safe.reserveCapacity(line.count)
    if case .curses(let spans) = shown { safe += zip(spans, line).prefix { $0 == $1 }.map(\.0) }
    var isAgreed = true
    for span in line.dropFirst(safe.count) where !span.text.isEmpty {
      if span.isPlain || cursesTakesUTF8 && span.text.isPlainWithSigns {
        safe.append(span)
        continue
      }
      let sanitized = Sanitized(span.text, cells: columns)
      safe += sanitized.spans(span.style)
      isAgreed = isAgreed && cursesTakesUTF8 && sanitized.pieces.allSatisfy(\.text.hasAgreedWidth)
    }
    safe = safe.prefix(cells: columns)
    guard !isAgreed else { return .curses(safe) }
    var writer = RowWriter(looks: looks, columns: columns)
    writer.write(safe, row: index)
    return .placed(safe, output: writer.output)
  }
}

extension Character {
  /// Whether terminals, the C library and ``cellWidth`` agree about the width of the character. A letter with few
  /// marks is safe; the width of emoji depends on the age of the terminal.
  var hasAgreedWidth: Bool {
    if isASCII { return true }
    let scalars = unicodeScalars
    guard let base = scalars.first, base.value < 0x1F000, !base.properties.isEmojiPresentation,
      scalars.count <= Self.maximumInACursesCell,
      scalars.dropFirst().allSatisfy({ $0.properties.generalCategory == .nonspacingMark && $0.value < 0xFE00 }
      )
    else { return false }
    return scalars.reduce(0) { $0 + Int(cn_character_width($1.value)) } == cellWidth
  }

  /// The maximum number of scalars in a curses cell, `CCHARW_MAX` of ncurses.
  private static var maximumInACursesCell: Int { 5 }
}

extension String {
  /// Whether all characters of the string have a width about which terminals, the C library and ``cellWidth`` agree.
  var hasAgreedWidth: Bool {
    utf8.allSatisfy { $0 < 0x80 } || allSatisfy(\.hasAgreedWidth)
  }
}
