extension Property {
  /// Sets the value for a missing key.
  ///
  ///     Property(\.labels, "labels").default([])
  public func `default`(_ value: @autoclosure @escaping @Sendable () -> Value) -> Property {
    with { $0.defaultValue = value }
  }

  /// Sets the value for a missing key as JSON, for values that are long to write in Swift.
  ///
  /// If the property cannot be decoded from the text, ``Mapping/check()`` and the first use throw a
  /// ``MappingError``.
  public func defaultJSON(_ text: String) -> Property {
    let (transformer, name) = (transformer, self.name)
    let read: @Sendable () throws -> Value = {
      let document = try JSONDocument(parsing: JSONBytes(text))
      return try document.root.decodeCollecting(as: name) { try transformer.decode($0) }
    }
    do {
      nonisolated(unsafe) let first = try read()
      // Decoded again for each model, because models must not share an instance of a class.
      return with { $0.defaultValue = { (try? read()) ?? first } }
    } catch {
      return with { $0.traits.defaultMistake = errorText(error) }
    }
  }

  /// Makes a missing key an error, even for an optional type; null is still decoded as nil.
  ///
  /// A default then applies only to sources other than JSON, such as archives from before the property
  /// existed.
  public func required() -> Property { with { $0.traits.isRequired = true } }

  /// Treats an explicit null like a missing key: the property takes its default, including validation rules.
  /// Without a default it is nil if it is optional and not ``required()``; otherwise null is an error.
  /// ``Mapping/check()`` refuses this for a ``Field``, which distinguishes the two.
  public func nullMeansDefault() -> Property { with { $0.traits.nullMeaning = .absent } }

  /// Treats an empty string like a missing key: the property takes its default, or nil if it is optional.
  ///
  ///     Property(\.home, "home", .url).emptyMeansDefault()  // "" is nil
  ///
  /// Each such value leaves a note. A value whose own JSON is `""` is not encoded, because it would be decoded
  /// as the default.
  public func emptyMeansDefault() -> Property { with { $0.traits.emptyMeansAbsent = true } }

  /// Treats a value that cannot be decoded like a missing key: the property takes its default, or nil if it is
  /// optional. The problems of the value become warnings; all other properties remain strict.
  ///
  ///     Property(\.size, "size").default(0).errorMeansDefault()  // "big" is 0
  public func errorMeansDefault() -> Property { with { $0.traits.errorMeansAbsent = true } }

  /// Drops the elements of a list, and the values of a dictionary, that cannot be decoded. Their problems
  /// become warnings; the lists inside an element remain strict.
  ///
  ///     Property(\.ratings, "ratings").lossy()  // [5, "x", 4] is [5, 4]
  public func lossy() -> Property { with { $0.traits.tolerance.insert(.dropsElements) } }

  /// Decodes a value that is not an array as a list of one element, with a note. The property is always encoded
  /// as an array.
  ///
  ///     Property(\.tags, "tags").oneOrMany()  // "swift" is ["swift"]
  public func oneOrMany() -> Property { with { $0.traits.tolerance.insert(.acceptsOne) } }

  /// Continues with the next alias if the value at a path is null. By default, null ends the search.
  public func nullFallsThrough() -> Property { with { $0.traits.nullAliasFallsThrough = true } }

  /// Sets how nil is encoded, in place of the mapping's policy.
  public func onNil(_ policy: NullPolicy) -> Property { with { $0.traits.nullPolicy = policy } }

  /// Omits the property when it is encoded if its JSON is that of the default, so that an absent key means the same.
  ///
  ///     Property(\.labels, "labels").default([]).omitDefault()  // writes no empty list
  public func omitDefault() -> Property { with { $0.traits.omitsDefault = true } }

  /// Sets the uses of the property, such as equality and archives.
  public func storage(_ storage: PropertyStorage) -> Property { with { $0.traits.storage = storage } }

  /// Decodes the property from JSON and never encodes it.
  public func decodeOnly() -> Property { with { $0.traits.direction = .decodeOnly } }

  /// Encodes the property to JSON and never decodes it.
  public func encodeOnly() -> Property { with { $0.traits.direction = .encodeOnly } }

  /// Marks the property as part of the model's identity, which is used to compare models and to merge arrays.
  public func identity() -> Property { with { $0.traits.isIdentity = true } }

  /// Sets the name of the property if the key path has none, as for a computed property.
  public func named(_ name: String) -> Property { with { $0.traits.name = name } }

  /// Sets the name of the model in messages, if the Swift type represents several models, and the displayed
  /// type name.
  package func of(model: String, type: String? = nil) -> Property {
    with { ($0.traits.modelName, $0.traits.typeName) = (model, type) }
  }

  /// Sets the documentation of the property for the browser and generated schemas.
  public func documented(_ words: String) -> Property { with { $0.traits.documentation = words } }

  /// Adds a validation rule, which returns the value or a replacement, or throws.
  ///
  /// Rules run after the transformer, in order, once for each decoded model, and also for defaults. An error
  /// thrown by a rule is available as the diagnostic's underlying error.
  @preconcurrency public func validated(_ rule: @escaping @Sendable (Value) throws -> Value) -> Property {
    with { $0.rules.append(rule) }
  }
}
