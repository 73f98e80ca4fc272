/// How much of anything a JSON text may hold before it is refused.
///
/// The defaults let every sensible document through and stop the ones made to hurt. A limit that is reached
/// is a ``JSONSyntaxError`` with the limit's own code; nothing is ever cut short silently.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may nest. Parsing takes no stack, so millions are fine. Decoding does: where the thread's
  /// stack has no room for a further level, that is an error.
  package var depth: Int
  /// The length of the text in bytes, at most 4 GiB; larger files are read value by value.
  package var bytes: Int { didSet { bytes = min(bytes, NodeWord.offsetLimit) } }
  /// The length of one string between its quotes, in bytes.
  package var stringBytes: Int
  /// The length of one number in bytes, less than 2²⁸.
  package var numberBytes: Int { didSet { numberBytes = min(numberBytes, NodeWord.payloadLimit) } }
  /// The members of one object.
  package var keys: Int
  /// All values and keys of the document together, at most 2²⁸ − 1.
  package var nodes: Int { didSet { nodes = min(nodes, NodeWord.payloadLimit) } }

  /// The default limits, with some of them replaced.
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

  /// The limits of a call that names none.
  public static let `default` = JSONLimits()
}
