/// A registry of transformers by type, for properties without a transformer.
///
/// The transformer of a type also serves optionals, lists, sets, dictionaries and fields of the type, nested
/// in any way. A property of a type without a JSON form of its own names the registry: `Property(\.created,
/// "created", .registered)`.
///
/// The precedence is that of the original Mantle: a property's own transformer, then the registry, then the
/// decoding of the type itself.
///
///     let house = TransformerRegistry()
///       .using(.unixSeconds, for: Date.self)
///       .choosing(for: Bool.self) { $0.hasPrefix("is") ? .zeroOrOne : nil }
///
/// ```swift
/// let properties = Properties(of: Cached.self, transformers: house) {
///   Property(\.cache, "cache")
/// }
/// ```
public struct TransformerRegistry: Sendable {
  private typealias Choice<Value> = @Sendable (_ property: String) -> JSONTransformer<Value>?

  private var choices: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Returns this registry with a transformer for one more type.
  ///
  /// ```swift
  /// let house = TransformerRegistry().using(.decimalString, for: Decimal.self)
  /// ```
  public func using<Value>(
    _ transformer: JSONTransformer<Value>, for type: Value.Type = Value.self
  ) -> TransformerRegistry {
    choosing(for: type) { _ in transformer }
  }

  /// Returns this registry with a transformer for some properties of one more type.
  ///
  /// ```swift
  /// let house = TransformerRegistry().choosing(for: URL.self) { property in property == "avatar" ? .lenientURL : nil }
  /// ```
  ///
  /// - Parameter choose: a closure that receives the property's Swift name, not the JSON key, and returns its
  ///   transformer; nil to use the decoding of the type itself.
  @preconcurrency public func choosing<Value>(
    for type: Value.Type = Value.self,
    _ choose: @escaping @Sendable (_ property: String) -> JSONTransformer<Value>?
  ) -> TransformerRegistry {
    var copy = self
    let choice: Choice<Value> = choose
    copy.choices[ObjectIdentifier(Value.self)] = choice
    return copy
  }

  /// Returns whether the registry has a transformer for a type, or for the type that an optional or a
  /// collection wraps.
  func chooses<Value>(for type: Value.Type) -> Bool {
    if choices.isEmpty { return false }
    if choices[ObjectIdentifier(type)] != nil { return true }
    return (type as? any Wrapper.Type)?.isChosen(by: self) ?? false
  }

  func transformer<Value>(
    for type: Value.Type, property: @autoclosure () -> String
  ) -> JSONTransformer<Value>? {
    if let choice = choices[ObjectIdentifier(type)] as? Choice<Value> { return choice(property()) }
    return (type as? any Wrapper.Type)?.transformer(in: self, property()) as? JSONTransformer<Value>
  }
}

/// An optional or collection type, which derives its transformer from the transformer of its contents.
private protocol Wrapper {
  static func isChosen(by registry: TransformerRegistry) -> Bool
  /// Returns the `JSONTransformer` of the optional or collection type, derived from the registry's
  /// transformer for its contents; nil if the registry has none.
  static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
}

extension Optional: Wrapper {
  fileprivate static func isChosen(by registry: TransformerRegistry) -> Bool {
    registry.chooses(for: Wrapped.self)
  }

  fileprivate static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
  {
    registry.transformer(for: Wrapped.self, property: property)?.optional
  }
}

extension Field: Wrapper {
  fileprivate static func isChosen(by registry: TransformerRegistry) -> Bool {
    registry.chooses(for: Value.self)
  }

  fileprivate static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
  {
    registry.transformer(for: Value.self, property: property)?.field
  }
}

extension Array: Wrapper {
  fileprivate static func isChosen(by registry: TransformerRegistry) -> Bool {
    registry.chooses(for: Element.self)
  }

  fileprivate static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
  {
    registry.transformer(for: Element.self, property: property)?.array
  }
}

extension Set: Wrapper where Element: JSONConvertible {
  fileprivate static func isChosen(by registry: TransformerRegistry) -> Bool {
    registry.chooses(for: Element.self)
  }

  fileprivate static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
  {
    registry.transformer(for: Element.self, property: property)?.set
  }
}

extension Dictionary: Wrapper where Key: JSONKeyConvertible {
  fileprivate static func isChosen(by registry: TransformerRegistry) -> Bool {
    registry.chooses(for: Value.self)
  }

  fileprivate static func transformer(in registry: TransformerRegistry, _ property: String) -> (any Sendable)?
  {
    registry.transformer(for: Value.self, property: property)?.dictionary(by: Key.self)
  }
}

/// A marker for properties whose transformer comes from the ``TransformerRegistry`` of their list.
///
/// ```swift
/// Property(\.createdAt, "created_at", .registered)
/// ```
public struct RegisteredForm: Sendable {
  /// The marker that requests the registry's transformer for the property's type.
  public static let registered = RegisteredForm()
}

extension Property {
  /// Creates a property of a type without a JSON form of its own. Its transformer comes from the
  /// ``TransformerRegistry`` of the list of properties.
  ///
  ///     let properties = Properties(of: Issue.self, transformers: house) {
  ///       Property(\.created, "created", .registered)
  ///     }
  ///
  /// If the registry has no transformer for the type, ``Mapping/check()`` and the first use throw a
  /// ``MappingError``.
  @_disfavoredOverload
  public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ form: RegisteredForm
  ) {
    self.init(unregistered: keyPath, .at(path, or: aliases))
  }

  /// Creates a property whose JSON key is derived from its name, and whose transformer comes from the
  /// ``TransformerRegistry`` of the list of properties.
  @_disfavoredOverload
  public convenience init(_ keyPath: KeyPath<Root, Value>, _ form: RegisteredForm) {
    self.init(unregistered: keyPath, .unnamed)
  }

  private convenience init(unregistered keyPath: KeyPath<Root, Value>, _ source: PropertySource) {
    var definition = Definition(
      keyPath: keyPath, nameInKeyPath: KeyPathName(keyPath), source: source,
      transformer: JSONTransformer(
        nil, shape: .other(TypeName.plain(Value.self)), decode: { _ in throw ProblemsRecorded() },
        encode: nil,
        valueForAbsentKey: { nilValue(of: Value.self) }))
    definition.traits.isUnregistered = true
    self.init(definition)
  }
}

extension Property {
  /// Returns the property after applying the common settings of its list of properties.
  func adapted(_ list: PropertyListSettings) -> Property {
    var isUnnamed = false
    if case .unnamed = source { isUnnamed = true }
    let isChosen = transformer.name == nil && list.transformers.chooses(for: Value.self)
    guard isUnnamed || isChosen || !list.absent.isEmpty else { return self }
    // Settings that depend on a missing name are postponed until sample objects provide the name, which is
    // possible for classes only.
    if isUnnamed || (isChosen && Root.self is AnyClass), traits.name == nil, nameInKeyPath.text == nil {
      return with { $0.waiting = list }
    }
    let choice = isChosen ? list.transformers.transformer(for: Value.self, property: name) : nil
    return with {
      $0.waiting = nil
      if isUnnamed { $0.source = .paths([JSONKeyPath([.key(list.keys.key(for: name))])]) }
      if let choice {
        $0.transformer = choice
        $0.traits.isUnregistered = false
      }
      $0.traits.absent.formUnion(list.absent)
    }
  }
}

/// The settings that a list of properties has in common for all its properties.
struct PropertyListSettings: Sendable {
  let keys: KeyNaming
  let transformers: TransformerRegistry
  let absent: AbsentValues
}
