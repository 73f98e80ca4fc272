import Mantle

/// The hashes of archived values, by which equal values are recognized. The probability of a
/// collision is about 1 in 10^19.
struct ArchiveDigests {
  /// The hashes computed so far, by reference.
  private var digests: [ArchiveReference: Int] = [:]
  /// The nesting depth of the value being hashed.
  private var depth = 0

  /// Returns the hash of a value's contents, computing it on first use.
  mutating func digest(_ reference: ArchiveReference, in graph: ArchiveGraph) -> Int {
    if let known = digests[reference] { return known }
    // Deep values and recursive occurrences of an object equal only themselves.
    guard depth < 256 else { return reference.hashValue }
    depth += 1
    defer { depth -= 1 }
    digests[reference] = reference.hashValue
    var hasher = Hasher()
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      for item in items { hasher.combine(digest(item, in: graph)) }
    case .dictionary(let entries):
      for entry in entries {
        hasher.combine(digest(entry.key, in: graph))
        hasher.combine(digest(entry.value, in: graph))
      }
    case .object(let fields):
      hasher.combine(graph.archiveClass(of: reference)?.name)
      for field in fields.sorted(by: { $0.key.index < $1.key.index }) {
        hasher.combine(field.key)
        hasher.combine(digest(field.value, in: graph))
      }
    case .url: hasher.combine(graph.url(reference)?.absoluteString ?? "\(reference.hashValue)")
    // JSON has nanoseconds, but the archive may be more precise.
    case .date(let date): hasher.combine((date.timeIntervalSinceReferenceDate * 1e6).rounded())
    case let value: hasher.combine(value.scalar)
    }
    let digest = hasher.finalize()
    digests[reference] = digest
    return digest
  }

  /// Returns the share of fields other than nil that two objects have in common, from 0 to 1;
  /// 0 for other values.
  mutating func likeness(_ a: ArchiveReference, _ b: ArchiveReference, in graph: ArchiveGraph) -> Double {
    guard case .object(let own) = graph[a], case .object(let other) = graph[b] else { return 0 }
    let values = Dictionary(other.map { ($0.key, $0.value) }) { first, _ in first }
    var same = 0
    for field in own where field.value != .null {
      if let value = values[field.key], digest(value, in: graph) == digest(field.value, in: graph) {
        same += 1
      }
    }
    return Double(same) / Double(max(own.count { $0.value != .null }, other.count { $0.value != .null }, 1))
  }
}

extension ArchiveGraph {
  /// Returns the indices of an object and of all objects that can be reached only through it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of references in the archive.
  func owned(by root: ArchiveReference) -> [Int] {
    let inside = reachable(from: [root.index], without: nil)
    var isHeld = Array(repeating: false, count: count)
    for entry in top { isHeld[entry.value.index] = true }
    for (index, object) in objects.enumerated() where !inside[index] {
      for part in object.value.parts { isHeld[part.index] = true }
    }
    let held = objects.indices.filter { inside[$0] && isHeld[$0] && $0 != root.index }
    let shared = reachable(from: held, without: root.index)
    return objects.indices.filter { inside[$0] && !shared[$0] && !objects[$0].value.isLeaf }
  }

  /// Returns for each object whether it can be reached from `starts` without passing the excluded object.
  private func reachable(from starts: [Int], without excluded: Int?) -> [Bool] {
    var isReached = Array(repeating: false, count: count)
    var waiting = starts.filter { $0 != excluded }
    for index in waiting { isReached[index] = true }
    while let index = waiting.popLast() {
      for part in objects[index].value.parts where !isReached[part.index] && part.index != excluded {
        isReached[part.index] = true
        waiting.append(part.index)
      }
    }
    return isReached
  }
}

extension ArchiveValue {
  /// The fields of an archived object; an empty array for other values.
  var fields: [ArchiveField] { if case .object(let fields) = self { fields } else { [] } }

  /// Whether the archived value is an object with fields.
  var isObject: Bool { if case .object = self { true } else { false } }

  /// Returns a copy of the value in which each reference to a part is replaced by the result of `transform`. Keys of dictionaries
  /// are unchanged.
  func mapReferences(_ transform: (ArchiveReference) -> ArchiveReference) -> ArchiveValue {
    switch self {
    case .object(let fields): .object(fields.map { ArchiveField($0.key, transform($0.value)) })
    case .dictionary(let entries):
      .dictionary(entries.map { ArchiveEntry(key: $0.key, value: transform($0.value)) })
    default: items.map { replacing(items: $0.map(transform)) } ?? self
    }
  }
}
