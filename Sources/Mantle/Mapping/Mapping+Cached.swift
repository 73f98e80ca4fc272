import Synchronization

extension Mapping {
  /// Returns the mapping of a generic model, created once for each type the model is used with.
  ///
  /// A generic type cannot have static stored properties, so without this method its mapping would be created
  /// for every value:
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
  ///   - profile: a name that distinguishes several mappings of one model.
  ///   - make: a closure that creates the mapping. If several threads call it simultaneously, all get the
  ///     same result.
  public static func cached(_ profile: String = "", _ make: () -> Mapping) -> Mapping {
    guard profile.isEmpty else { return MappingCache.mapping(profile, make) }
    if let recent = RecentMappings.shared[self] { return recent }
    let mapping = MappingCache.mapping(profile, make)
    RecentMappings.shared[self] = mapping
    return mapping
  }
}

/// The mappings of generic models. Like static properties, they live as long as the process.
private enum MappingCache {
  /// A cache key: the type of the model and the name of the profile.
  private struct Key: Hashable {
    let model: ObjectIdentifier
    let profile: String
  }

  private static let mappings = Locked<[Key: any Sendable]>([:])

  static func mapping<Root>(_ profile: String, _ make: () -> Mapping<Root>) -> Mapping<Root> {
    let key = Key(model: ObjectIdentifier(Root.self), profile: profile)
    if let known = mappings.withLock({ $0[key] }) as? Mapping<Root> { return known }
    // Outside of the lock, because a model may contain itself.
    let made = make()
    return mappings.withLock { mappings in
      if let known = mappings[key] as? Mapping<Root> { return known }
      mappings[key] = made
      return made
    }
  }
}

/// A cache of recently used main mappings that needs no lock, with one entry for each hash of a type: the
/// locked dictionary would take a third of the time to decode a small model.
private struct RecentMappings: @unchecked Sendable {
  // Unchecked: the slots are atomic, and the cache retains the mappings they point to.
  static let shared = RecentMappings()

  private let places: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
  private static let bits = 6

  private init() {
    places = .allocate(capacity: 1 << RecentMappings.bits)
    for index in 0..<1 << RecentMappings.bits { (places + index).initialize(to: Atomic(nil)) }
  }

  /// The cached mapping of a model; nil if the entry for the hash of its type is empty or has the mapping of
  /// another model.
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
