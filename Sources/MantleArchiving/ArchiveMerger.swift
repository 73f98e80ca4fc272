import Mantle

/// The update of an archived object by a new value, which preserves everything that the
/// models do not map: unmapped fields, subclasses, mutable collections, and the objects of
/// unchanged values.
///
/// Elements of collections are paired by the edits if these are known, otherwise by the
/// identity properties of their models, and otherwise by ``ElementPairing``.
struct ArchiveMerger {
  /// The edits of the current value; nil if they are unknown, or if the value was not edited
  /// element by element.
  var edits: Edits?
  /// The encoder of the archive.
  let encoder: ArchiveEncoder
  /// The models by class.
  private let models: ArchivedModelTable
  /// The current nesting.
  private var depth = 0
  /// The results by old object, so that shared objects remain shared.
  private var results: [ArchiveReference: ArchiveReference] = [:]
  /// The pairs that are being merged. A recursive occurrence of a pair refers to a
  /// placeholder, which becomes the result.
  private var open: [Pair: ArchiveReference?] = [:]

  /// The digests of objects, by which equal values are recognized.
  private var digests: [ArchiveReference: Int] = [:]

  /// An old object and the new one that is merged into it.
  private struct Pair: Hashable {
    /// The object in the archive that was read.
    let old: ArchiveReference
    /// The object of the new value.
    let new: ArchiveReference
  }

  /// Creates a merger without edits.
  init(_ models: ArchivedModelTable, _ encoder: ArchiveEncoder) {
    self.models = models
    self.encoder = encoder
  }

  /// The archive.
  private var graph: ArchiveGraph {
    _read { yield encoder.builder.graph }
    nonmutating _modify { yield &encoder.builder.graph }
  }

  /// Merges a new object into an old one.
  ///
  /// - Parameters:
  ///   - old: the object in the archive that was read.
  ///   - new: the object of the new value.
  ///   - base: the object of the originally decoded value. Unchanged defaults that replaced
  ///     nil or missing fields are not written. Nil to write them.
  /// - Returns: the old object if nothing changed, otherwise a new one.
  /// - Throws: the error of a migration.
  mutating func merge(
    _ old: ArchiveReference, _ new: ArchiveReference, base: ArchiveReference? = nil
  ) throws -> ArchiveReference {
    guard old != new, depth < 256 else { return new }
    depth += 1
    defer { depth -= 1 }
    switch (graph[old], graph[new]) {
    case (.object(let fields), .object(let fresh)):
      return try mergeOnce(Pair(old: old, new: new), fields, fresh, base)
    case (.dictionary(let a), .dictionary(let b)): return try mergeEntries(old, a, b)
    case (let a, let b):
      if let items = a.items, let fresh = b.items { return try mergeLists(old, items, new, fresh, base) }
      return isSame(old, new) ? old : graph.replacing(old, with: new)
    }
  }

  /// Merges two objects with fields, unless the same pair is being merged already; in that
  /// case returns a placeholder for the result.
  private mutating func mergeOnce(
    _ pair: Pair, _ fields: [ArchiveField], _ fresh: [ArchiveField], _ base: ArchiveReference?
  ) throws -> ArchiveReference {
    if let known = open[pair] {
      let result = known ?? graph.append(.object([]))
      open[pair] = result
      return result
    }
    open[pair] = .some(nil)
    let result = try mergeObjects(pair.old, fields, pair.new, fresh, base)
    if case let standIn?? = open.removeValue(forKey: pair) {
      let object = graph.objects[result.index]
      graph.set(object.value, classIndex: object.classIndex, at: standIn.index)
      return standIn
    }
    return result
  }

  /// Merges the fields of two objects of the same model. Objects of different models are not
  /// merged.
  private mutating func mergeObjects(
    _ old: ArchiveReference, _ fields: [ArchiveField], _ new: ArchiveReference, _ fresh: [ArchiveField],
    _ base: ArchiveReference?
  ) throws -> ArchiveReference {
    guard let oldClass = graph.archiveClass(of: old), let newClass = graph.archiveClass(of: new),
      let model = models.model(for: oldClass), models.model(for: newClass)?.name == model.name
    else { return isSame(old, new) ? old : new }
    var rest = Dictionary(fresh.map { ($0.key, $0.value) }) { _, last in last }
    let before = Dictionary((base.map { graph.fields(of: $0) } ?? []).map { ($0.key, $0.value) }) { $1 }
    let (kept, keys) = try kept(fields, of: model)
    // A value that the old object lacks, and that did not change since decoding, is a
    // default.
    for field in fresh where !keys.contains(field.key) {
      if let value = before[field.key], isSame(value, field.value) { rest[field.key] = nil }
    }
    var merged: [ArchiveField] = []
    for field in kept {
      if let value = rest.removeValue(forKey: field.key) {
        let original = before[field.key]
        if field.value == .null, let original, isSame(original, value) {
          merged.append(field)
          continue
        }
        let around = edits
        defer { edits = around }
        edits = edits(inside: field.key, of: model)
        let result = try merge(field.value, value, base: original)
        merged.append(
          ArchiveField(field.key, isSameNumber(field.value, result) ? field.value : result))
      } else if !isMapped(field.key, model) {
        merged.append(field)
      }
    }
    merged += fresh.filter { rest[$0.key] != nil }
    let finalClass = newClass.chain.contains(oldClass.name) ? newClass : oldClass
    if merged == fields, finalClass == oldClass { return old }
    return result(.object(merged), finalClass, of: old)
  }

  /// Returns an object with a value and a class, shared among all holders of the old object.
  private mutating func result(
    _ value: ArchiveValue, _ archiveClass: ArchiveClass?, of old: ArchiveReference
  ) -> ArchiveReference {
    if let known = results[old], graph[known] == value, graph.archiveClass(of: known) == archiveClass {
      return known
    }
    let reference = graph.append(value, class: archiveClass)
    results[old] = reference
    return reference
  }

  /// Whether a key belongs to a property of a model, or to the model version.
  private func isMapped(_ key: ArchiveKey, _ model: ModelDescription) -> Bool {
    key == KnownKey.modelVersion.key || model.archiving?.keys.contains(graph.name(of: key)) == true
  }

  /// Returns the fields under the names of the current version, without the objects that a
  /// migration added, because these are part of the new object.
  ///
  /// - Returns: the fields, and the keys of all fields after the migration.
  private func kept(
    _ fields: [ArchiveField], of model: ModelDescription
  ) throws -> (fields: [ArchiveField], keys: Set<ArchiveKey>) {
    guard let archive = model.archive, let version = graph.modelVersion(fields) else {
      return (fields, Set(fields.map(\.key)))
    }
    let count = graph.count
    // The graph is moved instead of copied, because it may be large. Objects that a
    // migration adds to it are unreachable afterwards.
    let store = ArchiveStore(.empty)
    swap(&store.graph, &graph)
    defer { swap(&store.graph, &graph) }
    let upgraded = try archive.upgraded(fields, from: version, in: store)
    return (
      upgraded.filter { $0.value.index < count }, Set(upgraded.map(\.key) + [KnownKey.modelVersion.key])
    )
  }

  /// Merges two lists, element by element.
  private mutating func mergeLists(
    _ old: ArchiveReference, _ a: [ArchiveReference], _ new: ArchiveReference, _ b: [ArchiveReference],
    _ base: ArchiveReference?
  ) throws -> ArchiveReference {
    var byIdentity: [[ArchiveValue.Scalar]: Int] = [:]
    for (index, item) in a.enumerated() {
      if let identity = identity(of: item) { byIdentity[identity] = index }
    }
    var bases: [ArchiveReference] = []
    if let base, case .array(let items) = graph[base], items.count == a.count { bases = items }
    func original(_ index: Int) -> ArchiveReference? { bases.isEmpty ? nil : bases[index] }
    // The decoded element is compared, because it has no more fields than the new one.
    let read = bases.isEmpty ? a : bases
    // The elements of a set have no order that corresponds to the edited JSON.
    var known: ElementOrigins?
    if case (.array, .array) = (graph[old], graph[new]) { known = edits?.elements }
    let pairs = ElementPairing(
      b.map { digest($0) }, read.map { digest($0) }, known: known
    ) { likeness(b[$0], read[$1]) }
    var items: [ArchiveReference] = []
    for (index, item) in b.enumerated() {
      let told = known?[index].flatMap { a.indices.contains($0) ? $0 : nil }
      let origin = told ?? identity(of: item).map { byIdentity[$0] } ?? pairs.origins[index]
      let around = edits
      defer { edits = around }
      if told == nil { edits = nil }
      edits?.path.append(.index(index))
      let merged = try origin.map { try merge(a[$0], item, base: original($0)) } ?? item
      items.append(pairs.copies.contains(index) ? graph.copy(of: merged) : merged)
    }
    if items == a { return old }
    return result(graph[old].replacing(items: items), graph.archiveClass(of: old), of: old)
  }

  /// Merges two dictionaries, entry by entry.
  private mutating func mergeEntries(
    _ old: ArchiveReference, _ a: [ArchiveEntry], _ b: [ArchiveEntry]
  ) throws -> ArchiveReference {
    var byKey: [ArchiveValue.Scalar: ArchiveEntry] = [:]
    for entry in a { if let key = graph[entry.key].identity { byKey[key] = entry } }
    let around = edits
    defer { edits = around }
    let entries = try b.map { entry in
      var key = graph[entry.key].identity
      edits = nil
      if case .string(let name)? = key, let around {
        edits = Edits(origins: around.origins, path: around.path + [.key(name.text)])
        if let former = around.formerKeys[name.text] { key = former.map { .string(ExactText($0)) } }
      }
      guard let key, let original = byKey[key] else { return entry }
      let value = try merge(original.value, entry.value)
      return ArchiveEntry(key: graph[entry.key].identity == key ? original.key : entry.key, value: value)
    }
    return entries == a ? old : result(.dictionary(entries), graph.archiveClass(of: old), of: old)
  }

  /// Returns the values of the identity properties of a model; nil for models without such
  /// properties, and for all other objects.
  private func identity(of reference: ArchiveReference) -> [ArchiveValue.Scalar]? {
    guard let keys = models.model(for: graph.archiveClass(of: reference))?.archiving?.identityKeys,
      !keys.isEmpty
    else { return nil }
    let values = keys.compactMap { key in graph.field(key, of: reference).flatMap { graph[$0].identity } }
    return values.count == keys.count ? values : nil
  }
}

extension ArchiveMerger {
  /// Returns a hash of a value, by which equal values are recognized. The probability of a
  /// collision is about 1 in 10^19.
  private mutating func digest(_ reference: ArchiveReference) -> Int {
    if let known = digests[reference] { return known }
    // Deep values and recursive occurrences of an object equal only themselves.
    guard depth < 256 else { return reference.hashValue }
    depth += 1
    defer { depth -= 1 }
    digests[reference] = reference.hashValue
    var hasher = Hasher()
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      for item in items { hasher.combine(digest(item)) }
    case .dictionary(let entries):
      for entry in entries {
        hasher.combine(digest(entry.key))
        hasher.combine(digest(entry.value))
      }
    case .object(let fields):
      for field in fields.sorted(by: { $0.key.index < $1.key.index }) {
        hasher.combine(field.key)
        hasher.combine(digest(field.value))
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
  private mutating func likeness(
    _ new: ArchiveReference, _ old: ArchiveReference,
  ) -> Double {
    guard case .object(let own) = graph[new], case .object(let other) = graph[old],
      graph.archiveClass(of: new)?.name == graph.archiveClass(of: old)?.name
    else { return 0 }
    let values = Dictionary(other.map { ($0.key, $0.value) }) { first, _ in first }
    var same = 0
    for field in own where field.value != .null {
      if let value = values[field.key], digest(value) == digest(field.value) { same += 1 }
    }
    return Double(same) / Double(max(own.count { $0.value != .null }, other.count { $0.value != .null }, 1))
  }

  /// Whether two objects represent the same number: a boolean that is archived as an integer,
  /// or a whole number as a floating-point number, or the reverse.
  private func isSameNumber(_ a: ArchiveReference, _ b: ArchiveReference) -> Bool {
    // Whole numbers of 64 bits can differ although they are the same when they are rounded.
    if case (.integer, .integer) = (graph[a], graph[b]) { return false }
    return graph[a].number.map { $0 == graph[b].number } ?? false
  }

  /// Whether two objects represent the same value, regardless of the class of the collection.
  private mutating func isSame(_ a: ArchiveReference, _ b: ArchiveReference) -> Bool {
    guard a != b else { return true }
    if case .object = graph[a], graph.archiveClass(of: a) != graph.archiveClass(of: b) { return false }
    return digest(a) == digest(b)
  }
}

extension ArchiveValue {
  /// The scalar that identifies an element; nil for null and containers. A boolean is a number,
  /// because Foundation archives equal numbers as one object.
  fileprivate var identity: Scalar? {
    if case .bool(let value) = self { .integer(value ? 1 : 0) } else { scalar }
  }
}
