/// What a mapping is told beyond its properties.
@usableFromInline struct MappingOptions<Root> {
  var nullPolicy = NullPolicy.writeNull
  var documentation: String?
  /// Runs after all values are set: hooks and whole-model rules, in the order they were added.
  @usableFromInline var finish: [@Sendable (inout Root, DecodingContext) throws -> Void] = []
  var equalityNames: Set<String>?
  var afterEncoding: [@Sendable (Root, inout JSONAdditions) throws -> Void] = []
  var beforeDecoding: [@Sendable (JSONNode) throws -> [UInt8]?] = []
  @usableFromInline var rules: [@Sendable (inout Root) throws -> Void] = []
}

extension Mapping {
  /// Under this name the model appears in diagnostics and in the browser.
  public func named(_ name: String) -> Mapping { Mapping(self, name: name, options: options) }

  /// How nil is written by properties that do not say so themselves. Without it, as null.
  public func onNil(_ policy: NullPolicy) -> Mapping { with { $0.nullPolicy = policy } }

  /// What the model means, for the browser and generated schemas.
  public func documented(_ words: String) -> Mapping { with { $0.documentation = words } }

  /// Runs after every decode, when all values are set and before the model's rules: for derived values.
  ///
  /// It runs once for each reading of a model, whether from JSON or from an archive, and not on copies. A strict
  /// `decode` that finds a problem reads the text a second time, to find all of them.
  public func afterDecoding(
    _ hook: @escaping @Sendable (inout Root, DecodingContext) throws -> Void
  ) -> Mapping {
    with { $0.finish.append(hook) }
  }

  /// A rule over the whole model, run after the hooks; it may substitute values, or throw.
  public func validated(_ rule: @escaping @Sendable (inout Root) throws -> Void) -> Mapping {
    with { $0.rules.append(rule) }
  }

  private func with(_ change: (inout MappingOptions<Root>) -> Void) -> Mapping {
    var options = options
    change(&options)
    return Mapping(self, options: options)
  }
}
