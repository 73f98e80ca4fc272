import Synchronization

extension Mapping {
  /// Decodes one model and reads values back through their key paths: properties of one type listed in another order
  /// than the initialiser's compile, and this is what finds them.
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
      return try verified((repeat try next(each pack.properties)), pack, make)
    }
  }

  /// Makes a model, and reads every value whose property's place is in question back from it.
  @inline(never) @usableFromInline func verified<each Value>(
    _ values: (repeat each Value), _ pack: PropertyPack<Root, repeat each Value>,
    _ make: (repeat each Value) throws -> Root
  ) throws -> Root {
    let root = try make(repeat each values)
    let inQuestion = trust.withLock { $0.inQuestion }
    var sample = ReadBack()
    var number = 0
    func compare<T>(_ property: Property<Root, T>, _ value: T) {
      defer { number += 1 }
      guard inQuestion.contains(number) else { return }
      sample.add(
        number, given: fingerprint(property, value),
        found: fingerprint(property, root[keyPath: property.keyPath]))
    }
    repeat compare(each pack.properties, each values)
    let complete = sample
    try trust.withLock { try $0.learn(from: complete, for: self) }
    return root
  }

  private func fingerprint<T>(_ property: Property<Root, T>, _ value: T) -> [UInt8] {
    var writer = JSONWriter()
    if let encode = property.transformer.encode, (try? encode(value, &writer)) != nil {
      return writer.finish()
    }
    return Array(String(reflecting: value).utf8)
  }

  /// Finds what is wrong with the definition, without any data.
  func findDefinitionProblem() -> MappingError? {
    for property in properties {
      if let problem = property.pathProblem {
        return MappingError(model: name, properties: [property.name], reason: problem)
      }
    }
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
  /// - Throws: a ``MappingError`` for every mistake ``check()`` finds, and for properties of one type listed in another
  ///   order than the initialiser's parameters; a ``DecodingFailure`` with every error of the sample.
  public func check(sample text: String) throws {
    try check()
    let document = try JSONDocument.parsed(JSONBytes(text))
    trust.withLock { $0.tryAgain(self) }
    _ = try decodeCollecting(document.root)
  }
}
