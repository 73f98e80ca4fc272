import Mantle
import TerminalText

/// A lenient parser that reads a text once. At each place where a strict parser would stop,
/// it records the mistake and continues.
///
/// A valid text has no mistakes. A mistake is interpreted by the open brackets, by at most
/// one kilobyte of the following text, and by the indentation. The number of bytes that are
/// read again is limited by ``patience``, so the time is linear in the length of the text.
struct JSONRepairReader {
  /// An open array or object.
  struct Frame {
    /// The position in a container.
    enum State {
      /// Directly after the bracket.
      case empty
      /// After a comma.
      case comma
      /// After a value.
      case value
    }

    /// The offset of the opening bracket.
    let open: Int
    /// Whether the container is an object rather than an array.
    var isObject: Bool
    /// The indentation of the line with the opening bracket, in bytes.
    let indent: Int
    /// The position in the container.
    var state = State.empty
    /// The offset of the last comma.
    var comma = 0
    /// The offset where the last child begins.
    var valueStart = 0
    /// The offset where the last child ends.
    var end: Int
    /// The indentation of the first child if it begins a line; otherwise -1.
    var childIndent = -1
    /// The hash of the first key in the container or in its first object.
    var firstKey = 0
    /// The offset of the last array or object that closed in the container.
    var lastContainer = -1
    /// The offset from which the container is skipped as a whole; -1 if it is not skipped.
    var dropStart = -1

    /// Creates a container after its opening bracket.
    init(open: Int, isObject: Bool, indent: Int) {
      self.open = open
      self.isObject = isObject
      self.indent = indent
      end = open + 1
    }

    /// The closing bracket.
    var closer: UInt8 { isObject ? ASCII.closeBrace : ASCII.closeBracket }
  }

  /// The number of bytes that may still be inspected at a distance, shared by all
  /// inspections.
  final class FarLook {
    /// The number of bytes.
    var left: Int
    /// Creates a limit.
    init(_ left: Int) { self.left = left }
  }

  /// The text.
  let bytes: JSONBytes
  /// The bytes of the text.
  let text: UnsafePointer<UInt8>
  /// The start of the part that is read.
  let start: Int
  /// The end of the part that is read.
  let end: Int
  /// Whether the indentation shows which brackets are missing.
  let usesIndentation: Bool
  /// Whether a line may contain several values.
  let allowsValuesOnOneLine: Bool

  /// The offset of the next byte.
  var position: Int
  /// The open containers, outermost first.
  var stack: [Frame] = []
  /// The mistakes found so far, in the order of the text.
  var regions: [DamagedRegion] = []
  /// The places from which the text before the first mistakes can be read again.
  var marks: [Mark] = []
  /// The offsets of the containers whose members are unreliable.
  var doubted: Set<Int> = []
  /// The number of strings with correct quotes.
  var soundStrings = 0
  /// The number of values outside of all containers.
  var rootValues = 0
  /// The indentation of the token at ``position`` if it begins a line; otherwise -1.
  var indent = -1
  /// The indentation of the current line.
  var lineIndent = 0
  /// The expectation of a strict parser between a key and its value.
  var expectation: JSONSyntaxError.Code?
  /// The offset of the key whose value follows.
  var pendingKey: Int?
  /// The offset after the first value if it is correct; otherwise -1.
  var soundEnd = -1
  /// The number of bytes that may still be read again.
  var patience: Int
  /// The number of bytes that may still be inspected at a distance.
  let far: FarLook
  private var skipped = -1
  /// The rest of the line whose end was last determined.
  private var knownLine = 0..<0
  /// Whether the text ends in an unterminated comment.
  var hasOpenComment = false

  /// The maximum number of mistakes. The text after them is not parsed.
  static let mostRegions = 1 << 17
  /// The number of mistakes of one kind from which they are reported together.
  static let mostAlike = 8
  /// The maximum number of open containers that are searched for a matching bracket.
  static let deepestLook = 64

  /// Creates a reader at the start of a range.
  init(_ bytes: JSONBytes, in range: Range<Int>, usesIndentation: Bool, allowsValuesOnOneLine: Bool) {
    self.bytes = bytes
    text = bytes.base
    start = range.lowerBound
    end = range.upperBound
    self.usesIndentation = usesIndentation
    self.allowsValuesOnOneLine = allowsValuesOnOneLine
    position = start
    patience = 4 * range.count + 1024
    far = FarLook(4 * range.count + 1 << 20)
    if start == 0 { position = min(bytes.textStart, end) }
  }

  /// Returns the reading with the fewest mistakes: another kind of text, JSON below a layer
  /// that was added to it, or the text as it is.
  static func best(_ bytes: JSONBytes, in range: Range<Int>, _ allowsValuesOnOneLine: Bool)
    -> JSONRepairReader
  {
    let isWhole = range.lowerBound == 0
    if isWhole, let kind = ForeignText.signed(bytes, range.upperBound) { return foreign(bytes, range, kind) }
    let layers = TextLayer.found(in: bytes, range)
    if let layer = layers.first, layer.isCertain,
      let below = layer.reading(of: bytes, in: range, allowsValuesOnOneLine)
    {
      return below
    }
    let kind = isWhole ? ForeignText.kind(of: bytes, range.upperBound) : nil
    // A list of numbers without its beginning resembles a table.
    let mayBeCut = isWhole && [nil, .plainText, .csv].contains(kind)
    let cut = mayBeCut ? TextLayer.missingBeginning(of: bytes, upTo: range.upperBound) : nil
    if layers.isEmpty, cut == nil, let kind { return foreign(bytes, range, kind) }
    let look = SecondLook(bytes: bytes, range: range, allowsValuesOnOneLine: allowsValuesOnOneLine)
    let plain = look.best(asItIs(bytes, in: range, allowsValuesOnOneLine))
    let isOneMistake = kind == nil && plain.regions.count == 1
    for layer in layers + (isOneMistake ? [] : [cut].compactMap { $0 }) {
      guard let below = layer.reading(of: bytes, in: range, allowsValuesOnOneLine) else { continue }
      if below.damage < plain.damage, 3 * below.damage <= plain.damage { return below }
    }
    return kind.map { foreign(bytes, range, $0) } ?? plain
  }

  private static func foreign(
    _ bytes: JSONBytes, _ range: Range<Int>, _ kind: DamagedRegion.Cause
  ) -> JSONRepairReader {
    var reader = JSONRepairReader(bytes, in: range, usesIndentation: false, allowsValuesOnOneLine: false)
    reader.noteForeign(kind)
    return reader
  }

  /// Returns the share of a text that has no meaning as JSON, from 0 to 1.
  static func lostPart(of bytes: JSONBytes, in range: Range<Int>) -> Double {
    var reader = JSONRepairReader(bytes, in: range, usesIndentation: false, allowsValuesOnOneLine: true)
    withExtendedLifetime(bytes) { reader.run() }
    let lost = reader.regions.lazy.filter { !$0.cause.isHarmless || $0.cause == .comment }.map {
      $0.range.isEmpty ? 16 : $0.range.count
    }
    return Double(lost.reduce(0, +)) / Double(max(1, range.count))
  }

  /// The amount of damage: the number of mistakes, and the number of bytes concerned.
  private var damage: Int {
    regions.lazy.filter { !$0.cause.isLayer }.reduce(0) { $0 + 8 + $1.range.count }
  }

  /// Returns the reading of the text as it is. Consistent indentation shows which bracket is
  /// missing, so the indentation is used if that leads to fewer mistakes.
  static func asItIs(_ bytes: JSONBytes, in range: Range<Int>, _ allowsValuesOnOneLine: Bool)
    -> JSONRepairReader
  {
    func read(_ usesIndentation: Bool, _ opener: UInt8? = nil) -> JSONRepairReader {
      var reader = JSONRepairReader(
        bytes, in: range, usesIndentation: usesIndentation, allowsValuesOnOneLine: allowsValuesOnOneLine)
      withExtendedLifetime(bytes) { reader.run(opener) }
      reader.passOverOlderRest()
      reader.groupAlike()
      return reader
    }
    let plain = read(false)
    guard plain.regions.contains(where: { !$0.cause.isHarmless }) else { return plain }
    let indented = read(true)
    let best = indented.regions.count <= plain.regions.count ? indented : plain
    // `Z{"a": 1}, {"a": 2}]`: the first character may be in place of either bracket.
    guard best.regions.count > 1, best.regions[0].cause == .textBefore, best.regions[0].range.count == 1
    else {
      return best
    }
    let others = [ASCII.openBracket, ASCII.openBrace].map { read(best.usesIndentation, $0) }
    return others.first { $0.regions.count < best.regions.count } ?? best
  }

  /// Whether the text is one value with balanced brackets.
  var isOneValue: Bool { rootValues == 1 && !regions.contains(where: \.isStructural) }

  /// Reads the whole text.
  ///
  /// - Parameter opener: the bracket that the first character replaced; nil if it is correct.
  mutating func run(_ opener: UInt8? = nil) {
    skipSpace()
    if let opener, position < end {
      note(.wrongCharacter, position..<position + 1, with: [opener], at: position, code: .expectedValue)
      push(opener)
      skipSpace()
    }
    while position < end {
      guard regions.count < Self.mostRegions else { return giveUp() }
      step()
      skipSpace()
    }
    finish()
  }

  /// Reads the next token and dispatches on its first character.
  private mutating func step() {
    guard let top = stack.last else { return root() }
    let byte = text[position]
    if top.state == .value, wrongCharacter(top) { return }
    switch byte {
    case ASCII.comma, ASCII.semicolon: comma(byte)
    case ASCII.closeBrace, ASCII.closeBracket: closer(byte)
    case ASCII.colon, ASCII.equals: colonWithoutKey(top)
    default:
      if let sign = widePunctuation(position), sign.meant == ASCII.comma {
        return comma(ASCII.comma, length: sign.length)
      }
      if closesByIndentation(top) { return }
      if top.isObject { member() } else { element() }
    }
  }

  // MARK: Space and comments

  /// Returns the byte at an offset; 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < end ? text[offset] : 0 }

  /// Skips whitespace and comments.
  mutating func skipSpace() {
    guard position != skipped else { return }
    var line = position == start ? start : -1
    while position < end {
      let byte = text[position]
      if ASCII.isWhitespace(byte) {
        position += 1
        if byte == ASCII.lineFeed { line = position }
      } else if isComment(position) {
        let isOther = isCommentOfOtherLanguage(position)
        let separator = !isOther && commentCloser(position) != nil ? " " : ""
        drop(position..<commentEnd(position), isOther ? .strayText : .comment, with: separator)
      } else if let length = otherSpace(position) {
        drop(position..<position + length, .otherSpace, with: " ")
      } else if byte == 0 {
        if let frame = stack.last { doubt(frame) }
        drop(position..<endOfRun(position), .nulBytes)
      } else {
        break
      }
    }
    skipped = position
    indent = line >= 0 ? position - line : -1
    if indent >= 0 { lineIndent = indent }
  }

  /// Returns the length of a character that resembles a space and is not whitespace in JSON;
  /// nil for others.
  func otherSpace(_ offset: Int) -> Int? {
    switch (byte(offset), byte(offset + 1), byte(offset + 2)) {
    case (0x0B, _, _), (0x0C, _, _): 1
    case (0xC2, 0xA0, _), (0xC2, 0x85, _): 2
    case (0xEF, 0xBB, 0xBF), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0xA0): 3
    case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): 3
    default: nil
    }
  }

  /// Returns the end of a run of one byte.
  func endOfRun(_ offset: Int) -> Int {
    var position = offset
    while position < end, text[position] == text[offset] { position += 1 }
    return position
  }

  /// Returns the end of the line. The result is stored, so that each line is searched only
  /// once.
  mutating func knownLineEnd(_ offset: Int) -> Int {
    if !knownLine.contains(offset) { knownLine = offset..<lineEnd(offset) }
    return knownLine.upperBound
  }

  /// Returns the end of the line, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end, text[position] != ASCII.lineFeed { position += 1 }
    if position > offset, position < end, text[position - 1] == ASCII.carriageReturn { position -= 1 }
    return position
  }
}
