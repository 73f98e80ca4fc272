import Mantle

/// The location in a text at which an edit sets a value.
package enum EditSpot {
  /// An existing value with its range. The edit replaces it.
  case value(Range<Int>)
  /// A key that an object lacks, with the range of the object. The edit adds a last member.
  case member(key: String, of: Range<Int>)
  /// The end of an array, with the range of the array. The edit adds a last element.
  case element(of: Range<Int>)
  /// A place inside containers that the edit creates. The spot is that of the outermost new container. The keys lead
  /// from it to the value; a nil key is the only element of an array.
  indirect case parents(EditSpot, keys: [String?])
  /// Locations in the JSON that a string contains, with that JSON and the range of the string.
  indirect case nested([EditSpot], in: JSONBytes, string: Range<Int>)
  /// A place that does not exist and cannot be added to a value. An edit of it throws the problem.
  case unreachable(PlaceProblem, in: Range<Int>)

  /// Creates the location of a missing value; nil if the value cannot be added at the path.
  ///
  /// - Parameter createsParents: whether several components of the path may be missing, for which containers are
  ///   created.
  init?(adding deadEnd: JSONPlaceFinder.DeadEnd, to bytes: JSONBytes, createsParents: Bool) {
    guard let outer = EditSpot(deadEnd, in: bytes) else { return nil }
    var keys: [String?] = []
    for step in deadEnd.rest.dropFirst() {
      switch step {
      case .component(.key("-")), .component(.index(0)): keys.append(nil)
      case .component(.key(let key)): keys.append(key)
      default: return nil
      }
    }
    guard createsParents || keys.isEmpty else { return nil }
    self = keys.isEmpty ? outer : .parents(outer, keys: keys)
  }

  private init?(_ deadEnd: JSONPlaceFinder.DeadEnd, in bytes: JSONBytes) {
    guard let children = bytes.children(at: deadEnd.value.lowerBound) else { return nil }
    switch (children, deadEnd.missing) {
    case (.object, .key(let key)): self = .member(key: key, of: deadEnd.value)
    // The kind of the container decides whether digits are a key or an index (RFC 6901).
    case (.object, .index(let digits)): self = .member(key: "\(digits)", of: deadEnd.value)
    // In a JSON Pointer, a final `-` denotes a new element.
    case (.array, .key("-")): self = .element(of: deadEnd.value)
    case (.array, .index(let position)):
      let index = JSONChildIndex(bytes, children, end: deadEnd.value.upperBound)
      guard index.all.reduce(0, { count, _ in count + 1 }) == position else { return nil }
      self = .element(of: deadEnd.value)
    default: return nil
    }
  }

  /// Returns the locations of a search result: those of the outermost values, and those of missing values, most of
  /// which can be added.
  ///
  /// - Parameter createsParents: whether missing enclosing containers are created.
  package static func spots(
    of result: JSONPlaceFinder.Result, at place: PlacePattern, in bytes: JSONBytes, createsParents: Bool
  ) -> [EditSpot] {
    let found = result.outermost
    let missing = result.deadEnds.map { end in
      EditSpot(adding: end, to: bytes, createsParents: createsParents)
        ?? .unreachable(PlaceProblem(end, place, in: bytes), in: end.value)
    }
    let nested = found.nested.map { nested in
      let inner = Self.spots(of: nested.result, at: place, in: nested.bytes, createsParents: createsParents)
      return EditSpot.nested(inner, in: nested.bytes, string: nested.string)
    }
    return found.values.map { .value($0) } + missing + nested
  }

  /// Returns the problem of the first place that cannot be edited; nil if all can.
  package func problem(in bytes: JSONBytes) -> PlaceProblem? {
    switch self {
    case .value, .member, .element, .parents: nil
    case .nested(let spots, let nested, let string):
      spots.lazy.compactMap { $0.problem(in: nested)?.moved(to: string, in: bytes) }.first
    case .unreachable(let problem, _): problem
    }
  }

  /// Returns the existing values at the location; empty if the value is missing.
  package func nodes(in bytes: JSONBytes) throws -> [JSONNode] {
    switch self {
    case .value(let range): [try JSONDocument(parsing: bytes, in: range, limits: TextReading.deep).root]
    case .nested(let spots, let nested, _): try spots.flatMap { try $0.nodes(in: nested) }
    case .member, .element, .parents, .unreachable: []
    }
  }

  /// Returns the splices that set the value at the location.
  package func splices(_ json: [UInt8], in bytes: JSONBytes) throws -> [JSONSplice] {
    switch self {
    case .value(let range): return [JSONSplice(range, with: bytes.inOwnEscapes(json, near: range))]
    case .member(let key, let container):
      return append(json, key: Array(JSONText.quoted(key).utf8), to: container, in: bytes)
    case .element(let container): return append(json, key: nil, to: container, in: bytes)
    case .parents(let outer, let keys):
      let value = keys.reversed().reduce(json) { json, key in
        guard let key else { return Array("[".utf8) + json + Array("]".utf8) }
        return Array("{\(JSONText.quoted(key)): ".utf8) + json + Array("}".utf8)
      }
      return try outer.splices(value, in: bytes)
    case .nested(let spots, let nested, let range):
      let string = try JSONDocument(parsing: bytes, in: range).root
      let splices = try spots.flatMap { try $0.splices(json, in: nested) }
      return [string.replacing(withNested: try nested.applying(splices))]
    case .unreachable(let problem, _): throw problem
    }
  }

  private func append(_ json: [UInt8], key: [UInt8]?, to container: Range<Int>, in bytes: JSONBytes)
    -> [JSONSplice]
  {
    guard let children = bytes.children(at: container.lowerBound) else { return [] }
    let index = JSONChildIndex(bytes, children, end: container.upperBound)
    var editor = JSONContainerEditor(index)
    editor.insert(bytes.inOwnEscapes(json, near: container), key: key, after: index.all.reduce(nil) { $1 })
    return editor.splices
  }
}
