/// A parsed JSON text: its bytes and its node table.
///
/// Nothing is copied out of the text and nothing is lost: key order, duplicate keys, number text, escapes and
/// white space are all still there.
public final class JSONDocument: Sendable {
  /// The text.
  package let bytes: JSONBytes
  /// The part of the bytes this document is.
  package let range: Range<Int>
  /// Where the root stands in a larger document; put before the path of every node.
  package let basePath: JSONKeyPath
  let table: NodeTable
  let lastChild = LastChild()

  /// Parses a text, or one value's part of a larger text.
  ///
  /// A byte order mark at the start is accepted.
  ///
  /// - Parameters:
  ///   - range: the part to parse, nil for all; it must hold one value and white space only.
  ///   - basePath: asked for when the text is parsed and has no mistake.
  /// - Throws: the first problem, with its offset in `bytes`.
  /// - Complexity: O(n) time, at most eight bytes of memory for each value and key.
  package init(
    parsing bytes: JSONBytes, in range: Range<Int>? = nil, limits: JSONLimits = .default,
    basePath: @autoclosure () -> JSONKeyPath = JSONKeyPath()
  ) throws(JSONSyntaxError) {
    let range = bytes.clamp(range ?? 0..<bytes.count)
    var parser = JSONParser(limits: limits, capacity: min(range.count / 8 + 8, 1 << 24))
    let end = try parser.parse(bytes, from: range.lowerBound, to: range.upperBound)
    let rest = JSONScanner.skipWhitespace(bytes.base, end, range.upperBound)
    guard rest >= range.upperBound else {
      throw JSONSyntaxError(
        .trailingContent, at: rest, in: bytes, end: range.upperBound, container: nil, limits: limits)
    }
    self.bytes = bytes
    self.range = range
    self.basePath = basePath()
    table = parser.takeTable()
  }

  /// Parses a text given as a string.
  ///
  /// - Throws: the first ``JSONSyntaxError``, with its place.
  public convenience init(_ text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
    try self.init(parsing: JSONBytes(text), limits: limits)
  }

  /// Parses a text given as bytes.
  ///
  /// - Throws: the first ``JSONSyntaxError``, with its place.
  public convenience init(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONSyntaxError) {
    try self.init(parsing: JSONBytes(bytes), limits: limits)
  }
}

extension JSONDocument {
  /// The value the text is.
  public var root: JSONNode { JSONNode(document: self, index: 0) }

  /// How many values and keys there are.
  var nodeCount: Int { table.count }

  /// The text's first byte: node offsets count from here.
  var text: UnsafePointer<UInt8> { bytes.base + range.lowerBound }

  var nodeText: NodeText { NodeText(text: text, nodes: UnsafePointer(table.nodes), end: range.count) }

  func word(at index: Int) -> NodeWord { table.nodes[index] }
}

extension JSONParser {
  /// Gives the table away, without the memory it has too much.
  consuming func takeTable() -> NodeTable {
    table.trim()
    return table
  }
}
