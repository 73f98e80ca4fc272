/// The method of finding a property's value in an object, computed once per mapping.
@usableFromInline enum PropertyRoute: Sendable {
  /// The property has one path of object keys. The slot with the property's index contains the location of
  /// the value.
  case direct(JSONKeyPath)
  /// The property has alternative paths, or a path with array components.
  case alternatives([Candidate])
  /// The property combines several members into one value.
  case members([Candidate])
  /// The property is not decoded from JSON.
  case none

  /// One of several paths of a property: the index of the slot for its leading keys, and the components from
  /// the first array component on. The slot is nil if the path has no leading keys.
  @usableFromInline struct Candidate: Sendable {
    let path: JSONKeyPath
    let slot: Int?
    let rest: ArraySlice<JSONKeyPath.Component>
  }
}

extension PropertyRoute.Candidate {
  /// The result of following a path in a document. The numbers are indices of nodes.
  enum Outcome {
    case absent
    case found(Int)
    case each([EachElement])
    case blocked(Int)
  }

  /// Returns the result of following the candidate's path in an object, beginning at the value in its slot.
  func look(in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) -> Outcome {
    guard let slot else { return descend(from: object, rest) }
    let position = Int(slots[slot])
    if position == 0 { return .absent }
    if position < 0 { return .blocked(-position - 1) }
    return descend(from: object.at(position - 1), rest)
  }

  private func descend(
    from json: JSONCursor, _ components: ArraySlice<JSONKeyPath.Component>
  ) -> Outcome {
    guard let first = components.first, !json.isNull else { return .found(json.index) }
    let rest = components.dropFirst()
    switch first {
    case .key(let key):
      guard json.is(.object) else { return .blocked(json.index) }
      json.reportDuplicateKeys()
      guard let value = json.member(key) else { return .absent }
      return descend(from: value, rest)
    case .index(let position):
      guard json.is(.array) else { return .blocked(json.index) }
      guard let value = json.element(position) else { return .absent }
      return descend(from: value, rest)
    case .each:
      guard json.is(.array) else { return .blocked(json.index) }
      return .each(each(of: json, rest))
    }
  }

  private func each(of array: JSONCursor, _ rest: ArraySlice<JSONKeyPath.Component>) -> [EachElement] {
    var found: [EachElement] = []
    array.forEachElement { element in
      switch descend(from: element, rest) {
      case .absent: found.append(EachElement(element.index, .missing(rest)))
      case .found(let node): found.append(EachElement(node, .value))
      case .each(let elements): found += elements
      case .blocked(let node): found.append(EachElement(node, .blocked(path)))
      }
    }
    return found
  }
}

extension Property {
  /// Decodes a property whose own slot has no value, because the value is missing, the path is blocked, or
  /// the property has several paths, several members or array components. This function is separate from the
  /// code that is specialized for each model.
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
      if slot < 0 { throw object.at(Int(-slot) - 1).blocked(path) }
      return try valueForAbsentKey(in: object)
    case .alternatives(let candidates):
      return try decodeFirst(of: candidates, in: object, slots) { object in
        try mapping.flattened.decode(self, at: index, in: object)
      }
    case .members(let candidates): return try decodeMembers(candidates, in: object, slots)
    }
  }

  private func decodeFirst(
    of candidates: [PropertyRoute.Candidate], in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>,
    whole: (JSONCursor) throws -> Value?
  ) throws -> Value {
    var blocked: DecodingProblem?
    for (number, candidate) in candidates.enumerated() {
      switch candidate.look(in: object, slots) {
      case .absent: continue
      case .blocked(let node): blocked = blocked ?? object.at(node).blocked(candidate.path)
      case .each(let elements):
        if number + 1 < candidates.count, let first = elements.first, elements.allSatisfy(\.isBlocked) {
          blocked = blocked ?? object.at(first.node).blocked(candidate.path)
          continue
        }
        return try decodeEach(elements, in: object, candidate.path)
      case .found(let node):
        let json = object.at(node)
        let rest = candidates.dropFirst(number + 1)
        if json.isNull, traits.nullAliasFallsThrough, !rest.isEmpty { continue }
        if !rest.isEmpty, shape.isPassed(at: json, candidate, to: rest, in: object, slots) {
          continue
        }
        if candidate.path.isEmpty {
          guard let value = try whole(json) else { continue }
          return value
        }
        if number > 0 { object.context.note(.aliasUsed, "read from the alias `\(candidate.path)`", at: json) }
        // The error gets its location here, because only this function knows the location of the value.
        do { return try decode(json) } catch { throw json.problem(from: error) }
      }
    }
    if let blocked { throw blocked }
    return try valueForAbsentKey(in: object)
  }

  private func decodeEach(
    _ elements: [EachElement], in object: JSONCursor, _ path: JSONKeyPath
  ) throws -> Value {
    guard let decodeEach = transformer.traits.each?.decode else {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [name],
        reason: .unusablePath(path, why: "only an array property can be read from each element"))
    }
    return try decodeEach(object, elements)
  }

  private func decodeMembers(
    _ candidates: [PropertyRoute.Candidate], in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) throws -> Value {
    let members = try candidates.map { candidate -> Int? in
      switch candidate.look(in: object, slots) {
      case .absent: nil
      case .found(let node): node
      case .each: throw object.blocked(candidate.path)
      case .blocked(let node): throw object.at(node).blocked(candidate.path)
      }
    }
    guard members.contains(where: { $0 != nil }), let decode = transformer.traits.members?.decode else {
      return try valueForAbsentKey(in: object)
    }
    do { return try decode(object, members) } catch { throw object.problem(from: error) }
  }
}

extension JSONCursor {
  /// Returns the error for a path that continues inside this value, although the value is not a container.
  func blocked(_ path: JSONKeyPath) -> DecodingProblem {
    mismatch(expected: "an object or array on the path `\(path)`", code: .blockedPath)
  }
}

extension ValueShape {
  /// Returns whether a container at one path of a property is not the property's value, but leads to it:
  /// values of this shape are not containers, and one of the `others` paths finds a value inside the
  /// container.
  fileprivate func isPassed(
    at json: JSONCursor, _ candidate: PropertyRoute.Candidate, to others: ArraySlice<PropertyRoute.Candidate>,
    in object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard json.kind.isContainer, !candidate.path.isEmpty, unwrapped.isScalar else { return false }
    return others.contains { other in
      guard other.path.components.starts(with: candidate.path.components) else { return false }
      if case .found = other.look(in: object, slots) { return true }
      return false
    }
  }
}
