/// The source of a transformer's values, as a function that calls the visitor's method for the source.
package typealias TransformerOrigin = @Sendable (any TransformerOriginVisitor) -> Any?

/// A derivation from the sources of transformers, such as the form of their values in archives.
///
/// Each method returns the result for values of one source, or nil if there is none.
package protocol TransformerOriginVisitor {
  /// Values that use the representation of their type.
  func own<Value>(_: Value.Type) -> Any?
  func optional<Wrapped>(_: Wrapped.Type, of wrapped: TransformerOrigin) -> Any?
  /// - Parameter isUnordered: whether the order of the elements is insignificant.
  func array<Element>(_: Element.Type, of element: TransformerOrigin, isUnordered: Bool) -> Any?
  func dictionary<Value>(_: Value.Type, of value: TransformerOrigin) -> Any?
  /// Values that were optional before the transformer became nullable.
  func nullable<Wrapped>(_: Wrapped.Type, of base: TransformerOrigin) -> Any?
  /// Values that distinguish an absent key from null.
  func field<Value>(_: Value.Type, of value: TransformerOrigin) -> Any?
  /// Values of a source that the visitor knows, such as a class cluster.
  func source(_ source: any Sendable) -> Any?
  /// Values that were converted from other values.
  func converted<Base, Value>(
    _ forward: @escaping @Sendable (Base) throws -> Value,
    _ reverse: @escaping @Sendable (Value) throws -> Base, from base: TransformerOrigin
  ) -> Any?
}
