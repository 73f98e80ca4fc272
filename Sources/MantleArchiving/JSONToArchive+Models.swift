import Mantle

extension JSONToArchive {
  /// Returns the change with its `old` and `new` objects: new objects that are decoded as the model from the JSON
  /// before and after the edit. Errors that the edit introduced are added to ``diagnostics``.
  func decoded(_ patch: ArchivePatch, as model: ModelDescription) throws -> ArchivePatch {
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

  /// Changes the fields of an archived model whose properties were edited, and returns its object.
  func patchModel(_ patch: ArchivePatch, _ model: ModelDescription) throws -> ArchiveReference {
    guard let archiving = model.archiving else { return try replacement(patch) }
    let stored = value(of: patch.reference).fields
    if let version = graph.modelVersion(stored), version > archiving.archive().version {
      diagnostics.append(
        Diagnostic(
          .error, .archive, model: model.name, path: JSONKeyPath(path), location: patch.after.location,
          expected: "version \(archiving.archive().version) or older (newer objects are read-only)",
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

  /// A changed field: its key, its new value (nil if the field is removed) and the JSON of the value.
  private typealias FieldChange = (key: ArchiveKey, value: ArchiveReference?, node: JSONNode?)

  /// Writes changed fields into the object of a model. The object gets another class if the edited JSON decodes to another model.
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

  /// Returns the fields of a model at the current version. A model with pending migrations is upgraded in place, because the
  /// older version may lack a field for an edited property.
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

  /// Returns the edited fields of a model that no property maps.
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

  /// Calls a closure while a relative path is appended to the current path.
  private func stepInto(_ place: JSONKeyPath, _ act: () throws -> Void) rethrows {
    let around = path
    path += place.components
    defer { path = around }
    try act()
  }
}

extension JSONKeyPath {
  /// The leading keys of the path, up to the first index.
  fileprivate var plainPrefix: JSONKeyPath {
    JSONKeyPath(Array(components.prefix { if case .key = $0 { true } else { false } }))
  }
}

extension JSONNode? {
  /// Returns whether two JSON values are both absent, or both present and equivalent.
  fileprivate func isEquivalent(to other: JSONNode?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isEquivalent(to: other)
  }
}
