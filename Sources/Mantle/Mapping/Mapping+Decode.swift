import Synchronization

extension Mapping {
  /// Reads a model from a cursor.
  ///
  /// - Throws: the first problem on the fast path; while problems are collected, a marker that they are on
  ///   record. A ``MappingError`` when the definition itself is wrong.
  @inlinable public func decode(_ json: JSONCursor) throws -> Root {
    guard isPlain, isTrusted.load(ordering: .relaxed) else { return try decodeInFull(json) }
    // Returned at once, the model is made where the caller wants it and not copied there.
    return json.context.collects ? try engine.collect(json, self) : try engine.decode(json, plan)
  }

  /// Decoding with all that may belong to it: the check of the definition, hooks and rules.
  @inline(never) @usableFromInline func decodeInFull(_ json: JSONCursor) throws -> Root {
    if !isTrusted.load(ordering: .relaxed) { try check() }
    if let replacement = try replacement(for: json) { return try decode(replacement, inPlaceOf: json) }
    return try decodeFinished(json)
  }

  func decodeFinished(_ json: JSONCursor) throws -> Root {
    if json.context.collects { return try finished(try engine.collect(json, self), json) }
    let isTrusted = isTrusted.load(ordering: .relaxed)
    return try finished(isTrusted ? try engine.decode(json, plan) : try engine.verify(json, self), json)
  }

  /// Runs hooks and rules. While problems are collected, each rule says what it has to say.
  private func finished(_ root: Root, _ json: JSONCursor) throws -> Root {
    var root = root
    let context = json.context
    var isSound = true
    func run(_ step: (inout Root) throws -> Void) throws {
      do { try step(&root) } catch {
        guard context.collects else { throw json.ruleProblem(from: error) }
        try context.record(json.ruleProblem(from: error), at: json, model: name, property: nil)
        isSound = false
      }
    }
    // Rules look at what hooks have set.
    for hook in options.finish where isSound { try run { try hook(&$0, context) } }
    if isSound || context.policy.keepsRefused { for rule in options.rules { try run(rule) } }
    guard isSound || context.policy.keepsRefused else { throw ProblemsRecorded() }
    return root
  }
}

extension Mapping {
  /// Decodes every property on its own, so that one problem does not hide the others.
  ///
  /// As long as every property has a value this is the fast path, with an eye on the record. From the first
  /// one without on, the rest are decoded for what they have to say only.
  @inlinable func collect<each Value>(
    _ json: JSONCursor, _ pack: PropertyPack<Root, repeat each Value>,
    _ make: (repeat consuming each Value) throws -> Root
  ) throws -> Root {
    let start = json.context.mark
    json.reportDuplicateKeys()
    return try plan.withSlots(of: json) { slots in
      if json.context.mark != start { json.context.attribute(since: start, model: name, property: nil) }
      var number = 0
      @inline(__always) func next<T>(_ type: T.Type) throws -> T {
        let slot = slots[number]
        let mark = json.context.mark
        defer { number &+= 1 }
        return try pack.property(number, type)._withUnsafeGuaranteedRef { property in
          do {
            let value =
              slot > 0
              ? try property.decode(json.at(Int(slot) &- 1))
              : try property.decodeOffRoute(plan.routes[number], slot: slot, in: json, slots)
            if json.context.mark != mark { attribute(number, since: mark, json) }
            return value
          } catch { return try substitute(for: property, number, error, since: mark, slot, json) }
        }
      }
      do {
        let root =
          isTrusted.load(ordering: .relaxed)
          ? try make(repeat try next((each Value).self))
          : try verified((repeat try next((each Value).self)), pack, make)
        if json.context.reportsPresence(of: json) { markPresent(in: json, slots) }
        return root
      } catch {
        if error is MappingError { throw error }
        let tried = number
        number = 0
        func rest<T>(_ type: T.Type) throws {
          if number < tried { number &+= 1 } else { do { _ = try next(type) } catch is ProblemsRecorded {} }
        }
        repeat try rest((each Value).self)
        throw error
      }
    }
  }

  /// Puts a property's problem on record, and its default in its place where the policy has it so.
  @inline(never) @usableFromInline func substitute<T>(
    for property: Property<Root, T>, _ number: Int, _ error: any Error, since mark: Int, _ slot: Int32,
    _ json: JSONCursor
  ) throws -> T {
    let context = json.context
    let name = properties[number].name
    let place = slot > 0 ? json.at(Int(slot) - 1) : json
    try context.record(error, at: place, model: self.name, property: name)
    attribute(number, since: mark, json)
    guard context.policy.substitutes,
      let value = try? property.substitute(in: json, whateverIsRequired: context.policy.keepsRefused)
    else { throw ProblemsRecorded() }
    if context.policy.demotes { context.demoteErrors(since: mark) }
    context.record(
      .warning,
      DecodingProblem(
        .defaultUsed, at: place.index,
        detail: property.hasDefault ? "the default took the value's place" : "nil took the value's place"),
      model: self.name, property: name)
    return value
  }

  /// Names model and property on what a property's decoding had to say.
  @inline(never) @usableFromInline func attribute(_ number: Int, since mark: Int, _ json: JSONCursor) {
    json.context.attribute(since: mark, model: name, property: properties[number].name)
  }

  @inline(never) @usableFromInline
  func markPresent(in json: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) {
    for property in properties where plan.isPresent(property.number, slots) {
      json.context.markPresent(property.name)
    }
  }
}

extension MappingPlan {
  /// Whether a property had a value in the JSON, null included.
  func isPresent(_ number: Int, _ slots: UnsafeMutablePointer<Int32>) -> Bool {
    switch routes[number] {
    case .none: false
    case .direct: slots[number] > 0
    case .alternatives(let candidates), .members(let candidates):
      candidates.contains { candidate in candidate.slot.map { slots[$0] > 0 } ?? true }
    }
  }
}
