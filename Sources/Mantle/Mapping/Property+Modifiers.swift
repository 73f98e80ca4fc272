extension Property {
  /// Sets the value for a missing key, and for other values that mean the same.
  ///
  ///     Property(\.labels, "labels").default([])
  ///     Property(\.size, "size").default(0, for: [.null, .invalid])  // null and "big" are 0, too
  ///
  /// A missing key always takes the default. Null remains an error for a type that is not optional, and so does a
  /// value of another kind, unless `values` contains it. Validation rules run for the default, too.
  ///
  /// ```
  /// {}                   →  []
  /// {"labels": ["bug"]}  →  ["bug"]
  /// {"labels": null}     →  error: unexpected-null
  /// ```
  ///
  /// Each use of the default adds a note with the code ``Diagnostic/Code/defaultUsed``.
  ///
  /// - Parameters:
  ///   - value: the default; evaluated for each use.
  ///   - values: the values that have the meaning of a missing key, as in ``absent(when:)``.
  public func `default`(
    _ value: @autoclosure @escaping @Sendable () -> Value, for values: AbsentValues = []
  ) -> Property {
    with {
      $0.defaultValue = value
      $0.traits.absent.formUnion(values)
    }
  }

  /// Gives values the meaning of a missing key: the property takes its default, or nil if it is optional.
  ///
  ///     Property(\.home, "home", .url).absent(when: .empty)  // "" is nil
  ///
  /// - ``AbsentValues/null``: without a default, the property is nil if it is optional and not
  ///   ``required()``; otherwise null is an error. ``Mapping/check()`` refuses this value for a ``Field``,
  ///   which distinguishes null from a missing key.
  /// - ``AbsentValues/empty``: a value whose own JSON is `""` is not encoded, because it would be decoded as
  ///   the default. Other invalid values, such as `"not a url"`, remain errors.
  /// - ``AbsentValues/invalid``: the problems of the value become warnings; all other properties remain
  ///   strict. The property must be optional or have a default; otherwise the mapping throws a
  ///   ``MappingError``. To tolerate problems of all properties, use ``DecodingPolicy/lenient``.
  ///
  /// Each replaced value adds a note, or a warning if it is invalid. A null that becomes nil without a
  /// default adds none. Set `absent: .null` in ``Properties`` to give null this meaning for all properties of
  /// a model.
  public func absent(when values: AbsentValues) -> Property { with { $0.traits.absent.formUnion(values) } }

  /// Sets the value for a missing key as JSON, for values that are long to write in Swift.
  ///
  /// If the property cannot be decoded from the text, ``Mapping/check()`` and the first use throw a
  /// ``MappingError``.
  ///
  /// ```swift
  /// Property(\.size, "size").defaultJSON(#"{"width": 640, "height": 480}"#)
  /// ```
  ///
  /// - Parameters:
  ///   - text: the default.
  ///   - values: the values that have the meaning of a missing key, as in ``absent(when:)``.
  public func defaultJSON(_ text: String, for values: AbsentValues = []) -> Property {
    let (transformer, name) = (transformer, self.name)
    let read: @Sendable () throws -> Value = {
      let document = try JSONDocument(parsing: JSONBytes(text))
      return try document.root.decodeCollecting(as: name) { try transformer.decode($0) }
    }
    do {
      nonisolated(unsafe) let first = try read()
      // Decoded again for each model, because models must not share an instance of a class.
      return with {
        $0.defaultValue = { (try? read()) ?? first }
        $0.traits.absent.formUnion(values)
      }
    } catch {
      return with { $0.traits.defaultMistake = errorText(error) }
    }
  }

  /// Makes a missing key an error, even for an optional type; null is still decoded as nil.
  ///
  /// A default then applies only to sources other than JSON, such as archives from before the property
  /// existed.
  ///
  /// ```swift
  /// Property(\.body, "body").required()
  /// ```
  ///
  /// ```
  /// {"body": "Text"}  →  "Text"
  /// {"body": null}    →  nil
  /// {}                →  error: missing
  /// ```
  ///
  /// A property that is not optional and has no default is required without this modifier.
  public func required() -> Property { with { $0.traits.isRequired = true } }

  /// Drops the elements of a list, and the values of a dictionary, that cannot be decoded. Their problems
  /// become warnings; the lists inside an element remain strict.
  ///
  ///     Property(\.ratings, "ratings").lossy()  // [5, "x", 4] is [5, 4]
  ///
  /// A value that is not a list, such as `7`, remains an error. Each dropped element adds the code
  /// ``Diagnostic/Code/elementDropped``. The property must be a list or a dictionary with the path of one
  /// value; otherwise the mapping throws a ``MappingError``.
  public func lossy() -> Property { with { $0.traits.tolerance.insert(.dropsElements) } }

  /// Decodes a value that is not an array as a list of one element, with a note. The property is always encoded
  /// as an array.
  ///
  ///     Property(\.tags, "tags").oneOrMany()  // "swift" is ["swift"]
  ///
  /// Null, and a value that cannot be decoded as an element, are errors. The property must be a list; a
  /// dictionary is a ``MappingError``. Combine it with ``lossy()`` to drop the one element if it is invalid.
  public func oneOrMany() -> Property { with { $0.traits.tolerance.insert(.acceptsOne) } }

  /// Continues with the next alias if the value at a path is null. By default, null ends the search.
  ///
  /// ```swift
  /// Property(\.title, "title", or: ["name"]).nullFallsThrough()
  /// ```
  ///
  /// ```
  /// {"title": null, "name": "Fix"}  →  "Fix"
  /// ```
  ///
  /// Without the modifier, the null of `title` is the value, which is an error if the type is not optional.
  public func nullFallsThrough() -> Property { with { $0.traits.nullAliasFallsThrough = true } }

  /// Sets how nil is encoded, in place of the setting of the mapping.
  ///
  /// ```swift
  /// Property(\.body, "body").encodeNil(as: .omitted)  // nil writes no `body`
  /// ```
  ///
  /// The setting of the property has precedence over that of the call (``EncodingOptions/nilEncoding``), which has
  /// precedence over that of the mapping (``Mapping/encodeNil(as:)``). Without a setting, nil is written as null.
  public func encodeNil(as encoding: NilEncoding) -> Property { with { $0.traits.nilEncoding = encoding } }

  /// Omits the property when it is encoded if its JSON is that of the default, so that an absent key means the same.
  ///
  ///     Property(\.labels, "labels").default([]).omitDefault()  // writes no empty list
  ///
  /// Any other value is written. The property needs a ``default(_:for:)``, must not be ``required()``, and has a
  /// path of keys; otherwise the mapping throws a ``MappingError``.
  public func omitDefault() -> Property { with { $0.traits.omitsDefault = true } }

  /// Sets the uses of the property, such as equality and archives.
  ///
  /// ```swift
  /// Property(\.isSelected, "selected").default(false).retention(.transient)
  /// ```
  ///
  /// A transient property has no influence on ``MappedEquatable``, and archives do not contain it. The
  /// default is ``PropertyRetention/permanent``. JSON is not affected; see ``decodeOnly()`` and
  /// ``encodeOnly()``.
  public func retention(_ retention: PropertyRetention) -> Property {
    with { $0.traits.retention = retention }
  }

  /// Decodes the property from JSON and never encodes it.
  ///
  /// ```swift
  /// Property(\.number, "number").decodeOnly()
  /// ```
  ///
  /// Use it for values that the server sets, and for transformers without a reverse function, such as
  /// ``JSONTransformer/forwardOnly``, which are otherwise a ``MappingError``.
  public func decodeOnly() -> Property { with { $0.traits.direction = .decodeOnly } }

  /// Encodes the property to JSON and never decodes it.
  ///
  /// ```swift
  /// Property(\.number, "number").default(0).encodeOnly()
  /// ```
  ///
  /// A decoded model has the default of the property, or nil.
  public func encodeOnly() -> Property { with { $0.traits.direction = .encodeOnly } }

  /// Marks the property as part of the model's identity, which is used to compare models and to merge arrays.
  ///
  /// ```swift
  /// Property(\.number, "number").identity()
  /// ```
  ///
  /// Two models with equal identity properties are the same model in different states.
  /// ``MergePolicy/recursive`` matches the elements of arrays by it, and a `Store` uses it as the key of the
  /// table. A model may have several identity properties.
  public func identity() -> Property { with { $0.traits.isIdentity = true } }

  /// Sets the name of the property if the key path has none, as for a computed property.
  ///
  /// ```swift
  /// Property(\.tags, "tags").named("keywords")
  /// ```
  ///
  /// Diagnostics, stores and archives use the name.
  public func named(_ name: String) -> Property { with { $0.traits.name = name } }

  /// Sets the name of the model in messages, and the displayed name of the property's type. It is needed if
  /// one Swift type represents several models, such as those of definition files.
  package func of(model: String, type: String? = nil) -> Property {
    with { ($0.traits.modelName, $0.traits.typeName) = (model, type) }
  }

  /// Sets the documentation of the property for the browser and generated schemas.
  ///
  /// ```swift
  /// Property(\.body, "body").documented("The description in Markdown.")
  /// ```
  public func documented(_ words: String) -> Property { with { $0.traits.documentation = words } }

  /// Adds a validation rule, which throws an error for an invalid value.
  ///
  /// Rules run after the transformer, in order, once for each decoded model, and also for defaults. An error
  /// thrown by a rule is available as the diagnostic's underlying error.
  ///
  /// ```swift
  /// Property(\.number, "number").validated { number in
  ///   guard number > 0 else { throw TransformError(expected: "a positive number") }
  /// }
  /// ```
  ///
  /// A violation is an error with the code ``Diagnostic/Code/validation`` at the value.
  /// ``DecodingPolicy/audit`` keeps the value. ``Model/validate()`` checks the same rules for models that were
  /// created or changed in code.
  @preconcurrency public func validated(_ rule: @escaping @Sendable (Value) throws -> Void) -> Property {
    with {
      $0.rules.append {
        try rule($0)
        return $0
      }
    }
  }

  /// Adds a rule that brings a value into its normal form, or throws an error for an invalid value.
  ///
  /// ```swift
  /// Property(\.title, "title").normalized { $0 = $0.lowercased() }
  /// ```
  ///
  /// The rule runs in order with those of ``validated(_:)``, once for each decoded model. ``Model/normalize()``
  /// runs it for a model that was created or changed in code.
  @preconcurrency public func normalized(
    _ rule: @escaping @Sendable (inout Value) throws -> Void
  ) -> Property {
    with {
      $0.rules.append {
        var value = $0
        try rule(&value)
        return value
      }
    }
  }
}
