import Mantle

/// A token of a text that may be malformed, with the edits that make it valid JSON.
struct RepairToken {
  /// The kinds of tokens.
  enum Kind {
    case open, close, comma, colon
    /// A string. Before a colon, it may be an unquoted key.
    case string
    /// A number or literal, or text that represents one.
    case scalar
    /// Text that may be an unquoted string.
    case word
    /// Text without meaning.
    case stray
    case end
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether the token is a bracket of an object and not of an array.
  var isObject = false
  /// Whether the token has another interpretation, so that the following text decides.
  var isDoubtful = false
  /// The edits of the token and of the white space before it. Their containers are not set.
  var regions: [DamagedRegion] = []
  /// The cost of the edits; higher costs are less likely.
  var cost = 0
  /// Whether only white space precedes the token on its line.
  var beginsLine = false

  /// Whether the token is the start of a value.
  var beginsValue: Bool { kind == .string || kind == .scalar || kind == .open }
}

/// The state of a parser: its position, the innermost container, and the tokens that may follow.
struct RepairState {
  /// The last token in a container.
  enum Mode { case opener, comma, key, colon, value }

  var position: Int
  /// The index of the innermost container; -1 outside of all containers.
  var frame = -1
  var isObject = false
  var mode = Mode.opener
  /// The offset of the last comma in the container.
  var comma = -1
  /// The last key in the container.
  var key = 0..<0
  /// The last value in the container.
  var value = 0..<0
  /// The number of complete values outside of all containers.
  var rootValues = 0
  /// The edits since the last commit.
  var regions: [DamagedRegion] = []
  /// The offsets of the containers whose members are unreliable.
  var doubted: [Int] = []
  /// The cost of the edits in a search.
  var cost = 0
  /// The number of edits in a search.
  var edits = 0

  /// Whether a value may follow.
  var wantsValue: Bool {
    isObject ? mode == .colon : mode == .opener || mode == .comma
  }
  /// Whether a key may follow.
  var wantsKey: Bool { isObject && (mode == .opener || mode == .comma) }

  /// The error code of a strict parser for any other token.
  var expected: JSONSyntaxError.Code {
    if frame < 0 { return rootValues == 0 ? .expectedValue : .trailingContent }
    switch mode {
    case .value: return .expectedCommaOrClose
    case .key: return .expectedColon
    case .colon: return .expectedValue
    case .opener, .comma: return isObject ? .expectedKey : .expectedValue
    }
  }
}

/// An open array or object.
struct RepairFrame {
  /// The offset of the opening bracket.
  let open: Int
  let isObject: Bool
  /// The index of the enclosing container's frame; -1 if there is none.
  let parent: Int
  /// The last comma and key of the enclosing container.
  let comma: Int
  let key: Range<Int>

  /// The closing bracket.
  var closer: UInt8 { isObject ? ASCII.closeBrace : ASCII.closeBracket }
}
