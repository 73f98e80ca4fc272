import Mantle

/// A model and the key path of its values in a document.
///
/// This is a class, because threads that copy a model description for each value would contend for its reference counts.
package final class ModelPlace: Sendable {
  /// The model of the values at the place.
  package let model: ModelDescription
  /// The path of the values: empty for the root, `[]` for the elements of an array, the lines, or the members of an
  /// object, `items[]` inside a wrapper object.
  package let path: JSONKeyPath
  /// Whether the path was found by sampling the document and was not specified by the user.
  let isGuess: Bool
  /// The indices of the `[]` components in the path that, according to the samples, match elements of arrays only.
  /// All other `[]` components match members of objects, too.
  package let arraySteps: Set<Int>

  /// Creates the place of a model; without a path, at the root of the document.
  package init(
    _ model: ModelDescription, at path: JSONKeyPath = JSONKeyPath(), isGuess: Bool = false,
    arraySteps: Set<Int> = []
  ) {
    self.model = model
    self.path = path
    self.isGuess = isGuess
    self.arraySteps = arraySteps
  }

  /// The same place for a sequence, each of whose values contains it.
  package var inEachValue: ModelPlace { moved(to: JSONKeyPath([.each] + path.components)) }

  /// Returns the same place relative to a nested or an enclosing value.
  ///
  /// - Parameter path: the end of the path only, or the path with additional components at its start.
  package func moved(to path: JSONKeyPath) -> ModelPlace {
    let added = path.components.count - self.path.components.count
    return ModelPlace(
      model, at: path, isGuess: isGuess, arraySteps: Set(arraySteps.map { $0 + added }))
  }

  /// Whether the place is a member of each of several values, some of which may lack the member.
  package var isMemberOfMany: Bool { path.components.contains(.each) && path.components.last != .each }

  /// Returns the model for a value at the place; nil if the value is evidently something else that the samples did
  /// not contain: null under a key, or an object that lacks more than half of the required keys.
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
  /// Returns a number that is higher the more similar an object is to the model: the number of matching keys, reduced
  /// by two for each missing required key.
  func likeness(to node: JSONNode) -> Int {
    model.description(for: node).properties.reduce(0) { sum, property in
      let isThere = property.keyPaths.contains { node.hasFirstKey(of: $0) }
      return sum + (isThere ? 1 : property.isRequired ? -2 : 0)
    }
  }
}

extension ModelPlace {
  /// Returns the diagnostics of a value at a place where a list of models is expected; empty for null and for an empty
  /// object.
  package func noList(_ node: JSONNode) -> [Diagnostic] {
    guard node.kind != .null, node.kind != .object || node.count > 0 else { return [] }
    guard isGuess else {
      return [
        Diagnostic(
          .error, .typeMismatch, model: model.name, path: node.path, location: node.location,
          expected: "a list of \(model.name)", found: "\(node.kind)",
          hint: "is this an error response? `--at PLACE --model NAME` selects the model of each place")
      ]
    }
    if node.kind == .object, model.description(for: node).isHalfThere(in: node) {
      return [
        Diagnostic(
          .error, .typeMismatch, model: model.name, path: node.path, location: node.location,
          expected: "a list of \(model.name), like its siblings", found: "an object",
          hint: "write `[` and `]` around it")
      ]
    }
    return [
      Diagnostic(
        .warning, .noModel, path: node.path, location: node.location,
        detail:
          "\(node.kind == .object ? "an" : "a") \(node.kind) was found where others have a list of \(model.name)",
        hint:
          "`--model \(model.name)` counts it as an error; `--at PLACE --model NAME` names the model of other values"
      )
    ]
  }
}

extension Diagnostic.Code {
  /// The code for data that no model fits, and for an element that evidently has a different model from its list.
  package static let noModel: Self = "no-model"
}

extension ModelDescription {
  /// Returns the warning for an element that evidently does not belong in a list of this model; nil if the element is
  /// not an object.
  package func oddElement(_ node: JSONNode) -> Diagnostic? {
    guard node.kind == .object else { return nil }
    let missing = properties.filter { property in
      property.isRequired && !property.keyPaths.contains { node.hasFirstKey(of: $0) }
    }
    let keys = missing.compactMap(\.keyPaths.first).map { "`\($0)`" }
    return Diagnostic(
      .warning, .noModel, path: node.path, location: node.location,
      detail: "this element does not fit \(name): it has no \(keys.joined(separator: ", "))",
      hint:
        "`--model \(name)` counts it as an error; `--at PLACE --model NAME` names the model of other elements"
    )
  }

  /// Returns whether an object lacks at most one of the model's required keys, or at most half of them.
  fileprivate func isHalfThere(in node: JSONNode) -> Bool {
    // The properties are accessed by index. Copying them for each element would take most of the time of a key press.
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
