/// The key paths of an object that a model, including models flattened into it, decodes or encodes.
struct ObjectKeys: Sendable {
  private(set) var paths: [JSONKeyPath] = []
  /// The alternative paths of each value; the first path that has a value counts.
  private(set) var alternatives: [[JSONKeyPath]] = []
  /// Whether a property represents the whole object.
  private(set) var isShared = false
  /// Whether the list of decoded keys is complete: false if anything but models represents the whole object.
  private(set) var areAll = true
  /// Whether a class cluster, whose members have different keys, represents the whole object.
  private(set) var dependOnObject = false

  /// - Parameter object: the object whose cluster member selects the keys; nil for the keys of all members.
  init(of model: ModelDescription, _ profile: String?, in object: JSONNode? = nil) {
    collect(model, profile, object, depth: 0)
  }

  /// Creates the keys of a shape that represents the whole object.
  init(of shape: ValueShape, _ profile: String?, in object: JSONNode? = nil) {
    collect(shape, profile, object, depth: 0)
  }

  private mutating func collect(
    _ model: ModelDescription, _ profile: String?, _ object: JSONNode?, depth: Int
  ) {
    guard depth < 8 else { return areAll = false }
    let further = model.discriminators + model.writtenKeys.map { JSONKeyPath([.key($0)]) }
    alternatives += further.map { [$0] }
    paths += further
    for member in model.members { collect(member, profile, object, depth: depth + 1) }
    guard model.members.isEmpty else { return }
    for property in model.properties {
      let own = property.keyPaths.filter { !$0.isEmpty }
      paths += own
      alternatives += property.writtenPaths.count == 1 ? [own] : property.writtenPaths.map { [$0] }
      guard property.keyPaths.contains(where: \.isEmpty) else { continue }
      isShared = true
      collect(property.shape, profile, object, depth: depth + 1)
    }
  }

  private mutating func collect(_ shape: ValueShape, _ profile: String?, _ object: JSONNode?, depth: Int) {
    guard case .model(let reference) = shape.unwrapped else { return areAll = false }
    var model = reference.description(for: object, profile: profile)
    if model == nil {
      // An object that is not a member may still be valid without an optional cluster.
      if case .optional = shape {} else { areAll = false }
      model = reference.description(profile: profile)
    }
    guard let model else { return areAll = false }
    dependOnObject = dependOnObject || !reference.isFixed
    collect(model, profile, object, depth: depth)
  }
}

/// A cache of one value for each profile of a model.
final class ProfileCache<Value: Sendable>: Sendable {
  private let values = Locked<[String?: Value]>([:])

  func value(for profile: String?, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[profile] }) { return known }
    let made = make()
    values.withLock { $0[profile] = made }
    return made
  }
}
