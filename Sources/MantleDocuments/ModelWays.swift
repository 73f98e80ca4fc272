import Mantle

/// The paths from a value of a document to the models inside it.
package struct ModelWays: Sendable {
  /// The path from the value to one model: the index of the model's place, and the remaining path components.
  private struct Way: Sendable {
    let place: Int
    let rest: ArraySlice<JSONKeyPath.Component>
  }

  private let places: [ModelPlace]
  /// The paths from the value to models; nil if the document has no models, and inside a value without a model.
  private var ways: [Way]?

  /// Creates the paths from the root of a document to its models.
  package init(_ places: [ModelPlace]) {
    self.places = places
    ways = places.isEmpty ? nil : places.enumerated().map { Way(place: $0, rest: $1.path.components[...]) }
  }

  /// Whether none of the enclosing value's paths leads to this value, so that it contains no models.
  package var isUnread: Bool { ways?.isEmpty ?? false }

  /// Whether a path ends at the value, so that it is decoded as a model.
  package var isModel: Bool { ways?.contains { $0.rest.isEmpty } ?? false }

  /// Returns the paths that apply to a value of a kind, if both objects and arrays occur at this place. The paths into
  /// elements only apply to an array, and an array is not a model.
  package func narrowed(to kind: JSONKind) -> ModelWays {
    guard let ways, ways.contains(where: stepsIntoArray) else { return self }
    var copy = self
    copy.ways = ways.filter { kind == .array ? !$0.rest.isEmpty : !stepsIntoArray($0) }
    return copy
  }

  private func stepsIntoArray(_ way: Way) -> Bool {
    way.rest.first == .each && places[way.place].arraySteps.contains(way.rest.startIndex)
  }

  /// The index of the model's place if only lists of this model are expected as the value; nil if other values are
  /// expected, too.
  private var listPlace: Int? {
    guard let ways, let first = ways.first, ways.allSatisfy(stepsIntoArray) else { return nil }
    return first.place
  }

  /// The same paths for a value whose children are checked one by one, so that children without a model are not
  /// reported.
  package var entered: ModelWays {
    var copy = self
    if isUnread { copy.ways = nil }
    return copy
  }

  /// Returns the paths from the child that a component leads to.
  ///
  /// - Parameter component: the key or index of the child; nil for a member without a key.
  package func step(_ component: JSONKeyPath.Component?) -> ModelWays {
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

  /// The result of following the paths to a value: a model, or a value without models.
  package enum End {
    /// A value that is decoded as the model of the place with an index. The key is that of a member of an object that
    /// is treated as a list; otherwise nil.
    case model(Int, key: String?)
    /// A value that contains no models. The index is that of the place whose list was expected instead; nil if none
    /// was.
    case unread(JSONKeyPath, insteadOfList: Int?)
  }

  /// Follows all paths from a value, and visits the models and the values without models in text order.
  ///
  /// - Parameter path: the path of the value.
  package func follow(from node: JSONNode, _ path: JSONKeyPath, _ visit: (JSONNode, End) -> Void) {
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

  /// Returns the index of the place whose model a value is decoded as; nil if there is none. If there are several
  /// models, it is the most similar one.
  private func modelPlace(of node: JSONNode) -> Int? {
    var best: Int?
    // A closure would use key paths. Applying them to each value took a sixth of the time of a conversion.
    for way in ways ?? [] where way.rest.isEmpty {
      guard let other = best else {
        best = way.place
        continue
      }
      if places[other].likeness(to: node) < places[way.place].likeness(to: node) { best = way.place }
    }
    return best
  }

  /// Returns the last key on a path that corresponds to a `[]` in the path of a place; nil if there is none.
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
