/// Nil as a value of the type, where the type is an optional.
@usableFromInline func nilValue<Value>(of _: Value.Type) -> Value? {
  ((Value.self as? any OptionalValue.Type)?.boxedNil as? NilBox<Value>)?.value
}

/// An optional, whatever it wraps.
protocol OptionalValue {
  /// Nil in a ``NilBox``.
  static var boxedNil: Any { get }
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  static var boxedNil: Any { NilBox<Self>(value: .none) }
  var isNil: Bool {
    if case .none = self { true } else { false }
  }
}

/// Holds a nil on its way through `Any`, where a bare nil of an optional of optionals becomes one of another level.
private struct NilBox<Value> {
  let value: Value
}
