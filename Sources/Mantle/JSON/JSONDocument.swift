/// A parsed JSON document: its bytes and its node table.
///
/// Nothing is copied from the input and nothing is lost: the order of keys, repeated keys, the digits of
/// numbers, escapes and white space are preserved.
///
/// ```swift
/// let document = try JSONDocument(#"{"labels": ["bug", "ui"]}"#)
/// let first = document.root.find("labels[0]")?.displayText  // bug
/// ```
///
/// A document is a constant that threads may share. Values are ``JSONNode``s, which keep the document alive.
/// To decode a part of a document as a model, pass its node:
///
/// ```swift
/// let document = try JSONDocument(#"{"items": [{"login": "ann"}]}"#)
/// let users = try document.root["items"].map { try [User].decode($0) }
/// ```
public final class JSONDocument: Sendable {
  /// The input: the text of the document, or a larger text that contains the document.
  package let bytes: JSONBytes
  /// The range of the document in the input.
  package let range: Range<Int>
  /// The path of the root in a larger document, which is prepended to the paths of all nodes; empty for a
  /// complete document.
  package let basePath: JSONKeyPath
  /// The node table: all values and keys of the document with their kinds and offsets.
  let table: NodeTable
  /// A cache that makes it faster to compute the paths of consecutive nodes.
  let lastChild = LastChild()

  /// Parses an input, or one value in a larger input. A byte order mark at the start is accepted.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - range: The range to parse, which must contain exactly one value; nil for the whole input.
  ///   - limits: The limits for the document.
  ///   - basePath: The path of the root in a larger document, evaluated only if parsing succeeds.
  /// - Throws: The first error, with its offset in `bytes`.
  /// - Complexity: O(*n*) time, and at most eight bytes of memory for each value and key.
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

  /// Creates a document that consists of the value `null`.
  private init() {
    bytes = JSONBytes("null")
    range = 0..<bytes.count
    basePath = JSONKeyPath()
    var table = NodeTable(capacity: 0)
    table.nodes[0] = NodeWord(.null, offset: 0, payload: bytes.count)
    table.close(1, textEnd: bytes.count)
    self.table = table
  }

  /// A document that consists of the value `null`.
  static let null = JSONDocument()

  /// Parses a string that contains one JSON value.
  ///
  /// ```swift
  /// do {
  ///   _ = try JSONDocument(#"{"open": tru}"#)
  /// } catch {
  ///   print(error.offset, error)
  /// }
  /// ```
  ///
  /// - Parameter limits: the limits of the document, such as its depth.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  ///
  /// - Throws: The first ``JSONSyntaxError``, with its offset.
  public convenience init(_ text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
    try self.init(parsing: JSONBytes(text), limits: limits)
  }

  /// Parses UTF-8 bytes that contain one JSON value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  /// - Throws: The first ``JSONSyntaxError``, with its offset.
  public convenience init(_ bytes: some Collection<UInt8>, limits: JSONLimits = .default)
    throws(JSONSyntaxError)
  {
    try self.init(parsing: JSONBytes(bytes), limits: limits)
  }
}

extension JSONDocument {
  /// The top-level value of the document.
  ///
  /// ```swift
  /// let kind = try JSONDocument("[1, 2]").root.kind  // array
  /// ```
  public var root: JSONNode { JSONNode(document: self, index: 0) }

  /// The number of values and keys in the document.
  package var nodeCount: Int { table.count }

  /// The address of the document's first byte, from which node offsets are counted.
  var start: UnsafePointer<UInt8> { bytes.base + range.lowerBound }

  /// The node table together with the source text of the document, for finding the ends of values.
  var nodeText: NodeText { NodeText(text: start, nodes: UnsafePointer(table.nodes), end: range.count) }

  /// Returns the entry of the node table at an index.
  package func word(at index: Int) -> NodeWord { table.nodes[index] }

  /// Returns the index in the node table that follows a value and all its descendants.
  ///
  /// - Parameter index: The index of the value in the table.
  func endIndex(at index: Int) -> Int {
    let word = word(at: index)
    return word.kindCode >= JSONKind.array.rawValue ? index + word.payload : index + 1
  }
}

extension JSONParser {
  /// Returns the node table of the last parse for a document to own, after releasing its excess capacity.
  consuming func takeTable() -> NodeTable {
    table.trim()
    return table
  }
}
