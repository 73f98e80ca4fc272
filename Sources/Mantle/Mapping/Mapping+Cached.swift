import Synchronization

extension Mapping {
  /// The mapping of a generic model, made once for each type the model is used with.
  ///
  /// A generic type cannot have static stored properties, so its mapping would be made anew for every value:
  ///
  ///     struct Page<Item: JSONConvertible>: Model {
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
    guard profile.isEmpty else { return kept(profile, make) }
    if let recent = RecentMappings.shared[self] { return recent }
    let mapping = kept(profile, make)
    RecentMappings.shared[self] = mapping
    return mapping
  }

  private static func kept(_ profile: String, _ make: () -> Mapping) -> Mapping {
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

/// The main mappings that were asked for last, each in the place that follows from its type, to be found without the lock:
/// the dictionary takes a third of reading a small model.
private struct RecentMappings: @unchecked Sendable {
  // Unchecked: the places are atomic, and what they point to is kept by the cache.
  static let shared = RecentMappings()

  private let places: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
  private static let bits = 6

  private init() {
    places = .allocate(capacity: 1 << RecentMappings.bits)
    for index in 0..<1 << RecentMappings.bits { (places + index).initialize(to: Atomic(nil)) }
  }

  /// A mapping of the type, where it is the last of its place.
  subscript<Root>(type: Mapping<Root>.Type) -> Mapping<Root>? {
    get {
      guard let address = place(of: type).pointee.load(ordering: .acquiring) else { return nil }
      let object = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
      return Swift.type(of: object) == type ? unsafeDowncast(object, to: type) : nil
    }
    nonmutating set {
      guard let newValue else { return }
      place(of: type).pointee.store(Unmanaged.passUnretained(newValue).toOpaque(), ordering: .releasing)
    }
  }

  private func place(of type: Any.Type) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
    let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    return places + Int((address &* 0x9e37_79b9_7f4a_7c15) &>> UInt64(64 - RecentMappings.bits))
  }
}
