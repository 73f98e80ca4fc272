/// A closure that writes one of the several JSON values that represent a property: an element of a list, or
/// one of the members that the property combines.
typealias ElementWriter = (inout JSONWriter) throws -> Void

/// A collection whose elements can be decoded from, and encoded to, the values of an each-element path such
/// as `users[].name`.
private protocol ElementWise: SendableMetatype {
  /// Decodes a collection from the values that an each-element path finds.
  static func decodeEach(_ elements: [EachElement], in object: JSONCursor) throws -> Self
  /// Returns a writer for each element of the collection; nil if the collection is an optional that is nil.
  func encodeEach() -> [ElementWriter]?
}

extension Array: ElementWise where Element: JSONConvertible {
  fileprivate static func decodeEach(_ elements: [EachElement], in object: JSONCursor) throws -> [Element] {
    try elements.read(
      in: object, Element.decode, absent: Element._valueForAbsentKey, expected: Element.shape.expectation)
  }

  fileprivate func encodeEach() -> [ElementWriter]? {
    map { element in { try element.encode(to: &$0) } }
  }
}

extension Optional: ElementWise where Wrapped: ElementWise {
  fileprivate static func decodeEach(_ elements: [EachElement], in object: JSONCursor) throws -> Wrapped? {
    try Wrapped.decodeEach(elements, in: object)
  }

  fileprivate func encodeEach() -> [ElementWriter]? { flatMap { $0.encodeEach() } }
}

extension JSONTransformer {
  /// Returns a copy of the transformer with the capabilities that follow from the type `Value`: an absent key
  /// is nil for an optional, and an array supports each-element paths such as `users[].name`.
  @usableFromInline func asNatural() -> JSONTransformer {
    var copy = self
    // The shape is checked first because a dynamic cast searches all protocol conformances of the process.
    if case .optional = shape {
      copy.traits.isNilWhenAbsent = Value.self is any OptionalValue.Type
      copy.traits.isAbsent = (Value.self as? any AbsentableValue.Type)?.absence(of: Value.self)
    }
    guard case .array = shape.unwrapped, let type = Value.self as? any ElementWise.Type else { return copy }
    copy.traits.each = EachElementCoding(
      decode: { object, elements in
        guard let value = try type.decodeEach(elements, in: object) as? Value else {
          throw ProblemsRecorded()
        }
        return value
      }, encode: { ($0 as? any ElementWise)?.encodeEach() })
    return copy
  }
}
