/// Writes one value out of several that belong to a property: an element, a member.
typealias ElementWriter = (inout JSONWriter) throws -> Void

/// A value that can be read from, and written to, the elements an each-element path leads to.
private protocol ElementWise: SendableMetatype {
  static func decodeEach(_ elements: [EachElement]) throws -> Self
  func encodeEach() -> [ElementWriter]?
}

extension Array: ElementWise where Element: JSONConvertible {
  fileprivate static func decodeEach(_ elements: [EachElement]) throws -> [Element] {
    try elements.read(
      Element.decode, absent: Element.valueForAbsentKey, expected: Element.shape.expectation)
  }

  fileprivate func encodeEach() -> [ElementWriter]? {
    map { element in { try element.encode(to: &$0) } }
  }
}

extension Optional: ElementWise where Wrapped: ElementWise {
  fileprivate static func decodeEach(_ elements: [EachElement]) throws -> Wrapped? {
    try Wrapped.decodeEach(elements)
  }

  fileprivate func encodeEach() -> [ElementWriter]? { flatMap { $0.encodeEach() } }
}

extension JSONTransformer {
  /// The transformer with what follows from the type: nil for an absent optional, and reading and writing at
  /// each-element paths for an array.
  @usableFromInline func asNatural() -> JSONTransformer {
    var copy = self
    // The shape tells first: asking the runtime means a search through every conformance of the process.
    if case .optional = shape {
      copy.traits.isNilWhenAbsent = Value.self is any OptionalValue.Type
      copy.traits.isAbsent = (Value.self as? any AbsentableValue.Type)?.absence(of: Value.self)
    }
    guard case .array = shape.unwrapped, let type = Value.self as? any ElementWise.Type else { return copy }
    copy.traits.each = EachElementCoding(
      decode: { elements in
        guard let value = try type.decodeEach(elements) as? Value else { throw ProblemsRecorded() }
        return value
      }, encode: { ($0 as? any ElementWise)?.encodeEach() })
    return copy
  }
}
