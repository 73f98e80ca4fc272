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

  func chooses<Value>(for type: Value.Type) -> Bool { choices[ObjectIdentifier(type)] != nil }

  func transformer<Value>(
    for type: Value.Type, property: @autoclosure () -> String
  ) -> JSONTransformer<Value>? {
    guard let choice = choices[ObjectIdentifier(type)] as? Choice<Value> else { return nil }
    return choice(property())
  }
}

extension Property {
  /// The property with what its list says of all properties.
  func adapted(_ list: PropertyListSettings) -> Property {
    var isUnnamed = false
    if case .unnamed = source { isUnnamed = true }
    let isChosen = transformer.name == nil && list.transformers.chooses(for: Value.self)
    guard isUnnamed || isChosen || list.null == .absent else { return self }
    // What follows from the name waits until objects have told it, which those of a struct do not.
    if isUnnamed || isChosen && Root.self is AnyClass, traits.name == nil, nameInKeyPath.text == nil {
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

/// What a list of properties says of all of them.
struct PropertyListSettings: Sendable {
  let keys: KeyNaming
  let transformers: TransformerRegistry
  let null: NullMeaning
}
