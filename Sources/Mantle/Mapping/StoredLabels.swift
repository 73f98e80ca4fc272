/// The names of the stored properties of freshly made objects, their superclasses' included.
struct StoredLabels<Root> {
  private let objects: [Root]
  private let children: [(label: String, values: [Any])]
  /// Whether the class is `@Observable`, so that no key path tells a name.
  let isObservable: Bool
  /// Those of the object's own type, without its superclasses'.
  let own: [String]

  /// - Parameter objects: the more their values differ, the surer the names.
  init(of objects: Root...) { self.init(of: objects) }

  init(of objects: [Root]) {
    self.objects = objects
    let all = objects.map(Self.children(of:))
    var labels = all.first?.map(\.label) ?? []
    // `@Observable` keeps what is declared as `title` in a stored property `_title`.
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

  /// The stored property behind a key path: the only one of its type, or of its type and values; among several, the
  /// one called like the JSON key.
  ///
  /// - Returns: nil where several are possible.
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
