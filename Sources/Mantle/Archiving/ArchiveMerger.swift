/// Puts a model that was archived anew in the place of the object it was before.
///
/// Values that are the same keep their objects, so that shared ones stay shared; fields nothing maps are kept.
struct ArchiveMerger {
  private let models: ArchivedModelTable
  /// How many objects may still be compared: objects that hold the same objects many times would take forever.
  private var budget: Int
  private var depth = 0
  /// What objects became, so that those who share one still do.
  private var results: [ArchiveReference: ArchiveReference] = [:]

  init(_ models: ArchivedModelTable, limit: Int) {
    self.models = models
    budget = limit
  }

  /// - Returns: the old object where nothing changed, else a new one.
  mutating func merge(
    _ old: ArchiveReference, _ new: ArchiveReference, in graph: inout ArchiveGraph
  ) -> ArchiveReference {
    guard old != new, depth < 256 else { return new }
    depth += 1
    defer { depth -= 1 }
    switch (graph[old], graph[new]) {
    case (.object(let fields), .object(let fresh)):
      return merge(old, fields, new, fresh, in: &graph)
    case (.array(let a), .array(let b)), (.orderedSet(let a), .array(let b)), (.set(let a), .array(let b)),
      (.array(let a), .set(let b)), (.set(let a), .set(let b)), (.orderedSet(let a), .set(let b)):
      return merge(old, a, b, in: &graph)
    default: return isSame(old, new, graph) ? old : new
    }
  }

  private mutating func merge(
    _ old: ArchiveReference, _ fields: [ArchiveField], _ new: ArchiveReference, _ fresh: [ArchiveField],
    in graph: inout ArchiveGraph
  ) -> ArchiveReference {
    guard let oldClass = graph.archiveClass(of: old), let newClass = graph.archiveClass(of: new),
      let model = models.model(for: oldClass), models.model(for: newClass)?.name == model.name
    else { return isSame(old, new, graph) ? old : new }
    var rest = Dictionary(fresh.map { ($0.key, $0.value) }) { _, last in last }
    var merged: [ArchiveField] = []
    for field in kept(fields, of: model, in: &graph) {
      if let value = rest.removeValue(forKey: field.key) {
        let result = merge(field.value, value, in: &graph)
        merged.append(
          ArchiveField(field.key, isSameNumber(field.value, result, graph) ? field.value : result))
      } else if !isMapped(field.key, model, graph) {
        merged.append(field)
      }
    }
    merged += fresh.filter { rest[$0.key] != nil }
    let finalClass = newClass.chain.contains(oldClass.name) ? newClass : oldClass
    if merged == fields, finalClass == oldClass { return old }
    return result(.object(merged), finalClass, of: old, in: &graph)
  }

  private mutating func result(
    _ value: ArchiveValue, _ archiveClass: ArchiveClass?, of old: ArchiveReference,
    in graph: inout ArchiveGraph
  ) -> ArchiveReference {
    if let known = results[old], graph[known] == value, graph.archiveClass(of: known) == archiveClass {
      return known
    }
    let reference = graph.append(value, class: archiveClass)
    results[old] = reference
    return reference
  }

  private func isMapped(_ key: ArchiveKey, _ model: ModelDescription, _ graph: ArchiveGraph) -> Bool {
    key == KnownKey.modelVersion.key || model.archiving?.keys.contains(graph.name(of: key)) == true
  }

  /// The fields under the names of the present version; what a migration made new is in the new object.
  private func kept(
    _ fields: [ArchiveField], of model: ModelDescription, in graph: inout ArchiveGraph
  ) -> [ArchiveField] {
    guard let archive = model.archive, let version = graph.modelVersion(fields), version >= 0,
      version < archive.version
    else { return fields }
    let count = graph.count
    // The graph is lent, not copied, for it may be large and a migration may add to it: what it adds is reached by
    // nothing afterwards.
    let store = ArchiveStore(.empty)
    swap(&store.graph, &graph)
    var upgraded = ArchiveFields(fields, in: store)
    for step in version..<archive.version {
      try? archive.migrations.first { $0.from == step }?.step(&upgraded)
    }
    swap(&store.graph, &graph)
    return upgraded.fields.filter { $0.value.index < count }
  }

  private mutating func merge(
    _ old: ArchiveReference, _ a: [ArchiveReference], _ b: [ArchiveReference], in graph: inout ArchiveGraph
  ) -> ArchiveReference {
    var items: [ArchiveReference] = []
    let shift = a.count - b.count
    for (index, item) in b.enumerated() {
      // From the front, or, after a change of length, from the back.
      var choices = [index, index + shift].filter { a.indices.contains($0) }
      if shift == 0 { choices = [index] }
      let same = choices.first { isSame(a[$0], item, graph) }
      items.append(same.map { a[$0] } ?? (shift == 0 ? merge(a[index], item, in: &graph) : item))
    }
    if items == a { return old }
    let value: ArchiveValue =
      switch graph[old] {
      case .set: .set(items)
      case .orderedSet: .orderedSet(items)
      default: .array(items)
      }
    return result(value, graph.archiveClass(of: old), of: old, in: &graph)
  }
}

extension ArchiveMerger {
  /// A boolean archived as a number, or a real number as an integer, when the property says the same.
  private func isSameNumber(_ a: ArchiveReference, _ b: ArchiveReference, _ graph: ArchiveGraph) -> Bool {
    switch (graph[a], graph[b]) {
    case (.integer(let old), .bool(let new)): old == (new ? 1 : 0)
    case (.bool(let old), .integer(let new)): new == (old ? 1 : 0)
    case (.integer(let old), .real(let new)): Double(old) == new
    case (.real(let old), .integer(let new)): old == Double(new)
    default: false
    }
  }

  /// Whether two objects are the same value, whatever class Foundation kept it in.
  private mutating func isSame(_ a: ArchiveReference, _ b: ArchiveReference, _ graph: ArchiveGraph) -> Bool {
    if a == b { return true }
    budget -= 1
    guard budget > 0, depth < 256 else { return false }
    depth += 1
    defer { depth -= 1 }
    switch (graph[a], graph[b]) {
    case (.array(let a), .array(let b)), (.orderedSet(let a), .array(let b)), (.set(let a), .array(let b)),
      (.set(let a), .set(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1, graph) }
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && zip(a, b).allSatisfy { isSame($0.key, $1.key, graph) && isSame($0.value, $1.value, graph) }
    case (.object(let old), .object(let new)):
      guard graph.archiveClass(of: a) == graph.archiveClass(of: b), old.count == new.count else {
        return false
      }
      let values = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
      return old.allSatisfy { field in values[field.key].map { isSame(field.value, $0, graph) } ?? false }
    case (.url, .url): return graph.url(a).map { $0.absoluteString == graph.url(b)?.absoluteString } ?? false
    case (.date(let old), .date(let new)):
      // JSON has nanoseconds; the archive may have had more.
      return abs(old.timeIntervalSince(new)) < 1e-6
    case (.string(let old), .string(let new)): return old.isExactly(new)
    case (let old, let new): return old == new
    }
  }
}
