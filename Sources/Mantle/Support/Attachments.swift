/// Values other layers attach to a definition that knows nothing of them, one of each type.
struct Attachments: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get {
      // Unwrapped first: a missing entry would pass for the nil of an optional type.
      guard let value = values[ObjectIdentifier(type)] else { return nil }
      return value as? Value
    }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// The values of all types.
  var all: some Sequence<any Sendable> { values.values }
}

/// The same for values that are worked out on demand and kept.
final class AttachmentCache: Sendable {
  private let attachments = Locked(Attachments())

  /// The value of a type; made at the first call. Callers that race make it more than once, and one of them is kept.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    if let known = attachments.withLock({ $0[Value.self] }) { return known }
    let made = make()
    return attachments.withLock { attachments in
      if let known = attachments[Value.self] { return known }
      attachments[Value.self] = made
      return made
    }
  }
}
