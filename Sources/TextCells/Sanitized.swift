/// Text that is safe to print on one row: visible escapes replace the characters that a terminal would interpret or hide.
///
/// ```swift
/// Sanitized("a\u{1B}[31mb").text  // a\e[31mb
/// ```
///
/// The escaped characters are C0 and C1 controls and DEL, line and paragraph separators, bidirectional
/// controls, U+FEFF and all other invisible characters, joiners and variation selectors that do not shape a
/// character, marks without a base and excess marks, and bytes that are not valid UTF-8, including those of
/// file names. All other characters are kept, including private and unassigned ones.
package struct Sanitized: PiecedText, Sendable, Hashable {
  /// A part of the text that consists either of safe characters or of escapes.
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var isEscape: Bool

    @inlinable package init(text: String, isEscape: Bool) { (self.text, self.isEscape) = (text, isEscape) }
  }

  /// The parts of the text in order; parts of safe characters and of escapes alternate.
  package private(set) var pieces: [Piece] = []
  /// The width of the whole text in terminal cells.
  package private(set) var cellWidth = 0
  /// Whether a part of the original text was omitted because of the width limit.
  private(set) var isCut = false

  /// Creates the safe form of a text, up to a width.
  ///
  /// The last character may exceed the limit, so that the caller can detect that text was truncated.
  ///
  /// - Parameters:
  ///   - text: The text, which may contain any characters.
  ///   - limit: The maximum width in terminal cells.
  /// - Complexity: O(*limit*), independent of the length of the text.
  package init(_ text: some StringProtocol, cells limit: Int = .max) {
    let most = Swift.min(Self.maximumBytes(inCells: limit), text.utf8.count)
    let end = text.utf8.index(text.startIndex, offsetBy: most)
    append(Substring(text[..<end]), limit: limit)
    if end < text.endIndex { isCut = true }
  }

  /// Creates the safe form of bytes that are expected to be UTF-8, up to a width in terminal cells. Invalid bytes
  /// become escapes such as `\xff`.
  package init(bytes: some Collection<UInt8>, cells limit: Int = .max) {
    let head = bytes.prefix(Self.maximumBytes(inCells: limit))
    self.init(String(fileName: head), cells: limit)
    if head.count < bytes.count { isCut = true }
  }

  /// Returns the safe form of bytes that are expected to be UTF-8, divided into units that must not be split:
  /// characters and escapes.
  package static func units(of bytes: [UInt8]) -> [String] {
    var units: [String] = []
    let text = String(fileName: bytes)
    for index in text.indices {
      CharacterSanitizer.forEachUnit(of: text[index...index]) { unit, _ in units.append(unit.text) }
    }
    return units
  }

  /// Appends the safe form of a text, until the width limit is reached.
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
      CharacterSanitizer.forEachUnit(of: rest[..<next]) { unit, _ in
        append(unit.text, isEscape: unit.isEscape)
      }
      rest = rest[next...]
    }
  }

  /// Appends text that is already safe, and adds its width.
  private mutating func append(_ text: String, isEscape: Bool) {
    guard !text.isEmpty else { return }
    cellWidth += text.cellWidth
    pieces.append(text, isEscape: isEscape)
  }

  /// Returns an upper bound for the number of bytes of unsanitized text that fits into a number of terminal cells: each
  /// cell shows at most one character of ``CharacterSanitizer/maximumScalars`` scalars.
  package static func maximumBytes(inCells limit: Int) -> Int {
    limit > .max / 128 ? .max : (limit + 2) * 4 * CharacterSanitizer.maximumScalars
  }
}

extension [Sanitized.Piece] {
  /// Appends text to the last part if that part is of the same kind, characters or escapes; otherwise adds a new part.
  package mutating func append(_ text: String, isEscape: Bool) {
    if let last = indices.last, self[last].isEscape == isEscape {
      self[last].text += text
    } else {
      append(Sanitized.Piece(text: text, isEscape: isEscape))
    }
  }
}

extension StringProtocol {
  /// The string with escapes instead of unsafe characters, which is safe to print on one row.
  package var sanitized: String { Sanitized(self).text }
}

/// A type for text on one row that consists of parts: safe characters and escapes.
package protocol PiecedText {
  /// The parts of the text in order.
  var pieces: [Sanitized.Piece] { get }
}

extension PiecedText {
  /// The text of all parts, including the escapes.
  package var text: String { pieces.reduce(into: "") { $0 += $1.text } }
}
