extension Property {
  /// Creates a property of a type that decodes itself.
  ///
  /// A missing key is an error unless the type is optional or there is a ``default(_:for:)``. Null is an error
  /// unless the type is optional or ``absent(when:)`` contains ``AbsentValues/null``. A value of another kind is an error.
  ///
  /// ```swift
  /// Property(\.title, "title")
  /// Property(\.login, "user.login")
  /// Property(\.number, "number", or: ["id", "nr"])
  /// ```
  ///
  /// Decoding a value from an alias adds a note with the code ``Diagnostic/Code/aliasUsed``.
  ///
  /// - Parameter aliases: further paths to decode from, tried in order if the preceding paths have no value.
  ///   The property is always encoded at `path`.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = []
  ) where Value: JSONConvertible {
    self.init(keyPath, .at(path, or: aliases), natural: { .natural })
  }

  /// Creates a property whose JSON key is derived from its name by the mapping's ``KeyNaming``.
  ///
  /// ```swift
  /// Property(\.updatedAtText)  // with `keys: .snakeCase`: "updated_at_text"
  /// ```
  @inlinable public convenience init(_ keyPath: KeyPath<Root, Value>) where Value: JSONConvertible {
    self.init(keyPath, .unnamed, natural: { .natural })
  }

  /// Creates a property with the transformer that is natural for its type. The function is not inlined, so
  /// that the code for the transformer is not generated for each property.
  @inline(never) @usableFromInline convenience init(
    _ keyPath: KeyPath<Root, Value>, _ source: PropertySource, natural: () -> JSONTransformer<Value>
  ) {
    self.init(keyPath, source, natural())
  }

  /// Creates a property whose JSON key is derived from its name, with a transformer.
  ///
  /// ```swift
  /// Property(\.createdAt, .iso8601)
  /// ```
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .unnamed, transformer)
  }

  /// Creates an optional property whose JSON key is derived from its name, with a transformer for its wrapped
  /// type.
  ///
  /// ```swift
  /// Property(\.updatedAt, .iso8601)  // `updatedAt` is a `Date?`
  /// ```
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, .unnamed, transformer.optional)
  }

  /// Creates a property with a transformer.
  ///
  /// ```swift
  /// Property(\.createdAt, "created_at", .iso8601)
  /// Property(\.dates, "dates", .array(.iso8601Day))
  /// ```
  ///
  /// An error of the transformer is reported at the value, with the thrown error in
  /// ``Diagnostic/underlying``.
  @inline(never) public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .at(path, or: aliases), transformer)
  }

  /// Creates an optional property with a transformer for its wrapped type.
  ///
  /// ```swift
  /// Property(\.updatedAt, "updated_at", .iso8601)
  /// ```
  ///
  /// A missing key and null are nil. A value that the transformer refuses is an error.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, path, or: aliases, transformer.optional)
  }

  /// Creates a property that distinguishes a missing key from null, with a transformer for its values.
  ///
  /// ```swift
  /// Property(\.due, "due", .iso8601)  // `due` is a `Field<Date>`
  /// ```
  ///
  /// ```
  /// {}             →  .absent
  /// {"due": null}  →  .null
  /// ```
  public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Field<Wrapped> {
    self.init(keyPath, .at(path, or: aliases), transformer.field)
  }

  /// Creates a property that is not in JSON. Its value is computed locally for each decoded model.
  ///
  /// ```swift
  /// Property(local: \.retrievedAt) { Date() }.retention(.transient)
  /// ```
  ///
  /// The closure runs for each decoded model. Encoding does not write the property.
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
