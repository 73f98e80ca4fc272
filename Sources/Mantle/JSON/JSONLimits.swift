/// The limits that a JSON document must not exceed.
///
/// The defaults admit every reasonable document and protect against malicious ones. Exceeding a limit is a
/// ``JSONSyntaxError`` with a code of its own; the input is never truncated silently.
///
/// ```swift
/// let document = try JSONDocument(text, limits: JSONLimits(depth: 64, bytes: 1 << 20))
/// ```
public struct JSONLimits: Sendable, Hashable {
  /// The maximum nesting depth of arrays and objects. The parser is not recursive, so even millions are safe.
  var depth: Int
  /// The maximum size of the document in bytes, at most 4 GiB; larger files are decoded value by value.
  var bytes: Int { didSet { bytes = min(bytes, NodeWord.offsetLimit) } }
  /// The maximum length of a string in bytes, without its quotes.
  var stringBytes: Int
  /// The maximum length of a number in bytes, less than 2²⁸.
  var numberBytes: Int { didSet { numberBytes = min(numberBytes, NodeWord.payloadLimit) } }
  /// The maximum number of members of an object.
  var keys: Int
  /// The maximum number of values and keys in the document, at most 2²⁸ − 1.
  var nodes: Int { didSet { nodes = min(nodes, NodeWord.payloadLimit) } }

  /// Creates limits; omitted parameters have the default limits.
  ///
  /// - Parameters:
  ///   - depth: the maximum nesting depth of arrays and objects.
  ///   - bytes: the maximum size of the document in bytes.
  ///   - stringBytes: the maximum size of one string or key in bytes.
  ///   - numberBytes: the maximum number of characters of one number.
  ///   - keys: the maximum number of members of one object.
  ///   - nodes: the maximum number of values and keys of the document.
  public init(
    depth: Int = 1024, bytes: Int = 0xffff_ffff, stringBytes: Int = 1 << 30,
    numberBytes: Int = 1 << 20, keys: Int = 1 << 24, nodes: Int = NodeWord.payloadLimit
  ) {
    self.depth = depth
    self.bytes = min(bytes, NodeWord.offsetLimit)
    self.stringBytes = stringBytes
    self.numberBytes = min(numberBytes, NodeWord.payloadLimit)
    self.keys = keys
    self.nodes = min(nodes, NodeWord.payloadLimit)
  }

  /// The limits that apply unless others are given.
  public static let `default` = JSONLimits()
}
