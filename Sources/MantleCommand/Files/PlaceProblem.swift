import Mantle

/// A place that leads to nothing, put into words.
struct PlaceProblem {
  let location: SourceLocation
  let words: String

  init(_ deadEnd: JSONPlaceFinder.DeadEnd, _ place: JSONKeyPath, in bytes: JSONBytes) {
    let node = try? JSONDocument(parsing: bytes, in: deadEnd.value).root
    let found =
      switch (node?.kind, deadEnd.missing) {
      case (.object, .key): "has the keys " + Self.keys(of: node)
      case (.array, .index): "has \(node?.elements.reduce(0) { count, _ in count + 1 } ?? 0) elements"
      case (let kind?, .key): "is \(kind), not an object"
      case (let kind?, _): "is \(kind), not an array"
      case (nil, _): "is not JSON"
      }
    var near: String?
    if case .key(let key) = deadEnd.missing {
      near = Spelling.nearest(to: key, among: node?.members.map { $0.key.displayText } ?? [])
    }
    let hint = near.map { "; did you mean `\($0)`?" } ?? ""
    let subject = deadEnd.path.isEmpty ? "the value" : "`\(deadEnd.path)`"
    location = bytes.location(at: deadEnd.value.lowerBound)
    words = "nothing at `\(place)`: \(subject) \(found)\(hint)"
  }

  func line(name: String) -> String { "\(location.place(in: name)): error: \(words)" }

  private static func keys(of node: JSONNode?) -> String {
    let keys = node?.members.prefix(9).map { "`\($0.key.displayText)`" } ?? []
    return keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? " …" : "")
  }
}
