/// A type that distinguishes an absent key from null: one of its values represents the absent key.
///
/// ``Field`` and optionals of optionals conform. The mapping writes no key for such a value,
/// whatever the null policy.
protocol AbsentableValue {
  /// The test for the value that represents an absent key; nil if no value of the type does.
  static var absence: Absence<Self>? { get }
}

/// The test that decides whether a value represents an absent key.
struct Absence<Value>: Sendable {
  /// Returns true for the value that represents an absent key.
  let isAbsent: @Sendable (Value) -> Bool
}

extension AbsentableValue {
  /// Returns the test for a value whose type is known only where the property is declared.
  ///
  /// - Returns: nil if `Value` is not `Self`, or has no value for an absent key.
  static func absence<Value>(of _: Value.Type) -> (@Sendable (Value) -> Bool)? {
    (absence as? Absence<Value>)?.isAbsent
  }
}

extension Optional: AbsentableValue {
  /// The test for nil, if the optional wraps another optional, whose own nil represents null;
  /// otherwise nil.
  static var absence: Absence<Self>? { Wrapped.self is any OptionalValue.Type ? Absence { $0.isNil } : nil }
}
