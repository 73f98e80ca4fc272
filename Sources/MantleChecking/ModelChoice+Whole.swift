import Mantle
import MantleDocuments

// Documents that one definition describes as a whole.

extension ModelDescription {
  /// Returns whether decoding a JSON value as the model reports errors.
  func hasErrors(in value: JSONNode) -> Bool {
    description(for: value).diagnose(value, minimumSeverity: .error).contains { $0.severity == .error }
  }

  /// Whether the user requested the model, so that it takes precedence over other models.
  package var isMeant: Bool { root?.isMeant == true }

  /// A copy of the model that takes precedence over other models: it is chosen for a document that it may describe,
  /// regardless of errors.
  package var meant: ModelDescription {
    var model = self
    model.root?.isMeant = true
    return model
  }
}

extension TextSampler {
  /// Returns the model whose definition describes the whole document, with its path. This finds models of documents
  /// that have no keys to compare: a list in a union, a string, or a map of numbers. Nil if there is no such model.
  ///
  /// - Parameters:
  ///   - found: the models that were found by comparing keys. They are preferred to models of other definitions.
  ///   - isNamed: whether one of the models must be chosen, regardless of errors.
  func whole(
    of models: [ModelDescription], around found: [ModelPlace] = [], isNamed: Bool = false
  ) -> ModelPlace? {
    guard let first = roots.first else { return nil }
    // Only an explicitly requested definition takes precedence over other models.
    let isOpen = found.isEmpty || found.contains { $0.model.root != nil }
    let front: [JSONKeyPath.Component] = isSequence ? [.each] : []
    let isScalar = if case .scalar = layout { true } else { false }
    var best: ModelPlace?
    for model in models {
      guard let root = model.root, isOpen || root.isMeant else { continue }
      // No other model describes a scalar document.
      let isAsked = isScalar && root.isMeant
      // Values that are not objects have no keys by which a model could be recognized.
      let isFree = model.properties.isEmpty || root.isMixed || isAsked
      let isList = isArray(first) && root.path.isEmpty
      // If nothing else was found, this is a map of objects with few common keys.
      let isMap = found.isEmpty && !root.path.isEmpty && isObject(first)
      guard isFree || isList || isMap, root.kinds.contains(kind(first)) || isAsked else { continue }
      let samples = root.path.components.reduce(roots) { values, _ in values.flatMap(inside) }
      // An empty list belongs only to an explicitly requested model.
      guard !samples.isEmpty || isNamed || root.isMeant else { continue }
      guard isFree || isList || samples.allSatisfy({ knowsAll(model, $0) }) else { continue }
      let wrong = samples.count { parsed($0).map(model.hasErrors) ?? true }
      let place = ModelPlace(model, at: JSONKeyPath(front + root.path.components))
      if isFree ? wrong * 2 <= samples.count : wrong == 0 { return place }
      if isNamed || isOpen && root.isMeant && (isFree || !found.isEmpty) { best = best ?? place }
    }
    return best
  }

  /// Returns the model of a document that was encoded as JSON twice: a string that contains the JSON of a model, or a
  /// list of such strings. Nil for other documents.
  func encodedTwice(_ models: [ModelDescription]) -> ModelPlace? {
    let (texts, path) = outermostTexts
    guard let first = texts.first, kind(of: first) == .string, let text = parsed(first)?.displayText,
      text.first == "{" || text.first == "[", (try? JSONDocument(parsing: JSONBytes(text))) != nil,
      let inside = ModelChoice(of: models, in: JSONBytes(text)).places.first,
      inside.path.components.count <= 1
    else { return nil }
    return ModelPlace(inside.model, at: path, isGuess: true)
  }

  /// The values that are strings in a document that consists of strings only, and the path of the values: the root
  /// value, the elements of the root list, or the values of a sequence.
  private var outermostTexts: (values: [Value], path: JSONKeyPath) {
    if case .scalar = layout { return (roots, JSONKeyPath()) }
    guard !isSequence, let list = roots.first, isArray(list) else { return (roots, JSONKeyPath([.each])) }
    return (elements(of: list), JSONKeyPath([.each]))
  }

  /// Returns some children of a value: elements of an array, or the values of members of an object.
  private func inside(_ value: Value) -> [Value] {
    isObject(value) ? members(of: value).map(\.value) : elements(of: value)
  }

  private func kind(_ value: Value) -> JSONKind {
    if isArray(value) { return .array }
    if isObject(value) { return .object }
    return parsed(value)?.kind ?? .null
  }

  /// Returns whether a value is an object, and the model maps all of its keys.
  private func knowsAll(_ model: ModelDescription, _ value: Value) -> Bool {
    guard let value = parsed(value), value.kind == .object else { return false }
    return !model.description(for: value).diagnose(value, minimumSeverity: .note).contains {
      $0.code == .unmappedKey
    }
  }

  /// Parses a value of the document and returns its root node; nil for a malformed value or a value whose end is
  /// unknown.
  func parsed(_ value: Value) -> JSONNode? {
    value.isMeasured ? try? JSONDocument(parsing: bytes, in: value.range).root : nil
  }
}
