import Mantle

/// Makes one value of two: what is newer, over what there was.
///
/// Objects are merged member by member, and lists element by element where a key tells their elements apart: matches are
/// merged in place, new elements are appended, and what only the older list has stays. Everything else is the newer one's.
/// What a definition says comes first: the properties that tell a model from others, and the ``DefinedMerge`` of each.
package struct JSONMerging: Sendable {
  private let models: [String: DefinedModel]
  let keys: [String]
  private let keepsForNull: Bool

  /// - Parameters:
  ///   - keys: what tells elements apart where no definition says it; the first that all elements have.
  ///   - keepsForNull: whether null in the newer value leaves what there was.
  package init(_ definition: Definition?, keys: [String], keepsForNull: Bool = false) {
    models = Dictionary((definition?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
    self.keys = keys
    self.keepsForNull = keepsForNull
  }

  /// The merged value, on one line.
  ///
  /// - Parameter type: what the definition says of both; nil where it says nothing.
  package func merge(_ newer: JSONNode, over older: JSONNode, as type: DefinedType? = nil) -> [UInt8] {
    var writer = JSONWriter()
    write(newer, over: older, type, to: &writer)
    return writer.finish()
  }

  /// What tells a value from others of its list; nil where it has nothing.
  ///
  /// - Parameter key: the key that was chosen for the list; nil to go by the definition alone.
  func identity(of node: JSONNode, as type: DefinedType?, by key: String?) -> [UInt8]? {
    guard let own = model(type, of: node)?.identity else {
      return key.flatMap { ElementMatcher.identity(node, $0) }
    }
    var identity: [UInt8] = []
    for path in own {
      guard let value = node.find(path), !value.isNull else { return nil }
      identity += JSONFormatter.compact.format(value) + [0]
    }
    return identity
  }

  // MARK: - Writing

  private func write(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType?, to writer: inout JSONWriter
  ) {
    if newer.isNull, keepsForNull { return copy(older, to: &writer) }
    switch (older.kind, newer.kind) {
    case (.object, .object): writeObject(newer, over: older, type?.unwrapped, to: &writer)
    case (.array, .array): writeList(newer, over: older, type?.unwrapped.element, to: &writer)
    default: copy(newer, to: &writer)
    }
  }

  private func writeObject(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType?, to writer: inout JSONWriter
  ) {
    let model = model(type, of: newer)
    if model?.identity != nil,
      identity(of: older, as: type, by: nil) != identity(of: newer, as: type, by: nil)
    {
      return copy(newer, to: &writer)
    }
    let (own, changes) = (DistinctMembers(of: older), DistinctMembers(of: newer))
    writer.beginObject()
    for member in own.all {
      writer.member(member.key)
      guard let change = changes[member.id] else {
        copy(member.value, to: &writer)
        continue
      }
      let property = model?.property(under: member.key.displayText)
      write(change, over: member.value, property, type?.element, to: &writer)
    }
    for change in changes.all where own[change.id] == nil {
      writer.member(change.key)
      copy(change.value, to: &writer)
    }
    writer.endObject()
  }

  private func write(
    _ newer: JSONNode, over older: JSONNode, _ property: DefinedProperty?, _ element: DefinedType?,
    to writer: inout JSONWriter
  ) {
    switch property?.merge {
    case .older: copy(older.isNull ? newer : older, to: &writer)
    case .newer: copy(newer.isNull && keepsForNull ? older : newer, to: &writer)
    case .union where older.kind == .array && newer.kind == .array:
      writer.beginArray()
      let own = Array(older.elements)
      for node in own + newer.elements.filter({ new in !own.contains { $0.isEquivalent(to: new) } }) {
        writer.element()
        copy(node, to: &writer)
      }
      writer.endArray()
    case .union, nil: write(newer, over: older, property?.type ?? element, to: &writer)
    }
  }

  private func writeList(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType?, to writer: inout JSONWriter
  ) {
    let (own, others) = (Array(older.elements), Array(newer.elements))
    guard let (mine, theirs) = identities(own, others, type) else { return copy(newer, to: &writer) }
    var changes = Dictionary(zip(theirs, others)) { _, last in last }
    writer.beginArray()
    for (identity, node) in zip(mine, own) {
      writer.element()
      if let change = changes.removeValue(forKey: identity) {
        write(change, over: node, type, to: &writer)
      } else {
        copy(node, to: &writer)
      }
    }
    for (identity, node) in zip(theirs, others) where changes.removeValue(forKey: identity) != nil {
      writer.element()
      copy(node, to: &writer)
    }
    writer.endArray()
  }

  private func identities(
    _ older: [JSONNode], _ newer: [JSONNode], _ type: DefinedType?
  ) -> (older: [[UInt8]], newer: [[UInt8]])? {
    if older.isEmpty { return nil }
    let mine = older.compactMap { identity(of: $0, as: type, by: nil) }
    let theirs = newer.compactMap { identity(of: $0, as: type, by: nil) }
    if mine.count == older.count, theirs.count == newer.count, Set(mine).count == mine.count {
      return (mine, theirs)
    }
    for key in keys {
      if let mine = ElementMatcher.identities(older, key), let theirs = ElementMatcher.identities(newer, key)
      {
        return (mine, theirs)
      }
    }
    return nil
  }

  private func copy(_ node: JSONNode, to writer: inout JSONWriter) {
    JSONFormatter.compact.write(node, to: &writer)
  }

  /// The model of an object; of a cluster, the one its text names.
  private func model(_ type: DefinedType?, of object: JSONNode) -> DefinedModel? {
    guard case .model(let name) = type?.unwrapped, let model = models[name] else { return nil }
    guard let cluster = model.cluster else { return model }
    let text = object.find(cluster.discriminator)?.displayText
    return (text.flatMap { cluster.models[$0] } ?? cluster.otherwise).flatMap { models[$0] }
  }
}

extension DefinedModel {
  /// The places of the properties that tell it from others; nil where there are none.
  fileprivate var identity: [JSONKeyPath]? {
    let paths = properties.filter(\.isIdentity).map(\.keyPath)
    return paths.isEmpty ? nil : paths
  }

  fileprivate func property(under key: String) -> DefinedProperty? {
    properties.first { ([$0.keyPath] + $0.aliases).contains(JSONKeyPath(key: key)) }
  }
}

extension DefinedType {
  /// What a list, a set or a dictionary holds.
  var element: DefinedType? {
    switch self {
    case .array(let inner), .set(let inner), .dictionary(let inner): inner
    case .optional(let inner): inner.element
    default: nil
    }
  }
}
