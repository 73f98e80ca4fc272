/// A strict parser for JSON (RFC 8259) that reuses its node table.
///
/// Parsing many values successively, such as the elements of a large array or the lines of an NDJSON file,
/// allocates no memory after the first few values. Use ``JSONDocument`` to retain a parsed document.
package struct JSONParser: ~Copyable {
  /// The limits that each parsed value must not exceed.
  let limits: JSONLimits
  var table: NodeTable
  /// The offset of the parsed text in the input, from which node offsets are counted.
  private(set) var origin = 0

  /// Creates a parser with an empty node table.
  package init(limits: JSONLimits = .default) {
    self.init(limits: limits, capacity: 256)
  }

  init(limits: JSONLimits, capacity: Int) {
    self.limits = limits
    table = NodeTable(capacity: min(capacity, max(limits.nodes, 8)))
  }

  /// Parses one value, after optional white space, and replaces the previous content of the node table.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - start: The offset to begin at; a byte order mark at the start of the input is skipped.
  ///   - end: The end of the text; nil for the end of the input. A number that continues past the end is cut
  ///     off; every other value that continues past the end is an error.
  /// - Returns: The offset after the value.
  /// - Throws: The first error; the table is then empty.
  package mutating func parse(
    _ bytes: JSONBytes, from start: Int = 0, to end: Int? = nil
  ) throws(JSONSyntaxError) -> Int {
    let range = bytes.clamp(start..<max(start, end ?? bytes.count))
    clear(from: range.lowerBound)
    guard range.count <= limits.bytes else {
      throw JSONSyntaxError(
        .byteLimit, at: origin + max(limits.bytes, 0), in: bytes, end: range.upperBound, container: nil,
        limits: limits)
    }
    return try append(bytes, from: max(origin, bytes.markLength), to: range.upperBound)
  }

  /// Empties the node table and sets the offset in the input from which node offsets are counted.
  mutating func clear(from origin: Int) {
    table.count = 0
    self.origin = origin
  }

  /// Parses one value and appends its nodes to the node table, at the index ``nextRoot``.
  ///
  /// - Throws: The first error; the table is then unchanged.
  mutating func append(_ bytes: JSONBytes, from start: Int, to end: Int) throws(JSONSyntaxError) -> Int {
    var pass = JSONParserPass(text: bytes.base + origin, end: min(end - origin, limits.bytes), limits: limits)
    pass.position = start - origin
    pass.count = nextRoot
    do throws(JSONScanner.Failure) {
      try pass.run(into: &table)
    } catch {
      let container = pass.depth > 0 ? origin + table.nodes[pass.container].offset : nil
      throw JSONSyntaxError(
        error.code, at: origin + error.offset, in: bytes, end: end, container: container,
        string: error.isInString ? origin + pass.position : nil, limits: limits)
    }
    table.close(pass.count, textEnd: pass.position)
    return origin + pass.position
  }

  /// The node-table index of the value that is parsed next. After each value, an additional entry records the
  /// end of the value's text.
  var nextRoot: Int { table.count == 0 ? 0 : table.count + 1 }
}
