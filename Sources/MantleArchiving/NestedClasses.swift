import Mantle

/// The addition of a member `$class` to the JSON of models that are in properties of other models.
extension ArchiveToJSON {
  /// Returns the JSON of a model in which each nested model in a property has a member `$class`, and is written by the
  /// model of its own class.
  ///
  /// - Parameter start: the number of diagnostics before the model was decoded.
  func namingClasses(
    in json: [UInt8], of reference: ArchiveReference, _ archiving: ErasedArchiving, _ decoder: ArchiveDecoder,
    since start: Int
  ) -> [UInt8] {
    var parts: [(property: String, place: JSONKeyPath, json: [UInt8])] = []
    var current = ""
    // The size of the model was subtracted from the budget before.
    let (mark, budget) = (decoder.mark, budget)
    defer { self.budget = budget }
    var fields = PartWriter(place: path) { [self] field, place in
      let mark = decoder.mark
      let json = try part(field, at: place, decoder)
      if !decoder.hasErrors(since: mark) { parts.append((current, JSONKeyPath(place), json)) }
      return json
    }
    fields.isTaken = { [self] reference, property in
      current = property
      return holdsModels(reference)
    }
    var unused = JSONWriter()
    let isRead = (try? archiving.unarchiveParts(reference, decoder, &unused, fields)) != nil
    let nested = decoder.context.records(since: mark)
    decoder.context.forget(since: mark)
    guard isRead, !parts.isEmpty, let root = try? JSONDocument(parsing: JSONBytes(json)).root else {
      return json
    }
    var splices: [JSONSplice] = []
    var places: [[JSONKeyPath.Component]] = []
    for part in parts {
      // A transformer may have converted the property to a value of another kind, which cannot name a class.
      guard let named = try? JSONDocument(parsing: JSONBytes(part.json)).root,
        let node = root.find(part.place),
        node.kind == named.kind,
        node.kind == .object || node.count == named.count
      else { continue }
      splices.append(JSONSplice(node.byteRange, with: part.json))
      places += [path + [.key(part.property)], path + part.place.components]
    }
    func isNamed(_ record: DecodingContext.Record) -> Bool {
      places.contains { record.problem.suffix.starts(with: $0) }
    }
    // The diagnostics of the nested models replace those of the properties that contain them.
    let records = decoder.context.records(since: start)
    decoder.context.forget(since: start)
    (records.filter { !isNamed($0) } + nested.filter(isNamed)).forEach { decoder.report($0) }
    return (try? JSONBytes(json).applying(splices)) ?? json
  }

  /// Returns whether an archived value is a model, or a collection that contains models.
  private func holdsModels(_ reference: ArchiveReference, depth: Int = 0) -> Bool {
    guard reference.index < graph.count, depth < ArchiveBudget.depth else { return false }
    switch graph[reference] {
    case .object: return models.model(for: graph.archiveClass(of: reference)) != nil
    case let value: return value.parts.contains { holdsModels($0, depth: depth + 1) }
    }
  }
}

extension JSONToArchive {
  /// Replaces objects in the properties of a new model by objects of the classes that their JSON names in `$class`.
  func restoreClasses(namedIn node: JSONNode, of reference: ArchiveReference) throws {
    guard case .object(var fields) = graph[reference],
      let model = models.model(for: graph.archiveClass(of: reference)), let archiving = model.archiving
    else { return }
    for property in model.properties {
      guard
        let found = property.keyPaths.lazy.compactMap({ path in node.find(path).map { (path, $0) } }).first,
        let key = archiving.keysByProperty[property.name],
        let place = fields.firstIndex(where: { graph.name(of: $0.key) == key })
      else { continue }
      let around = path
      path += found.0.components
      defer { path = around }
      fields[place].value = try restored(found.1, fields[place].value)
    }
    graph.set(.object(fields), classIndex: graph.objects[reference.index].classIndex, at: reference.index)
  }

  /// Returns the object for a property's value: a new object of the class that the JSON names, or the given object if it names
  /// none.
  private func restored(_ node: JSONNode, _ reference: ArchiveReference) throws -> ArchiveReference {
    let value = graph[reference]
    let archiveClass = graph.archiveClass(of: reference)
    switch (node.kind, value) {
    case (.object, _) where ArchiveClass(namedIn: node) != nil:
      let around = isInModel
      defer { isInModel = around }
      isInModel = true
      return try addNew(node)
    case (.object, .object): try restoreClasses(namedIn: node, of: reference)
    case (.object, .dictionary(let entries)):
      let members = DistinctMembers(of: node)
      let changed = try entries.map { entry in
        guard case .string(let name) = graph[entry.key], let member = members[Array(name.utf8)] else {
          return entry
        }
        return ArchiveEntry(key: entry.key, value: try step(.key(name)) { try restored(member, entry.value) })
      }
      if changed != entries { return append(.dictionary(changed), archiveClass) }
    case (.array, _):
      guard let items = value.items, items.count == node.count else { break }
      // The order of a set differs from that in JSON, so its elements are replaced only if all of them name their class.
      if case .set = value, node.elements.contains(where: { ArchiveClass(namedIn: $0) == nil }) { break }
      let changed = try zip(node.elements, items).enumerated().map { index, pair in
        try step(.index(index)) { try restored(pair.0, pair.1) }
      }
      if changed != items { return append(value.replacing(items: changed), archiveClass) }
    default: break
    }
    return reference
  }
}

/// A model that is written to an archive.
package struct WrittenModel {
  /// The JSON that the model was written from.
  package let node: JSONNode
  /// The description of the model that the JSON was written as.
  package let model: ModelDescription
  /// Whether the model is in a property of another model, and its JSON names its class.
  package let isNested: Bool

  init(_ node: JSONNode, _ model: ModelDescription, isNested: Bool) {
    (self.node, self.model, self.isNested) = (node, model, isNested)
  }

  /// The JSON in which the unmapped keys of the model are counted, because they are dropped. Nested objects that name
  /// their class are null in this JSON, because they are counted as models of their own. Nil if the object is of a
  /// subclass without a model, which keeps all keys.
  package var dropped: JSONNode? {
    guard node.mayNameClasses else { return node }
    if let named = ArchiveClass(namedIn: node), model.archive?.accepts(named, exactly: true) == false {
      return nil
    }
    var splices: [JSONSplice] = []
    var waiting = Array(node.members.map(\.value))
    while let next = waiting.popLast() {
      if ArchiveClass(namedIn: next) != nil {
        splices.append(JSONSplice(next.byteRange, with: Array("null".utf8)))
      } else {
        waiting += next.elements.map { $0 } + next.members.map(\.value)
      }
    }
    let text = try? node.document.bytes.applying(splices, in: node.byteRange)
    return text.flatMap { try? JSONDocument(parsing: JSONBytes($0)).root } ?? node
  }
}

extension JSONNode {
  /// Whether the bytes of the value contain a key `$class`, which may name the class of an object.
  var mayNameClasses: Bool { document.bytes.mayNameClasses(in: byteRange) }
}

extension JSONBytes {
  /// Returns whether a range of bytes contains a key `$class`, which may name the class of an object.
  package func mayNameClasses(in range: Range<Int>) -> Bool {
    firstOccurrence(of: Array("\(ArchiveClass.jsonKey)\"".utf8), from: range.lowerBound, to: range.upperBound)
      != nil
  }
}
