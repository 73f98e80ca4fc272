extension Property {
  /// The Swift name: the given one, else the key path's (`htmlURL` of `\Issue.htmlURL`), else the JSON key path.
  var name: String {
    if let name = options.name ?? keyPathName { return name }
    if case .paths(let paths) = source, let first = paths.first { return first.description }
    return "\(keyPath)"
  }

  private var keyPathName: String? { nameInKeyPath.text }

  /// Why the property's name cannot be relied on; archives and messages need it.
  ///
  /// Where the JSON key path is all there is, it serves for a struct. For a class it would not: whether the key
  /// path tells the name there depends on what the optimiser knows about subclasses.
  var nameProblem: MappingError.Reason? {
    guard options.name == nil, keyPathName == nil else { return nil }
    if case .paths = source, !(Root.self is AnyObject.Type) { return nil }
    return .other(
      "the key path does not tell the property's name (it is computed, weak, unowned or overridable); "
        + "add `.named(\"…\")` or make it `final`")
  }

  /// The property with the name that an object's stored properties tell, where its key path tells none.
  func named(by labels: StoredLabels<Root>) -> Property {
    guard options.name == nil, keyPathName == nil else { return self }
    var hint: String?
    if case .paths(let paths) = source, case .key(let key)? = paths.first?.components.last { hint = key }
    guard let label = labels.label(of: keyPath, hint: hint) else { return self }
    return named(label)
  }
}

/// The names of the stored properties of a freshly made object, its superclasses' included.
struct StoredLabels<Root> {
  private let object: Root
  private let children: [(label: String, value: Any)]

  init(of object: Root) {
    self.object = object
    var children: [(label: String, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      for child in level.children { if let label = child.label { children.append((label, child.value)) } }
      mirror = level.superclassMirror
    }
    self.children = children
  }

  /// The stored property behind a key path: the only one of its type, or of its type and present value; among
  /// several, the one called like the JSON key.
  ///
  /// - Returns: nil where several are possible.
  func label<Value>(of keyPath: KeyPath<Root, Value>, hint: String?) -> String? {
    let value = object[keyPath: keyPath]
    let candidates = children.filter { type(of: $0.value) == type(of: value as Any) }
    if candidates.count <= 1 { return candidates.first?.label }
    let text = String(reflecting: value)
    let equal = candidates.filter { String(reflecting: $0.value) == text }
    if equal.count <= 1 { return equal.first?.label }
    return equal.first { $0.label == hint }?.label
  }
}
