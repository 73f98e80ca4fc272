// Texts that are a value of a definition as a whole.

extension ModelDescription {
  /// Whether a text is taken for the model before others.
  package var isMeant: Bool { root?.isMeant == true }

  /// The model where a text is taken for it however wrong it is, if it can be it at all.
  package var meant: ModelDescription {
    var model = self
    model.root?.isMeant = true
    return model
  }
}

extension TextSampler {
  /// The model whose definition says that the text as a whole is a value of it, other than an object: a list that a
  /// union names, a text, a map of numbers.
  ///
  /// - Parameters:
  ///   - found: what was found without that; where it is something else's, that is left alone.
  ///   - isNamed: whether it is to be one of the models, however wrong.
  func whole(
    of models: [ModelDescription], around found: [ModelPlace] = [], isNamed: Bool = false
  ) -> ModelPlace? {
    guard let first = roots.first else { return nil }
    // Only a definition that was asked for goes before what other models were found to be.
    let isOpen = found.isEmpty || found.contains { $0.model.root != nil }
    let front: [JSONKeyPath.Component] = isSequence ? [.each] : []
    let isScalar = if case .scalar = layout { true } else { false }
    var best: ModelPlace?
    for model in models {
      guard let root = model.root, isOpen || root.isMeant else { continue }
      // A text that is no container is nobody else's.
      let isAsked = isScalar && root.isMeant
      // There are no keys by which to find other values than objects.
      let isFree = model.properties.isEmpty || root.isMixed || isAsked
      let isList = isArray(first) && root.path.isEmpty
      // A map of objects that have little in common, where nothing else was found.
      let isMap = found.isEmpty && !root.path.isEmpty && isObject(first)
      guard isFree || isList || isMap, root.kinds.contains(kind(first)) || isAsked else { continue }
      let samples = root.path.components.reduce(roots) { values, _ in values.flatMap(inside) }
      // A list without elements is nobody's who was not asked for.
      guard !samples.isEmpty || isNamed || root.isMeant else { continue }
      guard isFree || isList || samples.allSatisfy({ knowsAll(model, $0) }) else { continue }
      let wrong = samples.count { hasErrors(model, $0) }
      let place = ModelPlace(model, at: JSONKeyPath(front + root.path.components))
      if isFree ? wrong * 2 <= samples.count : wrong == 0 { return place }
      if isNamed || isOpen && root.isMeant && (isFree || !found.isEmpty) { best = best ?? place }
    }
    return best
  }

  /// The model of what was encoded as JSON twice: the text is the JSON of a text, or of a list of texts, and that is
  /// the JSON of a model.
  func encodedTwice(_ models: [ModelDescription]) -> ModelPlace? {
    let (texts, path) = outermostTexts
    guard let first = texts.first, kind(of: first) == .string, let text = parsed(first)?.displayText,
      text.first == "{" || text.first == "[", (try? JSONDocument(parsing: JSONBytes(text))) != nil,
      let inside = ModelChoice(of: models, in: JSONBytes(text)).places.first,
      inside.path.components.count <= 1
    else { return nil }
    return ModelPlace(inside.model, at: path, isGuess: true)
  }

  /// The values that are texts where nothing but texts is there.
  private var outermostTexts: (values: [Value], path: JSONKeyPath) {
    if case .scalar = layout { return (roots, JSONKeyPath()) }
    guard !isSequence, let list = roots.first, isArray(list) else { return (roots, JSONKeyPath([.each])) }
    return (elements(of: list), JSONKeyPath([.each]))
  }

  /// Some of the elements of an array, or of the values of an object's members.
  private func inside(_ value: Value) -> [Value] {
    isObject(value) ? members(of: value).map(\.value) : elements(of: value)
  }

  private func kind(_ value: Value) -> JSONKind {
    if isArray(value) { return .array }
    if isObject(value) { return .object }
    return parsed(value)?.kind ?? .null
  }

  private func hasErrors(_ model: ModelDescription, _ value: Value) -> Bool {
    guard let value = parsed(value) else { return true }
    return model.description(for: value).diagnose(value, leastSeverity: .error)
      .contains { $0.severity == .error }
  }

  /// Whether a value is an object that has no key which the model does not.
  private func knowsAll(_ model: ModelDescription, _ value: Value) -> Bool {
    guard let value = parsed(value), value.kind == .object else { return false }
    return !model.description(for: value).diagnose(value, leastSeverity: .note).contains {
      $0.code == .unmappedKey
    }
  }

  private func parsed(_ value: Value) -> JSONNode? {
    value.isMeasured ? try? JSONDocument(parsing: bytes, in: value.range).root : nil
  }
}
