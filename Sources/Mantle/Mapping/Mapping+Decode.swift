import Synchronization

extension Mapping {
  /// Reads a model from a cursor.
  ///
  /// - Throws: the first problem on the fast path; while problems are collected, a marker that they are on
  ///   record. A ``MappingError`` when the definition itself is wrong.
  @inlinable public func decode(_ json: JSONCursor) throws -> Root {
    if json.context.collects || !isTrusted.load(ordering: .relaxed) { return try decodeWithCare(json) }
    let root = try engine.decode(json, plan)
    return options.finish.isEmpty && options.rules.isEmpty ? root : try finished(root, json)
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
    return options.finish.isEmpty && options.rules.isEmpty ? root : try finished(root, json)
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
  @usableFromInline func collect<each Value>(
    _ json: JSONCursor, _ pack: PropertyPack<Root, repeat each Value>,
    _ make: (repeat each Value) throws -> Root
  ) throws -> Root {
    try plan.withSlots(of: json) { slots in
      reportDuplicates(in: json)
      var number = 0
      func next<T>(_ property: Property<Root, T>) -> T? {
        defer { number += 1 }
        return attempt(property, slots[number], plan.routes[number], json, slots)
      }
      let values = (repeat next(each pack.properties))
      let root = try make(repeat found(each values))
      for property in properties where plan.isPresent(property.number, slots) {
        json.context.markPresent(property.name, of: json)
      }
      return root
    }
  }

  private func attempt<T>(
    _ property: Property<Root, T>, _ slot: Int32, _ route: PropertyRoute, _ json: JSONCursor,
    _ slots: UnsafeMutablePointer<Int32>
  ) -> T? {
    let context = json.context
    let mark = context.mark
    do {
      let value =
        slot > 0
        ? try property.decode(json.at(Int(slot) - 1))
        : try property.decodeOffRoute(route, slot: slot, in: json, slots)
      if slot == 0 { noteDefault(property, route, json) }
      context.attribute(since: mark, model: name, property: property.name)
      return value
    } catch {
      let place = slot > 0 ? json.at(Int(slot) - 1) : json
      context.record(error, at: place, model: name, property: property.name)
      context.attribute(since: mark, model: name, property: property.name)
      guard context.policy.substitutes, let value = try? property.valueForAbsentKey(in: json) else {
        return nil
      }
      context.demoteErrors(since: mark)
      context.record(
        .warning,
        DecodingProblem(.defaultUsed, at: place.index, detail: "the default took the value's place"),
        model: name, property: property.name)
      return value
    }
  }

  private func noteDefault<T>(_ property: Property<Root, T>, _ route: PropertyRoute, _ json: JSONCursor) {
    guard property.options.defaultValue != nil, case .direct(let path) = route else { return }
    json.context.record(
      .note,
      DecodingProblem(
        .defaultUsed, at: json.index, suffix: path.components, detail: "no key `\(path)`; the default is used"
      ),
      model: name, property: property.name)
  }

  private func reportDuplicates(in json: JSONCursor) {
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

private func found<T>(_ value: T?) throws -> T {
  guard let value else { throw ProblemsRecorded() }
  return value
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
