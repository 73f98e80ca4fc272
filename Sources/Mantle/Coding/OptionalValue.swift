/// Returns the nil of an optional type as a value of that type; no value if the type is not optional.
@usableFromInline package func nilValue<Value>(of _: Value.Type) -> Value? {
  ((Value.self as? any OptionalValue.Type)?.boxedNil as? NilBox<Value>)?.value
}

/// A protocol that only `Optional` conforms to, by which generic code recognizes optional types.
package protocol OptionalValue {
  /// A nil of this type, wrapped in a ``NilBox``.
  static var boxedNil: Any { get }
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  package static var boxedNil: Any { NilBox<Self>(value: .none) }
  package var isNil: Bool {
    if case .none = self { true } else { false }
  }
}

/// A wrapper that preserves the type of a nil inside `Any`, where a bare nil of a nested optional would
/// become a nil of another level.
private struct NilBox<Value> {
  let value: Value
}
