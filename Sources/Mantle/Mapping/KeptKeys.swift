// A property at the empty path whose value is not a model, such as a dictionary, holds the keys of its object that no
// other property maps. For `Property(\.id, "id"); Property(\.login, "user.login"); Property(\.rest, "")`:
//
//     {"id":1,"user":{"login":"a","age":7},"x":[2]}      the object
//     {"user":{"age":7},"x":[2]}                         the kept keys, if `rest` holds arbitrary JSON
//     {"x":[2]}                                          the kept keys, if `rest` holds values of another type

/// The extent to which a property at the empty path holds the unmapped keys of its object.
enum KeptKeys: Sendable {
  /// The property holds whole values only: those of keys that no mapped path begins with.
  case whole
  /// The property also holds the unmapped contents of containers that mapped paths pass through.
  case parts

  /// Creates the extent for the shape of a property at the empty path. Returns nil if the shape is a model,
  /// which maps its own keys, or not an object.
  init?(_ shape: ValueShape) {
    guard shape.unwrapped.kindOfNoObject == nil else { return nil }
    switch shape.unwrapped {
    case .model: return nil
    case .dictionary(let value):
      if case .json = value.unwrapped { self = .parts } else { self = .whole }
    default: self = .parts
    }
  }
}

/// The members of an object that no property maps.
struct UnmappedMembers {
  /// The tries of mapped keys. A member is mapped if at least one trie contains its key.
  let keys: [KeyTrie]
  let extent: KeptKeys

  /// Returns the unmapped members as an object of their own; nil if there are none.
  func copied(from object: JSONCursor) throws -> KeptObject? {
    var copy = Copy()
    guard object.is(.object), copy.add(object, under: keys, extent) else { return nil }
    // The values were already accepted as parts of a document, so no limits apply to the copy.
    let limits = JSONLimits(
      depth: .max, bytes: .max, stringBytes: .max, numberBytes: .max, keys: .max, nodes: .max)
    do {
      return KeptObject(
        document: try JSONDocument(parsing: JSONBytes(copy.writer.finish()), limits: limits),
        origins: copy.origins)
    } catch {
      throw object.mismatch(expected: "JSON value", code: .syntax)
    }
  }

  /// Calls a closure with the key and the value of every unmapped member.
  func forEach(in object: JSONCursor, _ body: (_ key: JSONCursor, _ value: JSONCursor) -> Void) {
    forEach(in: object, under: keys, body)
  }

  private func forEach(
    in json: JSONCursor, under keys: [KeyTrie], _ body: (_ key: JSONCursor, _ value: JSONCursor) -> Void
  ) {
    json.forEachStep(under: keys) { key, value, coverage in
      switch coverage {
      case .none: body(key, value)
      case .whole: break
      case .parts(let nested): if case .parts = extent { forEach(in: value, under: nested, body) }
      }
    }
  }

  /// An unfinished copy of the unmapped members of an object: its JSON, and the positions of the copied nodes
  /// in the original.
  private struct Copy: ~Copyable {
    var writer = JSONWriter()
    var origins: [KeptObject.Origin] = []
    private var nodeCount = 0

    /// Copies the unmapped contents of a container.
    ///
    /// - Returns: whether the copy contains any value.
    mutating func add(_ container: JSONCursor, under keys: [KeyTrie], _ extent: KeptKeys) -> Bool {
      let isObject = container.is(.object)
      if isObject { writer.beginObject() } else { writer.beginArray() }
      note(container.index, 1)
      var (isFilled, end) = (false, (writer.count, nodeCount, origins.count))
      container.forEachStep(under: keys) { key, value, coverage in
        let start = (writer.count, nodeCount, origins.count)
        writer.separate()
        if isObject {
          writer.writeRawJSON(key)
          writer.byte(ASCII.colon)
          note(key.index, 1)
        }
        var isAdded = false
        switch coverage {
        case .none:
          writer.writeRawJSON(value)
          note(value.index, value.next - value.index)
          isAdded = true
        case .whole: break
        case .parts(let nested):
          if case .parts = extent { isAdded = add(value, under: nested, extent) }
        }
        guard !isAdded else {
          isFilled = true
          end = (writer.count, nodeCount, origins.count)
          return
        }
        truncate(to: start)
        guard !isObject else { return }
        // A null in place of the element preserves the indices of the following elements.
        writer.separate()
        writer.writeNull()
        note(value.index, 1)
      }
      truncate(to: end)
      if isObject { writer.endObject() } else { writer.endArray() }
      return isFilled
    }

    private mutating func note(_ original: Int, _ count: Int) {
      origins.append(KeptObject.Origin(copy: nodeCount, original: original, count: count))
      nodeCount += count
    }

    private mutating func truncate(to mark: (bytes: Int, nodes: Int, origins: Int)) {
      writer.truncate(to: mark.bytes)
      nodeCount = mark.nodes
      origins.removeLast(origins.count - mark.origins)
    }
  }
}

/// A copy of the unmapped keys that a property holds, as a JSON document of its own.
struct KeptObject {
  let document: JSONDocument
  fileprivate let origins: [Origin]

  /// A run of copied nodes: the indices of its first node in the copy and in the original, and its length.
  struct Origin {
    let copy: Int
    let original: Int
    let count: Int
  }

  /// The document `{}`, for objects that have no kept keys.
  static let empty: JSONDocument? = try? JSONDocument("{}")

  fileprivate func original(of node: Int) -> Int {
    let origin = origins[max(origins.countOfPrefix { $0.copy <= node } - 1, 0)]
    return origin.original + node - origin.copy
  }

  /// Returns the index in the copy of a node of the original document; nil if the node was not copied.
  fileprivate func copy(of node: Int) -> Int? {
    let place = origins.countOfPrefix { $0.original <= node } - 1
    guard place >= 0, node - origins[place].original < origins[place].count else { return nil }
    return origins[place].copy + node - origins[place].original
  }
}

extension JSONCursor {
  /// Calls a closure with a cursor at the root of a copy of this object's unmapped keys. Problems in the copy
  /// are reported at their positions in this object.
  ///
  /// - Parameter kept: the copy of the unmapped keys; nil if the object has none.
  func withKept<Result>(_ kept: KeptObject?, _ body: (JSONCursor) throws -> Result) throws -> Result {
    guard let document = kept?.document ?? KeptObject.empty else { throw mismatch(expected: "object") }
    func original(_ node: Int) -> Int { kept?.original(of: node) ?? index }
    let part = context.forPart(patches: !context.patchedModels.isEmpty)
    for (visit, patched) in context.patchedModels {
      guard let node = kept?.copy(of: visit.node) else { continue }
      part.patchedModels[DecodingContext.Visit(model: visit.model, node: node)] = patched
    }
    defer { context.absorb(part, nodes: original) }
    return try document.root.withCursor(part) { json in
      do { return try body(json) } catch {
        let error = json.problem(from: error)
        guard var problem = error as? DecodingProblem else { throw error }
        problem.nodeIndex = original(problem.nodeIndex)
        problem.relatedIndex = problem.relatedIndex.map(original)
        throw problem
      }
    }
  }

  /// Calls a closure for every member of this object, or element of this array, with its key, its value and
  /// the extent to which mapped paths cover the value. For an element, the key is the element itself.
  fileprivate func forEachStep(
    under keys: [KeyTrie], _ body: (_ key: JSONCursor, _ value: JSONCursor, KeyTrie.Coverage) -> Void
  ) {
    forEachMember { key, value in
      body(key, value, KeyTrie.Coverage(of: keys.map { $0.number(of: key) }, in: keys).of(value))
    }
    var index = 0
    forEachElement { element in
      let steps = [JSONKeyPath.Component.index(index), .each].map(KeyTrie.key)
      index += 1
      let coverages = steps.map { step in KeyTrie.Coverage(of: keys.map { $0.find(step) }, in: keys) }
      body(element, element, coverages[0].joined(with: coverages[1]).of(element))
    }
  }
}

extension KeyTrie {
  /// The extent to which the paths of a trie map a value.
  enum Coverage {
    case none
    case whole
    /// Paths pass through the value; the tries contain the mapped keys inside the value.
    case parts([KeyTrie])

    /// Creates the extent for the value of a key that is looked up in several tries.
    ///
    /// - Parameter numbers: the index of the key in each trie; negative if the trie does not have the key.
    fileprivate init(of numbers: [Int], in tries: [KeyTrie]) {
      self = .none
      for (number, trie) in zip(numbers, tries) where number >= 0 {
        let target = trie.targets[number]
        let nested = target.slot >= 0 ? nil : target.nested.map { $0.takeUnretainedValue() }
        self = joined(with: nested.map { .parts([$0]) } ?? .whole)
      }
    }

    fileprivate func joined(with other: Coverage) -> Coverage {
      switch (self, other) {
      case (.none, let other), (let other, .none): other
      case (.parts(let a), .parts(let b)): .parts(a + b)
      default: .whole
      }
    }

    /// Returns the extent for a particular value. Instead of `parts`, the extent is `whole` if the value is
    /// not a container, because paths cannot pass through it.
    fileprivate func of(_ value: JSONCursor) -> Coverage {
      if case .parts = self, !value.kind.isContainer { return .whole }
      return self
    }
  }

  /// Creates a trie for key paths that may contain array components.
  convenience init(mapping paths: [JSONKeyPath]) {
    self.init(paths.map { $0.components.map(Self.key) })
  }

  /// Returns the key that represents a path component in the trie: `[]` for each element of an array, and
  /// `[1]` for the element with the index 1.
  static func key(of component: JSONKeyPath.Component) -> String {
    switch component {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case .each: "[]"
    }
  }

  /// Returns the index of a key in the trie; negative if no path in the trie begins with the key.
  func number(of key: JSONCursor) -> Int {
    key.word.flag ? findEscaped(key) : table.find(key.bytes + key.word.offset, key.word.payload)
  }

  /// Returns the path of the first value in a property's unmapped keys that the paths of this trie map
  /// nevertheless; nil if there is none.
  ///
  /// - Parameter extent: the extent to which the property holds unmapped keys.
  func firstMapped(in json: JSONCursor, _ extent: KeptKeys) -> [JSONKeyPath.Component]? {
    var found: [JSONKeyPath.Component]?
    var index = 0
    json.forEachStep(under: [self]) { key, value, coverage in
      let step: JSONKeyPath.Component =
        json.is(.object) ? .key((try? key.string()) ?? "") : .index(index)
      index += 1
      guard found == nil else { return }
      switch (coverage, extent) {
      case (.none, _): break
      case (.parts(let nested), .parts):
        found = nested.firstMapped(in: value, extent).map { [step] + $0 }
      // A null element may only preserve the indices of the following elements.
      case (.whole, _), (.parts, .whole): if json.is(.object) || !value.isNull { found = [step] }
      }
    }
    return found
  }
}

extension [KeyTrie] {
  /// Returns the path of the first value in a property's unmapped keys that a path of any of these tries
  /// maps; nil if there is none.
  fileprivate func firstMapped(in json: JSONCursor, _ extent: KeptKeys) -> [JSONKeyPath.Component]? {
    for trie in self {
      if let path = trie.firstMapped(in: json, extent) { return path }
    }
    return nil
  }
}

extension JSONWriter {
  /// Writes a value or a key exactly as it is spelled in its document.
  fileprivate mutating func writeRawJSON(_ json: JSONCursor) {
    let bytes = json.rawBytes
    if let start = bytes.baseAddress { fragment(start, bytes.count) }
  }
}
