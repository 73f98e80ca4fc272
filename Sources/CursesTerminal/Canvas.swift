import ModelBrowser

/// What the screen shows, row by row, and how each row gets there.
///
/// Most rows go through curses, which sends only what differs. A row with characters whose width terminals and the C
/// library do not agree on — emoji above all — is written past curses, cluster by cluster at its column, so that
/// whatever such a character does, everything after it stands in its place.
struct Canvas {
  enum Row: Hashable {
    case unknown
    case curses([Span])
    case placed([Span])

    var isPlaced: Bool {
      if case .placed = self { true } else { false }
    }
  }

  let palette: Palette
  /// Whether the C library writes UTF-8; without it only ASCII goes through curses.
  let cursesTakesUTF8: Bool
  private(set) var rows: [Row] = []
  private(set) var isInvalid = true

  init(palette: Palette, cursesTakesUTF8: Bool) {
    self.palette = palette
    self.cursesTakesUTF8 = cursesTakesUTF8
  }

  mutating func invalidate() {
    isInvalid = true
  }

  /// A row that differs from what the screen shows.
  struct Change {
    var index: Int
    var old: Row
    var new: Row
  }

  /// Adopts a frame for a screen of some size; answers which rows to draw.
  mutating func update(to frame: Frame, size: ScreenSize) -> [Change] {
    let old = isInvalid ? [] : rows
    isInvalid = false
    rows = (0..<size.rows).map { index in
      let line = index < frame.lines.count ? frame.lines[index] : []
      if index < old.count, case .curses(line) = old[index] { return old[index] }
      if index < old.count, case .placed(line) = old[index] { return old[index] }
      return row(line, columns: size.columns)
    }
    return rows.indices.compactMap { index in
      let before = index < old.count ? old[index] : .unknown
      return before == rows[index] ? nil : Change(index: index, old: before, new: rows[index])
    }
  }

  private func row(_ line: [Span], columns: Int) -> Row {
    if line.allSatisfy({ $0.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }) {
      return .curses(line.prefix(cells: columns))
    }
    let safe = line.flatMap { Sanitized($0.text, cells: columns).spans($0.style) }.prefix(cells: columns)
    let isAgreed = cursesTakesUTF8 && safe.allSatisfy { $0.text.allSatisfy(\.hasAgreedWidth) }
    return isAgreed ? .curses(safe) : .placed(safe)
  }
}
