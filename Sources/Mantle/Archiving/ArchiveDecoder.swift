/// Takes values out of an archive: what one decode call carries along.
///
/// Problems are collected, each with the way to it from the root. An object that several hold is decoded
/// once, so that a model that is a class stays one object.
final class ArchiveDecoder {
  /// How problems in the data are treated.
  var policy: DecodingPolicy { context.policy }
  let store: ArchiveStore
  /// The record of problems, shared with the hooks of models. Nothing in it has a place in a text; paths start at
  /// the value being read, and every holder of the value puts its own step in front, so that clean data pays
  /// nothing for paths.
  let context: DecodingContext
  /// The record of values that are read through JSON, one after the other.
  private let jsonContext: DecodingContext
  private var depth = 0
  /// What is left of the memory that values may take, and of the text that some of them are read through.
  private var budget: ArchiveBudget
  /// The diagnostics that were too many to keep, and whether an error is among them.
  var omitted = (count: 0, hasErrors: false)

  private var plans: [ObjectIdentifier: ArchiveDecodePlan] = [:]
  private(set) var isOpen: [Bool]
  private var jsonOutcomes: [FormKey: JSONOutcome] = [:]
  private var isShared: [Bool]
  private var decoded: [DecodedKey: Any] = [:]
  private var waiting: [Int: [(Any) -> Void]] = [:]

  private struct DecodedKey: Hashable {
    let object: Int
    let type: ObjectIdentifier
  }

  private struct FormKey: Hashable {
    let object: Int
    let form: ObjectIdentifier
  }

  /// What reading an object through its JSON came to, failures included: an object may have many holders.
  private struct JSONOutcome {
    let result: Result<Any, any Error>
    let records: [DecodingContext.Record]
  }

  init(
    _ graph: ArchiveGraph, policy: DecodingPolicy, userInfo: [String: any Sendable],
    limits: ArchiveLimits = ArchiveLimits(), readsAllEntries: Bool = false
  ) {
    store = ArchiveStore(graph)
    context = DecodingContext(policy: policy, userInfo: userInfo)
    jsonContext = DecodingContext(policy: policy, userInfo: userInfo)
    isShared = graph.sharedObjects
    budget = .content(of: graph, limits)
    isOpen = Array(repeating: false, count: graph.count)
    for diagnostic in readsAllEntries ? graph.repairs : graph.diagnostics { report(diagnostic) }
  }

  /// The archive being read, with what migrations added to it.
  var graph: ArchiveGraph { store.graph }

  /// The object a reference leads to.
  subscript(reference: ArchiveReference) -> ArchiveValue {
    store.graph.objects[reference.index].value
  }

  func archiveClass(of reference: ArchiveReference) -> ArchiveClass? {
    store.graph.archiveClass(of: reference)
  }

  /// The problem of finding another kind of object than the one wanted.
  func mismatch(_ reference: ArchiveReference, expected: String) -> DecodingProblem {
    let found = store.graph.description(of: reference)
    return DecodingProblem(
      self[reference] == .null ? .unexpectedNull : .typeMismatch, expected: expected, found: found)
  }
}

extension ArchiveDecoder {
  /// What was made of an object that several hold, when it is met again.
  ///
  /// - Parameter key: what it was read as: a type, or a mapping without one.
  func known<Value>(_ reference: ArchiveReference, as key: ObjectIdentifier) -> Value? {
    decoded[DecodedKey(object: reference.index, type: key)] as? Value
  }

  func remember<Value>(
    _ value: Value, _ reference: ArchiveReference, as key: ObjectIdentifier
  ) {
    decoded[DecodedKey(object: reference.index, type: key)] = value
  }

  /// The value of an object, made once however many hold it.
  func shared<Value>(_ reference: ArchiveReference, _ make: () throws -> Value) throws -> Value {
    guard isShared(reference) else { return try make() }
    if let known: Value = known(reference, as: ObjectIdentifier(Value.self)) { return known }
    let value = try make()
    remember(value, reference, as: ObjectIdentifier(Value.self))
    return value
  }

  /// Counts the memory of something that is about to be made.
  ///
  /// - Throws: an ``ArchiveError`` when objects that repeat each other have become too much.
  func spend(_ bytes: Int) throws { try budget.spend(bytes) }

  /// Starts an object: finds its fields' places, after the migrations it needs.
  func open<Root>(
    _ reference: ArchiveReference, _ mapping: Mapping<Root>, _ key: ObjectIdentifier
  ) throws -> ArchiveSource {
    let plan = try plans[key] ?? makePlan(for: mapping, key)
    return try open(reference, plan)
  }

  private func open(_ reference: ArchiveReference, _ plan: ArchiveDecodePlan) throws -> ArchiveSource {
    let index = reference.index
    guard index < isOpen.count, case .object(let fields) = store.graph.objects[index].value,
      plan.accepts(classAt: Int(store.graph.objects[index].classIndex), in: store)
    else { throw mismatch(reference, expected: plan.archive.archiveClass.name) }
    guard !isOpen[index] else { throw ArchiveCycle(object: index) }
    guard depth < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    let legacy = store.graph.externalRepresentation(fields)
    let migrated = legacy == nil ? try migrate(fields, plan) : []
    isOpen[index] = true
    depth += 1
    return ArchiveSource(
      decoder: self, plan: plan, object: index, slots: locate(migrated, plan), legacy: legacy)
  }

  func close(_ source: ArchiveSource) {
    isOpen[source.object] = false
    depth -= 1
  }

  /// Runs the act when the object, which is being decoded, is complete.
  func whenComplete(_ object: Int, _ act: @escaping (Any) -> Void) {
    waiting[object, default: []].append(act)
  }

  /// Tells those who wait for the object that it is complete.
  func completed<Root>(_ model: Root, _ backReferences: [ArchiveBackReference], at object: Int) {
    for reference in backReferences {
      whenComplete(reference.object) { reference.set(model, $0) }
    }
    for act in waiting.removeValue(forKey: object) ?? [] { act(model) }
  }

  var hasWaiting: Bool { !waiting.isEmpty }

  func isShared(_ reference: ArchiveReference) -> Bool { isShared(reference.index) }

  private func isShared(_ index: Int) -> Bool { index < isShared.count && isShared[index] }

  @inline(never) private func makePlan<Root>(
    for mapping: Mapping<Root>, _ key: ObjectIdentifier
  ) throws -> ArchiveDecodePlan {
    try mapping.checkForArchives()
    let plan = ArchiveDecodePlan(
      mapping.name, mapping.archive, mapping.properties.map { ($0.name, $0.archiveKey) })
    plans[key] = plan
    return plan
  }

  /// Notes which field belongs to which property; a field nothing maps is reported.
  private func locate(_ fields: [ArchiveField], _ plan: ArchiveDecodePlan) -> [ArchiveReference] {
    var slots = Array(repeating: ArchiveReference.absent, count: plan.names.count)
    plan.learnKeys(of: store)
    for field in fields {
      let number = plan.propertyNumber(of: field.key)
      if number >= 0 {
        slots[number] = field.value
      } else if field.key != KnownKey.modelVersion.key {
        let name = store.graph.name(of: field.key)
        let found = store.graph.description(of: field.value)
        report(.note, .unmappedKey, model: plan.model, at: [.key(name)], found: found)
      }
    }
    return slots
  }
}

extension ArchiveDecoder {
  private func migrate(_ fields: [ArchiveField], _ plan: ArchiveDecodePlan) throws -> [ArchiveField] {
    guard let found = store.graph.modelVersion(fields) else {
      throw DecodingProblem(.archive, expected: "a model version", found: "a version that is no number")
    }
    let supported = plan.archive.version
    guard found <= supported, found >= 0 else {
      throw DecodingProblem(
        .archive, expected: "\(plan.model) of version \(supported) or older", found: "version \(found)")
    }
    for version in found..<supported {
      let note = plan.archive.migration(from: version)?.note ?? "nothing to change"
      report(
        .note, .migration, model: plan.model, detail: "from version \(version) to \(version + 1): \(note)")
    }
    return try plan.archive.upgraded(fields, from: found, in: store)
  }

  /// Reads an object through its JSON; what several properties share is read once for each of them.
  func json<Value>(
    _ reference: ArchiveReference, as form: FormIdentity, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    guard isShared(reference.index) else { return try json(reference, decode) }
    let key = FormKey(object: reference.index, form: ObjectIdentifier(form))
    if let known = jsonOutcomes[key] { return try again(known) }
    let mark = mark
    let result = Result { try json(reference, decode) }
    jsonOutcomes[key] = JSONOutcome(result: result.map { $0 as Any }, records: context.records(since: mark))
    return try result.get()
  }

  /// What was said about the object the first time is said of its next holder, too.
  private func again<Value>(_ outcome: JSONOutcome) throws -> Value {
    try spend(128 * outcome.records.count)
    for record in outcome.records { report(record) }
    guard let value = try outcome.result.get() as? Value else { throw ProblemsRecorded() }
    return value
  }

  /// Reads an object through its JSON, with a transformer that knows only JSON.
  func json<Value>(
    _ reference: ArchiveReference, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    var writer = JSONWriter(capacity: 64)
    let converter = ArchiveToJSON(graph, budget)
    defer { budget = converter.budget }
    try converter.write(reference, to: &writer)
    // The values made of the text take about eight times its length.
    try converter.budget.spend(8 * writer.count)
    let document = try JSONDocument(parsing: JSONBytes(writer.finish()))
    let value = try document.root.withCursor(jsonContext) { json -> Value? in
      do {
        let value = try decode(json)
        jsonContext.forgetCaught(since: 0)
        return value
      } catch {
        try jsonContext.record(error, at: json, model: nil, property: nil)
        return nil
      }
    }
    let found = jsonContext.mark == 0 ? [] : jsonContext.takeDiagnostics(in: document)
    for diagnostic in found { report(diagnostic) }
    guard let value, policy.substitutes || !found.hasErrors else {
      throw ProblemsRecorded()
    }
    return value
  }
}

/// An object was met again while it was being decoded.
struct ArchiveCycle: Error {
  let object: Int
}

extension ArchiveReference {
  /// Where an object has no such field.
  static let absent = ArchiveReference(0x7fff_ffff)
}

extension ArchiveReference {
  /// Whether there is a field and it is not nil.
  var isPresent: Bool { self != .absent && self != .null }
}
