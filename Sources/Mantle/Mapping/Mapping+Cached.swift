extension Mapping {
  /// The mapping of a generic model, made once for each type the model is used with.
  ///
  /// A generic type cannot have static stored properties, so its mapping would be made anew for every value:
  ///
  ///     struct Page<Item: Model>: Model {
  ///       let items: [Item]
  ///       let next: URL?
  ///
  ///       static var mapping: Mapping<Page> {
  ///         .cached {
  ///           let properties = Properties(of: Page.self) {
  ///             Property(\.items, "items")
  ///             Property(\.next, "next")
  ///           }
  ///           return Mapping(Page.init, properties)
  ///         }
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - profile: tells several mappings of one model apart.
  ///   - make: makes the mapping. Where several threads ask for it first, all get that of one of them.
  public static func cached(_ profile: String = "", _ make: () -> Mapping) -> Mapping {
    let key = MappingCache.Key(model: ObjectIdentifier(Root.self), profile: profile)
    if let known = MappingCache.mappings.withLock({ $0[key] }) as? Mapping { return known }
    // Not under the lock: a model may hold itself.
    let made = make()
    return MappingCache.mappings.withLock { mappings in
      if let known = mappings[key] as? Mapping { return known }
      mappings[key] = made
      return made
    }
  }
}

/// The mappings of generic models, for the life of the process, as static properties are.
private enum MappingCache {
  struct Key: Hashable {
    let model: ObjectIdentifier
    let profile: String
  }

  static let mappings = Locked<[Key: any Sendable]>([:])
}
