/// A heterogeneous collection of values that other layers attach to a definition, at most one of each type.
package struct Attachments: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// The attached value of a type; nil if no value of the type is attached.
  package subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get {
      // The entry is unwrapped first because a missing entry could be mistaken for the nil of an optional type.
      guard let value = values[ObjectIdentifier(type)] else { return nil }
      return value as? Value
    }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// All values that are attached to the definition.
  var all: some Sequence<any Sendable> { values.values }
}

/// A thread-safe cache of values that are computed on demand, at most one of each type.
package final class AttachmentCache: Sendable {
  private let attachments = Locked(Attachments())

  /// Returns the cached value of a type, or computes and caches it.
  ///
  /// - Parameter make: A closure that computes the value. Several threads may call their closures
  ///   simultaneously, but all receive the same value.
  package func value<Value: Sendable>(_ make: () -> Value) -> Value {
    if let known = attachments.withLock({ $0[Value.self] }) { return known }
    let made = make()
    return attachments.withLock { attachments in
      if let known = attachments[Value.self] { return known }
      attachments[Value.self] = made
      return made
    }
  }
}
