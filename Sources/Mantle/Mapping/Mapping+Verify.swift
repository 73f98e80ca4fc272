import Synchronization

/// What is known about a mapping's soundness.
struct MappingTrust: Sendable {
  /// Pairs of properties of one type that no data has told apart yet.
  private var unsettled: [(Int, Int)] = []
  private var remainingAttempts = 64
  private var checked = false
  private var definitionProblem: MappingError?

  init(types: [ObjectIdentifier]) {
    for (a, type) in types.enumerated() {
      for b in types.indices.dropFirst(a + 1) where types[b] == type { unsettled.append((a, b)) }
    }
  }

  /// The definition's problem, looked for once.
  mutating func problem<Root>(checking mapping: Mapping<Root>) -> MappingError? {
    if !checked {
      checked = true
      definitionProblem = mapping.findDefinitionProblem()
      trustIfSettled(mapping)
    }
    return definitionProblem
  }

  /// Takes in one decoded sample: what was decoded for each property, and what reads back.
  mutating func learn<Root>(
    decoded: [[UInt8]?], readBack: [[UInt8]?], for mapping: Mapping<Root>
  ) throws {
    for (a, b) in unsettled {
      guard let x = decoded[a], let y = decoded[b], x != y, readBack[a] == y, readBack[b] == x else {
        continue
      }
      let problem = MappingError(
        model: mapping.name, properties: [mapping.properties[a].name, mapping.properties[b].name],
        reason: .swapped)
      definitionProblem = problem
      throw problem
    }
    unsettled.removeAll { decoded[$0] != decoded[$1] }
    remainingAttempts -= 1
    trustIfSettled(mapping)
  }

  private mutating func trustIfSettled<Root>(_ mapping: Mapping<Root>) {
    guard definitionProblem == nil, mapping.options.beforeDecoding.isEmpty,
      unsettled.isEmpty || remainingAttempts <= 0
    else { return }
    mapping.isTrusted.store(true, ordering: .relaxed)
  }
}

extension Mapping {
  /// Decodes one model and reads every value back through its key path: two properties of one type listed in
  /// swapped order compile, and this is what finds them.
  @usableFromInline func verify<each Value>(
    _ json: JSONCursor, _ pack: PropertyPack<Root, repeat each Value>,
    _ make: (repeat each Value) throws -> Root
  ) throws -> Root {
    try plan.withSlots(of: json) { slots in
      var number = 0
      func next<T>(_ property: Property<Root, T>) throws -> T {
        defer { number += 1 }
        let slot = slots[number]
        if slot > 0 { return try property.decode(json.at(Int(slot) - 1)) }
        return try property.decodeOffRoute(plan.routes[number], slot: slot, in: json, slots)
      }
      let values = (repeat try next(each pack.properties))
      let root = try make(repeat each values)
      var decoded: [[UInt8]?] = []
      var readBack: [[UInt8]?] = []
      for (property, value) in repeat (each pack.properties, each values) {
        decoded.append(fingerprint(property, value))
        readBack.append(fingerprint(property, root[keyPath: property.keyPath]))
      }
      try trust.withLock { try $0.learn(decoded: decoded, readBack: readBack, for: self) }
      return root
    }
  }

  private func fingerprint<T>(_ property: Property<Root, T>, _ value: T) -> [UInt8]? {
    var writer = JSONWriter()
    if let encode = property.transformer.encode, (try? encode(value, &writer)) != nil {
      return writer.finish()
    }
    return Array(String(reflecting: value).utf8)
  }

  /// Finds what is wrong with the definition, without any data.
  func findDefinitionProblem() -> MappingError? {
    for property in properties where property.paths.isWritten && !property.isReversible {
      if case .local = property.paths.source { continue }
      return MappingError(
        model: name, properties: [property.name],
        reason: .irreversible(transformer: property.transformerName ?? "custom"))
    }
    if let collision = output.collision {
      return MappingError(
        model: name, properties: [properties[collision.first].name, properties[collision.second].name],
        reason: .collision(collision.path))
    }
    for property in properties {
      if let problem = property.pathProblem {
        return MappingError(model: name, properties: [property.name], reason: problem)
      }
    }
    return nil
  }

  /// Checks the definition now, instead of at first use.
  ///
  /// - Throws: a ``MappingError`` for colliding paths, an irreversible transformer on a written property, or
  ///   a path that does not suit the property's type. Swapped properties need data: see ``check(sample:)``.
  public func check() throws {
    if let problem = trust.withLock({ $0.problem(checking: self) }) { throw problem }
  }

  /// Checks the definition against a sample of the data: for the tests of your models.
  ///
  /// The sample's values of one type should differ; swapped properties are found where they do.
  ///
  /// - Throws: a ``MappingError`` for every mistake ``check()`` finds, and for two properties of one type listed in
  ///   swapped order; a ``DecodingFailure`` with every error of the sample.
  public func check(sample text: String) throws {
    try check()
    let document = try JSONDocument.parsed(JSONBytes(text))
    let problems = description.diagnose(document.root).filter { $0.severity == .error }
    guard problems.isEmpty else { throw DecodingFailure(problems) }
    _ = try document.root.withCursor(DecodingContext(collects: false)) { try engine.verify($0, self) }
  }
}
