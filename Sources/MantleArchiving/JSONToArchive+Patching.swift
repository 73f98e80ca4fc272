import Mantle

/// The application of edited JSON to an archive. Edited values are written into the existing objects, so that shared objects stay
/// shared, and references to the objects stay valid.
extension JSONToArchive {
  /// Changes an archived value after its JSON was edited. Errors in models are added to ``diagnostics``.
  ///
  /// - Returns: the reference that the parent of the value must store: to the existing object, or to a new one if the
  ///   value is a leaf or its kind changed.
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

  /// Changes an object by the method for its kind: model, object without a model, dictionary, list or leaf.
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

  /// Completes the new objects: their references to decoded copies of existing models are redirected to the existing objects.
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

  /// Returns the value of an object before the edits were applied.
  func value(of reference: ArchiveReference) -> ArchiveValue {
    reference.index < patching.original.count ? patching.original[reference] : graph[reference]
  }

  /// Returns a new object in place of the former one. A leaf keeps its kind and its class.
  func replacement(_ patch: ArchivePatch) throws -> ArchiveReference {
    guard !patch.after.kind.isContainer else { return try patch.new ?? addNew(patch.after) }
    return try addLeaf(patch.after) {
      try encoder.builder.json(patch.after, replacing: patch.reference, new: patch.new)
    }
  }

  /// Records that an edit replaces a part of an object. A conflicting edit through another reference to the object is added to
  /// ``diagnostics``.
  func claim(_ part: ArchivePatching.Part, _ node: JSONNode?) throws {
    do { try patching.claim(part, node, at: path) } catch let problem as DecodingProblem {
      diagnostics.append(Diagnostic(problem, at: path, node))
    }
  }

  /// Replaces the contents of an object and returns its reference. An empty immutable collection becomes a new object, because
  /// Foundation has only one empty object, which unrelated values share.
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
  /// Returns the elements of a collection in the order of its JSON; nil if the JSON is not a list of exactly these elements.
  private func aligned(_ items: [ArchiveReference], _ patch: ArchivePatch) -> [ArchiveReference]? {
    guard patch.before.kind == .array, patch.after.kind == .array, patch.before.count == items.count else {
      return nil
    }
    // The order of a set property in JSON differs from that in the archive.
    guard let old = patch.old, case .set(let decoded) = graph[old] else { return items }
    guard decoded.count == items.count else { return nil }
    var digests = ArchiveDigests()
    let pairs = ElementPairing(
      decoded.map { digests.digest($0, in: graph) }, items.map { digests.digest($0, in: graph) }
    ) { digests.likeness(decoded[$0], items[$1], in: graph) }
    let aligned = pairs.origins.compactMap { $0.map { items[$0] } }
    return aligned.count == items.count ? aligned : nil
  }

  /// Changes a list, and returns its object. Each edited element is based on the original element that it corresponds to.
  private func patchList(
    _ patch: ArchivePatch, _ list: ArchiveValue, _ items: [ArchiveReference]
  ) throws -> ArchiveReference {
    let (before, after) = (Array(patch.before.elements), Array(patch.after.elements))
    func key(_ node: JSONNode) -> [UInt8] { JSONFormatter(.compact).format(node) }
    let origins = patching.origins
    let known = origins.flatMap { $0.elements(of: path) } ?? identityOrigins(after, before, items)
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

  /// Returns, for each element of an edited list, the index of the original element with the same identity properties;
  /// nil if the identities do not distinguish all elements.
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

  /// Returns a copy of an object and of all objects that can be reached only through it.
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
  /// Changes the entries of a dictionary, and returns its object.
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

  /// Changes the fields of an object that has no model, and returns the object.
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

  /// Returns the members of an object after its JSON was edited: first the members of the edited JSON, in its order, then the
  /// members that the JSON does not show.
  ///
  /// - Parameters:
  ///   - values: the current members in the archive.
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
      // A member that the JSON has and the archive lacks is a default value.
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

extension Diagnostic {
  /// Creates the diagnostic for a problem at a location in edited JSON.
  init(_ problem: DecodingProblem, at path: [JSONKeyPath.Component], _ node: JSONNode?) {
    self.init(
      .error, problem.code, path: JSONKeyPath(path), location: node?.location, expected: problem.expected,
      found: problem.found, detail: problem.detail)
  }
}

extension ModelDescription {
  /// The JSON paths of the identity properties; empty without identity properties.
  fileprivate var identityPaths: [JSONKeyPath] {
    guard let archiving else { return [] }
    return properties.filter { property in
      archiving.keysByProperty[property.name].map { archiving.identityKeys.contains($0) } == true
    }.compactMap(\.keyPaths.first)
  }
}

extension JSONNode {
  /// Returns the share of members other than null that are equal in two JSON objects, from 0 to 1; 0 for other values.
  fileprivate func likeness(to other: JSONNode) -> Double {
    guard kind == .object, other.kind == .object else { return 0 }
    let (own, others) = (DistinctMembers(of: self), DistinctMembers(of: other))
    let same = own.all.count { !$0.value.isNull && others[$0.id]?.isEquivalent(to: $0.value) == true }
    return Double(same)
      / Double(max(own.all.count { !$0.value.isNull }, others.all.count { !$0.value.isNull }, 1))
  }
}
