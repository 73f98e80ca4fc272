import Synchronization

extension Mapping {
  /// Decodes a model from a cursor.
  ///
  /// A hand-written type with several mappings calls this method to select a mapping:
  /// `try json.member("v2") == nil ? old.decode(json) : …`. Call
  /// ``JSONConvertible/decode(json:options:)-(String,_)`` to decode a document.
  ///
  /// - Throws: `ProblemsRecorded` if problems are recorded in the cursor's context, or the problem itself
  ///   if the value is not an object; a ``MappingError`` if the definition is wrong.
  @inlinable public func decode(_ json: JSONCursor) throws -> Root {
    guard isPlain, isVerified.load(ordering: .relaxed) else { return try decodeWithOptions(json) }
    return try engine.decode(json, self)
  }

  /// Decodes a model with the optional steps: the check of the definition, hooks and validation rules.
  @inline(never) @usableFromInline func decodeWithOptions(_ json: JSONCursor) throws -> Root {
    if !isVerified.load(ordering: .relaxed) { try checkDefinition() }
    if let replacement = try options.replacement(for: json) {
      return try decode(replacement, inPlaceOf: json)
    }
    return try decodeFinished(json)
  }

  func decodeFinished(_ json: JSONCursor) throws -> Root {
    let start = json.context.mark
    let isVerified = isVerified.load(ordering: .relaxed)
    return try finished(isVerified ? engine.decode(json, self) : decodeVerifying(json), json, since: start)
  }

  /// Runs the hooks and validation rules of the mapping on a decoded model, and records their problems.
  ///
  /// - Parameter start: the number of problems that were recorded before the model.
  func finished(_ root: Root, _ json: JSONCursor, since start: Int) throws -> Root {
    var root = root
    let context = json.context
    var isSound = true
    func run(_ step: (inout Root) throws -> Void) throws {
      let mark = context.mark
      do { try step(&root) } catch {
        try context.record(json.ruleProblem(from: error), at: json, model: name, property: nil)
        context.keepFailures(since: mark)
        isSound = false
      }
    }
    // Rules run after the hooks, because they check the values that hooks have set.
    for hook in options.afterDecoding where isSound { try run { try hook(&$0, context) } }
    if isSound || context.policy.keepsRefused { for rule in options.rules { try run(rule) } }
    guard isSound || context.policy.keepsRefused else { throw context.fail(since: start) }
    return root
  }
}

extension Mapping {
  /// Decodes one property of an object. If decoding fails, records the problem and returns a replacement if
  /// the policy of the call allows one.
  @inlinable @inline(__always) func decode<Value>(
    _ property: Property<Root, Value>, at index: Int, in object: JSONCursor,
    _ slots: UnsafeMutablePointer<Int32>
  ) throws -> Value {
    let slot = slots[index]
    guard slot > 0 else { return try property.decodeElsewhere(index, slot, in: object, slots, of: self) }
    let mark = object.context.mark
    do {
      // The result is not bound to a name: a named value would be stored separately and then moved, which is
      // a function call for a type that the optimizer does not know in this loop.
      defer { if object.context.mark != mark { attribute(index, since: mark, object) } }
      return try property.decode(object.at(Int(slot) &- 1))
    } catch { return try substitute(for: property, index, error, since: mark, slot, object) }
  }

  /// Checks an object for repeated and unmapped keys, before the values of its properties are located.
  ///
  /// - Returns: the number of problems that were recorded before the object.
  @inlinable @inline(__always) func begin(_ json: JSONCursor) -> Int {
    let start = json.context.mark
    if json.context.checksKeys { checkKeys(of: json) }
    return start
  }

  /// Decodes the remaining properties after a property or the initializer has failed, so that one problem
  /// does not hide the others.
  ///
  /// - Parameter index: the index of the first remaining property.
  /// - Returns: the error to throw for the model.
  @inline(never) @usableFromInline func failed(
    _ error: any Error, after index: Int, in json: JSONCursor,
    _ slots: UnsafeMutablePointer<Int32>, since start: Int
  ) -> any Error {
    if error is MappingError { return error }
    do {
      for index in min(index, properties.count)..<properties.count {
        try properties[index].diagnose(json, slots, self, at: index)
      }
    } catch { return error }
    if !(error is ProblemsRecorded) {
      // The initializer's own error belongs to the model, not to a property.
      let mark = json.context.mark
      do { try json.context.record(error, at: json, model: name, property: nil) } catch { return error }
      json.context.keepFailures(since: mark)
    }
    return json.context.fail(since: start)
  }

  /// Records a property's problem and returns the default or nil in place of the value. Throws
  /// `ProblemsRecorded` if the policy of the call allows no replacement.
  @inline(never) @usableFromInline func substitute<T>(
    for property: Property<Root, T>, _ index: Int, _ error: any Error, since mark: Int, _ slot: Int32,
    _ json: JSONCursor
  ) throws -> T {
    let context = json.context
    let name = property.name
    let place = slot > 0 ? json.at(Int(slot) - 1) : json
    try context.record(error, at: place, model: self.name, property: name)
    attribute(index, since: mark, json)
    context.keepFailures(since: mark)
    guard context.policy.substitutes,
      let value = try? property.substitute(in: json, whateverIsRequired: context.policy.keepsRefused)
    else { throw ProblemsRecorded() }
    if context.policy.demotes { context.demoteErrors(since: mark) }
    context.record(
      .warning,
      DecodingProblem(
        .defaultUsed, at: (error as? DecodingProblem)?.nodeIndex ?? place.index,
        detail: property.hasDefault
          ? "the default was used instead of the value" : "nil was used instead of the value"),
      model: self.name, property: name)
    return value
  }

  /// Adds the names of the model and the property to the problems that were recorded since `mark`.
  ///
  /// - Parameter index: the index of the property; nil for problems of the model itself.
  @inline(never) @usableFromInline func attribute(_ index: Int?, since mark: Int, _ json: JSONCursor) {
    json.context.attribute(since: mark, model: name, property: index.map { properties[$0].name })
  }

  @inline(never) @usableFromInline
  func markPresent(in json: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) {
    let present = properties.indices.filter { index in
      plan.isPresent(index, slots) { candidate in
        if candidate.path.isEmpty { return flattened.hasKeys(of: index, in: json) }
        return if case .absent = candidate.look(in: json, slots) { false } else { true }
      }
    }
    json.context.markPresent(present.map { properties[$0].name })
  }
}

extension DecodingPlan {
  /// Returns whether a property had a value in the decoded JSON, including null.
  ///
  /// - Parameter isFound: a closure that searches for a value at a path that begins with an array component
  ///   or is empty, because the table of slots has no location for such a path.
  func isPresent(
    _ index: Int, _ slots: UnsafeMutablePointer<Int32>, isFound: (PropertyRoute.Candidate) -> Bool
  ) -> Bool {
    switch routes[index] {
    case .none: false
    case .direct: slots[index] > 0
    case .alternatives(let candidates), .members(let candidates):
      candidates.contains { candidate in candidate.slot.map { slots[$0] > 0 } ?? isFound(candidate) }
    }
  }
}
