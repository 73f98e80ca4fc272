extension Property {
  /// The value for an absent key.
  public func `default`(_ value: @autoclosure @escaping @Sendable () -> Value) -> Property {
    with { $0.defaultValue = value }
  }

  /// The value for an absent key, as JSON that the property reads: for values that Swift has no short way to write.
  ///
  /// Text that the property does not read is a ``MappingError`` of ``Mapping/check()`` and at first use.
  public func defaultJSON(_ text: String) -> Property {
    let (transformer, name) = (transformer, self.name)
    let read: @Sendable () throws -> Value = {
      let document = try JSONDocument(parsing: JSONBytes(text))
      return try document.root.decodeCollecting(as: name) { try transformer.decode($0) }
    }
    do {
      nonisolated(unsafe) let first = try read()
      // Read anew for each model: an object of a class belongs to one.
      return with { $0.defaultValue = { (try? read()) ?? first } }
    } catch {
      return with { $0.traits.defaultMistake = errorText(error) }
    }
  }

  /// Makes an absent key an error, even for an optional type; null stays nil.
  ///
  /// A default then serves only sources that are not JSON, e.g. archives from before the property existed.
  public func required() -> Property { with { $0.traits.isRequired = true } }

  /// Makes an explicit null mean the same as an absent key: the default, with its rules; without one nil for an
  /// optional that is not ``required()``, else an error.
  public func nullMeansDefault() -> Property { with { $0.traits.nullMeaning = .absent } }

  /// Makes a null at one path go on to the next alternative; without this, null ends the search.
  public func nullFallsThrough() -> Property { with { $0.traits.nullAliasFallsThrough = true } }

  /// How nil is written, where this differs from the mapping's policy.
  public func onNil(_ policy: NullPolicy) -> Property { with { $0.traits.nullPolicy = policy } }

  /// What the property takes part in.
  public func storage(_ storage: PropertyStorage) -> Property { with { $0.traits.storage = storage } }

  /// Reads the property from JSON and never writes it.
  public func decodeOnly() -> Property { with { $0.traits.direction = .decodeOnly } }

  /// Writes the property to JSON and never reads it.
  public func encodeOnly() -> Property { with { $0.traits.direction = .encodeOnly } }

  /// Marks the property as part of what the model is: used for equality by identity and for merging arrays.
  public func identity() -> Property { with { $0.traits.isIdentity = true } }

  /// Names the property where the key path cannot (a computed property).
  public func named(_ name: String) -> Property { with { $0.traits.name = name } }

  /// Names the model in messages, where the Swift type is that of many models.
  package func of(model: String) -> Property { with { $0.traits.modelName = model } }

  /// Shows the type under another name than its Swift one.
  package func typed(_ name: String) -> Property { with { $0.traits.typeName = name } }

  /// What the property means, for the browser and generated schemas.
  public func documented(_ words: String) -> Property { with { $0.traits.documentation = words } }

  /// A rule the value must satisfy; it may substitute another value, or throw.
  ///
  /// Rules run after the transformer, in order, on defaults too: once for each reading of a model. What a
  /// rule throws is kept as the diagnostic's underlying error.
  @preconcurrency public func validated(_ rule: @escaping @Sendable (Value) throws -> Value) -> Property {
    with { $0.rules.append(rule) }
  }
}
