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
    table.count = 0
    origin = range.lowerBound
    guard range.count <= limits.bytes else {
      throw JSONSyntaxError(
        .byteLimit, at: origin + max(limits.bytes, 0), in: bytes, end: range.upperBound, container: nil,
        limits: limits)
    }
    var pass = JSONParserPass(text: bytes.base + origin, end: range.count, limits: limits)
    if origin == 0 { pass.position = bytes.textStart }
    do throws(JSONScanner.Failure) {
      try pass.run(into: &table)
    } catch {
      let container = pass.depth > 0 ? origin + table.nodes[pass.container].offset : nil
      throw JSONSyntaxError(
        error.code, at: origin + error.offset, in: bytes, end: range.upperBound, container: container,
        string: error.isInString ? origin + pass.position : nil, limits: limits)
    }
    table.close(pass.count, textEnd: range.count)
    return origin + pass.position
  }
}
