/// Keeps what is made of objects that were read before within bounds, since a small archive can say the same thing
/// over and over. What is read for the first time costs nothing here.
struct ArchiveRepetition {
  private var isRead: [Bool]
  /// How many bytes of values may still be made.
  private var left: Int

  /// - Parameter references: how many references the archive's objects have.
  init(objects: Int, references: Int) {
    isRead = Array(repeating: false, count: objects)
    left = (32 << 20) + 12 * (objects + references)
  }

  /// Takes note that an object is read, and counts its size if it was read before.
  mutating func read(_ reference: ArchiveReference, size: Int) throws {
    let index = reference.index
    guard index < isRead.count else { return }
    if isRead[index] { try repeated(size) }
    isRead[index] = true
  }

  mutating func repeated(_ size: Int) throws {
    left -= size
    guard left >= 0 else {
      throw ArchiveProblem(.limit, expected: "an archive that ends", found: "objects that repeat each other")
    }
  }
}

/// What is made through JSON. A container is charged with its members, before any of them is looked at, so that an
/// archive that has used up everything is refused at once.
extension ArchiveRepetition: ArchiveMeter {
  /// A value of JSON takes about 80 bytes.
  mutating func pass(_ reference: ArchiveReference, in graph: ArchiveGraph) throws {
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      try read(reference, size: 80 * items.count)
    case .dictionary(let entries):
      try read(reference, size: 80 * entries.count)
      for entry in entries { try read(entry.key, size: graph.excess(ofKey: entry.key)) }
    case .object(let fields):
      try read(reference, size: 80 * fields.count)
      try repeated(fields.reduce(0) { $0 + graph.excess(ofName: $1.key) })
    case .url(let relative, let base):
      try read(reference, size: graph[relative].payload + graph[base].payload)
    case let value: try read(reference, size: value.payload)
    }
  }
}
