/// A namespace for dividing a character into units of text that are never split across rows: safe characters and
/// escapes.
package enum CharacterSanitizer {
  /// The maximum number of scalars of a character that are shown. The longest emoji have ten; a longer character is
  /// likely to be hostile.
  static let maximumScalars = 16

  /// Calls a closure with each unit of a character, in order, and with the index at which the next unit begins. All
  /// scalars after the first ``maximumScalars`` are replaced by one escape.
  ///
  /// - Complexity: O(1), because the number of scalars is bounded.
  package static func forEachUnit(
    of character: Substring, _ body: (_ unit: Sanitized.Piece, _ end: String.Index) -> Void
  ) {
    var kept = String.UnicodeScalarView()
    func flush(endingAt end: String.Index) {
      guard !kept.isEmpty else { return }
      body(Sanitized.Piece(text: String(kept), isEscape: false), end)
      kept = String.UnicodeScalarView()
    }
    let scalars = character.unicodeScalars
    for index in scalars.indices.prefix(maximumScalars) {
      let next = scalars.index(after: index)
      if keeps(scalars[index], after: kept, before: next < scalars.endIndex ? scalars[next] : nil) {
        kept.append(scalars[index])
      } else {
        flush(endingAt: index)
        body(Sanitized.Piece(text: Escape.of(scalars[index]), isEscape: true), next)
      }
    }
    let rest = scalars.dropFirst(maximumScalars)
    flush(endingAt: rest.startIndex)
    if !rest.isEmpty { body(Sanitized.Piece(text: Escape.more, isEscape: true), rest.endIndex) }
  }

  /// Returns whether a scalar of a character may be printed unescaped.
  ///
  /// - Parameters:
  ///   - kept: the preceding scalars of the character that are printed unescaped.
  ///   - next: the following scalar of the character, on which the safety of a joiner depends.
  private static func keeps(
    _ scalar: Unicode.Scalar, after kept: String.UnicodeScalarView, before next: Unicode.Scalar?
  ) -> Bool {
    guard let base = kept.first, let previous = kept.last else {
      return !scalar.isHidden && scalar.cellWidth > 0
    }
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
  /// Whether a terminal would interpret the scalar as a command or not display it, so that it must be escaped.
  package var isHidden: Bool {
    if value < 0x80 { return value < 0x20 || value == 0x7F }
    if fileNameByte != nil { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether the scalar belongs to a script with joining letters, from Arabic to Mongolian. In these scripts, the
  /// invisible joiners are part of the spelling.
  fileprivate var joinsItsLetters: Bool {
    (0x600...0x1AFF).contains(value) && properties.isAlphabetic
  }
}
