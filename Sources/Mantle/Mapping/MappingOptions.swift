/// The options of a mapping other than its properties.
@usableFromInline package struct MappingOptions<Root> {
  /// Whether ``Mapping/named(_:)`` gave the mapping a name in place of the type's name.
  package var isNamed = false
  package var nilEncoding = NilEncoding.null
  var documentation: String?
  /// The template of the model's row in the browser, in the notation of ``SummaryTemplate``; nil for a
  /// default row.
  var summary: String?
  /// The hooks that run after all values are set and before the validation rules, in the order in which they
  /// were added.
  @usableFromInline package var afterDecoding: [@Sendable (inout Root, DecodingContext) throws -> Void] = []
  var equalityNames: Set<String>?
  var afterEncoding: [@Sendable (Root, inout JSONAdditions) throws -> Void] = []
  var beforeDecoding: [@Sendable (JSONNode) throws -> [UInt8]?] = []
  @usableFromInline package var rules: [@Sendable (inout Root) throws -> Void] = []
  /// The properties whose values the initializer may exchange: an empty set for all, nil for none.
  var reordering: Set<String>?
  /// The stored properties that are intentionally not part of JSON; nil if all stored properties without a
  /// mapping are.
  var unmapped: Set<String>? = []
  /// The keys of the members that ``Mapping/writing(_:_:)`` adds to the encoded object.
  var writtenKeys: [String] = []
  /// The options that other layers attach to the mapping, such as the class name in archives.
  package var attachments = Attachments()
}

extension Mapping {
  /// Sets the name of the model in diagnostics and in the browser, in place of the type's name. If two types
  /// have the same name, `.named("Order.Item")` distinguishes one from the other.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).named("Position")
  /// ```
  ///
  /// The name of a generic or nested type is otherwise its Swift name. A `Store` uses the name for the table.
  public func named(_ name: String) -> Mapping {
    var options = options
    options.isNamed = true
    return Mapping(self, name: name, options: options)
  }

  /// Sets how nil is encoded for properties that do not set it themselves. The default is ``NilEncoding/null``.
  ///
  /// ```swift
  /// let mapping = Mapping(User.init, User.properties).encodeNil(as: .omitted)
  /// let text = try User(login: "ann", name: nil).json()  // with this mapping: {"login":"ann"}
  /// ```
  ///
  /// The settings of a property (``Property/encodeNil(as:)``) and of a call (``EncodingOptions/nilEncoding``) have
  /// precedence.
  public func encodeNil(as encoding: NilEncoding) -> Mapping { with { $0.nilEncoding = encoding } }

  /// Sets the documentation of the model for the browser and generated schemas.
  ///
  /// ```swift
  /// let mapping = Mapping(User.init, User.properties).documented("A person or a program with an account.")
  /// ```
  public func documented(_ words: String) -> Mapping { with { $0.documentation = words } }

  /// Sets the template of the model's row in the browser: text with property names in braces, such as
  /// `#{number} {title}`; `{{` is a literal brace. By default the row has a number, a state and a title,
  /// chosen by the properties' names.
  ///
  /// An unknown name, or the name of a list or model, is a ``MappingError`` at first use.
  ///
  /// ```swift
  /// let mapping = Mapping(User.init, User.properties).summary("{login} ({name})")
  /// ```
  public func summary(_ template: String) -> Mapping { with { $0.summary = template } }

  /// Adds a hook that runs after every decode, when all values are set and before the model's rules, for
  /// example to compute derived values.
  ///
  /// The hook runs once for each model that is decoded, whether from JSON or from an archive, but not for
  /// copies.
  ///
  /// An error thrown by the hook is reported at the object, in addition to those of the properties.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).afterDecoding { point, context in
  ///   if context.userInfo["mirrored"] as? Bool == true { point.x = -point.x }
  /// }
  /// ```
  ///
  /// The second parameter is the ``DecodingContext`` of the call, with the caller's values.
  @preconcurrency public func afterDecoding(
    _ hook: @escaping @Sendable (inout Root, DecodingContext) throws -> Void
  ) -> Mapping {
    with { $0.afterDecoding.append(hook) }
  }

  /// Adds a validation rule for the whole model, which runs after the hooks and throws an error for an invalid model.
  ///
  ///     static let mapping = Mapping(Span.init, properties).validated { span in
  ///       guard span.from <= span.to else { throw TransformError(expected: "from before to") }
  ///     }
  ///
  /// An error is reported at the object with the code ``Diagnostic/Code/validation``.
  /// ``DecodingPolicy/audit`` keeps the model. ``Model/validate()`` checks the rule for models that were
  /// created or changed in code.
  @preconcurrency public func validated(_ rule: @escaping @Sendable (Root) throws -> Void) -> Mapping {
    with { $0.rules.append { try rule($0) } }
  }

  /// Adds a rule that brings a model into its normal form, or throws an error for an invalid model.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).normalized { $0.x = max(0, $0.x) }
  /// ```
  ///
  /// The rule runs in order with those of ``validated(_:)``. ``Model/normalize()`` runs it for a model that was
  /// created or changed in code.
  @preconcurrency public func normalized(_ rule: @escaping @Sendable (inout Root) throws -> Void) -> Mapping {
    with { $0.rules.append(rule) }
  }

  /// Declares that the initializer intentionally exchanges values of these properties, for example to sort
  /// `low` and `high`, so that this is not reported as a mistake in their order. Without key paths, all
  /// properties are declared.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).reordering(\.x, \.y)
  /// ```
  public func reordering(_ keyPaths: PartialKeyPath<Root>...) -> Mapping {
    with { $0.reordering = Set(names(of: keyPaths)) }
  }

  /// Returns the names of the properties with these key paths.
  func names(of keyPaths: [PartialKeyPath<Root>]) -> [String] {
    properties.filter { $0.erasedKeyPath.map(keyPaths.contains) ?? false }.map(\.name)
  }

  package func with(_ change: (inout MappingOptions<Root>) -> Void) -> Mapping {
    var options = options
    change(&options)
    return Mapping(self, options: options)
  }
}

extension Mapping {
  /// Adds a hook that can add members to every encoded object, such as an envelope key or a signature.
  ///
  /// An error thrown by the hook ends encoding.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).afterEncoding { point, additions in
  ///   try additions.set("length", (point.x * point.x + point.y * point.y).squareRoot())
  /// }
  /// ```
  ///
  /// ``writing(_:_:)`` adds a single member. See ``JSONAdditions``.
  @preconcurrency public func afterEncoding(
    _ hook: @escaping @Sendable (Root, inout JSONAdditions) throws -> Void
  ) -> Mapping {
    with { $0.afterEncoding.append(hook) }
  }

  /// Adds a member to every encoded object: a constant, or a value derived from the model. The member is
  /// never decoded.
  ///
  ///     Mapping(Order.init, properties).writing("total") { $0.lines.reduce(0) { $0 + $1.price } }
  ///
  /// Decoding does not report the key as unknown, and ``EncodingOptions`` can include or exclude it by name.
  /// Nil is encoded as the mapping's ``encodeNil(as:)`` says.
  ///
  /// An error thrown by the closure ends encoding and names the key.
  @preconcurrency public func writing<Value: JSONConvertible>(
    _ key: String, _ value: @escaping @Sendable (Root) throws -> Value
  ) -> Mapping {
    with {
      $0.writtenKeys.append(key)
      $0.afterEncoding.append { root, additions in try additions.set(key, value(root)) }
    }
  }

  /// Adds a hook that runs for every JSON object before it is decoded and may return a replacement document,
  /// for example to unwrap an envelope or to correct known mistakes of a server. If the hook returns nil, the
  /// object is decoded unchanged.
  ///
  /// A diagnostic in a replacement has the path, line and column of the replaced object; its detail contains
  /// the location in the replacement.
  ///
  /// An error thrown by the hook is reported at the object.
  ///
  /// ```swift
  /// let mapping = Mapping(User.init, User.properties).beforeDecoding { node in
  ///   node["data"].map(\.rawBytes)  // {"data": {"login": "ann"}} is decoded as {"login": "ann"}
  /// }
  /// ```
  @preconcurrency public func beforeDecoding(_ hook: @escaping @Sendable (JSONNode) throws -> [UInt8]?)
    -> Mapping
  {
    with { $0.beforeDecoding.append(hook) }
  }
}
