import Mantle

/// The conversion of an ``ArchiveGraph`` to the binary property list of a keyed archive.
///
/// The output depends on the graph only. Reading the output and writing it again gives the
/// same bytes, because objects are numbered in the order of their discovery from `$top`, as
/// in the reader.
struct KeyedArchiveWriter {
  /// The archive.
  private let graph: ArchiveGraph
  /// The numbers of all objects.
  private let plan: ArchivePlan
  /// The writer of the property list.
  private var emitter: BinaryPropertyListEmitter

  /// Returns the property list of an archive.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the archive.
  static func write(_ graph: ArchiveGraph) -> [UInt8] {
    var writer = KeyedArchiveWriter(graph)
    writer.writeContainer()
    writer.writeNames()
    for uid in writer.plan.slots.indices { writer.emitter.uid(uid) }
    for index in writer.plan.order { writer.write(index) }
    for index in writer.plan.classOrder { writer.write(graph.classes[index]) }
    return writer.emitter.finish()
  }

  /// Creates a writer and numbers all objects.
  private init(_ graph: ArchiveGraph) {
    self.graph = graph
    plan = ArchivePlan(graph)
    emitter = BinaryPropertyListEmitter(objectCount: plan.count)
  }

  /// Writes the root dictionary and its parts.
  private mutating func writeContainer() {
    emitter.dictionary(count: 4)
    for name in [FixedName.version, .archiver, .top, .objects] { emitter.reference(plan.number(name)) }
    for part in 1...4 { emitter.reference(part) }
    emitter.integer(ArchiveContainer.version)
    emitter.string(graph.archiver)
    emitter.dictionary(count: graph.top.count)
    for index in graph.top.indices { emitter.reference(plan.number(ofTopName: index)) }
    for entry in graph.top { reference(entry.value) }
    emitter.array(count: plan.slots.count)
    for slot in plan.slots {
      switch slot {
      case .null: emitter.reference(plan.number(.null))
      case .object(let index): emitter.reference(plan.number(ofObject: index))
      case .class(let index): emitter.reference(plan.number(ofClass: index))
      }
    }
  }

  /// Writes the names of fields, entry points and classes.
  private mutating func writeNames() {
    for name in FixedName.allCases { emitter.string(name.text) }
    for entry in graph.top { emitter.string(entry.name) }
    for key in plan.keyOrder { emitter.string(graph.keys[key]) }
    for index in 0..<plan.memberNames { emitter.string(KnownKey.member(index)) }
    for name in plan.classNames { emitter.string(name) }
  }

  /// Writes the dictionary of a class.
  private mutating func write(_ archiveClass: ArchiveClass) {
    let number = emitter.nextNumber
    let hasHints = !archiveClass.hints.isEmpty
    emitter.dictionary(count: hasHints ? 3 : 2)
    emitter.reference(plan.number(.className))
    emitter.reference(plan.number(.classes))
    if hasHints { emitter.reference(plan.number(ofName: ArchivePlan.classHints)) }
    emitter.reference(plan.number(ofName: archiveClass.name))
    emitter.reference(number + 1)
    if hasHints { emitter.reference(number + 2) }
    writeNames(archiveClass.chain)
    if hasHints { writeNames(archiveClass.hints) }
  }

  /// Writes an array of class names.
  private mutating func writeNames(_ names: [String]) {
    emitter.array(count: names.count)
    for name in names { emitter.reference(plan.number(ofName: name)) }
  }
}

extension KeyedArchiveWriter {
  /// Writes an object and its parts.
  private mutating func write(_ index: Int) {
    let object = graph.objects[index]
    guard object.classIndex >= 0 else { return writeBare(object.value) }
    if case .orderedSet(let items) = object.value { return writeOrderedSet(items, object, index) }
    writeKeyed(object, extras: graph.extras(of: index))
    switch object.value {
    case .array(let items), .set(let items): writeItems(items)
    case .dictionary(let entries):
      emitter.array(count: entries.count)
      for entry in entries { reference(entry.key) }
      emitter.array(count: entries.count)
      for entry in entries { reference(entry.value) }
    case .date(let value): emitter.real(value.timeIntervalSinceReferenceDate)
    case .uuid(let value): emitter.data(value.archivedBytes)
    case .null, .object, .url, .orderedSet: break
    case .bool, .integer, .unsigned, .real, .string, .data: writeBare(object.value)
    }
  }

  /// Writes the dictionary of an object with a class: the fields of its layout, further
  /// fields, and the class.
  private mutating func writeKeyed(_ object: ArchiveGraph.Object, extras: [ArchiveField]) {
    let number = emitter.nextNumber
    let layout = object.value.layout
    var fields = extras
    if case .object(let own) = object.value { fields = own }
    emitter.dictionary(count: layout.count + fields.count + 1)
    for known in layout { emitter.reference(plan.number(ofKey: known.key)) }
    for field in fields { emitter.reference(plan.number(ofKey: field.key)) }
    emitter.reference(plan.number(.class))
    if case .url(let relative, let base) = object.value {
      reference(base)
      reference(relative)
    } else {
      for offset in layout.indices { emitter.reference(number + 1 + offset) }
    }
    for field in fields { reference(field.value) }
    emitter.reference(plan.number(ofUIDOfClass: Int(object.classIndex)))
  }

  /// Writes an ordered set, whose members are numbered fields.
  private mutating func writeOrderedSet(
    _ items: [ArchiveReference], _ object: ArchiveGraph.Object, _ index: Int
  ) {
    let extras = graph.extras(of: index)
    emitter.dictionary(count: items.count + extras.count + 1)
    for member in items.indices { emitter.reference(plan.number(ofMember: member)) }
    for field in extras { emitter.reference(plan.number(ofKey: field.key)) }
    emitter.reference(plan.number(.class))
    for item in items { reference(item) }
    for field in extras { reference(field.value) }
    emitter.reference(plan.number(ofUIDOfClass: Int(object.classIndex)))
  }

  /// Writes a value without a class.
  private mutating func writeBare(_ value: ArchiveValue) {
    switch value {
    case .null: emitter.string("$null")
    case .bool(let value): emitter.bool(value)
    case .integer(let value): emitter.integer(value)
    case .unsigned(let value): emitter.unsigned(value)
    case .real(let value): emitter.real(value)
    case .string(let value): emitter.string(value)
    case .data(let value): emitter.data(value)
    case .date(let value): emitter.date(value.timeIntervalSinceReferenceDate)
    case .array(let items), .orderedSet(let items): writeItems(items)
    case .set(let items):
      emitter.set(count: items.count)
      for item in items { reference(item) }
    case .object(let fields): writeObject(fields)
    // Values of these kinds always have a class.
    case .url, .uuid, .dictionary: writeObject([])
    }
  }

  /// Writes a dictionary of fields.
  private mutating func writeObject(_ fields: [ArchiveField]) {
    emitter.dictionary(count: fields.count)
    for field in fields { emitter.reference(plan.number(ofKey: field.key)) }
    for field in fields { reference(field.value) }
  }

  /// Writes an array of references.
  private mutating func writeItems(_ items: [ArchiveReference]) {
    emitter.array(count: items.count)
    for item in items { reference(item) }
  }

  /// Writes a reference to an object.
  @inline(__always)
  private mutating func reference(_ reference: ArchiveReference) {
    emitter.reference(plan.number(of: reference))
  }
}
