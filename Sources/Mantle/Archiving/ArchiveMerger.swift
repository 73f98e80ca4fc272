/// Writes a value over the object of an archive that it was read from, keeping what its models do not know:
/// fields that no property maps, subclasses, mutable collections, the objects of values that did not change.
///
/// Elements of collections are paired as the edits tell, or else by their models' identity properties, or else as
/// ``ElementPairing`` finds them.
struct ArchiveMerger {
  /// Nil where the edits do not tell, or tell of JSON that a value is not in element by element.
  var edits: Edits?
  private let models: ArchivedModelTable
  /// How many values may still be compared.
  private var budget: ArchiveBudget
  private var depth = 0
  /// What objects became, so that those who share one still do.
  private var results: [ArchiveReference: ArchiveReference] = [:]
  /// The pairs being merged, each with the object that stands for its result where the pair is met again inside
  /// itself.
  private var open: [Pair: ArchiveReference?] = [:]

  private var digests: [ArchiveReference: Int] = [:]

  private struct Pair: Hashable {
    let old: ArchiveReference
    let new: ArchiveReference
  }

  init(_ models: ArchivedModelTable, objects: Int) {
    self.models = models
    budget = .comparing(objects: objects)
  }

  /// - Parameter base: what the old object was read as: defaults that took the place of nil and of missing fields are
  ///   not written, as long as they are what they were. Nil to write them.
  /// - Returns: the old object where nothing changed, else a new one.
  /// - Throws: what a migration of an old object throws.
  mutating func merge(
    _ old: ArchiveReference, _ new: ArchiveReference, base: ArchiveReference? = nil,
    in graph: inout ArchiveGraph
  ) throws -> ArchiveReference {
    guard old != new, depth < 256 else { return new }
    depth += 1
    defer { depth -= 1 }
    switch (graph[old], graph[new]) {
    case (.object(let fields), .object(let fresh)):
      return try mergeOnce(Pair(old: old, new: new), fields, fresh, base, in: &graph)
    case (.array(let a), .array(let b)), (.orderedSet(let a), .array(let b)), (.set(let a), .array(let b)),
      (.array(let a), .set(let b)), (.set(let a), .set(let b)), (.orderedSet(let a), .set(let b)):
      return try mergeLists(old, a, new, b, base, in: &graph)
    case (.dictionary(let a), .dictionary(let b)): return try mergeEntries(old, a, b, in: &graph)
    default: return isSame(old, new, graph) ? old : graph.replacing(old, with: new)
    }
  }

  private mutating func mergeOnce(
    _ pair: Pair, _ fields: [ArchiveField], _ fresh: [ArchiveField], _ base: ArchiveReference?,
    in graph: inout ArchiveGraph
  ) throws -> ArchiveReference {
    if let known = open[pair] {
      let result = known ?? graph.append(.object([]))
      open[pair] = result
      return result
    }
    open[pair] = .some(nil)
    let result = try mergeObjects(pair.old, fields, pair.new, fresh, base, in: &graph)
    if case let standIn?? = open.removeValue(forKey: pair) {
      graph.replace(graph[result], at: standIn, extras: [])
      if let archiveClass = graph.archiveClass(of: result) { graph.setClass(archiveClass, of: standIn) }
      return standIn
    }
    return result
  }

  private mutating func mergeObjects(
    _ old: ArchiveReference, _ fields: [ArchiveField], _ new: ArchiveReference, _ fresh: [ArchiveField],
    _ base: ArchiveReference?, in graph: inout ArchiveGraph
  ) throws -> ArchiveReference {
    guard let oldClass = graph.archiveClass(of: old), let newClass = graph.archiveClass(of: new),
      let model = models.model(for: oldClass), models.model(for: newClass)?.name == model.name
    else { return isSame(old, new, graph) ? old : new }
    var rest = Dictionary(fresh.map { ($0.key, $0.value) }) { _, last in last }
    let before = Dictionary((base.map { graph.fields(of: $0) } ?? []).map { ($0.key, $0.value) }) { $1 }
    let (kept, keys) = try kept(fields, of: model, in: &graph)
    // What was neither in the old object nor changed since it was read is a default.
    for field in fresh where !keys.contains(field.key) {
      if let value = before[field.key], isSame(value, field.value, graph) { rest[field.key] = nil }
    }
    var merged: [ArchiveField] = []
    for field in kept {
      if let value = rest.removeValue(forKey: field.key) {
        let original = before[field.key]
        if field.value == .null, let original, isSame(original, value, graph) {
          merged.append(field)
          continue
        }
        let around = edits
        defer { edits = around }
        edits = edits(inside: field.key, of: model, graph)
        let result = try merge(field.value, value, base: original, in: &graph)
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
  ///
  /// - Returns: also the keys of all fields there were.
  private func kept(
    _ fields: [ArchiveField], of model: ModelDescription, in graph: inout ArchiveGraph
  ) throws -> (fields: [ArchiveField], keys: Set<ArchiveKey>) {
    guard let archive = model.archive, let version = graph.modelVersion(fields) else {
      return (fields, Set(fields.map(\.key)))
    }
    let count = graph.count
    // The graph is lent, not copied, for it may be large and a migration may add to it: what it adds is reached by
    // nothing afterwards.
    let store = ArchiveStore(.empty)
    swap(&store.graph, &graph)
    defer { swap(&store.graph, &graph) }
    let upgraded = try archive.upgraded(fields, from: version, in: store)
    return (
      upgraded.filter { $0.value.index < count }, Set(upgraded.map(\.key) + [KnownKey.modelVersion.key])
    )
  }

  private mutating func mergeLists(
    _ old: ArchiveReference, _ a: [ArchiveReference], _ new: ArchiveReference, _ b: [ArchiveReference],
    _ base: ArchiveReference?, in graph: inout ArchiveGraph
  ) throws -> ArchiveReference {
    var byIdentity: [[ArchiveValue.Leaf]: Int] = [:]
    for (index, item) in a.enumerated() {
      if let identity = identity(of: item, in: graph) { byIdentity[identity] = index }
    }
    var bases: [ArchiveReference] = []
    if let base, case .array(let items) = graph[base], items.count == a.count { bases = items }
    func original(_ index: Int) -> ArchiveReference? { bases.isEmpty ? nil : bases[index] }
    // As it was read, an element has no more than the new one, too.
    let read = bases.isEmpty ? a : bases
    // The elements of a set are in no order of the text.
    var known: ElementOrigins?
    if case (.array, .array) = (graph[old], graph[new]) { known = edits?.elements }
    let pairs = ElementPairing(
      b.map { digest($0, graph) }, read.map { digest($0, graph) }, known: known
    ) { likeness(b[$0], read[$1], graph) }
    var items: [ArchiveReference] = []
    for (index, item) in b.enumerated() {
      let told = known?[index].flatMap { a.indices.contains($0) ? $0 : nil }
      let origin = told ?? identity(of: item, in: graph).map { byIdentity[$0] } ?? pairs.origins[index]
      let around = edits
      defer { edits = around }
      if told == nil { edits = nil }
      edits?.path.append(.index(index))
      let merged = try origin.map { try merge(a[$0], item, base: original($0), in: &graph) } ?? item
      items.append(pairs.copies.contains(index) ? graph.copy(of: merged) : merged)
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

  private mutating func mergeEntries(
    _ old: ArchiveReference, _ a: [ArchiveEntry], _ b: [ArchiveEntry], in graph: inout ArchiveGraph
  ) throws -> ArchiveReference {
    var byKey: [ArchiveValue.Leaf: ArchiveEntry] = [:]
    for entry in a { if let key = graph[entry.key].comparable { byKey[key] = entry } }
    let around = edits
    defer { edits = around }
    let entries = try b.map { entry in
      var key = graph[entry.key].comparable
      edits = nil
      if case .string(let name)? = key, let around {
        edits = Edits(origins: around.origins, path: around.path + [.key(name.text)])
        if let former = around.formerKeys[name.text] { key = former.map { .string(ExactText($0)) } }
      }
      guard let key, let original = byKey[key] else { return entry }
      let value = try merge(original.value, entry.value, in: &graph)
      return ArchiveEntry(key: graph[entry.key].comparable == key ? original.key : entry.key, value: value)
    }
    return entries == a ? old : result(.dictionary(entries), graph.archiveClass(of: old), of: old, in: &graph)
  }

  /// The values of a model's identity properties; nil for models without and for everything else.
  private func identity(of reference: ArchiveReference, in graph: ArchiveGraph) -> [ArchiveValue.Leaf]? {
    guard let keys = models.model(for: graph.archiveClass(of: reference))?.archiving?.identityKeys,
      !keys.isEmpty
    else { return nil }
    let values = keys.compactMap { key in graph.field(key, of: reference).flatMap { graph[$0].comparable } }
    return values.count == keys.count ? values : nil
  }
}

extension ArchiveMerger {
  /// A number that equal values share, and, but once in 10^19, no others.
  private mutating func digest(_ reference: ArchiveReference, _ graph: ArchiveGraph) -> Int {
    if let known = digests[reference] { return known }
    guard depth < 256 else { return 0 }
    depth += 1
    defer { depth -= 1 }
    // What is inside itself is met with this.
    digests[reference] = 0
    var hasher = Hasher()
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      for item in items { hasher.combine(digest(item, graph)) }
    case .dictionary(let entries):
      for entry in entries {
        hasher.combine(digest(entry.key, graph))
        hasher.combine(digest(entry.value, graph))
      }
    case .object(let fields):
      for field in fields.sorted(by: { $0.key.index < $1.key.index }) {
        hasher.combine(field.key)
        hasher.combine(digest(field.value, graph))
      }
    case .url: hasher.combine(graph.url(reference)?.absoluteString)
    // JSON has nanoseconds; the archive may have had more.
    case .date(let date): hasher.combine((date.timeIntervalSinceReferenceDate * 1e6).rounded())
    case .string(let text): hasher.combine(ExactText(text))
    case .data(let bytes): hasher.combine(bytes)
    case .uuid(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .null: hasher.combine(UInt8(0))
    }
    let digest = hasher.finalize()
    digests[reference] = digest
    return digest
  }

  /// The share of fields that two objects have alike, those that are nil left out; 0 for other values.
  private mutating func likeness(
    _ new: ArchiveReference, _ old: ArchiveReference, _ graph: ArchiveGraph
  ) -> Double {
    guard case .object(let own) = graph[new], case .object(let other) = graph[old],
      graph.archiveClass(of: new)?.name == graph.archiveClass(of: old)?.name
    else { return 0 }
    let values = Dictionary(other.map { ($0.key, $0.value) }) { first, _ in first }
    var same = 0
    for field in own where field.value != .null {
      if let value = values[field.key], digest(value, graph) == digest(field.value, graph) { same += 1 }
    }
    return Double(same) / Double(max(own.count { $0.value != .null }, other.count { $0.value != .null }, 1))
  }

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
    guard depth < 256, (try? budget.spend(1)) != nil else { return false }
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

extension ArchiveValue {
  /// A value that elements are recognised by.
  fileprivate enum Leaf: Hashable {
    case integer(Int64), unsigned(UInt64), string(ExactText)
  }

  fileprivate var comparable: Leaf? {
    switch self {
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .string(let value): .string(ExactText(value))
    case .bool(let value): .integer(value ? 1 : 0)
    default: nil
    }
  }
}
