import Mantle
import MantlePlatform

/// The conversion of an ``ArchiveGraph`` without classes to a binary property list:
/// dictionaries with string keys, arrays and values.
struct PlainPropertyListWriter {
  /// The graph.
  private let graph: ArchiveGraph
  /// The numbers of the objects in the file; nil for an object that was not reached.
  private var numbers: [Int?]
  /// The reachable objects, in the order of their numbers.
  private var order: [Int] = []

  /// Returns the property list of the objects that are reachable from the root.
  ///
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` for null, for objects with classes,
  ///   and for keys that are not strings.
  static func write(_ graph: ArchiveGraph) throws(ArchiveError) -> [UInt8] {
    var writer = PlainPropertyListWriter(graph)
    return try writer.write()
  }

  /// Creates a writer in which no object is numbered.
  private init(_ graph: ArchiveGraph) {
    self.graph = graph
    numbers = Array(repeating: nil, count: graph.count)
  }

  /// Numbers all objects, and writes them.
  private mutating func write() throws(ArchiveError) -> [UInt8] {
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

  /// Numbers an object.
  private mutating func visit(_ reference: ArchiveReference) throws(ArchiveError) {
    guard reference != .null else { throw ArchiveError(.notRepresentable("null, in a property list")) }
    guard numbers[reference.index] == nil else { return }
    numbers[reference.index] = order.count
    order.append(reference.index)
  }

  /// Returns the keys and values of a dictionary, or the elements of a list.
  private func members(of index: Int) -> [ArchiveReference] {
    let value = graph.objects[index].value
    if case .dictionary(let entries) = value { return entries.map(\.key) + value.members }
    return value.members
  }

  /// Writes an object.
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
    case .object(let fields) where fields.count == 1 && graph.name(of: fields[0].key) == "CF$UID":
      guard case .integer(let value) = graph[fields[0].value], value >= 0 else {
        throw ArchiveError(.notRepresentable("a UID that is no 64-bit number, in a property list"))
      }
      emitter.uid(Int(value))
    case .uuid, .url, .object:
      throw ArchiveError(.notRepresentable("an object with a class, in a plain property list"))
    }
  }
}
