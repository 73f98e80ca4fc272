/// Text made safe to print on one row: what a terminal would obey, or would not show, appears as a visible escape.
///
/// Escaped are C0 and C1 controls and DEL, line and paragraph separators, bidirectional controls, U+FEFF and every
/// other invisible character, joiners and variation selectors where they do not shape a character, marks without a
/// base or in excess, and bytes that are not UTF-8, also where they are of a file's name. Everything else, also private and
/// unassigned characters, is kept.
package struct Sanitized: Sendable, Hashable {
  /// A run of kept text, or of escapes.
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var isEscape: Bool

    package init(text: String, isEscape: Bool) {
      self.text = text
      self.isEscape = isEscape
    }
  }

  package private(set) var pieces: [Piece] = []
  /// The width of all pieces together.
  package private(set) var cellWidth = 0
  /// Whether text was left out because the limit was reached.
  package private(set) var isCut = false

  /// Sanitises text up to a width. The last character kept may reach beyond the limit, so that a truncation sees
  /// that something follows. The work depends on the limit, not on the length of the text.
  package init(_ text: some StringProtocol, cells limit: Int = .max) {
    let most = Swift.min(Self.mostBytes(inCells: limit), text.utf8.count)
    let end = text.utf8.index(text.startIndex, offsetBy: most)
    append(Substring(text[..<end]), limit: limit)
    if end < text.endIndex { isCut = true }
  }

  /// Sanitises bytes that should be UTF-8; those that are not become `\xff` and the like.
  package init(bytes: some Collection<UInt8>, cells limit: Int = .max) {
    let head = Array(bytes.prefix(Self.mostBytes(inCells: limit)))
    isCut = head.count < bytes.count
    for run in UTF8Runs(head) {
      guard cellWidth <= limit else { isCut = true; return }
      switch run {
      case .text(let text): append(text[...], limit: limit)
      case .invalid(let byte): append(Escape.ofByte(byte), isEscape: true)
      }
    }
  }

  /// The pieces as one string.
  package var text: String { pieces.reduce(into: "") { $0 += $1.text } }

  /// Bytes that should be UTF-8 in pieces that are shown whole or not at all: characters and escapes.
  static func units(of bytes: [UInt8]) -> [String] {
    var units: [String] = []
    for run in UTF8Runs(bytes) {
      switch run {
      case .text(let text):
        for index in text.indices {
          CharacterSanitizer.forEachUnit(of: text[index...index]) { units.append($0.text) }
        }
      case .invalid(let byte): units.append(Escape.ofByte(byte))
      }
    }
    return units
  }

  private mutating func append(_ text: Substring, limit: Int) {
    var rest = text
    while !rest.isEmpty {
      guard cellWidth <= limit else { isCut = true; return }
      let room = limit == .max ? .max : limit - cellWidth + 1
      let plain = rest.asciiIndex(rest.plainPrefixCount(most: room))
      guard plain == rest.startIndex else {
        append(String(rest[..<plain]), isEscape: false)
        rest = rest[plain...]
        continue
      }
      let next = rest.index(after: rest.startIndex)
      CharacterSanitizer.forEachUnit(of: rest[..<next]) { append($0.text, isEscape: $0.isEscape) }
      rest = rest[next...]
    }
  }

  private mutating func append(_ text: String, isEscape: Bool) {
    guard !text.isEmpty else { return }
    cellWidth += text.cellWidth
    pieces.append(text, isEscape: isEscape)
  }

  /// More bytes than any text of so many cells has before it is sanitised: a cell shows at most one character of
  /// ``CharacterSanitizer/mostScalars`` scalars.
  package static func mostBytes(inCells limit: Int) -> Int {
    let (cells, tooWide) = limit.addingReportingOverflow(2)
    let (bytes, tooLong) = cells.multipliedReportingOverflow(by: 4 * CharacterSanitizer.mostScalars)
    return tooWide || tooLong ? .max : bytes
  }
}

extension [Sanitized.Piece] {
  /// Adds text to the last piece, or as a new one where kept text and escapes meet.
  package mutating func append(_ text: String, isEscape: Bool) {
    if let last = indices.last, self[last].isEscape == isEscape {
      self[last].text += text
    } else {
      append(Sanitized.Piece(text: text, isEscape: isEscape))
    }
  }
}

extension StringProtocol {
  /// The text as it may be printed on one line.
  package var sanitized: String { Sanitized(self).text }
}
