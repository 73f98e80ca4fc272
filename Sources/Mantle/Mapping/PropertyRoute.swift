/// How a property's value is found in an object, worked out once per mapping.
@usableFromInline enum PropertyRoute: Sendable {
  /// One path of object keys: the property's own slot says it all.
  case direct(JSONKeyPath)
  /// Alternatives, or a path with array components.
  case alternatives([Candidate])
  /// Several members that become one value.
  case members([Candidate])
  /// Not read from JSON.
  case none

  /// One path: a slot for its leading keys, and what remains from the first array component on.
  @usableFromInline struct Candidate: Sendable {
    let path: JSONKeyPath
    let slot: Int?
    let rest: ArraySlice<JSONKeyPath.Component>
  }
}

extension PropertyRoute.Candidate {
  /// What stands at a path.
  enum Outcome {
    case absent
    case found(JSONCursor)
    case each([EachElement])
    case blocked(JSONCursor)
  }

  func look(in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) -> Outcome {
    guard let slot else { return descend(from: object, rest) }
    let position = Int(slots[slot])
    if position == 0 { return .absent }
    if position < 0 { return .blocked(object.at(-position - 1)) }
    return descend(from: object.at(position - 1), rest)
  }

  private func descend(
    from json: JSONCursor, _ components: ArraySlice<JSONKeyPath.Component>
  ) -> Outcome {
    guard let first = components.first else { return .found(json) }
    if json.isNull { return .found(json) }
    let rest = components.dropFirst()
    switch first {
    case .key(let key):
      guard json.is(.object) else { return .blocked(json) }
      json.reportDuplicateKeys()
      return json.member(key).map { descend(from: $0, rest) } ?? .absent
    case .index(let position):
      guard json.is(.array) else { return .blocked(json) }
      return json.element(position).map { descend(from: $0, rest) } ?? .absent
    case .each:
      guard json.is(.array) else { return .blocked(json) }
      return .each(each(of: json, rest))
    }
  }

  private func each(of array: JSONCursor, _ rest: ArraySlice<JSONKeyPath.Component>) -> [EachElement] {
    var found: [EachElement] = []
    array.forEachElement { element in
      switch descend(from: element, rest) {
      case .absent: found.append(EachElement(element, .missing(rest)))
      case .found(let json): found.append(EachElement(json, .value))
      case .each(let elements): found += elements
      case .blocked(let json): found.append(EachElement(json, .blocked(path)))
      }
    }
    return found
  }
}

extension Property {
  /// The value where the property's own slot does not hold it: absent, blocked, or found another way. Not part of the code
  /// of each model.
  @inline(never) @usableFromInline func decodeElsewhere(
    _ index: Int, _ slot: Int32, in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>,
    of mapping: Mapping<Root>
  ) throws -> Value {
    let mark = object.context.mark
    do {
      defer { if object.context.mark != mark { mapping.attribute(index, since: mark, object) } }
      return try decodeIndirect(index, slot: slot, in: object, slots, of: mapping)
    } catch { return try mapping.substitute(for: self, index, error, since: mark, slot, object) }
  }

  private func decodeIndirect(
    _ index: Int, slot: Int32, in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>,
    of mapping: Mapping<Root>
  ) throws -> Value {
    switch mapping.plan.routes[index] {
    case .none: return try valueForAbsentKey(in: object)
    case .direct(let path):
      if slot < 0 { throw blocked(path, by: object.at(Int(-slot) - 1)) }
      return try valueForAbsentKey(in: object)
    case .alternatives(let candidates):
      return try decodeFirst(of: candidates, in: object, slots) { mapping.hasKeys(of: index, in: object) }
    case .members(let candidates): return try decodeMembers(candidates, in: object, slots)
    }
  }

  private func decodeFirst(
    of candidates: [PropertyRoute.Candidate], in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>,
    hasKeys: () -> Bool
  ) throws -> Value {
    for (number, candidate) in candidates.enumerated() {
      switch candidate.look(in: object, slots) {
      case .absent: continue
      case .blocked(let json): throw blocked(candidate.path, by: json)
      case .each(let elements): return try decodeEach(elements, candidate.path)
      case .found(let json):
        if json.isNull, traits.nullAliasFallsThrough, number + 1 < candidates.count { continue }
        // A model at the empty path is absent where its keys are; one that must be there says which.
        if candidate.path.isEmpty, !isRequired, !hasKeys() { continue }
        if number > 0 { object.context.note(.aliasUsed, "read from the alias `\(candidate.path)`", at: json) }
        return try decode(json)
      }
    }
    return try valueForAbsentKey(in: object)
  }

  private func decodeEach(_ elements: [EachElement], _ path: JSONKeyPath) throws -> Value {
    guard let decodeEach = transformer.traits.each?.decode else {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [name],
        reason: .unusablePath(path, why: "only an array property can be read from each element"))
    }
    return try decodeEach(elements)
  }

  private func decodeMembers(
    _ candidates: [PropertyRoute.Candidate], in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) throws -> Value {
    let members = try candidates.map { candidate -> JSONCursor? in
      switch candidate.look(in: object, slots) {
      case .absent: nil
      case .found(let json): json
      case .each: throw blocked(candidate.path, by: object)
      case .blocked(let json): throw blocked(candidate.path, by: json)
      }
    }
    guard members.contains(where: { $0 != nil }), let decode = transformer.traits.members?.decode else {
      return try valueForAbsentKey(in: object)
    }
    do { return try decode(members) } catch { throw object.problem(from: error) }
  }

  private func blocked(_ path: JSONKeyPath, by json: JSONCursor) -> DecodingProblem { json.blocked(path) }
}

extension JSONCursor {
  /// The error for a value that is no container where a path goes on.
  func blocked(_ path: JSONKeyPath) -> DecodingProblem {
    mismatch(expected: "a container on the way to `\(path)`", code: .blockedPath)
  }
}
