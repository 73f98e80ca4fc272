/// Reads an array's elements one by one. One that cannot be read does not end the array: strict decoding fails at the
/// end, lenient decoding drops the element and says so.
@usableFromInline struct ArrayReader<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var failed = false
  @usableFromInline let context: Unmanaged<DecodingContext>
  @usableFromInline let start: Int

  /// - Parameter json: the array, or a value of it.
  @inlinable init(at json: JSONCursor) {
    context = json.unmanagedContext
    start = json.context.mark
  }

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
    if failed { throw failure() }
    return elements
  }
  @inline(never) @usableFromInline func failure() -> any Error {
    context._withUnsafeGuaranteedRef { $0.fail(since: start) }
  }
}
