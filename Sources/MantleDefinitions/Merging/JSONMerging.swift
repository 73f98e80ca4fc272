import Mantle

/// A merge of two JSON values, in which the newer value takes precedence.
///
/// Objects are merged member by member. Lists are merged element by element if their elements
/// have identities: elements with the same identity are merged in place, new elements are
/// appended, and elements that only the older list has remain. All other values are replaced.
///
/// A definition takes precedence: its identity properties identify elements, and the
/// ``DefinedProperty/Merge`` of a property determines how its values are merged.
///
/// ```swift
/// let merging = JSONMerging(nil, keys: ["id"])
/// let bytes = try merging.merge(newer, over: older)
/// ```
///
/// ```
/// older   [{"id": 1, "a": 1, "b": 1}, {"id": 2}]
/// newer   [{"id": 1, "a": 2}, {"id": 3}]
/// merged  [{"id": 1, "a": 2, "b": 1}, {"id": 2}, {"id": 3}]
/// ```
package struct JSONMerging {
  /// The models of the definition, by name.
  private let models: [String: DefinedModel]
  /// The candidate keys for the identity of elements, in order of preference.
  private let keys: [String]
  /// Whether null in the newer value preserves the older value.
  private let keepsForNull: Bool
  fileprivate let reportUnpaired: (UnpairedElements) -> Void

  /// Newer elements of a list that are appended because their identity is not unique.
  package struct UnpairedElements: Sendable {
    /// The key whose value several elements share; nil if the definition identifies the elements.
    package let key: String?
    package let elements: [JSONNode]
  }

  /// Creates a merge with the identities and rules of a definition; nil to merge without a definition.
  ///
  /// - Parameters:
  ///   - keys: the keys that may identify elements for which there is no definition, in order of preference.
  ///   - keepsForNull: whether null in the newer value keeps the older value.
  ///   - reportUnpaired: called for each list with elements that are appended because their identity is not unique.
  package init(
    _ definition: Definition?, keys: [String], keepsForNull: Bool = false,
    reportUnpaired: @escaping (UnpairedElements) -> Void = { _ in }
  ) {
    models = Dictionary((definition?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
    self.keys = keys
    self.keepsForNull = keepsForNull
    self.reportUnpaired = reportUnpaired
  }

  /// Returns the result of merging two values, as compact JSON.
  ///
  /// - Parameters:
  ///   - newer: the value that takes precedence.
  ///   - older: the value that `newer` is merged into.
  ///   - type: the type of both values; nil if it is unknown.
  /// - Throws: an error if the merged value exceeds the limits of a document.
  package func merge(
    _ newer: JSONNode, over older: JSONNode, as type: DefinedType? = nil
  ) throws(JSONSyntaxError) -> [UInt8] {
    var writer = JSONWriter()
    try write(newer, over: older, type, to: &writer)
    return writer.finish()
  }

  // MARK: - Writing

  /// Writes the result of merging two values.
  private func write(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType?, to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    if newer.isNull, keepsForNull { return copy(older, to: &writer) }
    switch (older.kind, newer.kind) {
    case (.object, .object):
      // Objects without a type take two calls for each level, so that even a debug build can merge the deepest documents.
      guard let type else { return try writeMembers(newer, over: older, nil, nil, to: &writer) }
      try writeObject(newer, over: older, type.unwrapped, to: &writer)
    case (.array, .array): try writeList(newer, over: older, type?.unwrapped.element, to: &writer)
    default: copy(newer, to: &writer)
    }
  }

  /// Writes the result of merging two objects. Objects with different identities are not merged: the newer object replaces the
  /// older one.
  private func writeObject(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType, to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let model = model(type, of: newer)
    if model?.identity != nil,
      identity(of: older, as: type, by: nil) != identity(of: newer, as: type, by: nil)
    {
      return copy(newer, to: &writer)
    }
    try writeMembers(newer, over: older, model.map { PlaceInModel(model: $0) }, type.element, to: &writer)
  }

  /// Writes the result of merging the members of two objects.
  ///
  /// - Parameters:
  ///   - place: the location of the objects in a model; nil if they are not part of one.
  ///   - element: the type of members that are not properties, such as those of a dictionary.
  private func writeMembers(
    _ newer: JSONNode, over older: JSONNode, _ place: PlaceInModel?, _ element: DefinedType?,
    to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let (own, changes) = (DistinctMembers(of: older), DistinctMembers(of: newer))
    writer.beginObject()
    for member in own.all {
      writer.member(member.key)
      guard let change = changes[member.id] else {
        copy(member.value, to: &writer)
        continue
      }
      if let place {
        let inner = place.inside(.key(member.key.displayText))
        try write(change, over: member.value, inner, element, to: &writer)
      } else {
        try write(change, over: member.value, element, to: &writer)
      }
    }
    for change in changes.all where own[change.id] == nil {
      writer.member(change.key)
      copy(change.value, to: &writer)
    }
    writer.endObject()
  }

  /// Writes the result of merging two members of objects or two elements of lists. If they are values of a property,
  /// the merge rule of the property applies.
  private func write(
    _ newer: JSONNode, over older: JSONNode, _ place: PlaceInModel, _ element: DefinedType?,
    to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let property = place.property
    switch property?.merge {
    case .older: copy(older.isNull ? newer : older, to: &writer)
    case .newer: copy(newer.isNull && keepsForNull ? older : newer, to: &writer)
    case .union where older.kind == .array && newer.kind == .array:
      writer.beginArray()
      let own = Array(older.elements)
      for node in own + newer.elements.filter({ new in !own.contains { $0.isEquivalent(to: new) } }) {
        writer.beginElement()
        copy(node, to: &writer)
      }
      writer.endArray()
    case .union, nil:
      if property == nil, place.leadsToProperties {
        switch (older.kind, newer.kind) {
        case (.object, .object): return try writeMembers(newer, over: older, place, nil, to: &writer)
        case (.array, .array): return try writeElements(newer, over: older, place, to: &writer)
        default: break
        }
      }
      try write(newer, over: older, property?.type ?? element, to: &writer)
    }
  }

  /// Writes the result of merging two lists whose elements are or contain properties: each newer element is merged with
  /// the older element at the same index. Elements that contain no property are replaced.
  private func writeElements(
    _ newer: JSONNode, over older: JSONNode, _ place: PlaceInModel, to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let own = Array(older.elements)
    writer.beginArray()
    for (index, node) in newer.elements.enumerated() {
      writer.beginElement()
      let inner = place.inside(.index(index))
      if index < own.count, inner.property != nil || inner.leadsToProperties {
        try write(node, over: own[index], inner, nil, to: &writer)
      } else {
        copy(node, to: &writer)
      }
    }
    writer.endArray()
  }

  /// Writes the result of merging two lists by the identities of their elements. If the elements have no identities,
  /// the newer list replaces the older one.
  private func writeList(
    _ newer: JSONNode, over older: JSONNode, _ type: DefinedType?, to writer: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let (own, others) = (Array(older.elements), Array(newer.elements))
    guard let identities = identities(of: own, others, type) else { return copy(newer, to: &writer) }
    var pairing = IdentityPairing(others, by: identities)
    for node in own { pairing.expect(node) }
    writer.beginArray()
    for node in own {
      writer.beginElement()
      if let change = pairing.take(for: node) {
        try write(change, over: node, type, to: &writer)
      } else {
        copy(node, to: &writer)
      }
    }
    for node in pairing.rest() {
      writer.beginElement()
      copy(node, to: &writer)
    }
    writer.endArray()
  }

  /// Creates a merge of newer values into a sequence of older values, which are processed one at a time: all
  /// older values are counted first, then each is merged, and the rest of the newer values is appended.
  ///
  /// - Parameters:
  ///   - newer: the newer values, which are all held in memory.
  ///   - type: the type of each value; nil if it is unknown.
  /// - Returns: nil if neither the definition nor a key identifies the values.
  package func sequence(of newer: [JSONNode], as type: DefinedType? = nil) -> IdentityPairing? {
    identities(of: nil, newer, type).map { IdentityPairing(newer, by: $0) }
  }

  /// Writes a value unchanged.
  private func copy(_ node: JSONNode, to writer: inout JSONWriter) {
    JSONFormatter.compact.write(node, to: &writer)
  }

  // MARK: - Identities

  /// Returns the identity of a value within its list; nil if it has none.
  ///
  /// - Parameters:
  ///   - type: the type of the value, whose identity properties take precedence.
  ///   - key: the identifying key of the list; nil to use the definition only.
  fileprivate func identity(of node: JSONNode, as type: DefinedType?, by key: String?) -> [UInt8]? {
    guard let own = model(type, of: node)?.identity else {
      return key.flatMap { Alignment.identity(node, $0) }
    }
    var identity: [UInt8] = []
    for path in own {
      guard let value = node.find(path), !value.isNull else { return nil }
      identity += Alignment.identity(value) + [0]
    }
    return identity
  }

  /// Returns the rule that identifies the elements of two lists; nil if neither the definition nor a key identifies
  /// them.
  ///
  /// - Parameter older: the older elements; nil if they are not known in advance.
  private func identities(
    of older: [JSONNode]?, _ newer: [JSONNode], _ type: DefinedType?
  ) -> ElementIdentities? {
    let own = older ?? []
    if older?.isEmpty == true { return nil }
    if (own + newer).contains(where: { identity(of: $0, as: type, by: nil) != nil }) {
      return ElementIdentities(merging: self, type: type, key: nil)
    }
    let telling = keys.first {
      Alignment.identities(own, $0) != nil && Alignment.identities(newer, $0) != nil
    }
    // Some elements may have no identity, or the same one: retaining all elements is better than
    // losing one.
    func has(_ list: [JSONNode], _ key: String) -> Bool {
      list.contains { Alignment.identity($0, key) != nil }
    }
    let areObjects = (
      own: own.allSatisfy { $0.kind == .object }, newer: newer.allSatisfy { $0.kind == .object }
    )
    let key =
      telling ?? keys.first { has(own, $0) && has(newer, $0) }
      ?? keys.first { has(own, $0) && areObjects.newer || has(newer, $0) && areObjects.own }
    return key.map { ElementIdentities(merging: self, type: type, key: $0) }
  }

  /// Returns the model of an object. The model of a cluster is selected by the discriminating
  /// string.
  private func model(_ type: DefinedType?, of object: JSONNode) -> DefinedModel? {
    guard case .model(let name) = type?.unwrapped, let model = models[name] else { return nil }
    guard let cluster = model.cluster else { return model }
    let text = object.find(cluster.discriminator)?.displayText
    return (text.flatMap { cluster.models[$0] } ?? cluster.otherwise).flatMap { models[$0] }
  }
}

extension DefinedModel {
  /// The locations of the model's identity properties; nil if it has none.
  fileprivate var identity: [JSONKeyPath]? {
    let paths = properties.filter(\.isIdentity).map(\.keyPath)
    return paths.isEmpty ? nil : paths
  }
}

/// A location in the JSON of a model: that of a property, or of a value that contains properties.
private struct PlaceInModel {
  /// The model that contains the location.
  let model: DefinedModel
  /// The path from the value of the model to the location.
  var path: [JSONKeyPath.Component] = []

  /// Returns the location of a member or element of the value at this location.
  func inside(_ component: JSONKeyPath.Component) -> PlaceInModel {
    PlaceInModel(model: model, path: path + [component])
  }

  /// The property of the model at this location; nil if there is none.
  var property: DefinedProperty? {
    model.properties.first { $0.allPaths.contains { $0.components == path } }
  }

  /// Whether a property of the model is inside the value at this location.
  var leadsToProperties: Bool {
    model.properties.contains { property in
      property.allPaths.contains { $0.components.count > path.count && $0.components.starts(with: path) }
    }
  }
}

/// The rule that identifies the elements of two lists.
struct ElementIdentities {
  /// The merge that uses the rule. It has the models of the definition.
  let merging: JSONMerging
  /// The type of the elements; nil if it is unknown.
  let type: DefinedType?
  /// The key that identifies the elements; nil if the definition provides the identity.
  fileprivate let key: String?

  /// The first byte of an identity that is derived from a whole value. No other identity begins with this byte.
  private static let textMark: UInt8 = 0xff

  /// Returns the identity of an element; for an element without one, an identity derived from its whole value.
  func of(_ element: JSONNode) -> [UInt8] { key(of: element) ?? ofWhole(element) }

  /// Returns the identity of an element by the key or the definition; nil if the element has none.
  func key(of element: JSONNode) -> [UInt8]? { merging.identity(of: element, as: type, by: key) }

  /// Reports elements that could not be paired because their identity is not unique.
  func report(_ elements: [JSONNode]) { merging.reportUnpaired(.init(key: key, elements: elements)) }

  /// Returns an identity derived from the whole value, which is the same for equal elements.
  func ofWhole(_ element: JSONNode) -> [UInt8] { [Self.textMark] + element.canonicalText() }
}

extension DefinedType {
  /// The type of the elements of a list or set, or of the values of a dictionary; nil for other
  /// types.
  var element: DefinedType? {
    switch self {
    case .array(let inner), .set(let inner), .dictionary(let inner): inner
    case .optional(let inner): inner.element
    default: nil
    }
  }
}
