/// A registry of transformers by type, for properties without a transformer.
///
/// The precedence is that of the original Mantle: a property's own transformer, then the registry, then the
/// decoding of the type itself.
///
///     let house = TransformerRegistry()
///       .with(Date.self, .unixSeconds)
///       .with(Bool.self, choosing: { $0.hasPrefix("is") ? .zeroOrOne : nil })
public struct TransformerRegistry: Sendable {
  private typealias Choice<Value> = @Sendable (_ property: String) -> JSONTransformer<Value>?

  private var choices: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Returns this registry with a transformer for one more type.
  public func with<Value>(
    _ type: Value.Type, _ transformer: JSONTransformer<Value>
  ) -> TransformerRegistry {
    with(type, choosing: { _ in transformer })
  }

  /// Returns this registry with a transformer for some properties of one more type.
  ///
  /// - Parameter choose: a closure that receives the property's Swift name, not the JSON key, and returns its
  ///   transformer; nil to use the decoding of the type itself.
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

  func chooses<Value>(for type: Value.Type) -> Bool { choices[ObjectIdentifier(type)] != nil }

  func transformer<Value>(
    for type: Value.Type, property: @autoclosure () -> String
  ) -> JSONTransformer<Value>? {
    guard let choice = choices[ObjectIdentifier(type)] as? Choice<Value> else { return nil }
    return choice(property())
  }
}

extension Property {
  /// Returns the property with the settings of its list.
  func adapted(_ list: PropertyListSettings) -> Property {
    var isUnnamed = false
    if case .unnamed = source { isUnnamed = true }
    let isChosen = transformer.name == nil && list.transformers.chooses(for: Value.self)
    guard isUnnamed || isChosen || list.null == .absent else { return self }
    // Settings that depend on a missing name are postponed until objects provide it, which only works for
    // classes.
    if isUnnamed || (isChosen && Root.self is AnyClass), traits.name == nil, nameInKeyPath.text == nil {
      return with { $0.waiting = list }
    }
    let choice = isChosen ? list.transformers.transformer(for: Value.self, property: name) : nil
    return with {
      $0.waiting = nil
      if isUnnamed { $0.source = .paths([JSONKeyPath([.key(list.keys.key(for: name))])]) }
      if let choice { $0.transformer = choice }
      if list.null == .absent { $0.traits.nullMeaning = .absent }
    }
  }
}

/// The common settings of a list of properties.
struct PropertyListSettings: Sendable {
  let keys: KeyNaming
  let transformers: TransformerRegistry
  let null: NullMeaning
}
