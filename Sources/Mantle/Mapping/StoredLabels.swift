/// The names of the stored properties of a freshly made object, its superclasses' included.
struct StoredLabels<Root> {
  private let object: Root
  private let children: [(label: String, value: Any)]
  /// Those of the object's own type, without its superclasses'.
  let own: [String]

  init(of object: Root) {
    self.object = object
    var children: [(label: String, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    let ownCount = mirror?.children.count ?? 0
    while let level = mirror {
      for child in level.children { if let label = child.label { children.append((label, child.value)) } }
      mirror = level.superclassMirror
    }
    // `@Observable` keeps what is declared as `title` in a stored property `_title`.
    if children.contains(where: { $0.label == "_$observationRegistrar" }) {
      children = children.map {
        ($0.label.hasPrefix("_") ? String($0.label.dropFirst()) : $0.label, $0.value)
      }
    }
    self.children = children
    own = children.prefix(ownCount).map(\.label)
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
