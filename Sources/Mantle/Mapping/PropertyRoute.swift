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
    case each([JSONCursor])
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
      return json.member(key).map { descend(from: $0, rest) } ?? .absent
    case .index(let position):
      guard json.is(.array) else { return .blocked(json) }
      return json.element(position).map { descend(from: $0, rest) } ?? .absent
    case .each:
      guard json.is(.array) else { return .blocked(json) }
      return each(of: json, rest)
    }
  }

  private func each(of array: JSONCursor, _ rest: ArraySlice<JSONKeyPath.Component>) -> Outcome {
    var found: [JSONCursor] = []
    var blocked: JSONCursor?
    array.forEachElement { element in
      switch descend(from: element, rest) {
      case .absent: break
      case .found(let cursor): found.append(cursor)
      case .each(let cursors): found += cursors
      case .blocked(let cursor): blocked = blocked ?? cursor
      }
    }
    return blocked.map { .blocked($0) } ?? .each(found)
  }
}

extension Property {
  /// The value where the property's own slot does not hold it: absent, blocked, or found another way.
  @inline(never) @usableFromInline func decodeOffRoute(
    _ route: PropertyRoute, slot: Int32, in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) throws -> Value {
    switch route {
    case .none: return try valueForAbsentKey(in: object)
    case .direct(let path):
      if slot < 0 { throw blocked(path, by: object.at(Int(-slot) - 1)) }
      return try valueForAbsentKey(in: object)
    case .alternatives(let candidates): return try decodeFirst(of: candidates, in: object, slots)
    case .members(let candidates): return try decodeMembers(candidates, in: object, slots)
    }
  }

  private func decodeFirst(
    of candidates: [PropertyRoute.Candidate], in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) throws -> Value {
    for (number, candidate) in candidates.enumerated() {
      switch candidate.look(in: object, slots) {
      case .absent: continue
      case .blocked(let json): throw blocked(candidate.path, by: json)
      case .each(let cursors): return try decodeEach(cursors, candidate.path, in: object)
      case .found(let json):
        if json.isNull, options.nullAliasFallsThrough, number + 1 < candidates.count { continue }
        if number > 0 { object.context.note(.aliasUsed, "read from the alias `\(candidate.path)`", at: json) }
        return try decode(json)
      }
    }
    return try valueForAbsentKey(in: object)
  }

  private func decodeEach(
    _ cursors: [JSONCursor], _ path: JSONKeyPath, in object: JSONCursor
  ) throws -> Value {
    guard let decodeEach = transformer.decodeEach else {
      throw MappingError(
        model: String(describing: Root.self), properties: [name],
        reason: .unusablePath(path, why: "only an array property can be read from each element"))
    }
    return try decodeEach(cursors)
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
    guard members.contains(where: { $0 != nil }), let decode = transformer.decodeMembers else {
      return try valueForAbsentKey(in: object)
    }
    do { return try decode(members) } catch { throw object.problem(from: error) }
  }

  private func blocked(_ path: JSONKeyPath, by json: JSONCursor) -> DecodingProblem {
    json.mismatch(
      expected: "a container on the way to `\(path)`", code: .blockedPath)
  }
}
