/// A strict parser for RFC 8259 whose node table is used again for every text.
///
/// Reading many values one after the other, such as the elements of a large array or the lines of an
/// NDJSON file, costs no allocation after the first few. To keep a parsed text use ``JSONDocument``.
package struct JSONParser: ~Copyable {
  package let limits: JSONLimits
  var table: NodeTable
  /// Where the parsed text starts: node offsets count from here.
  private(set) var origin = 0

  package init(limits: JSONLimits = .default) {
    self.init(limits: limits, capacity: 256)
  }

  init(limits: JSONLimits, capacity: Int) {
    self.limits = limits
    table = NodeTable(capacity: min(capacity, max(limits.nodes, 8)))
  }

  /// Parses one value, with white space before it allowed, and replaces what was parsed before.
  ///
  /// - Parameters:
  ///   - start: where to begin; a byte order mark at the very start of the text is passed over.
  ///   - end: where the text ends; nil for the end of the bytes. A value that goes on beyond it is cut off.
  /// - Returns: the offset after the value.
  /// - Throws: the first problem, and the table is then empty.
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

  /// Forgets what was parsed; node offsets count from the given place from now on.
  mutating func clear(from origin: Int) {
    table.count = 0
    self.origin = origin
  }

  /// Parses one value behind those that are in the table, as the node at ``nextRoot``.
  ///
  /// - Throws: the first problem; the table is then as it was.
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

  /// Where the next value will stand in the table: behind each one an entry says where its text ends.
  var nextRoot: Int { table.count == 0 ? 0 : table.count + 1 }
}
