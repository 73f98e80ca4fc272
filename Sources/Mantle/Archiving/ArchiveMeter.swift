/// Hears of every value of an archive that is made into JSON, and says when it is enough.
protocol ArchiveMeter {
  /// - Throws: an ``ArchiveProblem`` when there has been too much.
  mutating func pass(_ reference: ArchiveReference, in graph: ArchiveGraph) throws
}

/// So many values and bytes, and no more.
struct ArchiveAllowance: ArchiveMeter {
  private var left: Int

  init(_ left: Int) { self.left = left }

  mutating func pass(_ reference: ArchiveReference, in graph: ArchiveGraph) throws {
    switch graph[reference] {
    case .dictionary(let entries): left -= entries.reduce(1) { $0 + graph.excess(ofKey: $1.key) }
    case .object(let fields): left -= fields.reduce(1) { $0 + graph.excess(ofName: $1.key) }
    case .url(let relative, let base): left -= 1 + graph[relative].payload + graph[base].payload
    case let value: left -= 1 + value.payload
    }
    guard left > 0 else {
      throw ArchiveProblem(.limit, expected: "a value that ends", found: "objects that hold each other")
    }
  }
}

extension ArchiveGraph {
  /// By how many bytes a key of a dictionary is longer than keys are. Many dictionaries share one: long ones count
  /// wherever they are written.
  func excess(ofKey key: ArchiveReference) -> Int { max(0, self[key].payload - 64) }

  /// The same for the name of a field.
  func excess(ofName key: ArchiveKey) -> Int { max(0, name(of: key).utf8.count - 64) }
}
