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

  /// Reads an object with all it holds, which must have an end; a value of JSON takes about 80 bytes.
  mutating func read(
    everythingIn reference: ArchiveReference, of graph: ArchiveGraph, isInside: Bool = false
  ) throws {
    let index = reference.index
    guard index < isRead.count else { return }
    let isRepeated = isInside || isRead[index]
    let value = graph[reference]
    let members = value.members
    if isRepeated { try repeated(80 * members.count + value.payload) }
    isRead[index] = true
    for member in members { try read(everythingIn: member, of: graph, isInside: isRepeated) }
  }
}

extension ArchiveValue {
  /// What it holds, without the keys of dictionaries.
  fileprivate var members: [ArchiveReference] {
    switch self {
    case .array(let items), .set(let items), .orderedSet(let items): items
    case .dictionary(let entries): entries.map(\.value)
    case .object(let fields): fields.map(\.value)
    default: []
    }
  }
}
