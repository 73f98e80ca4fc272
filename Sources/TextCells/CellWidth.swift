// The width of text in terminal cells, by the rules that terminals share: East Asian wide and fullwidth characters
// take two cells (Unicode Standard Annex #11), marks and format characters none, and all other characters one. Emoji
// sequences, flags and characters with emoji presentation (U+FE0F) take two cells, regardless of the number of their
// scalars.
extension Unicode.Scalar {
  /// The number of terminal cells that the scalar takes by itself: 0, 1 or 2. Control characters take no cell.
  var cellWidth: Int {
    if value < 0x300 { return value >= 0x20 && !(0x7F...0x9F).contains(value) && value != 0xAD ? 1 : 0 }
    if isNarrowSign { return 1 }
    if isTrailingJamo { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// Whether the scalar is an ellipsis, an arrow, a mathematical operator, a box-drawing character or one of most
  /// geometric shapes, which are frequent on the screens of the browser. Each takes one terminal cell and is recognized
  /// without a lookup of its Unicode properties.
  fileprivate var isNarrowSign: Bool {
    (0x2500...0x25FC).contains(value) || (0x2190...0x22FF).contains(value) || value == 0x2026
  }

  /// Whether the scalar is a vowel or final consonant of a decomposed Korean syllable, which combines with the preceding
  /// consonant.
  private var isTrailingJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Whether the scalar takes two terminal cells: it is East Asian wide or fullwidth, or has emoji presentation by
  /// default.
  private var isWide: Bool {
    value >= 0x1100
      && (Self.wide.contains { $0.contains(value) } || properties.isEmojiPresentation && !isRegionalIndicator)
  }

  /// Whether the scalar is a regional indicator letter; two of them form a flag.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar is one of the invisible tag characters that spell the region of a flag.
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether the scalar can be displayed as a picture. Digits and ASCII signs, which have an emoji form, too, are
  /// excluded.
  var isPictographic: Bool {
    value >= 0xA9 && (properties.isEmoji || properties.isEmojiPresentation)
  }
}

extension Character {
  /// The number of terminal cells that the character takes.
  @usableFromInline package var cellWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    guard scalars.index(after: scalars.startIndex) != scalars.endIndex else { return first.cellWidth }
    if isEmojiSequence { return 2 }
    return scalars.reduce(0) { $0 + $1.cellWidth }
  }

  /// Whether the character consists of several scalars that are displayed as one picture: scalars with a joiner between
  /// them, a scalar with a skin tone, a flag, or a scalar with emoji presentation.
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
  /// The number of terminal cells that the text takes on one row.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
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

  /// Whether the text consists only of printable ASCII and of frequent signs, such as arrows, that take one terminal
  /// cell. Such text needs no sanitizing.
  package var isPlainWithSigns: Bool {
    unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0.isNarrowSign }
  }
}

extension Unicode.Scalar {
  /// The scalars that take two terminal cells: those of width "W" and "F" in EastAsianWidth.txt of Unicode 14. Gaps of
  /// unassigned scalars are included; scalars with the property Emoji_Presentation are not, because the standard
  /// library provides the property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
