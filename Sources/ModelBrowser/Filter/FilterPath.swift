import Mantle

/// A value a filter looks at.
enum FilterValue {
  case node(JSONNode)
  case text(String)
  case number(Double)
}

/// Where a comparison's values are.
struct FilterPath: Sendable {
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case each
    /// The key, number or value of the element itself: `$key`, `$index`, `$value`.
    case own(Own)
  }

  enum Own: String, Sendable, CaseIterable {
    case key = "$key", index = "$index", value = "$value"
  }

  /// As it was written.
  let words: String
  /// The ways in JSON, of which the first that leads anywhere counts.
  var routes: [[Step]]
  /// The property of the element's model, where the path is one.
  var property: PropertyDescription?
  /// What the values are; nil where no model says it.
  var shape: ValueShape?
  /// Whether the property is that of some members of a class cluster: to others it may be another one.
  var isOfCluster = false

  /// Whether the model may have another text for the value than JSON has.
  var isDecoded: Bool { property?.hasOwnWords ?? false }

  /// What the values are to the model of an element.
  func property(in subject: FilterSubject) -> PropertyDescription? {
    guard isOfCluster, let property, let node = subject.node else { return property }
    return subject.model?.description(for: node).properties.first { $0.name == property.name } ?? property
  }

  /// The values a path leads to: in a list, those of every element.
  func values(of subject: FilterSubject) -> [FilterValue] {
    for route in routes {
      let values = Self.values(of: subject, route)
      if !values.isEmpty { return values }
    }
    return []
  }

  private static func values(of subject: FilterSubject, _ route: [Step]) -> [FilterValue] {
    var route = route[...]
    if case .own(let own) = route.first {
      route = route.dropFirst()
      if own == .key { return subject.key.map { [.text($0)] } ?? [] }
      if own == .index { return subject.index.map { [.number(Double($0))] } ?? [] }
    }
    guard let node = subject.node else { return [] }
    if let only = single(node, route) { return only.map { [.node($0)] } ?? [] }
    return route.reduce([node]) { nodes, step in nodes.flatMap { step.values(in: $0) } }.map { .node($0) }
  }

  /// The value a path through objects leads to: the usual case, without lists of values; nil for a path into a list.
  private static func single(_ node: JSONNode, _ route: ArraySlice<Step>) -> JSONNode?? {
    var node = node
    for step in route {
      guard case .key(let key) = step, node.kind != .array else { return nil }
      guard let next = node[key] else { return .some(nil) }
      node = next
    }
    return .some(node)
  }
}

extension FilterPath.Step {
  /// The values one step further; a key of a list is that of each element.
  func values(in node: JSONNode) -> [JSONNode] {
    switch self {
    case .key(let key):
      node.kind == .array ? node.elements.compactMap { $0[key] } : node[key].map { [$0] } ?? []
    case .index(let index): node[index].map { [$0] } ?? []
    case .each: node.kind == .array ? Array(node.elements) : node.members.map(\.value)
    case .own: [node]
    }
  }
}

extension PropertyDescription {
  /// Whether the model may have another text for the value than JSON has.
  var hasOwnWords: Bool {
    switch shape.unwrapped {
    case .string, .enumeration, .url, .uuid, .json, .model, .array, .dictionary: false
    case .date: true
    default: transformer != nil
    }
  }
}
