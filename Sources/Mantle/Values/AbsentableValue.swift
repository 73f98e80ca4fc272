/// A type that tells an absent key from null: one of its values stands for the key that is not there.
protocol AbsentableValue {
  /// - Returns: nil where no value of the type does.
  static var absence: Absence<Self>? { get }
}

/// Tells which values stand for an absent key.
struct Absence<Value>: Sendable {
  let isAbsent: @Sendable (Value) -> Bool
}

extension AbsentableValue {
  static func absence<Value>(of _: Value.Type) -> (@Sendable (Value) -> Bool)? {
    (absence as? Absence<Value>)?.isAbsent
  }
}

extension Optional: AbsentableValue {
  /// Nil stands for the absent key only where the optional wraps another, whose nil is null.
  static var absence: Absence<Self>? { Wrapped.self is any OptionalValue.Type ? Absence { $0.isNil } : nil }
}
