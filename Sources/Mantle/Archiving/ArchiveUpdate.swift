/// Takes over, from an opened archive, what its models do not know: unknown keys, unknown classes, mutable
/// collection classes, subclasses, further entry points.
///
/// The new archive is laid over the old one from the root on: objects are the same where the way to them is,
/// elements of collections where their identity properties say so or, for models without such, where the
/// position does and the number of elements is unchanged.
struct ArchiveUpdate {
  private var new: ArchiveGraph
  private let old: ArchiveStore
  private let plans: [String: ArchiveModelPlan]
  /// What an object of the old archive is in the new one.
  private var counterparts: [Int: ArchiveReference] = [:]
  private var waiting: [(new: ArchiveReference, old: ArchiveReference)] = []
  private var unknownFields: [(owner: ArchiveReference, fields: [ArchiveField])] = []

  static func merged(
    _ new: ArchiveGraph, over old: ArchiveGraph, _ plans: [ArchiveModelPlan]
  ) throws -> ArchiveGraph {
    var update = ArchiveUpdate(new, old, plans)
    try update.pairObjects()
    update.takeOverFields()
    update.takeOverTop()
    return update.new
  }

  private init(_ new: ArchiveGraph, _ old: ArchiveGraph, _ plans: [ArchiveModelPlan]) {
    self.new = new
    self.old = ArchiveStore(old)
    self.plans = Dictionary(plans.map { ($0.archive.archiveClass.name, $0) }, uniquingKeysWith: { $1 })
  }

  private mutating func pairObjects() throws {
    if let new = new.root, let old = old.graph.root { waiting.append((new, old)) }
    while let (new, old) = waiting.popLast() {
      guard old != .null, new != .null, counterparts[old.index] == nil else { continue }
      try pair(new, old)
    }
  }

  private mutating func pair(_ new: ArchiveReference, _ old: ArchiveReference) throws {
    switch (self.new[new], self.old.graph[old]) {
    case (.object(let fields), .object(let oldFields)): try pairModels(new, fields, old, oldFields)
    case (.array(let items), .array(let oldItems)), (.set(let items), .set(let oldItems)),
      (.orderedSet(let items), .orderedSet(let oldItems)):
      keepClass(of: old, for: new)
      pairItems(items, oldItems)
    case (.dictionary(let entries), .dictionary(let oldEntries)):
      keepClass(of: old, for: new)
      pairEntries(entries, oldEntries)
    default: break
    }
  }

  private mutating func pairModels(
    _ new: ArchiveReference, _ fields: [ArchiveField], _ old: ArchiveReference, _ oldFields: [ArchiveField]
  ) throws {
    guard let plan = plan(of: new), let oldClass = self.old.graph.archiveClass(of: old),
      plan.archive.accepts(oldClass)
    else { return }
    keepClass(of: old, for: new)
    let known = Set(plan.keyNames)
    var unknown: [ArchiveField] = []
    for field in try migrated(oldFields, plan) {
      let name = self.old.graph.name(of: field.key)
      if name == KnownKey.modelVersion.name { continue }
      if !known.contains(name) {
        unknown.append(field)
      } else if let key = self.new.key(name), let value = fields.first(where: { $0.key == key })?.value {
        waiting.append((value, field.value))
      }
    }
    if !unknown.isEmpty { unknownFields.append((new, unknown)) }
  }

  private mutating func pairItems(_ items: [ArchiveReference], _ oldItems: [ArchiveReference]) {
    var byIdentity: [[ArchiveValue.Leaf]: ArchiveReference] = [:]
    for item in oldItems {
      if let identity = identity(of: item, in: old.graph) { byIdentity[identity] = item }
    }
    for (index, item) in items.enumerated() {
      if let identity = identity(of: item, in: new) {
        if let match = byIdentity[identity] { waiting.append((item, match)) }
      } else if items.count == oldItems.count {
        waiting.append((item, oldItems[index]))
      }
    }
  }

  private mutating func pairEntries(_ entries: [ArchiveEntry], _ oldEntries: [ArchiveEntry]) {
    var byKey: [ArchiveValue.Leaf: ArchiveReference] = [:]
    for entry in oldEntries { if let key = old.graph[entry.key].leafValue { byKey[key] = entry.value } }
    for entry in entries {
      if let key = new[entry.key].leafValue, let match = byKey[key] { waiting.append((entry.value, match)) }
    }
  }
}

extension ArchiveUpdate {
  private func plan(of reference: ArchiveReference) -> ArchiveModelPlan? {
    new.archiveClass(of: reference)?.chain.lazy.compactMap { plans[$0] }.first
  }

  /// The values of a model's identity properties; nil for models without and for everything else.
  private func identity(of reference: ArchiveReference, in graph: ArchiveGraph) -> [ArchiveValue.Leaf]? {
    let plan = graph.archiveClass(of: reference)?.chain.lazy.compactMap { plans[$0] }.first
    guard let plan, !plan.identityNames.isEmpty else { return nil }
    let values = plan.identityNames.compactMap {
      graph.field($0, of: reference).flatMap { graph[$0].leafValue }
    }
    return values.count == plan.identityNames.count ? values : nil
  }

  private mutating func keepClass(of old: ArchiveReference, for new: ArchiveReference) {
    counterparts[old.index] = new
    if let archiveClass = self.old.graph.archiveClass(of: old) { self.new.setClass(archiveClass, of: new) }
  }

  private func migrated(_ fields: [ArchiveField], _ plan: ArchiveModelPlan) throws -> [ArchiveField] {
    var upgraded = ArchiveFields(fields, in: old)
    let version = old.graph.modelVersion(fields) ?? 0
    for migration in plan.archive.migrations.sorted(by: { $0.from < $1.from }) where migration.from >= version
    {
      try migration.step(&upgraded)
    }
    return upgraded.fields
  }

  private mutating func takeOverFields() {
    for (owner, fields) in unknownFields {
      let taken = fields.map {
        ArchiveField(new.intern(old.graph.name(of: $0.key)), takeOver($0.value))
      }
      var own = new.fields(of: owner)
      own.insert(contentsOf: taken, at: own.count - 1)
      new.setFields(own, of: owner)
    }
  }

  private mutating func takeOverTop() {
    for entry in old.graph.top where !new.top.contains(where: { $0.name == entry.name }) {
      if entry.value == old.graph.root { continue }
      new.top.append(ArchiveTop(entry.name, takeOver(entry.value)))
    }
  }

  /// Copies an object with everything it holds, except for what has a counterpart; no recursion.
  private mutating func takeOver(_ root: ArchiveReference) -> ArchiveReference {
    var copied: [ArchiveReference] = []
    let reference = reserve(root, &copied)
    while let source = copied.popLast() {
      guard let target = counterparts[source.index] else { continue }
      let extras = old.graph.extras(of: source.index)
      let value = old.graph[source].mapReferences { reserve($0, &copied) }
      let fields = extras.map {
        ArchiveField(new.intern(old.graph.name(of: $0.key)), reserve($0.value, &copied))
      }
      new.replace(renamed(value), at: target, extras: fields)
    }
    return reference
  }

  private mutating func reserve(
    _ source: ArchiveReference, _ copied: inout [ArchiveReference]
  ) -> ArchiveReference {
    if source == .null { return .null }
    if let known = counterparts[source.index] { return known.inline(source.isInline) }
    let archiveClass = old.graph.archiveClass(of: source)
    let target = new.append(.null, classIndex: archiveClass.map { new.classIndex($0) } ?? -1)
    counterparts[source.index] = target
    copied.append(source)
    return target.inline(source.isInline)
  }

  private mutating func renamed(_ value: ArchiveValue) -> ArchiveValue {
    guard case .object(let fields) = value else { return value }
    return .object(fields.map { ArchiveField(new.intern(old.graph.name(of: $0.key)), $0.value) })
  }
}

extension ArchiveValue {
  /// A value that can be compared across archives.
  fileprivate enum Leaf: Hashable {
    case integer(Int64), unsigned(UInt64), string(String)
  }

  fileprivate var leafValue: Leaf? {
    switch self {
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .string(let value): .string(value)
    case .bool(let value): .integer(value ? 1 : 0)
    default: nil
    }
  }

  /// The same value with other references in place of its own.
  fileprivate func mapReferences(_ map: (ArchiveReference) -> ArchiveReference) -> ArchiveValue {
    switch self {
    case .array(let items): .array(items.map(map))
    case .set(let items): .set(items.map(map))
    case .orderedSet(let items): .orderedSet(items.map(map))
    case .dictionary(let entries):
      .dictionary(entries.map { ArchiveEntry(key: map($0.key), value: map($0.value)) })
    case .object(let fields): .object(fields.map { ArchiveField($0.key, map($0.value)) })
    case .url(let relative, let base): .url(relative: map(relative), base: map(base))
    case .null, .bool, .integer, .unsigned, .real, .string, .data, .date, .uuid: self
    }
  }
}
