import Mantle
import MantleDocuments

/// A value that a filter inspects: a part of the document, or the result of a calculation.
package enum FilterValue: Sendable {
  case node(JSONNode)
  case text(String)
  case number(ComparedNumber)
  /// An ISO 8601 date or instant that was calculated.
  case date(String)
}

/// The values that a comparison, a column or a sort key reads: those at a path, or those of a calculation.
package struct FilterPath: Sendable {
  /// A component of a path in a filter.
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case each
    /// The element that a row of a query is about, of the list that is exploded at a level.
    case row(level: Int)
    /// The key, number or value of the element itself: `$key`, `$index`, `$value`.
    case own(Own)

    /// Whether both are the same step. Keys are compared by code points, as in JSON.
    package static func == (a: Step, b: Step) -> Bool {
      switch (a, b) {
      case (.key(let a), .key(let b)): a.isExactly(b)
      case (.index(let a), .index(let b)), (.row(level: let a), .row(level: let b)): a == b
      case (.own(let a), .own(let b)): a == b
      case (.each, .each): true
      default: false
      }
    }
  }

  /// The path to the element itself.
  package static let own = FilterPath(words: "$value", routes: [[.own(.value)]])
  package static let key = FilterPath(words: "$key", routes: [[.own(.key)]])

  /// A pseudo-key that denotes the element itself.
  package enum Own: String, Sendable, CaseIterable {
    case key = "$key", index = "$index", value = "$value"
  }

  /// The original text.
  package var words: String
  /// The ways in JSON, of which the first that leads anywhere counts.
  package var routes: [[Step]]
  /// The property of the element's model, if the path denotes one.
  package var property: PropertyDescription?
  /// The shape of the values; nil if no model defines it.
  package var shape: ValueShape?
  /// The class cluster that the property belongs to; each of its members may have a different property of
  /// the name.
  var cluster: FilteredCluster?
  /// The calculation of the values; nil for the values at a path.
  var calculation: Calculation?

  /// Whether it is a name that values have, and neither a key that is looked for in any (`.name`) nor `$value`.
  package var isNamed: Bool {
    calculation?.paths.contains(where: \.isNamed) ?? (!words.hasPrefix(".") && !words.hasPrefix("$"))
  }

  /// The paths that the values are read from: the path itself, or those of its calculation.
  var leaves: [FilterPath] { calculation?.paths ?? [self] }

  /// Whether a model has a property for the values, or a calculation makes them.
  package var isMapped: Bool { property != nil || cluster != nil || calculation != nil }

  /// Whether the model may have another text for the value than JSON has.
  var isDecoded: Bool {
    (cluster?.properties ?? [property].compactMap(\.self)).contains(where: \.hasOwnWordsInside)
  }

  /// The values at the end of a path.
  struct Values {
    /// Each value with its property; nil if no model has one.
    var values: [(value: FilterValue, property: PropertyDescription?)] = []
    /// Whether the path goes through a list, so that there may be any number of values.
    var isList = false
  }

  /// The values that the path leads to, with their properties: of a list, those of every element.
  func readValues(of subject: FilterSubject) -> Values {
    if let calculation { return calculation.value(in: subject).calculated }
    var isList = false
    for route in cluster?.routes ?? routes {
      let values = Self.values(of: subject, route, &isList)
      let read = cluster.map { cluster in values.flatMap { cluster.values(in: $0, &isList) } }
      let found = Values(values: read ?? values.map { ($0, property) }, isList: isList)
      if !found.values.isEmpty { return found }
    }
    return Values(isList: isList)
  }

  /// The values that the path leads to: of a list, those of every element.
  package func values(of subject: FilterSubject) -> [FilterValue] {
    if let calculation { return calculation.value(in: subject).calculated.values.map(\.value) }
    var isList = false
    return routes.lazy.map { Self.values(of: subject, $0, &isList) }.first { !$0.isEmpty } ?? []
  }

  /// Whether a path through objects leads to no value of a subject. Elements of lists on the path are not missing.
  package func isMissing(in subject: FilterSubject) -> Bool {
    guard let node = subject.node else { return true }
    return routes.contains { route in
      if let only = Self.single(subject, node, route[...]) { only == nil } else { false }
    }
  }

  /// - Parameter isList: Becomes true if the route goes through a list.
  private static func values(of subject: FilterSubject, _ route: [Step], _ isList: inout Bool)
    -> [FilterValue]
  {
    var route = route[...]
    if case .own(let own) = route.first {
      route = route.dropFirst()
      if own == .key { return subject.key.map { [.text($0)] } ?? [] }
      if own == .index { return subject.index.map { [.number(ComparedNumber($0))] } ?? [] }
    }
    guard let node = subject.node else { return [] }
    if let only = single(subject, node, route) { return only.map { [.node($0)] } ?? [] }
    var nodes = [node]
    for (number, step) in route.enumerated() {
      // An element that is a list itself has no keys; a list of its elements is meant with `[]`.
      let isOwnKey = if case .key = step { number == 0 } else { false }
      isList = isList || !isOwnKey && nodes.contains { step.spreads($0) }
      nodes = nodes.flatMap { step.values(in: $0) }
    }
    return nodes.map { .node($0) }
  }

  /// The value that a path through objects leads to in a subject.
  static func single(_ subject: FilterSubject, _ node: JSONNode, _ route: ArraySlice<Step>) -> JSONNode?? {
    guard let members = subject.members, case .key(let key)? = route.first else { return single(node, route) }
    guard let next = members[key] else { return .some(nil) }
    return single(next, route.dropFirst())
  }

  /// The value a path through objects leads to: the usual case, without lists of values; nil for a path into a list.
  private static func single(_ node: JSONNode, _ route: ArraySlice<Step>) -> JSONNode?? {
    var node = node
    for step in route {
      node = node.withNestedJSON
      guard case .key(let key) = step, node.kind != .array else { return nil }
      guard let next = node[key] else { return .some(nil) }
      node = next
    }
    return .some(node)
  }
}

/// The objects of a class cluster, and the property that a filter asks for of each.
struct FilteredCluster: Sendable {
  let model: ModelDescription
  /// The ways to the objects.
  var routes: [[FilterPath.Step]]
  /// The path from the objects: the property, then further components as long as their meaning differs between the members.
  var names: [Name]

  /// A component of the path below an object of the cluster.
  enum Name: Sendable {
    /// With what the members have of the name.
    case property(String, [PropertyDescription])
    case step(FilterPath.Step)
  }

  /// A value and the property that holds it, if known.
  typealias Found = (node: JSONNode, property: PropertyDescription?)

  /// The properties that the members have under the last name.
  var properties: [PropertyDescription] {
    if case .property(_, let properties)? = names.last { properties } else { [] }
  }

  /// The values of the property in an object, or in those of a list.
  fileprivate func values(
    in value: FilterValue, _ isList: inout Bool
  ) -> [(value: FilterValue, property: PropertyDescription?)] {
    guard case .node(let node) = value else { return [] }
    var found: [Found] = [(node, nil)]
    for (index, name) in names.enumerated() {
      let model = index == 0 ? self.model : nil
      isList = isList || found.contains { name.spreads($0.node) }
      found = found.flatMap { name.values(of: $0, model) }
    }
    return found.map { (.node($0.node), $0.property) }
  }
}

extension FilteredCluster.Name {
  /// Whether the component leads to any number of values in a value.
  fileprivate func spreads(_ node: JSONNode) -> Bool {
    if case .step(let step) = self { step.spreads(node) } else { node.kind == .array }
  }

  /// - Parameter model: the model of the value; nil for the model of its property.
  fileprivate func values(
    of found: FilteredCluster.Found, _ model: ModelDescription?
  ) -> [FilteredCluster.Found] {
    let (node, property) = found
    switch self {
    case .step(let step):
      let inner = step.isOfList ? property?.inner : nil
      return step.values(in: node).map { ($0, inner) }
    case .property(let name, let others):
      let model = model ?? property?.shape.innermostModel
      let objects = node.kind == .array ? Array(node.elements) : [node]
      return objects.flatMap { object in
        let own = model?.description(for: object).properties.first { $0.name == name }
        for property in own.map({ [$0] }) ?? others {
          let found = property.steps.lazy.map { way in
            way.reduce([object]) { nodes, step in nodes.flatMap { step.values(in: $0) } }
          }.first { !$0.isEmpty }
          if let found { return found.map { ($0, own) } }
        }
        return []
      }
    }
  }
}

extension ValueShape {
  /// The model of the values, or of the elements if the values are lists.
  var innermostModel: ModelDescription? {
    if case .model(let reference) = innermost { reference.description() } else { nil }
  }
}

extension PropertyDescription {
  /// The ways to its value in an object.
  var steps: [[FilterPath.Step]] { keyPaths.map { $0.components.map(FilterPath.Step.init) } }
}

extension FilterPath.Step {
  init(_ component: JSONKeyPath.Component) {
    switch component {
    case .key(let key): self = .key(key)
    case .index(let index): self = .index(index)
    case .each: self = .each
    }
  }

  /// Whether the step leads to any number of values in a value.
  fileprivate func spreads(_ node: JSONNode) -> Bool {
    switch self {
    case .each: node.withNestedJSON.kind.isContainer
    case .key: node.withNestedJSON.kind == .array
    case .index, .row, .own: false
    }
  }

  /// The values one step further; a key of a list is that of each element, and a string may contain JSON.
  func values(in node: JSONNode) -> [JSONNode] {
    if case .own = self { return [node] }
    let node = node.withNestedJSON
    return switch self {
    case .key(let key):
      node.kind == .array
        ? node.elements.compactMap { $0.withNestedJSON[key] } : node[key].map { [$0] } ?? []
    case .index(let index): node[index].map { [$0] } ?? []
    case .each, .row: node.kind == .array ? Array(node.elements) : node.members.map(\.value)
    case .own: [node]
    }
  }
}

extension JSONNode {
  /// The object or list in a string that contains JSON; every other value as it is.
  var withNestedJSON: JSONNode { kind == .string ? nestedDocument()?.root ?? self : self }
}

extension PropertyDescription {
  /// The same for the values inside, too.
  fileprivate var hasOwnWordsInside: Bool { hasOwnWords || inner?.hasOwnWordsInside == true }

  /// Whether the model may have another text for the value than JSON has.
  var hasOwnWords: Bool {
    switch shape.unwrapped {
    case .string, .enumeration, .url, .uuid, .json, .model, .array, .dictionary: false
    case .date: true
    default: transformer != nil
    }
  }
}
