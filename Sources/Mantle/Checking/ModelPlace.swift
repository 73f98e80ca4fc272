/// A model, and where in a text its values are.
///
/// A class, since threads that copy a description for each value wait for each other to count its references.
package final class ModelPlace: Sendable {
  package let model: ModelDescription
  /// Empty for the root, `[]` for the elements of an array, the lines, or the members of an object, `items[]` inside
  /// a wrapper object.
  package let path: JSONKeyPath
  /// Whether the place was found by looking at samples, rather than named by a user.
  package let isGuess: Bool
  /// The numbers of those `[]` of the path that mean the elements of an array, and never the members of an object: what
  /// samples showed. Where nothing is said, they mean both.
  package let arraySteps: Set<Int>

  package init(
    _ model: ModelDescription, at path: JSONKeyPath = JSONKeyPath(), isGuess: Bool = false,
    arraySteps: Set<Int> = []
  ) {
    self.model = model
    self.path = path
    self.isGuess = isGuess
    self.arraySteps = arraySteps
  }

  /// The same place in each of several values.
  package var inEachValue: ModelPlace { moved(to: JSONKeyPath([.each] + path.components)) }

  /// The same place as a value further inside or outside has it: with the end of the path, or with steps before it.
  package func moved(to path: JSONKeyPath) -> ModelPlace {
    let added = path.components.count - self.path.components.count
    return ModelPlace(
      model, at: path, isGuess: isGuess, arraySteps: Set(arraySteps.map { $0 + added }))
  }

  /// Whether it is under a key of each of several values, some of which may have nothing there.
  var isMemberOfMany: Bool { path.components.contains(.each) && path.components.last != .each }

  /// What a value at the place is read as; nil where it is plainly something else that the samples did not show: nothing
  /// at all under a key, or an object without two and more than half of the required keys.
  package func model(for node: JSONNode) -> ModelDescription? {
    let description = model.description(for: node)
    guard isGuess else { return description }
    switch node.kind {
    case .null: return path.components.last == .each ? description : nil
    case .object where node.count > 0: return description.isHalfThere(in: node) ? description : nil
    default: return description
    }
  }
}

extension ModelPlace {
  /// How much of the model an object has: its keys, less those that must be there and are not.
  fileprivate func likeness(to node: JSONNode) -> Int {
    model.description(for: node).properties.reduce(0) { sum, property in
      let isThere = property.keyPaths.contains { node.hasFirstKey(of: $0) }
      return sum + (isThere ? 1 : property.isRequired ? -2 : 0)
    }
  }
}

extension ModelPlace {
  /// What to say of a value where lists of the model were to be expected, which the other samples are; nothing of one that
  /// is empty.
  func noList(_ node: JSONNode) -> [Diagnostic] {
    guard node.kind != .null, node.kind != .object || node.count > 0 else { return [] }
    guard isGuess else {
      return [
        Diagnostic(
          .error, .typeMismatch, model: model.name, path: node.path, location: node.location,
          expected: "a list of \(model.name)", found: "\(node.kind)",
          hint: "is this the answer of an error? `--at PLACE --model NAME` says what is where")
      ]
    }
    if node.kind == .object, model.description(for: node).isHalfThere(in: node) {
      return [
        Diagnostic(
          .error, .typeMismatch, model: model.name, path: node.path, location: node.location,
          expected: "a list of \(model.name), as the others are", found: "an object",
          hint: "write `[` and `]` around it")
      ]
    }
    return [
      Diagnostic(
        .warning, .noModel, path: node.path, location: node.location,
        detail:
          "\(node.kind == .object ? "an" : "a") \(node.kind) stands where others have a list of \(model.name)",
        hint:
          "`--model \(model.name)` counts it as an error; `--at PLACE --model NAME` says what else is there")
    ]
  }
}

extension Diagnostic.Code {
  /// No model fits the data, or an element of a list is plainly not of the model that the others are.
  package static let noModel: Self = "no-model"
}

extension ModelDescription {
  /// What to say of an object in a list of models that is plainly something else.
  package func oddElement(_ node: JSONNode) -> Diagnostic? {
    guard node.kind == .object else { return nil }
    let missing = properties.filter { property in
      property.isRequired && !property.keyPaths.contains { node.hasFirstKey(of: $0) }
    }
    let keys = missing.compactMap(\.keyPaths.first).map { "`\($0)`" }
    return Diagnostic(
      .warning, .noModel, path: node.path, location: node.location,
      detail: "this element is no \(name): it has no \(keys.joined(separator: ", "))",
      hint: "`--model \(name)` counts it as an error; `--at PLACE --model NAME` says what else is in the list"
    )
  }

  /// Whether at most one, or at most half of the required keys are not in an object.
  fileprivate func isHalfThere(in node: JSONNode) -> Bool {
    // By index, since copies of the properties for each element that is looked at are most of a thirtieth of a key press.
    var left = properties.indices.count { properties[$0].isRequired }
    var lacking = max(2, left / 2 + 1)
    for index in properties.indices where properties[index].isRequired {
      if lacking > left { return true }
      left -= 1
      guard !properties[index].keyPaths.contains(where: node.hasFirstKey) else { continue }
      lacking -= 1
      if lacking == 0 { return false }
    }
    return true
  }
}

extension JSONNode {
  fileprivate func hasFirstKey(of path: JSONKeyPath) -> Bool {
    guard case .key(let key) = path.components.first else { return true }
    return self[key] != nil
  }
}

/// What is left of the ways from a value to the places of models.
struct ModelWays: Sendable {
  private struct Way: Sendable {
    let place: Int
    let rest: ArraySlice<JSONKeyPath.Component>
  }

  private let places: [ModelPlace]
  /// Nil inside a value that is not read as a model, and where there are no models at all.
  private var ways: [Way]?

  init(_ places: [ModelPlace]) {
    self.places = places
    ways = places.isEmpty ? nil : places.enumerated().map { Way(place: $0, rest: $1.path.components[...]) }
  }

  /// Whether a value is the outermost one that no way leads into.
  var isUnread: Bool { ways?.isEmpty ?? false }

  /// Whether a value is read as a model, and so as a whole.
  var isModel: Bool { ways?.contains { $0.rest.isEmpty } ?? false }

  /// The ways that a value of a kind can go, where objects and arrays stand in one place: only an array has elements, and
  /// what is a list is no model.
  func narrowed(to kind: JSONKind) -> ModelWays {
    guard let ways, ways.contains(where: stepsIntoArray) else { return self }
    var copy = self
    copy.ways = ways.filter { kind == .array ? !$0.rest.isEmpty : !stepsIntoArray($0) }
    return copy
  }

  private func stepsIntoArray(_ way: Way) -> Bool {
    way.rest.first == .each && places[way.place].arraySteps.contains(way.rest.startIndex)
  }

  /// The place whose lists stand here, where nothing else does.
  private var listPlace: Int? {
    guard let ways, let first = ways.first, ways.allSatisfy(stepsIntoArray) else { return nil }
    return first.place
  }

  /// The ways of a value whose children are read one by one.
  var entered: ModelWays {
    var copy = self
    if isUnread { copy.ways = nil }
    return copy
  }

  /// What is left after a step; nil is the step to a member without a key.
  func step(_ component: JSONKeyPath.Component?) -> ModelWays {
    var copy = self
    copy.ways = ways.map { ways in
      ways.compactMap { way in
        guard let component, let first = way.rest.first, first == component || first == .each else {
          return nil
        }
        return Way(place: way.place, rest: way.rest.dropFirst())
      }
    }
    return copy
  }

  /// Where a walk along the ways ends.
  enum End {
    /// At a value of the model of a place, by the place's number; and its key, where it is a member of what a list is made
    /// of.
    case model(Int, key: String?)
    /// At a value that no way leads into, and where a list of a place was to be expected, that place's number.
    case unread(JSONKeyPath, insteadOfList: Int?)
  }

  /// Walks from a value along all ways, in the order of the text.
  func follow(from node: JSONNode, _ path: JSONKeyPath, _ visit: (JSONNode, End) -> Void) {
    var path = path
    follow(from: node, &path, visit)
  }

  private func follow(from node: JSONNode, _ path: inout JSONKeyPath, _ visit: (JSONNode, End) -> Void) {
    let narrowed = narrowed(to: node.kind)
    guard let ways = narrowed.ways else { return }
    if let place = narrowed.modelPlace(of: node) {
      return visit(node, .model(place, key: memberKey(at: path, of: place)))
    }
    guard !ways.isEmpty, node.kind == .array || node.kind == .object else {
      return visit(node, .unread(path, insteadOfList: listPlace))
    }
    if node.kind == .array {
      for (index, element) in node.elements.enumerated() {
        narrowed.enter(element, .index(index), &path, visit)
      }
    } else {
      for member in node.members {
        narrowed.enter(member.value, .key(member.key.displayText), &path, visit)
      }
    }
  }

  /// The place of a value that is read as a model: of objects of several kinds in one place, the one it is most like.
  private func modelPlace(of node: JSONNode) -> Int? {
    var best: Int?
    // No key path for a closure here: looking through it, for each value, took a sixth of a conversion.
    for way in ways ?? [] where way.rest.isEmpty {
      guard let other = best else {
        best = way.place
        continue
      }
      if places[other].likeness(to: node) < places[way.place].likeness(to: node) { best = way.place }
    }
    return best
  }

  /// The last key on a path that stands for `[]` of a place.
  private func memberKey(at path: JSONKeyPath, of place: Int) -> String? {
    let (steps, pattern) = (path.components, places[place].path.components)
    for index in (0..<min(steps.count, pattern.count)).reversed() {
      if case .key(let key) = steps[index], pattern[index] == .each { return key }
    }
    return nil
  }

  private func enter(
    _ child: JSONNode, _ component: JSONKeyPath.Component, _ path: inout JSONKeyPath,
    _ visit: (JSONNode, End) -> Void
  ) {
    path.components.append(component)
    step(component).follow(from: child, &path, visit)
    path.components.removeLast()
  }
}
