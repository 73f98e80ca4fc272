import Mantle

/// A value that the operations of a JSON Patch change in place.
struct PatchTree {
  /// The JSON of the value before the changes.
  private let source: JSONNode
  private var isExpanded = false
  /// The keys of the object's members as JSON, with nil for removed members; empty for an array.
  private var keys: [[UInt8]?] = []
  /// The indices of the members in `keys`, by their keys without escapes.
  private var positions: [[UInt8]: Int] = [:]
  private var children: [PatchTree] = []

  init(_ source: JSONNode) { self.source = source }

  /// The JSON of the value after the changes.
  var json: [UInt8] {
    guard isExpanded else { return source.rawBytes }
    let isObject = source.kind == .object
    let texts = children.indices.compactMap { position in
      isObject ? keys[position].map { $0 + [ASCII.colon] + children[position].json } : children[position].json
    }
    let comma: [UInt8] = [ASCII.comma]
    return [isObject ? ASCII.openBrace : ASCII.openBracket] + texts.joined(separator: comma)
      + [isObject ? ASCII.closeBrace : ASCII.closeBracket]
  }

  /// Performs one operation of a JSON Patch on the value.
  mutating func perform(_ operation: JSONNode) throws(JSONPatch.Failure) {
    let path = try Self.path("path", of: operation)
    switch operation["op"]?.displayText {
    case "add": try add(PatchTree(Self.value(of: operation)), at: path)
    case "remove": _ = try remove(path)
    case "replace":
      let value = PatchTree(try Self.value(of: operation))
      try change(path) { $0 = value }
    case "move":
      let from = try Self.path("from", of: operation)
      guard !path.starts(with: from) || path == from else {
        throw Self.failure("a value cannot move into itself")
      }
      try add(try remove(from), at: path)
    case "copy":
      let from = try Self.path("from", of: operation)
      var copy: PatchTree?
      try change(from) { copy = $0 }
      if let copy { try add(copy, at: path) }
    case "test":
      let expected = try Self.value(of: operation)
      var isEqual = false
      try change(path) { isEqual = (try? JSONDocument($0.json).root.isEquivalent(to: expected)) ?? false }
      guard isEqual else { throw Self.failure("the value differs from `\(expected.rawText)`") }
    default: throw Self.failure("not an operation of RFC 6902")
    }
  }

  private mutating func add(_ value: PatchTree, at path: [String]) throws(JSONPatch.Failure) {
    guard let last = path.last else { return self = value }
    try change(path.dropLast()) { parent throws(JSONPatch.Failure) in
      parent.expand()
      if parent.source.kind == .array {
        let count = parent.children.count
        let index = last == "-" ? count : Self.index(last)
        guard let index, index <= count else { throw Self.failure("`\(last)` is not an index of the list") }
        parent.children.insert(value, at: index)
      } else if let place = parent.place(of: last) {
        parent.children[place] = value
      } else if parent.source.kind == .object {
        parent.positions[Array(last.utf8)] = parent.children.count
        parent.keys.append(Array(JSONText.quoted(last).utf8))
        parent.children.append(value)
      } else {
        throw Self.failure("the parent of `\(last)` is neither an object nor an array")
      }
    }
  }

  private mutating func remove(_ path: [String]) throws(JSONPatch.Failure) -> PatchTree {
    guard let last = path.last else { throw Self.failure("the whole document cannot be removed") }
    var removed: PatchTree?
    try change(path.dropLast()) { parent throws(JSONPatch.Failure) in
      parent.expand()
      guard let place = parent.place(of: last) else { throw Self.failure("nothing at `\(last)`") }
      if parent.source.kind == .object {
        // The other members keep their positions, so the key is only cleared.
        (parent.keys[place], parent.positions[Array(last.utf8)]) = (nil, nil)
        removed = parent.children[place]
      } else {
        removed = parent.children.remove(at: place)
      }
    }
    return removed ?? self
  }

  /// Calls a function that changes the value at a path.
  private mutating func change(
    _ path: some BidirectionalCollection<String>, _ body: (inout PatchTree) throws(JSONPatch.Failure) -> Void
  ) throws(JSONPatch.Failure) {
    guard let first = path.first else { return try body(&self) }
    expand()
    guard let place = place(of: first) else { throw Self.failure("nothing at `\(first)`") }
    try children[place].change(Array(path.dropFirst()), body)
  }

  private mutating func expand() {
    guard !isExpanded, source.kind.isContainer else { return }
    isExpanded = true
    let members = DistinctMembers(of: source).all
    keys = members.map(\.key.rawBytes)
    positions = Dictionary(uniqueKeysWithValues: zip(members.map(\.id), members.indices))
    children = (source.kind == .array ? Array(source.elements) : members.map(\.value)).map(PatchTree.init)
  }

  /// Returns the index of the child that a token of a JSON Pointer denotes; nil if there is none.
  private func place(of token: String) -> Int? {
    guard source.kind == .array else { return positions[Array(token.utf8)] }
    return Self.index(token).flatMap { children.indices.contains($0) ? $0 : nil }
  }

  private static func index(_ token: String) -> Int? {
    Int(token).flatMap { $0 >= 0 && String($0) == token ? $0 : nil }
  }

  private static func value(of operation: JSONNode) throws(JSONPatch.Failure) -> JSONNode {
    guard let value = operation["value"] else { throw failure("the member `value` is missing") }
    return value
  }

  private static func path(_ key: String, of operation: JSONNode) throws(JSONPatch.Failure) -> [String] {
    guard let text = operation[key], text.kind == .string else {
      throw failure("the member `\(key)` is missing")
    }
    do {
      return try JSONKeyPath(pointer: text.displayText).components.map { component in
        switch component {
        case .key(let key): key
        case .index(let index): String(index)
        case .each: ""
        }
      }
    } catch { throw failure("\(error)") }
  }

  private static func failure(_ reason: String) -> JSONPatch.Failure {
    JSONPatch.Failure(reason: reason)
  }
}
