/// Width in terminal cells: what a column count on a screen is made of.
///
/// The rules are those terminals share: East Asian wide and fullwidth characters take two cells (Unicode
/// Standard Annex #11), marks and format characters none, everything else one; an emoji sequence, a flag and
/// a character asked to look like an emoji (U+FE0F) take two however many scalars they are made of.
extension Unicode.Scalar {
  /// The cells this scalar takes on its own: 0, 1 or 2. Controls take none.
  package var cellWidth: Int {
    if value < 0x300 { return value >= 0x20 && !(0x7F...0x9F).contains(value) && value != 0xAD ? 1 : 0 }
    if NarrowSigns.contains(value) { return 1 }
    if HangulJamo.isTrailing(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    value >= 0x1100
      && (WideRanges.contains(value) || (properties.isEmojiPresentation && !isRegionalIndicator))
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// One of the invisible letters that spell the region of a flag.
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// A scalar that can be drawn as a picture; digits and signs that merely have an emoji form are not meant.
  var isPictographic: Bool {
    value >= 0xA9 && (properties.isEmoji || properties.isEmojiPresentation)
  }
}

extension Character {
  /// The cells this character takes on the screen.
  @usableFromInline package var cellWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    guard scalars.index(after: scalars.startIndex) != scalars.endIndex else { return first.cellWidth }
    if isEmojiSequence { return 2 }
    return scalars.reduce(0) { $0 + $1.cellWidth }
  }

  /// Several scalars shown as one picture: joined, coloured, flagged, or asked to look like an emoji.
  var isEmojiSequence: Bool {
    var scalars = unicodeScalars.makeIterator()
    guard let first = scalars.next(), let second = scalars.next() else { return false }
    if first.isRegionalIndicator { return second.isRegionalIndicator }
    if second.value == 0xFE0F { return first.properties.isEmoji }
    if second.properties.isEmojiModifier { return first.properties.isEmojiModifierBase }
    return first.isPictographic && (second.value == 0x200D || second.isTag)
  }
}

extension StringProtocol {
  /// The cells this text takes on one row. O(length).
  @inlinable package var cellWidth: Int {
    var width = 0
    var rest = self[...]
    while !rest.isEmpty {
      let plain = rest.plainPrefixCount()
      width += plain
      rest = rest[rest.asciiIndex(plain)...]
      if let character = rest.first {
        width += character.cellWidth
        rest = rest.dropFirst()
      }
    }
    return width
  }
}

extension StringProtocol {
  /// Whether all of it is printable ASCII, or signs that take one cell in every terminal: such a text is as it is shown.
  package var isPlainWithSigns: Bool {
    unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || NarrowSigns.contains($0.value) }
  }
}

/// The ellipsis, arrows, mathematical operators, lines and most geometric shapes: the signs a browser's screen is made of, all of one
/// cell, known before their properties are looked up.
private enum NarrowSigns {
  static func contains(_ scalar: UInt32) -> Bool {
    (0x2500...0x25FC).contains(scalar) || (0x2190...0x22FF).contains(scalar) || scalar == 0x2026
  }
}

/// Vowels and final consonants of decomposed Korean syllables: they join the consonant before them.
private enum HangulJamo {
  static func isTrailing(_ scalar: UInt32) -> Bool {
    (0x1160...0x11FF).contains(scalar) || (0xD7B0...0xD7FF).contains(scalar)
  }
}

/// The scalars of width "W" and "F" in EastAsianWidth.txt of Unicode 14, unassigned gaps closed, without those
/// that have the property Emoji_Presentation, which the standard library knows.
private enum WideRanges {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  static func contains(_ scalar: UInt32) -> Bool {
    ranges.contains { $0.contains(scalar) }
  }
}
