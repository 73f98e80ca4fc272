import Mantle
import MantleDocuments

// Documents that are a value of a definition as a whole.

extension ModelDescription {
  /// Whether the model cannot decode a value.
  func hasErrors(in value: JSONNode) -> Bool {
    description(for: value).diagnose(value, minimumSeverity: .error).contains { $0.severity == .error }
  }

  /// Whether a document is decoded as the model in preference to others.
  package var isMeant: Bool { root?.isMeant == true }

  /// The model with precedence over others: a document that can have the model has it,
  /// regardless of errors.
  package var meant: ModelDescription {
    var model = self
    model.root?.isMeant = true
    return model
  }
}

extension TextSampler {
  /// Returns the model whose definition describes the document as a whole as something other
  /// than an object: a list in a union, a string, a map of numbers.
  ///
  /// - Parameters:
  ///   - found: the models found by other means. If they belong to other definitions, they
  ///     are preferred.
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
      // A scalar document belongs to no other model.
      let isAsked = isScalar && root.isMeant
      // Values other than objects have no keys by which they could be found.
      let isFree = model.properties.isEmpty || root.isMixed || isAsked
      let isList = isArray(first) && root.path.isEmpty
      // This is a map of objects with few common keys, if nothing else was found.
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

  /// Returns the model of a document that was encoded as JSON twice: it is a string, or a
  /// list of strings, that contains the JSON of a model.
  func encodedTwice(_ models: [ModelDescription]) -> ModelPlace? {
    let (texts, path) = outermostTexts
    guard let first = texts.first, kind(of: first) == .string, let text = parsed(first)?.displayText,
      text.first == "{" || text.first == "[", (try? JSONDocument(parsing: JSONBytes(text))) != nil,
      let inside = ModelChoice(of: models, in: JSONBytes(text)).places.first,
      inside.path.components.count <= 1
    else { return nil }
    return ModelPlace(inside.model, at: path, isGuess: true)
  }

  /// The values of a document that consists of strings only.
  private var outermostTexts: (values: [Value], path: JSONKeyPath) {
    if case .scalar = layout { return (roots, JSONKeyPath()) }
    guard !isSequence, let list = roots.first, isArray(list) else { return (roots, JSONKeyPath([.each])) }
    return (elements(of: list), JSONKeyPath([.each]))
  }

  /// Returns some of the elements of an array, or of the values of an object.
  private func inside(_ value: Value) -> [Value] {
    isObject(value) ? members(of: value).map(\.value) : elements(of: value)
  }

  private func kind(_ value: Value) -> JSONKind {
    if isArray(value) { return .array }
    if isObject(value) { return .object }
    return parsed(value)?.kind ?? .null
  }

  /// Whether a value is an object whose keys are all mapped by the model.
  private func knowsAll(_ model: ModelDescription, _ value: Value) -> Bool {
    guard let value = parsed(value), value.kind == .object else { return false }
    return !model.description(for: value).diagnose(value, minimumSeverity: .note).contains {
      $0.code == .unmappedKey
    }
  }

  /// Returns the root of a value; nil for a malformed value, and for one whose end is not known.
  func parsed(_ value: Value) -> JSONNode? {
    value.isMeasured ? try? JSONDocument(parsing: bytes, in: value.range).root : nil
  }
}
