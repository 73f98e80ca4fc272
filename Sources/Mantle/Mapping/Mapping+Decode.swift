import Synchronization

extension Mapping {
  /// Reads a model from a cursor.
  ///
  /// - Throws: the first problem on the fast path; while problems are collected, a marker that they are on
  ///   record. A ``MappingError`` when the definition itself is wrong.
  @inlinable public func decode(_ json: JSONCursor) throws -> Root {
    guard isTrusted.load(ordering: .relaxed) else { return try decodeWithCare(json) }
    // Returned at once, the model is made where the caller wants it and not copied there.
    if isPlain {
      return json.context.collects ? try engine.collect(json, self) : try engine.decode(json, plan)
    }
    let root = json.context.collects ? try engine.collect(json, self) : try engine.decode(json, plan)
    return try finished(root, json)
  }

  @inline(never) @usableFromInline func decodeWithCare(_ json: JSONCursor) throws -> Root {
    if !options.beforeDecoding.isEmpty, let root = try decodeReplaced(json) { return root }
    return try decodePrepared(json)
  }

  func decodePrepared(_ json: JSONCursor) throws -> Root {
    if let problem = trust.withLock({ $0.problem(checking: self) }) { throw problem }
    let isTrusted = isTrusted.load(ordering: .relaxed)
    let root: Root
    if json.context.collects {
      root = try engine.collect(json, self)
    } else {
      root = isTrusted ? try engine.decode(json, plan) : try engine.verify(json, self)
    }
    return isPlain ? root : try finished(root, json)
  }

  @inline(never) @usableFromInline func finished(_ root: Root, _ json: JSONCursor) throws -> Root {
    var root = root
    do {
      for hook in options.finish { try hook(&root, json.context) }
      for rule in options.rules { try rule(&root) }
      return root
    } catch {
      let problem = json.ruleProblem(from: error)
      guard json.context.collects else { throw problem }
      json.context.record(problem, at: json, model: name, property: nil)
      throw ProblemsRecorded()
    }
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
    try plan.withSlots(of: json) { slots in
      if !json.hasDistinctKeys { reportDuplicates(in: json) }
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
            if slot == 0 { noteDefault(property, number, json) }
            if json.context.mark != mark { attribute(number, since: mark, json) }
            return value
          } catch { return try substitute(for: property, number, error, since: mark, slot, json) }
        }
      }
      do {
        let root = try make(repeat try next((each Value).self))
        if json.context.reportsPresence(of: json) { markPresent(in: json, slots) }
        return root
      } catch {
        let tried = number
        number = 0
        func rest<T>(_ type: T.Type) {
          if number < tried { number &+= 1 } else { _ = try? next(type) }
        }
        repeat rest((each Value).self)
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
    context.record(error, at: place, model: self.name, property: name)
    attribute(number, since: mark, json)
    guard context.policy.substitutes, let value = try? property.valueForAbsentKey(in: json) else {
      throw ProblemsRecorded()
    }
    context.demoteErrors(since: mark)
    context.record(
      .warning,
      DecodingProblem(.defaultUsed, at: place.index, detail: "the default took the value's place"),
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

  @inline(never) @usableFromInline
  func noteDefault<T>(_ property: Property<Root, T>, _ number: Int, _ json: JSONCursor) {
    guard property.hasDefault, json.context.leastSeverity == .note,
      case .direct(let path) = plan.routes[number]
    else { return }
    json.context.record(
      .note,
      DecodingProblem(
        .defaultUsed, at: json.index, suffix: path.components, detail: "no key `\(path)`; the default is used"
      ),
      model: name, property: properties[number].name)
  }

  @inline(never) @usableFromInline func reportDuplicates(in json: JSONCursor) {
    var seen: [String: Int] = [:]
    json.forEachMember { key, value in
      guard let text = try? key.string() else { return }
      if seen.updateValue(value.index, forKey: text) != nil {
        json.context.record(
          .warning,
          DecodingProblem(
            .duplicateKey, at: value.index, detail: "the key `\(text)` stands here again; the last one counts"
          ),
          model: name, property: nil)
      }
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
