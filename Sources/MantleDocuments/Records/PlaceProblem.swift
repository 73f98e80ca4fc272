import Mantle

/// The error for a path that does not exist in a document.
package struct PlaceProblem: Error {
  package private(set) var location: SourceLocation
  package let words: String
  /// Whether an edit can create the missing containers and the value in them.
  package let canBeAdded: Bool

  /// Creates the error for the first dead end of a search; nil if there is none.
  package init?(_ result: JSONPlaceFinder.Result, _ place: PlacePattern, in bytes: JSONBytes) {
    if let deadEnd = result.deadEnds.first {
      self.init(deadEnd, place, in: bytes)
      return
    }
    let inner = result.nested.lazy.compactMap { nested in
      PlaceProblem(nested.result, place, in: nested.bytes)?.moved(to: nested.string, in: bytes)
    }
    guard let problem = inner.first else { return nil }
    self = problem
  }

  /// Returns the same error at the string that contains the JSON, because lines inside the string are not lines of the
  /// file.
  func moved(to string: Range<Int>, in bytes: JSONBytes) -> PlaceProblem {
    var problem = self
    problem.location = bytes.location(at: string.lowerBound)
    return problem
  }

  init(_ deadEnd: JSONPlaceFinder.DeadEnd, _ place: PlacePattern, in bytes: JSONBytes) {
    let node = try? JSONDocument(parsing: bytes, in: deadEnd.value, limits: TextReading.deep).root
    let found =
      switch (node?.kind, deadEnd.missing) {
      case _ where deadEnd.mistake != nil: deadEnd.mistake.map { "is not searched: \($0)" } ?? ""
      case _ where deadEnd.rest.first == .descendants: "contains no match at any depth"
      case (.object, .key): "has the keys " + Self.keys(of: node)
      case (.array, .index):
        "has only \(Self.number(of: node?.elements.reduce(0) { count, _ in count + 1 } ?? 0))"
      case (let kind?, .key): "is \(Self.words(kind)), not an object"
      case (let kind?, _): "is \(Self.words(kind)), not an array"
      case (nil, _): "is not JSON"
      }
    let hint = Self.hint(deadEnd, in: node)
    let subject = deadEnd.path.isEmpty ? "the value" : "`\(deadEnd.path)`"
    location = bytes.location(at: deadEnd.value.lowerBound)
    canBeAdded = EditSpot(adding: deadEnd, to: bytes, createsParents: true) != nil
    words = "nothing at `\(place)`: \(subject) \(found)\(hint)"
  }

  package func line(name: String) -> String { "\(location.place(in: name)): error: \(words)" }

  /// Returns a suggestion of the key that the user probably meant: a key with dots or brackets that need a backslash, a
  /// key of a nested value, or a similar key.
  private static func hint(_ deadEnd: JSONPlaceFinder.DeadEnd, in node: JSONNode?) -> String {
    let keys = node?.members.map { $0.key.displayText } ?? []
    guard case .key(let missing) = deadEnd.missing else { return "" }
    let rest = deadEnd.rest.map(\.component)
    let plain = (2...max(2, rest.count)).map { JSONKeyPath(Array(rest.prefix($0))).description }
    if let key = keys.first(where: plain.contains) {
      return "; the key `\(key)` is written `\(JSONKeyPath(key: key))`"
    }
    let inside = node.flatMap { [$0].path(toKey: missing) }
    let near = inside ?? Spelling.nearest(to: missing, among: keys).map { JSONKeyPath(key: $0) }
    return near.map { "; did you mean `\($0)`?" } ?? ""
  }

  private static func number(of elements: Int) -> String {
    elements == 1 ? "1 element" : "\(elements) elements"
  }

  private static func words(_ kind: JSONKind) -> String {
    switch kind {
    case .true, .false, .null: "\(kind)"
    case .array, .object: "an \(kind)"
    case .string, .number: "a \(kind)"
    }
  }

  private static func keys(of node: JSONNode?) -> String {
    let keys = node?.members.prefix(9).map { "`\($0.key.displayText)`" } ?? []
    return keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? " …" : "")
  }
}
