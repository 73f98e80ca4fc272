extension Property {
  /// Creates a property of a type that decodes itself.
  ///
  /// A missing key is an error unless the type is optional or there is a ``default(_:)``. Null is an error
  /// unless the type is optional or ``nullMeansDefault()`` is set. A value of another kind is an error.
  ///
  /// - Parameter aliases: further paths to decode from, tried in order if the preceding paths have no value.
  ///   The property is always encoded at `path`.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = []
  ) where Value: JSONConvertible {
    self.init(keyPath, .at(path, or: aliases), natural: { .natural })
  }

  /// Creates a property whose JSON key is derived from its name by the mapping's ``KeyNaming``.
  @inlinable public convenience init(_ keyPath: KeyPath<Root, Value>) where Value: JSONConvertible {
    self.init(keyPath, .unnamed, natural: { .natural })
  }

  /// Creates the transformer here, so that its code is not generated for each property.
  @inline(never) @usableFromInline convenience init(
    _ keyPath: KeyPath<Root, Value>, _ source: PropertySource, natural: () -> JSONTransformer<Value>
  ) {
    self.init(keyPath, source, natural())
  }

  /// Creates a property whose JSON key is derived from its name, with a transformer.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .unnamed, transformer)
  }

  /// Creates an optional property whose JSON key is derived from its name, with a transformer for its wrapped
  /// type.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, .unnamed, transformer.optional)
  }

  /// Creates a property with a transformer.
  @inline(never) public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .at(path, or: aliases), transformer)
  }

  /// Creates an optional property with a transformer for its wrapped type.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, path, or: aliases, transformer.optional)
  }

  /// Creates a property that distinguishes a missing key from null, with a transformer for its values.
  public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Field<Wrapped> {
    self.init(keyPath, .at(path, or: aliases), transformer.field)
  }

  /// Creates a property that is not in JSON. Its value is computed locally for each decoded model.
  @preconcurrency @inlinable public convenience init(
    local keyPath: KeyPath<Root, Value>, _ value: @escaping @Sendable () -> Value
  ) {
    self.init(
      keyPath, .local,
      JSONTransformer(
        "local", shape: .other(TypeName.plain(Value.self)), decode: { _ in value() }, encode: nil,
        valueForAbsentKey: value))
  }
}
