/// An indivisible unit of text, which is never split across rows: a safe character or an escape.
package struct TextUnit: Sendable, Hashable {
  package var text: String
  package var isEscape: Bool
  /// The index in the source text at which the next unit begins.
  package var end: String.Index

  package init(text: String, isEscape: Bool, end: String.Index) {
    self.text = text
    self.isEscape = isEscape
    self.end = end
  }
}

/// A filter that decides for each scalar of a character whether it is safe to send to a terminal.
package struct CharacterSanitizer {
  /// The maximum number of scalars of a character. The longest emoji have ten; longer characters are an
  /// attack, not writing.
  static let mostScalars = 16

  /// The safe scalars that have not been passed on yet.
  private var kept = String.UnicodeScalarView()

  /// Calls a closure with the units of one character, in order. The scalars after ``mostScalars`` are
  /// replaced by one unit.
  ///
  /// - Complexity: O(1), because the number of scalars is bounded.
  package static func forEachUnit(of character: Substring, _ body: (TextUnit) -> Void) {
    var sanitizer = CharacterSanitizer()
    let scalars = character.unicodeScalars
    var index = scalars.startIndex
    var count = 0
    while index < scalars.endIndex, count < mostScalars {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if sanitizer.keeps(scalar, before: next < scalars.endIndex ? scalars[next] : nil) {
        sanitizer.kept.append(scalar)
      } else {
        sanitizer.flush(endingAt: index, body)
        body(TextUnit(text: Escape.of(scalar), isEscape: true, end: next))
      }
      index = next
      count += 1
    }
    sanitizer.flush(endingAt: index, body)
    if index < scalars.endIndex {
      body(TextUnit(text: Escape.more, isEscape: true, end: scalars.endIndex))
    }
  }

  /// Passes the safe scalars on as one unit.
  private mutating func flush(endingAt end: String.Index, _ body: (TextUnit) -> Void) {
    guard !kept.isEmpty else { return }
    body(TextUnit(text: String(kept), isEscape: false, end: end))
    kept = String.UnicodeScalarView()
  }

  /// Returns whether a scalar is safe after those that were kept.
  ///
  /// - Parameter next: The following scalar of the character, which justifies a joiner.
  private func keeps(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    guard let base = kept.first, let previous = kept.last else { return scalar.standsAlone }
    switch scalar.value {
    case 0x200D: return next?.isPictographic == true ? base.isPictographic : base.joinsItsLetters
    case 0x200C: return base.joinsItsLetters
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      return !previous.properties.isVariationSelector
        && (previous.value > 0x7F || previous.properties.isEmoji)
    case 0xE0020...0xE007F: return base.value == 0x1F3F4
    default: return !scalar.isHidden
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can begin a visible character.
  fileprivate var standsAlone: Bool { !isHidden && cellWidth > 0 }

  /// Whether a terminal would interpret the scalar as a command or display nothing for it.
  package var isHidden: Bool {
    if value < 0x80 { return value < 0x20 || value == 0x7F }
    if fileNameByte != nil { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether the scalar belongs to a script with joining letters, in which joiners are part of the spelling:
  /// Arabic to Mongolian.
  fileprivate var joinsItsLetters: Bool {
    (0x600...0x1AFF).contains(value) && properties.isAlphabetic
  }
}
