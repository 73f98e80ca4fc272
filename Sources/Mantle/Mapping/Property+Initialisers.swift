extension Property {
  /// A property of a type that reads itself from JSON.
  ///
  /// An absent key is an error unless the type is optional or there is a ``default(_:)``; null is an error
  /// unless the type is optional or there is ``nullMeansDefault()``; a value of another kind is an error.
  ///
  /// - Parameter aliases: further paths, tried in order where the ones before are absent; written is the first.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = []
  ) where Value: JSONConvertible {
    self.init(keyPath, path, or: aliases, natural: { .natural })
  }

  /// A property whose JSON key follows from its name, by the mapping's ``KeyNaming``.
  @inlinable public convenience init(_ keyPath: KeyPath<Root, Value>) where Value: JSONConvertible {
    self.init(unnamed: keyPath, natural: { .natural })
  }

  /// Has the transformer made here, and not by code of each line.
  @inline(never) @usableFromInline convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath],
    natural: () -> JSONTransformer<Value>
  ) {
    self.init(keyPath, .at(path, or: aliases), natural())
  }

  @inline(never) @usableFromInline convenience init(
    unnamed keyPath: KeyPath<Root, Value>, natural: () -> JSONTransformer<Value>
  ) {
    self.init(keyPath, .unnamed, natural())
  }

  /// A property whose JSON key follows from its name, read and written through a transformer.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .unnamed, transformer)
  }

  /// An optional property whose JSON key follows from its name, read and written through a transformer of what it wraps.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, .unnamed, transformer.optional)
  }

  /// A property read and written through a transformer.
  @inline(never) public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .at(path, or: aliases), transformer)
  }

  /// An optional property read and written through a transformer of what it wraps.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, path, or: aliases, transformer.optional)
  }

  /// A property that tells an absent key from null, read and written through a transformer of its values.
  public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Field<Wrapped> {
    self.init(keyPath, .at(path, or: aliases), transformer.field)
  }

  /// A property that is not in JSON: its value is decided locally, anew for each decoded model.
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
