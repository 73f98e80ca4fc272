import Mantle

/// Changes an archive as its JSON was edited. The edited values are written into the existing
/// objects, so that shared objects stay shared, and references to the objects stay valid.
extension JSONToArchive {
  /// Changes a value as its JSON was edited. Errors in models are added to ``diagnostics``.
  ///
  /// - Returns: the object for the holder of the value: the existing object, unless the value is
  ///   a leaf or of another kind.
  /// - Throws: an error for a string that no archive can represent, or an ``ArchiveError``.
  func patch(_ patch: ArchivePatch) throws -> ArchiveReference {
    if let new = patch.new, graph[new].isObject { patching.existing[new.index] = patch.reference }
    guard !patch.isEmpty else { return patch.reference }
    guard path.count < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    let isShared = patching.enter(patch.reference, at: path)
    defer { if isShared { patching.leaveShared() } }
    guard patching.copies, !graph[patch.reference].isLeaf else { return try change(patch) }
    let object = graph.objects[patch.reference.index]
    return try change(patch.of(graph.append(object.value, classIndex: object.classIndex)))
  }

  /// Changes an object.
  private func change(_ patch: ArchivePatch) throws -> ArchiveReference {
    let isObject = patch.before.kind == .object && patch.after.kind == .object
    switch value(of: patch.reference) {
    case .dictionary(let entries) where isObject: return try patchEntries(patch, entries)
    case .object(let fields) where isObject:
      if patch.new == nil, let model = models.model(for: graph.archiveClass(of: patch.reference)) {
        return try patchModel(try decoded(patch, as: model), model)
      }
      if let new = patch.new, let model = models.model(for: graph.archiveClass(of: new)) {
        let archiveClass = graph.archiveClass(of: patch.reference)
        guard let archiveClass, model.archive?.accepts(archiveClass) == true else { return new }
        return try patchModel(patch, model)
      }
      return try patchFields(patch, fields)
    case let list:
      if let items = list.items, let items = aligned(items, patch) {
        return try patchList(patch, list, items)
      }
      return try replacement(patch)
    }
  }

  /// Completes the new objects: a reference to a model that exists leads to the existing object.
  func connect() {
    encoder.addConditionalFields()
    guard !patching.existing.isEmpty else { return }
    for index in patching.original.count..<graph.count {
      let object = graph.objects[index]
      guard !object.value.isLeaf else { continue }
      let value = object.value.mapReferences { patching.existing[$0.index] ?? $0 }
      if value != object.value { graph.set(value, classIndex: object.classIndex, at: index) }
    }
  }

  /// Returns the value of an object before the changes.
  private func value(of reference: ArchiveReference) -> ArchiveValue {
    reference.index < patching.original.count ? patching.original[reference] : graph[reference]
  }

  /// Returns a value that replaces the former one. A leaf keeps its kind and its class.
  private func replacement(_ patch: ArchivePatch) throws -> ArchiveReference {
    guard !patch.after.kind.isContainer else { return try patch.new ?? addNew(patch.after) }
    return try addLeaf(patch.after) {
      try encoder.builder.json(patch.after, replacing: patch.reference, new: patch.new)
    }
  }

  /// Replaces a part of an object, unless it is the same value that was written through another
  /// reference.
  private func claim(_ part: ArchivePatching.Part, _ node: JSONNode?) throws {
    do { try patching.claim(part, node, at: path) } catch let problem as DecodingProblem {
      diagnostics.append(Diagnostic(problem, at: path, node))
    }
  }

  /// Replaces the contents of an object. An immutable collection without elements becomes a new object,
  /// because Foundation has only one, which unrelated objects share.
  private func write(_ value: ArchiveValue, _ patch: ArchivePatch) throws -> ArchiveReference {
    let old = self.value(of: patch.reference)
    let archiveClass = graph.archiveClass(of: patch.reference)
    if !value.isObject, old.parts.isEmpty, archiveClass?.leaf?.isMutable != true {
      return append(value, archiveClass)
    }
    try claim(.contents(patch.reference.index), patch.after)
    let object = graph.objects[patch.reference.index]
    graph.set(value, classIndex: object.classIndex, at: patch.reference.index)
    return patch.reference
  }
}

// MARK: - Collections

extension JSONToArchive {
  /// Returns the elements of a collection in the order of its JSON; nil if the JSON is not that of a
  /// list with these elements.
  private func aligned(_ items: [ArchiveReference], _ patch: ArchivePatch) -> [ArchiveReference]? {
    guard patch.before.kind == .array, patch.after.kind == .array, patch.before.count == items.count else {
      return nil
    }
    // A set property is converted to JSON in an order of its own.
    guard let old = patch.old, case .set(let decoded) = graph[old] else { return items }
    guard decoded.count == items.count else { return nil }
    var digests = ArchiveDigests()
    let pairs = ElementPairing(
      decoded.map { digests.digest($0, in: graph) }, items.map { digests.digest($0, in: graph) }
    ) { digests.likeness(decoded[$0], items[$1], in: graph) }
    let aligned = pairs.origins.compactMap { $0.map { items[$0] } }
    return aligned.count == items.count ? aligned : nil
  }

  /// Changes the elements of a list. Each element is based on the original element that it
  /// corresponds to.
  private func patchList(
    _ patch: ArchivePatch, _ list: ArchiveValue, _ items: [ArchiveReference]
  ) throws -> ArchiveReference {
    let (before, after) = (Array(patch.before.elements), Array(patch.after.elements))
    func key(_ node: JSONNode) -> [UInt8] { JSONFormatter(.compact).format(node) }
    let origins = patching.origins
    let known = origins.map { $0.elements(of: path) } ?? identityOrigins(after, before, items)
    let pairs = ElementPairing(after.map(key), before.map(key), known: known) {
      after[$0].likeness(to: before[$1])
    }
    let old = patch.old.flatMap { graph[$0].items }.flatMap { $0.count == before.count ? $0 : nil }
    let new = patch.new.flatMap { graph[$0].items }.flatMap { $0.count == after.count ? $0 : nil }
    defer { patching.origins = origins }
    let changed = try after.indices.map { index in
      try step(.index(index)) {
        // The origins do not cover the contents of inserted elements.
        patching.origins = known?[index] == nil ? nil : origins
        guard let origin = pairs.origins[index] else { return try new?[index] ?? addNew(after[index]) }
        let isCopy = pairs.copies.contains(index)
        let item = isCopy ? copyOfOwned(items[origin]) : items[origin]
        return encoder.inCollection(
          try self.patch(
            ArchivePatch(item, before[origin], after[index], old: old?[origin], new: new?[index])))
      }
    }
    return changed == items ? patch.reference : try write(list.replacing(items: changed), patch)
  }

  /// Returns the origins of elements by the identities of their models; nil if these do not distinguish all
  /// elements.
  private func identityOrigins(
    _ after: [JSONNode], _ before: [JSONNode], _ items: [ArchiveReference]
  ) -> ElementOrigins? {
    guard let first = items.first, let model = models.model(for: graph.archiveClass(of: first)) else {
      return nil
    }
    let paths = model.identityPaths
    func identities(_ nodes: [JSONNode]) -> [[[UInt8]]]? {
      let all = nodes.compactMap { node -> [[UInt8]]? in
        let values = paths.compactMap { node.find($0) }.filter { !$0.isNull }
        return values.count == paths.count ? values.map { JSONFormatter(.compact).format($0) } : nil
      }
      return all.count == nodes.count && Set(all).count == all.count ? all : nil
    }
    guard !paths.isEmpty, let own = identities(after), let others = identities(before) else { return nil }
    let places = Dictionary(others.enumerated().map { ($1, $0) }) { first, _ in first }
    return ElementOrigins(own.map { places[$0] })
  }

  /// Returns a copy of an object and of everything that only this object holds.
  private func copyOfOwned(_ reference: ArchiveReference) -> ArchiveReference {
    let original = patching.original
    guard reference.index < original.count, !original[reference].isLeaf else { return reference }
    var copies: [Int: ArchiveReference] = [:]
    for index in original.owned(by: reference) {
      let object = original.objects[index]
      copies[index] = graph.append(object.value, classIndex: object.classIndex)
    }
    for (index, copy) in copies {
      let object = original.objects[index]
      let value = object.value.mapReferences { copies[$0.index] ?? $0 }
      graph.set(value, classIndex: object.classIndex, at: copy.index)
    }
    return copies[reference.index] ?? reference
  }
}

// MARK: - Members

extension JSONToArchive {
  /// Changes the entries of a dictionary.
  private func patchEntries(_ patch: ArchivePatch, _ entries: [ArchiveEntry]) throws -> ArchiveReference {
    var keys: [ExactText: ArchiveReference] = [:]
    var values: [(String, ArchiveReference)] = []
    for entry in entries {
      guard case .string(let key) = graph[entry.key] else { continue }
      keys[ExactText(key)] = entry.key
      values.append((key, entry.value))
    }
    func members(_ reference: ArchiveReference?) -> [ArchiveEntry] {
      if let reference, case .dictionary(let entries) = graph[reference] { entries } else { [] }
    }
    func named(_ entries: [ArchiveEntry]) -> [(String, ArchiveReference)] {
      entries.compactMap { if case .string(let key) = graph[$0.key] { (key, $0.value) } else { nil } }
    }
    let changed = try patchMembers(
      patch, values, old: named(members(patch.old)), new: named(members(patch.new))
    ).map { name, value in
      ArchiveEntry(
        key: keys[ExactText(name)] ?? encoder.builder.string(name), value: encoder.inCollection(value))
    }
    return changed == entries ? patch.reference : try write(.dictionary(changed), patch)
  }

  /// Changes the fields of an object without a model.
  private func patchFields(_ patch: ArchivePatch, _ fields: [ArchiveField]) throws -> ArchiveReference {
    let hidden = fields.filter { $0.key == KnownKey.modelVersion.key }
    let named = fields.filter { $0.key != KnownKey.modelVersion.key }.map {
      (graph.name(of: $0.key), $0.value)
    }
    let changed = try patchMembers(patch, named, old: [], new: [])
      .map { ArchiveField(graph.intern($0.name), $0.value) }
    return changed + hidden == fields || changed == fields.filter { $0.key != KnownKey.modelVersion.key }
      ? patch.reference : try write(.object(changed + hidden), patch)
  }

  /// Returns the members of an edited object: unchanged members with their objects, in the order of the
  /// JSON, followed by the members that the JSON does not show.
  ///
  /// - Parameters:
  ///   - values: the present members.
  ///   - old: the members of a new object that was decoded from the former JSON.
  ///   - new: the members of a new object that was decoded from the edited JSON.
  private func patchMembers(
    _ patch: ArchivePatch, _ values: [(String, ArchiveReference)], old: [(String, ArchiveReference)],
    new: [(String, ArchiveReference)]
  ) throws -> [(name: String, value: ArchiveReference)] {
    func byName(_ members: [(String, ArchiveReference)]) -> [ExactText: ArchiveReference] {
      Dictionary(members.map { (ExactText($0.0), $0.1) }) { $1 }
    }
    let (present, old, new) = (byName(values), byName(old), byName(new))
    let before = DistinctMembers(of: patch.before)
    let formerKeys = patching.origins?.formerKeys(in: path) ?? [:]
    var names: Set<ExactText> = []
    var members: [(name: String, value: ArchiveReference)] = []
    for (key, node) in patch.after.members {
      let name = try key.stringValue ?? ""
      guard name != ArchiveClass.jsonKey || present[ExactText(name)] != nil else { continue }
      names.insert(ExactText(name))
      let former = formerKeys[name, default: name]
      let reference = former.flatMap { present[ExactText($0)] }
      let formerNode = former.flatMap { before[Array($0.utf8)] }
      // A member that only the JSON has is a default.
      if reference == nil, let formerNode, formerNode.isEquivalent(to: node) { continue }
      let value = try step(.key(name)) {
        guard let reference, let formerNode else { return try new[ExactText(name)] ?? addNew(node) }
        return try self.patch(
          ArchivePatch(
            reference, formerNode, node, old: former.flatMap { old[ExactText($0)] }, new: new[ExactText(name)]
          ))
      }
      members.append((name, value))
    }
    return members + values.filter { !names.contains(ExactText($0.0)) && before[Array($0.0.utf8)] == nil }
  }
}

// MARK: - Models

extension JSONToArchive {
  /// Returns a change with the objects that its JSON is decoded to. The errors of the edited JSON that the
  /// former JSON does not have are added to ``diagnostics``.
  private func decoded(_ patch: ArchivePatch, as model: ModelDescription) throws -> ArchivePatch {
    let known = diagnostics.count
    let old = try addModel(patch.before, as: model)
    var problems = Array(diagnostics[known...])
    diagnostics.removeSubrange(known...)
    let new = try addModel(patch.after, as: model)
    let found = Array(diagnostics[known...])
    diagnostics.removeSubrange(known...)
    for problem in found {
      let same = problems.firstIndex { $0.message == problem.message && $0.property == problem.property }
      if let same { problems.remove(at: same) } else { diagnostics.append(problem) }
    }
    return ArchivePatch(
      patch.reference, patch.before, patch.after, old: old == .null ? nil : old, new: new == .null ? nil : new
    )
  }

  /// Changes the fields of a model whose properties were edited.
  private func patchModel(_ patch: ArchivePatch, _ model: ModelDescription) throws -> ArchiveReference {
    guard let archiving = model.archiving else { return try replacement(patch) }
    let stored = value(of: patch.reference).fields
    if let version = graph.modelVersion(stored), version > archiving.archive().version {
      diagnostics.append(
        Diagnostic(
          .error, .archive, model: model.name, path: JSONKeyPath(path), location: patch.after.location,
          expected: "an object of version \(archiving.archive().version) or older, to change it",
          found: "version \(version)"))
      return patch.reference
    }
    if let legacy = graph.externalRepresentation(stored) {
      let changed = try self.patch(ArchivePatch(legacy, patch.before, patch.after))
      return try write([(KnownKey.externalRepresentation.key, changed, patch.after)], patch)
    }
    let fields = try currentFields(of: patch.reference, stored, archiving)
    let present = Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }
    func member(_ key: ArchiveKey, _ object: ArchiveReference?) -> ArchiveReference? {
      object.flatMap { graph.fields(of: $0).first { $0.key == key }?.value }
    }
    var digests = ArchiveDigests()
    var changes: [FieldChange] = []
    for property in model.properties where !property.keyPaths.isEmpty {
      guard let name = archiving.keysByProperty[property.name] else { continue }
      let key = graph.intern(name)
      let (old, new) = (member(key, patch.old), member(key, patch.new))
      let paths = property.keyPaths.map(\.plainPrefix)
      func node(_ root: JSONNode) -> JSONNode? { paths.lazy.compactMap { root.find($0) }.first }
      let (before, after) = (node(patch.before), node(patch.after))
      if paths.allSatisfy({ patch.before.find($0).isEquivalent(to: patch.after.find($0)) }) { continue }
      if let old, let new, digests.digest(old, in: graph) == digests.digest(new, in: graph), after != nil {
        continue
      }
      guard let after, patch.new == nil || new != nil else {
        changes.append((key, nil, after))
        continue
      }
      let isDirect = property.writtenPaths.count < 2 && paths[0] == property.keyPaths[0]
      let place = path
      path += paths[0].components
      defer { path = place }
      if isDirect, let reference = present[key], reference != .null, let before, new != .null {
        changes.append(
          (key, try self.patch(ArchivePatch(reference, before, after, old: old, new: new)), after))
      } else {
        changes.append((key, try new ?? addNew(after), after))
      }
    }
    changes += try unmappedChanges(patch, model, archiving, present)
    return try write(changes, patch)
  }

  /// A changed field with its JSON. The value is nil if the field is removed.
  private typealias FieldChange = (key: ArchiveKey, value: ArchiveReference?, node: JSONNode?)

  /// Writes changed fields into an object, and its class if the edited JSON is of another model.
  private func write(_ changes: [FieldChange], _ patch: ArchivePatch) throws -> ArchiveReference {
    var fields = graph.fields(of: patch.reference)
    let before = value(of: patch.reference).fields
    for change in changes {
      let place = fields.firstIndex { $0.key == change.key }
      if change.value == before.first(where: { $0.key == change.key })?.value { continue }
      try step(.key(graph.name(of: change.key))) {
        try claim(.field(patch.reference.index, change.key), change.node)
      }
      switch (place, change.value) {
      case (let place?, let value?): fields[place].value = value
      case (let place?, nil): fields.remove(at: place)
      case (nil, let value?): fields.append(ArchiveField(change.key, value))
      case (nil, nil): break
      }
    }
    var classIndex = graph.objects[patch.reference.index].classIndex
    if let old = patch.old, let new = patch.new, graph.archiveClass(of: old) != graph.archiveClass(of: new) {
      classIndex = graph.objects[new.index].classIndex
    }
    graph.set(.object(fields), classIndex: classIndex, at: patch.reference.index)
    return patch.reference
  }

  /// Returns the fields of a model at the current version. A model with migrations is upgraded in place,
  /// because an edit of a property that a migration changes has no place in the older version.
  private func currentFields(
    of reference: ArchiveReference, _ stored: [ArchiveField], _ archiving: ErasedArchiving
  ) throws -> [ArchiveField] {
    if let known = patching.upgraded[reference.index] { return known }
    let archive = archiving.archive()
    guard let version = graph.modelVersion(stored), !archive.migrations(from: version).isEmpty else {
      return stored
    }
    let fields = try upgraded(stored, archive, from: version)
    encoder.builder.fill(reference, fields)
    patching.upgraded[reference.index] = fields
    return fields
  }

  /// Returns the changes of the fields that no property maps.
  private func unmappedChanges(
    _ patch: ArchivePatch, _ model: ModelDescription, _ archiving: ErasedArchiving,
    _ present: [ArchiveKey: ArchiveReference]
  ) throws -> [FieldChange] {
    let mapped = MappedKeys(model)
    var changes: [FieldChange] = []
    let formerKeys = patching.origins?.formerKeys(in: path) ?? [:]
    for key in mapped.unmapped(in: patch.before) where patch.after.find(key.path) == nil {
      guard case .key(let name)? = key.path.components.first, key.path.components.count == 1 else { continue }
      changes.append((graph.intern(name), nil, nil))
    }
    for key in mapped.unmapped(in: patch.after) {
      guard !patch.before.find(key.path).isEquivalent(to: key.value),
        case .key(let name)? = key.path.components.last
      else { continue }
      try stepInto(key.path) {
        if let reason = refusal(of: name, key.path, archiving) {
          diagnostics.append(
            Diagnostic(
              .error, .archive, model: model.name, path: JSONKeyPath(path), location: key.key.location,
              detail: reason))
          return
        }
        let former = formerKeys[name].flatMap { $0 }.flatMap { former -> ArchiveReference? in
          guard let node = patch.before.find(JSONKeyPath([.key(former)])), node.isEquivalent(to: key.value)
          else {
            return nil
          }
          let property = model.properties.first { $0.keyPaths.contains(JSONKeyPath([.key(former)])) }
          let archived = property.map { archiving.keysByProperty[$0.name] } ?? former
          return archived.flatMap { graph.key($0) }.flatMap { present[$0] }
        }
        changes.append((graph.intern(name), try former ?? addNew(key.value), key.value))
      }
    }
    return changes
  }

  /// Returns the reason why a new key cannot become a field of a model; nil if it can.
  private func refusal(of name: String, _ place: JSONKeyPath, _ archiving: ErasedArchiving) -> String? {
    if place.components.count > 1 {
      return "the archive has no object in which it could store the key `\(name)`, which no model maps"
    }
    let isReserved = name == KnownKey.modelVersion.name || name == ArchiveClass.jsonKey
    let owner = archiving.keysByProperty.first { $0.value == name }?.key
    guard isReserved || owner != nil else { return nil }
    return owner.map {
      "the archive has the property `\($0)` under the key `\(name)`, so it cannot store another one"
    }
      ?? "the key `\(name)` is reserved in archives"
  }

  /// Calls a closure with a path appended to the current path.
  private func stepInto(_ place: JSONKeyPath, _ act: () throws -> Void) rethrows {
    let around = path
    path += place.components
    defer { path = around }
    try act()
  }
}

extension Diagnostic {
  /// Creates the diagnostic of a problem at a location in JSON.
  init(_ problem: DecodingProblem, at path: [JSONKeyPath.Component], _ node: JSONNode?) {
    self.init(
      .error, problem.code, path: JSONKeyPath(path), location: node?.location, expected: problem.expected,
      found: problem.found, detail: problem.detail)
  }
}

extension JSONKeyPath {
  /// The leading keys of the path, up to the first index.
  fileprivate var plainPrefix: JSONKeyPath {
    JSONKeyPath(Array(components.prefix { if case .key = $0 { true } else { false } }))
  }
}

extension JSONNode? {
  /// Whether both values are absent, or both are present and equivalent.
  fileprivate func isEquivalent(to other: JSONNode?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isEquivalent(to: other)
  }
}

extension ModelDescription {
  /// The paths of the identity properties; empty if there are none.
  fileprivate var identityPaths: [JSONKeyPath] {
    guard let archiving else { return [] }
    return properties.filter { property in
      archiving.keysByProperty[property.name].map { archiving.identityKeys.contains($0) } == true
    }.compactMap(\.keyPaths.first)
  }
}

extension JSONNode {
  /// Returns the share of members other than null that two objects have in common, from 0 to
  /// 1; 0 for other values.
  fileprivate func likeness(to other: JSONNode) -> Double {
    guard kind == .object, other.kind == .object else { return 0 }
    let (own, others) = (DistinctMembers(of: self), DistinctMembers(of: other))
    let same = own.all.count { !$0.value.isNull && others[$0.id]?.isEquivalent(to: $0.value) == true }
    return Double(same)
      / Double(max(own.all.count { !$0.value.isNull }, others.all.count { !$0.value.isNull }, 1))
  }
}
