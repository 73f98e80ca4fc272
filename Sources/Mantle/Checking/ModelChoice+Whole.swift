// Texts that are a value of a definition as a whole.

extension ModelDescription {
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
    let (values, isSequence) = roots()
    guard let first = values.first, found.isEmpty || found.contains(where: { $0.model.root != nil }) else {
      return nil
    }
    let front: [JSONKeyPath.Component] = isSequence ? [.each] : []
    var best: ModelPlace?
    for model in models {
      let isPlain = model.properties.isEmpty
      guard let root = model.root, isPlain || isArray(first) && root.path.isEmpty,
        root.kinds.contains(kind(first))
      else { continue }
      let samples = root.path.isEmpty ? values : isArray(first) ? elements(of: first) : []
      let wrong = samples.count { hasErrors(model, $0) }
      let place = ModelPlace(model, at: JSONKeyPath(front + root.path.components))
      if isPlain ? wrong * 2 <= samples.count : wrong == 0 { return place }
      if isNamed || root.isMeant && (isPlain || !found.isEmpty) { best = best ?? place }
    }
    return best
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

  private func parsed(_ value: Value) -> JSONNode? {
    value.isMeasured ? try? JSONDocument(parsing: bytes, in: value.range).root : nil
  }
}
