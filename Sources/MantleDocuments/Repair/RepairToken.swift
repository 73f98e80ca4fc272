import Mantle

/// A token of a text that may be malformed, with the edits that make it valid JSON.
struct RepairToken {
  /// The kind of a token, which decides where it fits.
  enum Kind {
    case open, close, comma, colon
    /// A string. Before a colon, it may be an unquoted key.
    case string
    /// A number or literal, or text that represents one.
    case scalar
    /// Text that may be an unquoted string.
    case word
    /// Text without a meaning in JSON.
    case stray
    case end
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether the token is a bracket of an object and not of an array.
  var isObject = false
  /// Whether the token has other interpretations, between which the following text decides.
  var isDoubtful = false
  /// The edits that make the token and the white space before it valid JSON. Their containers are not set.
  var regions: [DamagedRegion] = []
  /// The cost of the token's edits; edits with a higher cost are less likely.
  var cost = 0
  /// Whether only white space precedes the token on its line.
  var beginsLine = false

  /// Whether the token is the start of a value.
  var beginsValue: Bool { kind == .string || kind == .scalar || kind == .open }
}

/// The state of a ``JSONRepairReader``: its position, the innermost container, and the tokens that may follow.
struct RepairState {
  /// The last token in the innermost container, which decides which tokens may follow.
  enum Mode { case opener, comma, key, colon, value }

  var position: Int
  /// The index of the innermost container's frame; -1 outside of all containers.
  var frame = -1
  var isObject = false
  var mode = Mode.opener
  /// The offset of the last comma in the innermost container; -1 if there is none.
  var comma = -1
  /// The range of the last key in the innermost container.
  var key = 0..<0
  /// The range of the last value in the innermost container.
  var value = 0..<0
  /// The number of complete values outside of all containers.
  var rootValues = 0
  /// The edits that led to the state and are not recorded by the parser yet.
  var regions: [DamagedRegion] = []
  /// The offsets of the containers whose members are unreliable.
  var doubted: [Int] = []
  /// The total cost of the edits that led to the state.
  var cost = 0
  /// The number of edits that led to the state, which a search limits.
  var edits = 0

  /// Whether a value may follow in this state.
  var wantsValue: Bool {
    isObject ? mode == .colon : mode == .opener || mode == .comma
  }
  /// Whether a key may follow in this state.
  var wantsKey: Bool { isObject && (mode == .opener || mode == .comma) }

  /// The code of the error that a strict parser reports if an unexpected token follows.
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

/// An open array or object of the parsed text.
struct RepairFrame {
  /// The offset of the container's opening bracket.
  let open: Int
  let isObject: Bool
  /// The index of the enclosing container's frame; -1 if there is none.
  let parent: Int
  /// The offset of the last comma, and the range of the last key, of the enclosing container.
  let comma: Int
  let key: Range<Int>

  /// The bracket that closes the container.
  var closer: UInt8 { isObject ? ASCII.closeBrace : ASCII.closeBracket }
}
