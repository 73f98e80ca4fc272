/// The names of the stored properties of a model, found by reflection on new objects, including the names in
/// superclasses.
struct StoredLabels<Root> {
  private let objects: [Root]
  private let children: [(label: String, values: [Any])]
  /// Whether the class is `@Observable`, so that key paths have no names.
  let isObservable: Bool
  /// The names of the stored properties that the model's own type declares, without those of superclasses.
  let own: [String]

  /// Finds the names of the stored properties in objects of the model.
  ///
  /// - Parameter objects: objects whose values should differ, which makes the names more reliable.
  init(of objects: Root...) { self.init(of: objects) }

  init(of objects: [Root]) {
    self.objects = objects
    let all = objects.map(Self.children(of:))
    var labels = all.first?.map(\.label) ?? []
    // `@Observable` stores the declared property `title` in `_title`.
    isObservable = labels.contains("_$observationRegistrar")
    if isObservable {
      labels = labels.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    }
    children = labels.enumerated().map { number, label in (label, all.map { $0[number].value }) }
    own = Array(labels.prefix(objects.first.map { Mirror(reflecting: $0).children.count } ?? 0))
  }

  private static func children(of object: Root) -> [(label: String, value: Any)] {
    var children: [(label: String, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      for child in level.children { if let label = child.label { children.append((label, child.value)) } }
      mirror = level.superclassMirror
    }
    return children
  }

  /// Returns the name of the stored property that a key path reads: the only stored property with the same
  /// type, or with the same type and values.
  ///
  /// - Parameter hint: the JSON key, which selects the property with this name among several candidates.
  /// - Returns: nil if no candidate or several candidates remain.
  func label<Value>(of keyPath: KeyPath<Root, Value>, hint: String?) -> String? {
    let values = objects.map { $0[keyPath: keyPath] }
    let candidates = children.filter { child in
      zip(child.values, values).allSatisfy { type(of: $0) == type(of: $1 as Any) }
    }
    if candidates.count <= 1 { return candidates.first?.label }
    let texts = values.map { String(reflecting: $0) }
    let equal = candidates.filter { $0.values.map { String(reflecting: $0) } == texts }
    if equal.count <= 1 { return equal.first?.label }
    return equal.first { $0.label == hint }?.label
  }
}
