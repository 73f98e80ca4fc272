import Synchronization

/// The state of a mapping's verification.
struct MappingVerification: Sendable {
  /// The mistake in the definition, searched for once.
  var problem: MappingError?
  var isChecked = false
  /// Whether the order was checked with sample values, which only ``Mapping/check()`` and debug builds do: it
  /// takes longer than all other checks at first use.
  var isOrderChecked = false
  /// The groups of properties of one type whose order sample values could not verify. Decoded values are
  /// compared until they verify it.
  var unsettled: [[Int]] = []

  init(_ problem: MappingError? = nil) {
    self.problem = problem
    isChecked = problem != nil
    isOrderChecked = isChecked
  }
}

/// The models whose mappings the current task is checking. A model that contains models of its own type is
/// decoded and encoded during its own check.
private enum TypesBeingChecked {
  @TaskLocal static var current: Set<ObjectIdentifier> = []
}

extension Mapping {
  /// Checks the definition immediately instead of at first use.
  ///
  /// The method checks the properties, their paths and their order. To check the order, it creates models
  /// from sample values and compares every property with its value. The initializer is therefore called with
  /// arbitrary values of the right types, as if they came from a file; errors that it throws are ignored. See
  /// ``reordering(_:)`` for an initializer that intentionally exchanges values.
  ///
  ///     try Task.mapping.check()  // no key path twice, every value written is read again, …
  ///     try Task.mapping.check(sample: #"{"id": 1, "title": "a", "labels": ["b"]}"#)
  ///
  /// The first use of a mapping checks the order only in debug builds, since that takes a millisecond per
  /// model: call this method in a test of every model. The first use also skips checks whose findings may be
  /// intended: two properties that are archived under one key, nil that is omitted although a missing key has
  /// another meaning, and stored properties that are not mapped (see ``unmapped(_:)``).
  ///
  /// - Throws: a ``MappingError`` for swapped properties, colliding paths, an irreversible transformer on a written
  ///   property, a path that does not suit the property's type, or a stored property that is not mapped.
  public func check() throws {
    try checkDefinition(withOrder: true)
    if let mistake = findForgottenNil() ?? findAttachedMistake() { throw mistake }
    if let root = SampleValues.model(of: self), let mistake = findUnlisted(in: root) { throw mistake }
  }

  /// Performs the checks of the first use. In debug builds they include the order of the properties.
  package func checkDefinition() throws {
    #if DEBUG
      try checkDefinition(withOrder: true)
    #else
      try checkDefinition(withOrder: false)
    #endif
  }

  private func checkDefinition(withOrder: Bool) throws {
    let known = verification.withLock { $0 }
    if let problem = known.problem { throw problem }
    if known.isChecked && (known.isOrderChecked || !withOrder) { return }
    if TypesBeingChecked.current.contains(ObjectIdentifier(Root.self)) { return }
    // Outside of the lock, because sample models run the initializer and are encoded, which may call this
    // method again.
    let found = TypesBeingChecked.$current.withValue(
      TypesBeingChecked.current.union([ObjectIdentifier(Root.self)])
    ) { findVerification(withOrder: withOrder) }
    verification.withLock { if !$0.isOrderChecked { $0 = found } }
    verified()
    guard let problem = found.problem else { return }
    isVerified.store(false, ordering: .relaxed)
    throw problem
  }

  private func findVerification(withOrder: Bool) -> MappingVerification {
    var found = MappingVerification(findDefinitionProblem(withNames: withOrder))
    found.isChecked = true
    found.isOrderChecked = withOrder
    guard withOrder, found.problem == nil, !engine.assigns else { return found }
    do { found.unsettled = try OrderCheck(self).unsettledGroups() } catch { found.problem = error }
    return found
  }

  /// Enables the fast path if nothing remains to be verified.
  private func verified() {
    let isDone = verification.withLock { $0.isChecked && $0.problem == nil && $0.unsettled.isEmpty }
    if isDone { isVerified.store(true, ordering: .relaxed) }
  }

  /// Checks the definition against a sample of the data, for use in tests of models.
  ///
  /// - Throws: a ``MappingError`` for every mistake that ``check()`` finds; a ``DecodingFailure`` with every
  ///   error of the sample.
  public func check(sample text: String) throws {
    try check()
    let document = try JSONDocument.parsed(JSONBytes(text))
    _ = try decodeCollecting(document.root)
  }

  /// Decodes a model while the order of some properties is not verified, and checks whether the model
  /// verifies it.
  func decodeVerifying(_ json: JSONCursor) throws -> Root {
    let groups = verification.withLock { $0.unsettled }
    let (root, recorder) = try assembled(from: json) { RecordingAssembler(self, json, $0) }
    do {
      let open = try OrderCheck(self).unsettled(groups, after: recorder.values, became: root)
      verification.withLock { $0.unsettled = open }
    } catch {
      verification.withLock { $0.problem = $0.problem ?? error }
      isVerified.store(false, ordering: .relaxed)
      throw error
    }
    verified()
    return root
  }

  /// Returns the mistake in the definition that can be found without data.
  private func findDefinitionProblem(withNames: Bool) -> MappingError? {
    for property in properties {
      if let reason = property.definitionProblem ?? property.assignmentProblem(engine.assigns) {
        return MappingError(model: name, properties: [property.name], reason: reason)
      }
    }
    if let problem = findRepeatedProperty(withNames: withNames) { return problem }
    for property in properties { if let mistake = property.shape.mistake { return mistake } }
    for property in properties where property.isWritten && !property.isReversible {
      if case .local = property.source { continue }
      return MappingError(
        model: name, properties: [property.name],
        reason: property.whyIrreversible.map { .other($0) }
          ?? .irreversible(transformer: property.transformerName ?? "custom"))
    }
    if let collision = output.collision {
      return MappingError(
        model: name, properties: [properties[collision.first].name, properties[collision.second].name],
        reason: .collision(collision.path))
    }
    return findRepeatedKey() ?? findSharedKey() ?? findSummaryProblem()
  }

  private func findSummaryProblem() -> MappingError? {
    guard let text = options.summary else { return nil }
    func problem(_ words: String) -> MappingError {
      MappingError(model: name, properties: [], reason: .unusableSummary(text, why: words))
    }
    do throws(TransformError) {
      for name in try SummaryTemplate(text).names {
        guard let property = description.properties(named: name)?.last else {
          let names = properties.map(\.name)
          let near = Spelling.nearest(to: name, among: names).map { "; did you mean `\($0)`?" }
          return problem("there is no property `\(name)`" + (near ?? ""))
        }
        if property.shape.holdsOthers {
          return problem("`\(name)` holds other values, for which a row has no room")
        }
      }
    } catch {
      return problem("\(error)")
    }
    return nil
  }
}

extension Mapping {
  /// Returns the mistake that a member of ``writing(_:_:)`` has a key that is also written by a property.
  private func findRepeatedKey() -> MappingError? {
    var written = Set(output.root.members.map(\.component))
    return options.writtenKeys.first { !written.insert(.key($0)).inserted }.map { .repeatedKey($0, in: name) }
  }

  /// - Parameter withNames: whether to compute names from key paths, which is slow, for properties without a
  ///   given name.
  private func findRepeatedProperty(withNames: Bool) -> MappingError? {
    let comparesNames = withNames || properties.contains { $0.traits.name != nil }
    var keyPaths: Set<AnyKeyPath> = []
    var names: Set<String> = []
    for property in properties {
      if let keyPath = property.erasedKeyPath, !keyPaths.insert(keyPath).inserted {
        return MappingError(
          model: name, properties: [property.name],
          reason: .other("the property is listed twice: one of the lines stands for another property"))
      }
      if comparesNames, !names.insert(property.name).inserted {
        return MappingError(
          model: name, properties: [property.name], reason: .other("two properties have this name"))
      }
    }
    return nil
  }
}

/// An assembler that decodes the property values from a JSON object and records them.
private final class RecordingAssembler<Root>: DecodingAssembler<Root> {
  private(set) var values: [Any] = []

  override func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    let value = try super.value(of: property, at: index)
    values.append(value)
    return value
  }
}

extension MappingError {
  static func repeatedKey(_ key: String, in model: String) -> MappingError {
    MappingError(
      model: model, properties: [],
      reason: .other("the key `\(key)` is written twice: give what `.writing` adds another one"))
  }
}
