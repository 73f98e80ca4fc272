import Mantle
import MantleDocuments

/// A value that a filter tests: a part of the document, or the result of a calculation.
package enum FilterValue: Sendable {
  case node(JSONNode)
  case text(String)
  case number(ComparedNumber)
  /// A calculated ISO 8601 date or timestamp.
  case date(String)
}

/// The source of the values of a comparison, a column or a sort key: a path or a calculation.
package struct FilterPath: Sendable {
  /// A component of a path in a filter.
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case each
    /// The element of the current row in the list that the query explodes at a nesting level.
    case row(level: Int)
    /// The key, the index or the value of the element itself: `$key`, `$index`, `$value`.
    case own(Own)

    /// Returns whether two steps are equal. Keys are compared by code points, as in JSON.
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

  /// The path to the record itself: `$value`.
  package static let own = FilterPath(words: "$value", routes: [[.own(.value)]])
  package static let key = FilterPath(words: "$key", routes: [[.own(.key)]])

  /// A name that denotes the record itself, its key or its index.
  package enum Own: String, Sendable, CaseIterable {
    case key = "$key", index = "$index", value = "$value"
  }

  /// The source text of the path.
  package var words: String
  /// The alternative JSON paths to the values. The first JSON path that has a value applies.
  package var routes: [[Step]]
  /// The property that the path denotes; nil if no model defines one.
  package var property: PropertyDescription?
  /// The shape of the values at the path; nil if no model defines it.
  package var shape: ValueShape?
  /// The class cluster that the property belongs to; nil if there is none. Its members may have different properties
  /// with the same name.
  var cluster: FilteredCluster?
  /// The calculation whose results are the values; nil for a path.
  var calculation: Calculation?

  /// Whether the path, or a path in its calculation, is a known name, and neither a literal key (`.name`) nor `$key`,
  /// `$index` or `$value`.
  package var isNamed: Bool {
    calculation?.paths.contains(where: \.isNamed) ?? (!words.hasPrefix(".") && !words.hasPrefix("$"))
  }

  /// The paths that are read from a row: the path itself, or the paths of its calculation.
  var leaves: [FilterPath] { calculation?.paths ?? [self] }

  /// Whether a property or a calculation defines the values at the path.
  package var isMapped: Bool { property != nil || cluster != nil || calculation != nil }

  /// Whether the property may decode the value to a text that differs from the text in JSON.
  var isDecoded: Bool {
    (cluster?.properties ?? [property].compactMap(\.self)).contains(where: \.hasOwnWordsInside)
  }

  /// The values at a path.
  struct Values {
    /// The values, each with its property, which is nil if no model defines one.
    var values: [(value: FilterValue, property: PropertyDescription?)] = []
    /// Whether the path goes through a list, so that it may have any number of values.
    var isList = false
  }

  /// Returns the values at the path with their properties; for a list, the values of all elements.
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

  /// Returns the values at the path; for a list, the values of all elements.
  package func values(of subject: FilterSubject) -> [FilterValue] {
    if let calculation { return calculation.value(in: subject).calculated.values.map(\.value) }
    var isList = false
    return routes.lazy.map { Self.values(of: subject, $0, &isList) }.first { !$0.isEmpty } ?? []
  }

  /// Returns whether a path through objects has no value in a subject. A path through a list is never missing.
  package func isMissing(in subject: FilterSubject) -> Bool {
    guard let node = subject.node else { return true }
    return routes.contains { route in
      if let only = Self.single(subject, node, route[...]) { only == nil } else { false }
    }
  }

  /// Returns the values at one of the alternative JSON paths in a subject.
  ///
  /// - Parameter isList: set to true if the JSON path goes through a list.
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
      // A list that is itself an element has no keys; `[]` is required to denote its elements.
      let isOwnKey = if case .key = step { number == 0 } else { false }
      isList = isList || !isOwnKey && nodes.contains { step.spreads($0) }
      nodes = nodes.flatMap { step.values(in: $0) }
    }
    return nodes.map { .node($0) }
  }

  /// Returns the value at a JSON path through objects in a subject. The inner optional is nil for a missing value, the
  /// outer optional is nil for a path through a list.
  static func single(_ subject: FilterSubject, _ node: JSONNode, _ route: ArraySlice<Step>) -> JSONNode?? {
    guard subject.members != nil, case .key(let key)? = route.first else { return single(node, route) }
    guard let next = subject.members?[key] else { return .some(nil) }
    return route.count == 1 ? next : single(next, route.dropFirst())
  }

  /// Returns the value at a JSON path through objects, which is the usual case. The inner optional is nil for a missing
  /// value, the outer optional is nil for a path through a list.
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

/// A class cluster, and the property of its objects that a filter names.
struct FilteredCluster: Sendable {
  let model: ModelDescription
  /// The alternative paths to the objects of the cluster.
  var routes: [[FilterPath.Step]]
  /// The components of the path inside an object of the cluster: the property, and further components if their meaning
  /// differs between the members.
  var names: [Name]

  /// A component of the path inside an object of the cluster.
  enum Name: Sendable {
    /// A name with the properties that the members have under this name.
    case property(String, [PropertyDescription])
    case step(FilterPath.Step)
  }

  /// A value and the property that holds it, if known.
  typealias Found = (node: JSONNode, property: PropertyDescription?)

  /// The properties that the members of the cluster have under the last name of the path.
  var properties: [PropertyDescription] {
    if case .property(_, let properties)? = names.last { properties } else { [] }
  }

  /// Returns the values that the path denotes inside an object of the cluster, or inside the objects of a list.
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
  /// Returns whether the component leads to any number of values, because the current value is a list.
  fileprivate func spreads(_ node: JSONNode) -> Bool {
    if case .step(let step) = self { step.spreads(node) } else { node.kind == .array }
  }

  /// Returns the values that the name denotes inside a value.
  ///
  /// - Parameter model: the model of the value; nil to use the model of its property.
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
  /// The alternative JSON paths to the property's value in an object.
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

  /// Returns whether the step leads to any number of values, because the current value is a list.
  fileprivate func spreads(_ node: JSONNode) -> Bool {
    switch self {
    case .each: node.withNestedJSON.kind.isContainer
    case .key: node.withNestedJSON.kind == .array
    case .index, .row, .own: false
    }
  }

  /// Returns the values that the step leads to from a value. A key of a list applies to each element, and a string may
  /// contain JSON.
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
  /// The object or list in a string that contains JSON; for any other value, the value itself.
  var withNestedJSON: JSONNode { kind == .string ? nestedDocument()?.root ?? self : self }
}

extension PropertyDescription {
  /// Whether the property may decode the value, or a value nested in it, to a text that differs from the text in JSON.
  fileprivate var hasOwnWordsInside: Bool { hasOwnWords || inner?.hasOwnWordsInside == true }

  /// Whether the property may decode the value to a text that differs from the text in JSON.
  var hasOwnWords: Bool {
    switch shape.unwrapped {
    case .string, .enumeration, .url, .uuid, .json, .model, .array, .dictionary: false
    case .date: true
    default: transformer != nil
    }
  }
}
