/// Reads an array's elements one by one. One that cannot be read does not end the array: strict decoding fails at the
/// end, lenient decoding drops the element and says so.
@usableFromInline struct ArrayReader<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var failed = false

  @inlinable init() {}

  @inlinable @inline(__always)
  mutating func read(_ json: JSONCursor, _ decode: (JSONCursor) throws -> Element) throws {
    let mark = json.context.mark
    do { elements.append(try decode(json)) } catch { try recover(from: error, json, since: mark) }
  }

  @inline(never) @usableFromInline
  mutating func recover(from error: any Error, _ json: JSONCursor, since mark: Int) throws {
    switch try json.context.recover(from: error, at: json, since: mark) {
    case .fail: failed = true
    case .drop: break
    case .hold: if let empty = nilValue(of: Element.self) { elements.append(empty) }
    }
  }

  /// - Throws: where an element failed; why is on record.
  @inlinable func finished() throws -> [Element] {
    if failed { throw ProblemsRecorded() }
    return elements
  }
}
