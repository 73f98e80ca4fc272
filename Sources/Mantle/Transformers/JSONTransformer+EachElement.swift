/// A value that can be read from, and written to, the elements an each-element path leads to.
private protocol ElementWise: SendableMetatype {
  static func decodeEach(_ elements: [JSONCursor]) throws -> Self
  func encodeEach() -> [@Sendable (inout JSONWriter) throws -> Void]
}

extension Array: ElementWise where Element: JSONConvertible {
  fileprivate static func decodeEach(_ elements: [JSONCursor]) throws -> [Element] {
    try elements.map(Element.decode)
  }

  fileprivate func encodeEach() -> [@Sendable (inout JSONWriter) throws -> Void] {
    map { element in
      let element = UncheckedSendable(element)
      return { try element.value.encode(to: &$0) }
    }
  }
}

extension Optional: ElementWise where Wrapped: ElementWise {
  fileprivate static func decodeEach(_ elements: [JSONCursor]) throws -> Wrapped? {
    try Wrapped.decodeEach(elements)
  }

  fileprivate func encodeEach() -> [@Sendable (inout JSONWriter) throws -> Void] {
    map { $0.encodeEach() } ?? []
  }
}

extension JSONTransformer {
  /// Adds reading and writing at each-element paths where the value is an array.
  @usableFromInline func readingEach() -> JSONTransformer {
    guard let type = Value.self as? any ElementWise.Type else { return self }
    var copy = self
    copy.decodeEach = { elements in
      guard let value = try type.decodeEach(elements) as? Value else { throw ProblemsRecorded() }
      return value
    }
    copy.encodeEach = { ($0 as? any ElementWise)?.encodeEach() ?? [] }
    return copy
  }
}
