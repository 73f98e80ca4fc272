/// Transformers by type: used by every property of that type that names none itself.
///
/// Precedence is as in the original: a property's own transformer, then the registry, then the way the type
/// itself is read.
///
///     let house = TransformerRegistry()
///       .with(Date.self, .unixSeconds)
///       .with(Bool.self, choosing: { $0.hasPrefix("is") ? .zeroOrOne : nil })
public struct TransformerRegistry: Sendable {
  private typealias Choice<Value> = @Sendable (_ property: String) -> JSONTransformer<Value>?

  private var choices: [ObjectIdentifier: any Sendable] = [:]

  /// A registry without a transformer.
  public init() {}

  /// This registry with one more type.
  public func with<Value>(
    _ type: Value.Type, _ transformer: JSONTransformer<Value>
  ) -> TransformerRegistry {
    with(type, choosing: { _ in transformer })
  }

  /// This registry with one more type, for some of its properties.
  ///
  /// - Parameter choose: given the property's Swift name, never the JSON key; nil leaves the property to
  ///   the way the type itself is read.
  @preconcurrency public func with<Value>(
    _ type: Value.Type,
    choosing choose: @escaping @Sendable (_ property: String) -> JSONTransformer<Value>?
  ) -> TransformerRegistry {
    var copy = self
    copy.set(choose)
    copy.set { choose($0)?.optional }
    copy.set { choose($0)?.array }
    return copy
  }

  private mutating func set<Value>(_ choice: @escaping Choice<Value>) {
    choices[ObjectIdentifier(Value.self)] = choice
  }

  func transformer<Value>(
    for type: Value.Type, property: @autoclosure () -> String
  ) -> JSONTransformer<Value>? {
    guard let choice = choices[ObjectIdentifier(type)] as? Choice<Value> else { return nil }
    return choice(property())
  }
}

extension Property {
  func adapted(_ naming: KeyNaming, _ registry: TransformerRegistry, _ null: NullMeaning) -> Property {
    let transformer = transformer.name == nil ? registry.transformer(for: Value.self, property: name) : nil
    var path: JSONKeyPath?
    if case .unnamed = source { path = JSONKeyPath([.key(naming.key(for: name))]) }
    guard transformer != nil || path != nil || null == .absent else { return self }
    return with {
      if let path { $0.source = .paths([path]) }
      if let transformer { $0.transformer = transformer }
      if null == .absent { $0.traits.nullMeaning = .absent }
    }
  }
}
