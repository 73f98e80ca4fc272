/// A reader that decodes the elements of an array one by one.
///
/// Decoding continues after an element that cannot be decoded: strict decoding fails after the last element,
/// lenient decoding drops the element and records a warning.
@usableFromInline struct ArrayReader<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var failed = false
  @usableFromInline let context: Unmanaged<DecodingContext>
  @usableFromInline let start: Int
  /// The node index of the array whose elements are decoded.
  @usableFromInline let list: Int

  /// Creates a reader that has decoded no elements yet.
  ///
  /// - Parameter json: a cursor at the array, or at one of the elements if they are not in a common array.
  @inlinable init(at json: JSONCursor) {
    context = json.unmanagedContext
    start = json.context.mark
    list = json.index
  }

  @inlinable @inline(__always)
  mutating func read(_ json: JSONCursor, _ decode: (JSONCursor) throws -> Element) throws {
    let mark = json.context.mark
    do { elements.append(try decode(json)) } catch { try recover(from: error, json, since: mark) }
  }

  @inline(never) @usableFromInline
  mutating func recover(from error: any Error, _ json: JSONCursor, since mark: Int) throws {
    switch try json.context.recover(from: error, at: json, in: list, since: mark) {
    case .fail: failed = true
    case .drop: break
    case .hold: if let empty = nilValue(of: Element.self) { elements.append(empty) }
    }
  }

  /// Returns the decoded elements.
  ///
  /// - Throws: ``ProblemsRecorded`` if an element failed; its problem is already recorded.
  @inlinable func finished() throws -> [Element] {
    if failed { throw failure() }
    return elements
  }
  @inline(never) @usableFromInline func failure() -> any Error {
    context._withUnsafeGuaranteedRef { $0.fail(since: start) }
  }
}
