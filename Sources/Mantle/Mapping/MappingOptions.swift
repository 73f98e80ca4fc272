/// What a mapping is told beyond its properties.
@usableFromInline struct MappingOptions<Root> {
  /// Whether the mapping's name was given, and is not that of the type.
  var isNamed = false
  var nullPolicy = NullPolicy.writeNull
  var documentation: String?
  /// The text of a ``SummaryTemplate``.
  var summary: String?
  /// Runs after all values are set: hooks and whole-model rules, in the order they were added.
  @usableFromInline var afterDecoding: [@Sendable (inout Root, DecodingContext) throws -> Void] = []
  var equalityNames: Set<String>?
  var afterEncoding: [@Sendable (Root, inout JSONAdditions) throws -> Void] = []
  var beforeDecoding: [@Sendable (JSONNode) throws -> [UInt8]?] = []
  @usableFromInline var rules: [@Sendable (inout Root) throws -> Void] = []
  /// The properties whose values the initialiser may exchange; none for all, nil where it exchanges nothing.
  var reordering: Set<String>?
  /// The stored properties that are no part of JSON on purpose; nil for whichever are not.
  var unmapped: Set<String>? = []
  /// The keys that ``Mapping/writing(_:_:)`` adds.
  var writtenKeys: [String] = []
  /// What other layers want to know, e.g. the class in archives.
  var attachments = Attachments()
}

extension Mapping {
  /// Under this name the model appears in diagnostics and in the browser, rather than under its type's: where two types
  /// are called the same, `.named("Order.Item")` tells one from the other.
  public func named(_ name: String) -> Mapping {
    var options = options
    options.isNamed = true
    return Mapping(self, name: name, options: options)
  }

  /// How nil is written by properties that do not say so themselves. Without it, as null.
  public func onNil(_ policy: NullPolicy) -> Mapping { with { $0.nullPolicy = policy } }

  /// What the model means, for the browser and generated schemas.
  public func documented(_ words: String) -> Mapping { with { $0.documentation = words } }

  /// What the browser shows of a model in one row: text with names of properties in braces, `#{number} {title}`; `{{` is a
  /// brace. Without it, a number, a state and a title that the properties' names suggest.
  ///
  /// A name that is no property's, or that of a list or model, is a ``MappingError`` at first use.
  public func summary(_ template: String) -> Mapping { with { $0.summary = template } }

  /// Runs after every decode, when all values are set and before the model's rules: for derived values.
  ///
  /// It runs once for each reading of a model, whether from JSON or from an archive, and not on copies.
  ///
  /// What the hook throws is an error at the object, beside those of its properties.
  @preconcurrency public func afterDecoding(
    _ hook: @escaping @Sendable (inout Root, DecodingContext) throws -> Void
  ) -> Mapping {
    with { $0.afterDecoding.append(hook) }
  }

  /// A rule over the whole model, run after the hooks; it may substitute values, or throw.
  ///
  ///     static let mapping = Mapping(Span.init, properties).validated { span in
  ///       guard span.from <= span.to else { throw TransformError(expected: "from before to") }
  ///     }
  @preconcurrency public func validated(_ rule: @escaping @Sendable (inout Root) throws -> Void) -> Mapping {
    with { $0.rules.append(rule) }
  }

  /// Says that the initialiser exchanges values of these properties on purpose, so that this is not taken for a mistake
  /// in their order: `low` and `high` that are sorted, say. Without key paths this holds for all properties.
  public func reordering(_ keyPaths: PartialKeyPath<Root>...) -> Mapping {
    with { $0.reordering = Set(names(of: keyPaths)) }
  }

  /// The names of the properties with these key paths.
  func names(of keyPaths: [PartialKeyPath<Root>]) -> [String] {
    properties.filter { $0.erasedKeyPath.map(keyPaths.contains) ?? false }.map(\.name)
  }

  func with(_ change: (inout MappingOptions<Root>) -> Void) -> Mapping {
    var options = options
    change(&options)
    return Mapping(self, options: options)
  }
}

extension Mapping {
  /// Adds members to every encoded object: an envelope key, a signature.
  ///
  /// What the hook throws ends encoding.
  @preconcurrency public func afterEncoding(
    _ hook: @escaping @Sendable (Root, inout JSONAdditions) throws -> Void
  ) -> Mapping {
    with { $0.afterEncoding.append(hook) }
  }

  /// Adds a member to every encoded object that is never read: a constant, or what follows from the model.
  ///
  ///     Mapping(Order.init, properties).writing("total") { $0.lines.reduce(0) { $0 + $1.price } }
  ///
  /// The key is known to the mapping: it is not refused as unknown, and ``EncodingContext`` can include or exclude it by
  /// name. Nil is written by the mapping's null policy.
  ///
  /// What the closure throws ends encoding, with the key named.
  @preconcurrency public func writing<Value: JSONConvertible>(
    _ key: String, _ value: @escaping @Sendable (Root) throws -> Value
  ) -> Mapping {
    with {
      $0.writtenKeys.append(key)
      $0.afterEncoding.append { root, additions in try additions.set(key, value(root)) }
    }
  }

  /// Runs on every JSON object before it is decoded and may give another text in its place: to unwrap an
  /// envelope, to repair what a server is known to send. Nil keeps the object.
  ///
  /// A diagnostic of a replaced text has path, line and column of the object it replaced; its detail says where
  /// in the replacement it is.
  ///
  /// What the hook throws is an error at the object.
  @preconcurrency public func beforeDecoding(_ hook: @escaping @Sendable (JSONNode) throws -> [UInt8]?)
    -> Mapping
  {
    with { $0.beforeDecoding.append(hook) }
  }

  /// - Parameter selection: what the call writes of the outermost model; nil for everything.
  func writeAdditions(to root: Root, _ selection: EncodingContext?, _ writer: inout JSONWriter) throws {
    var additions = JSONAdditions(in: writer)
    for hook in options.afterEncoding { try hook(root, &additions) }
    let omitsNil = (writer.context?.nullPolicy ?? options.nullPolicy) == .omit
    additions.members.removeAll { member in
      omitsNil && member.json == Array("null".utf8) || selection?.writes(member.key) == false
    }
    // What the call itself adds is wanted whatever it selects.
    try writer.context?.everyModel?(name, &additions)
    for member in additions.members {
      writer.key(member.key)
      writer.rawJSON(member.json)
    }
  }
}
