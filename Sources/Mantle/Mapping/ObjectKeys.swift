/// The key paths of an object that a model, including models flattened into it, decodes or encodes.
struct ObjectKeys: Sendable {
  private(set) var paths: [JSONKeyPath] = []
  /// The alternative paths of each property. Decoding uses the first path that has a value.
  private(set) var alternatives: [[JSONKeyPath]] = []
  /// Whether the model has a property at the empty path, so that the property and the model share the object.
  private(set) var isShared = false
  /// Whether all keys are known. They are not if a class cluster has no member for the object, or models are
  /// nested too deeply.
  private(set) var areAll = true
  /// The extent to which a property at the empty path holds unmapped keys; nil if there is no such property.
  private(set) var kept: KeptKeys?
  /// Whether a class cluster is flattened into the model, so that the keys depend on the member that the
  /// object represents.
  private(set) var dependOnObject = false
  /// The choice from which mappings of each model the keys are collected: one profile or all.
  private let forms: Forms

  /// A choice of mappings of a model: that of one profile, or all.
  enum Forms: Sendable {
    /// The mapping of a profile; nil for the main mapping.
    case profile(String?)
    /// The mappings of all profiles.
    case all
  }

  /// Collects the keys of a model and of the models flattened into it.
  ///
  /// - Parameters:
  ///   - object: the object whose keys are wanted, if a class cluster is flattened into the model; nil for
  ///     the keys of all members of the cluster.
  ///   - excepted: the name of a property at the empty path whose keys are left out.
  init(
    of model: ModelDescription, _ forms: Forms, in object: JSONNode? = nil, except excepted: String? = nil
  ) {
    self.forms = forms
    collect(model, object, except: excepted, depth: 0)
  }

  /// Collects the keys that a value of this shape adds to the object of the enclosing model, if the value is
  /// at the empty path.
  init(of shape: ValueShape, _ forms: Forms, in object: JSONNode? = nil) {
    self.forms = forms
    collect(shape, object, depth: 0)
  }

  private mutating func collect(
    _ model: ModelDescription, _ object: JSONNode?, except excepted: String? = nil, depth: Int
  ) {
    guard depth < 8 else { return areAll = false }
    if case .all = forms {
      for form in [model] + model.otherForms() {
        collectKeys(of: form, object, except: excepted, depth: depth)
      }
    } else {
      collectKeys(of: model, object, except: excepted, depth: depth)
    }
  }

  private mutating func collectKeys(
    of model: ModelDescription, _ object: JSONNode?, except excepted: String?, depth: Int
  ) {
    let further = model.discriminators + model.writtenKeys.map { JSONKeyPath([.key($0)]) }
    alternatives += further.map { [$0] }
    paths += further
    for member in model.members { collect(member, object, depth: depth + 1) }
    guard model.members.isEmpty else { return }
    for property in model.properties {
      let isWhole = property.keyPaths.contains(where: \.isEmpty)
      if isWhole, property.name == excepted { continue }
      let own = property.keyPaths.filter { !$0.isEmpty }
      paths += own
      alternatives += property.writtenPaths.count == 1 ? [own] : property.writtenPaths.map { [$0] }
      guard isWhole else { continue }
      isShared = true
      collect(property.shape, object, depth: depth + 1)
    }
  }

  private mutating func collect(_ shape: ValueShape, _ object: JSONNode?, depth: Int) {
    guard case .model(let reference) = shape.unwrapped else {
      if kept == nil || KeptKeys(shape) == .parts { kept = KeptKeys(shape) }
      return
    }
    var profile: String?
    if case .profile(let name) = forms { profile = name }
    var model = reference.description(for: object, profile: profile)
    if model == nil {
      // An object that represents no member of the cluster is valid if the cluster is optional.
      if case .optional = shape {} else { areAll = false }
      model = reference.description(profile: profile)
    }
    guard let model else { return areAll = false }
    dependOnObject = dependOnObject || !reference.isFixed
    collect(model, object, depth: depth)
  }
}

/// A cache with one value for each profile of a model and one for the main mapping.
final class ProfileCache<Value: Sendable>: Sendable {
  private let values = Locked<[String?: Value]>([:])

  func value(for profile: String?, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[profile] }) { return known }
    let made = make()
    values.withLock { $0[profile] = made }
    return made
  }
}
