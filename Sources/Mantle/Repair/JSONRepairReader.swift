/// One tolerant pass over a text: wherever a strict parser would stop, it notes what is wrong and reads on.
///
/// What it finds in text that is JSON is nothing. A mistake is judged by the brackets that are open and by what stands
/// right behind it, at most a kilobyte; where a text is indented, by that too. It never goes back by more than
/// ``patience`` allows, so the time is linear in the length of the text.
struct JSONRepairReader {
  /// An array or object that is open.
  struct Frame {
    enum State {
      /// Right behind the bracket.
      case empty
      /// Behind a comma.
      case comma
      /// Behind a value.
      case value
    }

    let open: Int
    var isObject: Bool
    /// Of the line it opens on, in bytes.
    let indent: Int
    var state = State.empty
    /// Where the last comma stands.
    var comma = 0
    /// The last child: where its value begins, and where it ends.
    var valueStart = 0
    var end: Int
    /// The indentation of the first child, where that begins a line; else -1.
    var childIndent = -1
    /// The first key of the first object in it, or of itself.
    var firstKey = 0
    /// Where the array or object that closed last in it begins.
    var lastContainer = -1
    /// Where what is passed over with all of it begins; -1 where nothing is.
    var dropStart = -1

    init(open: Int, isObject: Bool, indent: Int) {
      self.open = open
      self.isObject = isObject
      self.indent = indent
      end = open + 1
    }

    var closer: UInt8 { isObject ? ASCII.closeBrace : ASCII.closeBracket }
  }

  /// How much may still be looked at far ahead; shared by what only looks.
  final class FarLook {
    var left: Int
    init(_ left: Int) { self.left = left }
  }

  let bytes: JSONBytes
  let text: UnsafePointer<UInt8>
  let start: Int
  let end: Int
  let usesIndentation: Bool
  let allowsValuesOnOneLine: Bool

  var position: Int
  var stack: [Frame] = []
  var regions: [DamagedRegion] = []
  /// Where the first mistakes can be read again.
  var marks: [Mark] = []
  var doubted: Set<Int> = []
  /// How many strings have their quotes.
  var soundStrings = 0
  /// How many values there were outside of everything.
  var rootValues = 0
  /// The indentation of the token at ``position`` where it begins a line; else -1.
  var indent = -1
  /// The indentation of the line.
  var lineIndent = 0
  /// What a strict parser expects between a key and its value.
  var expectation: JSONSyntaxError.Code?
  /// Where the key begins whose value comes next.
  var pendingKey: Int?
  /// Behind the first value, where nothing is wrong with that; else -1.
  var soundEnd = -1
  /// How many bytes may still be read twice.
  var patience: Int
  /// How many bytes may still be looked at beyond what is near.
  let far: FarLook
  private var skipped = -1
  /// The rest of a line whose end was looked for.
  private var knownLine = 0..<0
  /// Whether the text ends in a comment that nothing closes.
  var hasOpenComment = false

  /// More mistakes than this, and the rest of the text is not read.
  static let mostRegions = 1 << 17
  /// More mistakes of one kind than this, and they are reported together.
  static let mostAlike = 8
  /// How far below the innermost bracket one that fits is looked for.
  static let deepestLook = 64

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

  /// The reading that explains a text by the fewest mistakes: as another kind of text, as JSON below something that was
  /// put on all of it, or as it is.
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
    // A list of numbers without its beginning looks like a table.
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

  /// How much of a part of a text means nothing as JSON, from 0 to 1.
  static func lostPart(of bytes: JSONBytes, in range: Range<Int>) -> Double {
    var reader = JSONRepairReader(bytes, in: range, usesIndentation: false, allowsValuesOnOneLine: true)
    withExtendedLifetime(bytes) { reader.run() }
    let lost = reader.regions.lazy.filter { !$0.cause.isHarmless || $0.cause == .comment }.map {
      $0.range.isEmpty ? 16 : $0.range.count
    }
    return Double(lost.reduce(0, +)) / Double(max(1, range.count))
  }

  /// How much is wrong: how often, and how much of the text is concerned.
  private var damage: Int {
    regions.lazy.filter { !$0.cause.isLayer }.reduce(0) { $0 + 8 + $1.range.count }
  }

  /// The text as it is: where lines are indented as they should be, that shows which bracket is missing; where they are
  /// not, it misleads.
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
    // `Z{"a": 1}, {"a": 2}]`: of all that may stand in place of the first bracket.
    guard best.regions.count > 1, best.regions[0].cause == .textBefore, best.regions[0].range.count == 1
    else {
      return best
    }
    let others = [ASCII.openBracket, ASCII.openBrace].map { read(best.usesIndentation, $0) }
    return others.first { $0.regions.count < best.regions.count } ?? best
  }

  /// Whether what was read is one value with brackets of its own.
  var isOneValue: Bool { rootValues == 1 && !regions.contains(where: \.isStructural) }

  /// - Parameter opener: the bracket that the first character stands in place of.
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

  /// The byte at an offset; 0 from the end on.
  func byte(_ offset: Int) -> UInt8 { offset < end ? text[offset] : 0 }

  /// Passes over white space and comments.
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

  /// The length of a character that looks like a space and is none in JSON; nil where there is another.
  func otherSpace(_ offset: Int) -> Int? {
    switch (byte(offset), byte(offset + 1), byte(offset + 2)) {
    case (0x0B, _, _), (0x0C, _, _): 1
    case (0xC2, 0xA0, _), (0xC2, 0x85, _): 2
    case (0xEF, 0xBB, 0xBF), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0xA0): 3
    case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): 3
    default: nil
    }
  }

  /// Where the run of one byte ends that begins at an offset.
  func endOfRun(_ offset: Int) -> Int {
    var position = offset
    while position < end, text[position] == text[offset] { position += 1 }
    return position
  }

  /// The end of the line, which is looked for once however much of the line is no JSON.
  mutating func knownLineEnd(_ offset: Int) -> Int {
    if !knownLine.contains(offset) { knownLine = offset..<lineEnd(offset) }
    return knownLine.upperBound
  }

  func lineEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end, text[position] != ASCII.lineFeed { position += 1 }
    if position > offset, position < end, text[position - 1] == ASCII.carriageReturn { position -= 1 }
    return position
  }
}
