import Mantle

/// The values that a name denotes after some of its components: their model, samples of them, or both.
struct NamedPlace {
  var model: ModelDescription?
  /// Returns the sample values, which are only computed if further components follow.
  private var findNodes: () -> [JSONNode]
  /// The shape of the values of a dictionary, in which every key may occur; nil for any other place.
  var values: ValueShape?
  /// The property of the dictionary's values, if the model defines one.
  private var valueProperty: PropertyDescription?
  /// Whether `model` is a combination of the different models that the members of a class cluster have at this place.
  private var differs = false
  /// Whether at least one component of the name precedes this place.
  private var isInside = false

  init(model: ModelDescription?, nodes: [JSONNode]) {
    (self.model, findNodes) = (model, { nodes })
  }

  /// Replaces the sample values by the values that a further component leads to.
  private mutating func enterNodes(_ enter: @escaping ([JSONNode]) -> [JSONNode]) {
    findNodes = { [findNodes] in enter(findNodes()) }
  }

  private var properties: [PropertyDescription] { model?.properties.filter { !$0.keyPaths.isEmpty } ?? [] }

  /// Returns the model's property with a name, or else the property that is decoded from a key with that name.
  private func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name.isExactly(name) }
      ?? properties.first { $0.keyPaths.count == 1 && $0.keyPaths[0].components == [.key(name)] }
  }

  /// Returns whether a key may occur at this place. Any key may if nothing is known about the values.
  func knows(_ key: String) -> Bool {
    let objects = objects
    return objects.isEmpty && model == nil && !(isInside && hasScalars) || values != nil
      || objects.contains { $0[key] != nil }
      || properties.contains { $0.name == key || $0.keyPaths.contains { $0.components.first == .key(key) } }
  }

  private var objects: some Collection<JSONNode> { elements.lazy.filter { $0.kind == .object } }

  /// Whether there are sample values other than null, lists and objects.
  private var hasScalars: Bool { elements.contains { !$0.isNull && !$0.kind.isContainer } }

  /// The sample values, in which each list is replaced by its elements.
  private var elements: [JSONNode] {
    findNodes().map(\.withNestedJSON).flatMap { $0.kind == .array ? $0.elements.map(\.withNestedJSON) : [$0] }
  }

  /// The names that may follow as the next component, properties first.
  var names: [String] {
    let known = properties.map(\.name)
    // The key of a property is omitted, because it is another name for the property.
    let ownKeys = properties.filter { $0.keyPaths.count == 1 }.compactMap(\.keyPaths[0].onlyKey)
    var seen = Set((known + ownKeys).map(ExactText.init))
    let keys = objects.flatMap { $0.members.map(\.key.displayText) }
      .filter { seen.insert(ExactText($0)).inserted }
    return known + keys
  }

  mutating func step(_ step: FilterPath.Step, _ path: inout FilterPath) {
    isInside = true
    if case .key(let name) = step, let property = property(named: name) {
      let all = model?.memberProperties(named: property.name) ?? []
      let ways = (all.isEmpty ? [property] : all).flatMap(\.steps).uniqued
      enterMembers(all, named: property.name, &path)
      enterNodes { nodes in
        ways.flatMap { way in way.reduce(nodes) { nodes, step in nodes.flatMap { step.values(in: $0) } } }
      }
      path.routes = path.routes.flatMap { route in ways.map { route + $0 } }
      path.property = property
      if let shape = ValueShape.common(all.isEmpty ? [property.shape] : all.map(\.shape)) {
        enter(shape, &path)
      } else {
        (model, values, path.shape) = (ModelDescription(anyOf: all.map(\.shape)), nil, nil)
        differs = model != nil
      }
      return
    }
    enterNodes { nodes in nodes.flatMap { step.values(in: $0) } }
    path.routes = path.routes.map { $0 + [step] }
    if differs, step.isOfList {
      path.cluster?.names.append(.step(step))
      path.property = nil
      return
    }
    differs = false
    let element = step.isOfList ? path.property?.inner : nil
    let inner =
      values.map { ($0, valueProperty) }
      ?? (step.isOfList ? path.shape?.unwrapped.element : nil).map { ($0, element) }
    (path.property, path.cluster) = (nil, nil)
    guard step != .own(.value) else { return }
    model = nil
    (path.shape, values, valueProperty) = (nil, nil, nil)
    guard let (shape, property) = inner else { return }
    path.property = property
    enter(shape, &path)
  }

  /// Extends the path by the properties that the members of a class cluster have under a name.
  private mutating func enterMembers(
    _ all: [PropertyDescription], named name: String, _ path: inout FilterPath
  ) {
    let next = FilteredCluster.Name.property(name, all)
    if differs {
      path.cluster?.names.append(next)
    } else {
      path.cluster = model.flatMap {
        all.isEmpty ? nil : FilteredCluster(model: $0, routes: path.routes, names: [next])
      }
    }
    differs = false
  }

  /// Moves the place and the path to values of a shape. The elements of a list need no component of their own.
  private mutating func enter(_ shape: ValueShape, _ path: inout FilterPath) {
    path.shape = shape
    (model, values, valueProperty) = (nil, nil, nil)
    var (shape, property) = (shape.unwrapped, path.property)
    while let element = shape.element { (shape, property) = (element.unwrapped, property?.inner) }
    if case .dictionary(let value) = shape { (values, valueProperty) = (value, property?.inner) }
    if case .model(let reference) = shape { model = reference.description() }
  }
}

extension ModelDescription {
  /// Creates the combination of the models of several shapes, with the properties of all of them; nil if one of the
  /// shapes has no model.
  fileprivate init?(anyOf shapes: [ValueShape]) {
    let models = shapes.map(\.innermostModel)
    let members = models.compactMap(\.self)
    guard !members.isEmpty, members.count == models.count else { return nil }
    var names: Set<String> = []
    self.init(
      name: members.map(\.name).joined(separator: " or "),
      properties: members.flatMap(\.properties).filter { names.insert($0.name).inserted },
      diagnose: { _, _ in [] }, export: { _, _, _ in RewrittenValues() })
    self.members = members
  }

  /// Returns the properties that the members of a class cluster have under a name; empty for every other model.
  fileprivate func memberProperties(named name: String) -> [PropertyDescription] {
    members.flatMap { member in
      member.isCluster
        ? member.memberProperties(named: name) : member.properties.filter { $0.name == name }
    }
  }
}

extension [[FilterPath.Step]] {
  fileprivate var uniqued: Self {
    var seen: Set<[FilterPath.Step]> = []
    return filter { seen.insert($0).inserted }
  }
}

extension ValueShape {
  /// Returns the common shape of values that may have any of the given shapes; nil if the shapes differ.
  static func common(_ shapes: [ValueShape]) -> ValueShape? {
    guard let first = shapes.first?.unwrapped, shapes.allSatisfy({ $0.unwrapped.isLike(first) }) else {
      return nil
    }
    var common = first
    if case .enumeration = first {
      var cases: [String] = []
      for case .enumeration(let own) in shapes.map(\.unwrapped) {
        cases += own.filter { !cases.contains($0) }
      }
      common = .enumeration(cases)
    }
    return shapes.contains(where: \.isOptional) ? .optional(common) : common
  }

  private func isLike(_ other: ValueShape) -> Bool {
    switch (self, other) {
    case (.string, .string), (.integer, .integer), (.number, .number), (.boolean, .boolean), (.url, .url),
      (.date, .date), (.uuid, .uuid), (.data, .data), (.json, .json), (.enumeration, .enumeration):
      true
    case (.model(let own), .model(let other)): own.name == other.name
    case (.array(let own), .array(let other)), (.dictionary(let own), .dictionary(let other)):
      own.unwrapped.isLike(other.unwrapped)
    default: false
    }
  }

  /// The shape of the innermost elements of nested lists; for any other shape, the shape itself.
  var innermost: ValueShape { unwrapped.element?.innermost ?? unwrapped }

  fileprivate var element: ValueShape? {
    if case .array(let element) = self { element } else { nil }
  }
}

extension FilterPath.Step {
  /// Whether the step leads from a list to its elements.
  var isOfList: Bool {
    switch self {
    case .each, .index, .row: true
    case .key, .own: false
    }
  }
}
