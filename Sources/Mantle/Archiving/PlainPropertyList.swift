import MantlePlatform

/// Property lists that are no keyed archives: dictionaries with string keys, arrays and values, without classes.
enum PlainPropertyList {
  /// - Throws: ``ArchiveError`` for a damaged file and for what no property list holds, such as a UID.
  /// - Complexity: O(length of the file), in time and memory.
  static func read(_ list: BinaryPropertyList) throws(ArchiveError) -> ArchiveGraph {
    var reader = PlainPropertyListReader(list)
    return try reader.read()
  }

  /// The objects that can be reached from the root, each once.
  ///
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` for null, objects with classes and keys that are no strings.
  static func write(_ graph: ArchiveGraph) throws(ArchiveError) -> [UInt8] {
    var writer = PlainPropertyListWriter(graph)
    return try writer.write()
  }
}

private struct PlainPropertyListReader {
  private let list: BinaryPropertyList
  private var graph = ArchiveGraph()
  private var references: [UInt32]
  /// The objects by number in the property list, in the order of the graph.
  private var reached: [Int] = [0]
  private var budget: ArchiveBudget

  init(_ list: BinaryPropertyList) {
    self.list = list
    references = Array(repeating: .max, count: list.objectCount)
    budget = .reading(fileOf: list.bytes.count)
  }

  mutating func read() throws(ArchiveError) -> ArchiveGraph {
    graph.kind = .propertyList
    graph.top = [ArchiveTop("root", reference(to: list.top))]
    var next = 1
    while next < reached.count {
      graph.set(try value(of: reached[next], at: next), classIndex: -1, at: next)
      next += 1
    }
    return graph
  }

  private mutating func value(of number: Int, at index: Int) throws(ArchiveError) -> ArchiveValue {
    switch try list.object(number) {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .real(let value): return .real(value)
    case .date(let seconds): return .date(seconds: seconds)
    case .data(let range):
      try budget.spend(range.count)
      return .data(Array(list.bytes[range]))
    case .ascii, .utf16: return .string(try text(number, at: index))
    case .uid: throw ArchiveError(.invalidObject("a UID outside of a keyed archive"), object: number)
    case .array(let items): return .array(try members(items))
    case .set(let items): return .set(try members(items))
    case .dictionary(let keys, let values):
      let keys = try members(keys)
      return .dictionary(zip(keys, try members(values)).map { ArchiveEntry(key: $0, value: $1) })
    }
  }

  private mutating func members(_ items: PropertyListReferences) throws(ArchiveError) -> [ArchiveReference] {
    try budget.spend(32 + 4 * items.count)
    var members: [ArchiveReference] = []
    for index in 0..<items.count { members.append(reference(to: try list.reference(index, of: items))) }
    return members
  }

  private mutating func text(_ number: Int, at index: Int) throws(ArchiveError) -> String {
    guard let (text, isRepaired) = try list.string(try list.object(number)) else { return "" }
    try budget.spend(2 * text.utf8.count)
    if isRepaired { graph.repaired.append(ArchiveReference(index)) }
    return text
  }

  private mutating func reference(to number: Int) -> ArchiveReference {
    if references[number] != .max { return ArchiveReference(Int(references[number])) }
    let reference = graph.append(.null, classIndex: -1)
    references[number] = UInt32(truncatingIfNeeded: reference.index)
    reached.append(number)
    return reference
  }
}

private struct PlainPropertyListWriter {
  private let graph: ArchiveGraph
  /// By object of the graph: its number in the file, or nil.
  private var numbers: [Int?]
  private var order: [Int] = []

  init(_ graph: ArchiveGraph) {
    self.graph = graph
    numbers = Array(repeating: nil, count: graph.count)
  }

  mutating func write() throws(ArchiveError) -> [UInt8] {
    try visit(try graph.requiredRoot())
    var next = 0
    while next < order.count {
      for member in members(of: order[next]) { try visit(member) }
      next += 1
    }
    var emitter = BinaryPropertyListEmitter(objectCount: order.count)
    for index in order { try emit(index, to: &emitter) }
    return emitter.finish()
  }

  private mutating func visit(_ reference: ArchiveReference) throws(ArchiveError) {
    guard reference != .null else { throw ArchiveError(.notRepresentable("null, in a property list")) }
    guard numbers[reference.index] == nil else { return }
    numbers[reference.index] = order.count
    order.append(reference.index)
  }

  private func members(of index: Int) -> [ArchiveReference] {
    switch graph.objects[index].value {
    case .array(let items), .set(let items), .orderedSet(let items): items
    case .dictionary(let entries): entries.map(\.key) + entries.map(\.value)
    default: []
    }
  }

  private func emit(_ index: Int, to emitter: inout BinaryPropertyListEmitter) throws(ArchiveError) {
    switch graph.objects[index].value {
    case .bool(let value): emitter.bool(value)
    case .integer(let value): emitter.integer(value)
    case .unsigned(let value): emitter.unsigned(value)
    case .real(let value): emitter.real(value)
    case .string(let value): emitter.string(value)
    case .data(let value): emitter.data(value)
    case .date(let value): emitter.date(value.timeIntervalSinceReferenceDate)
    case .array(let items), .orderedSet(let items):
      emitter.array(count: items.count)
      for item in items { emitter.reference(numbers[item.index] ?? 0) }
    case .set(let items):
      emitter.set(count: items.count)
      for item in items { emitter.reference(numbers[item.index] ?? 0) }
    case .dictionary(let entries):
      for entry in entries {
        guard case .string = graph[entry.key] else {
          throw ArchiveError(.notRepresentable("a key that is no string, in a property list"))
        }
      }
      emitter.dictionary(count: entries.count)
      for entry in entries { emitter.reference(numbers[entry.key.index] ?? 0) }
      for entry in entries { emitter.reference(numbers[entry.value.index] ?? 0) }
    case .null: throw ArchiveError(.notRepresentable("null, in a property list"))
    case .uuid, .url, .object:
      throw ArchiveError(.notRepresentable("an object with a class, in a plain property list"))
    }
  }
}
