/// Takes values out of an archive: what one decode call carries along.
///
/// Problems are collected, each with the way to it from the root. An object that several hold is decoded
/// once, so that a model that is a class stays one object.
public final class ArchiveDecoder {
  /// How problems in the data are treated.
  public let policy: DecodingPolicy
  let store: ArchiveStore
  @usableFromInline let context: DecodingContext
  private var depth = 0
  /// Whether decoding goes on after a problem. The first, fast attempt does not.
  @usableFromInline let collects: Bool
  private var recorded: [Diagnostic] = []
  private var hasErrors = false
  /// More are counted only: an archive of a few bytes may have as many errors as it has references.
  private let mostDiagnostics: Int
  /// How many diagnostics there are: a place in the record.
  @usableFromInline private(set) var mark = 0

  private var plans: [ObjectIdentifier: ArchiveDecodePlan] = [:]
  private var isOpen: [Bool]
  private var jsonOutcomes: [FormKey: JSONOutcome] = [:]
  private var isShared: [Bool]
  private var repetition: ArchiveRepetition
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
    let diagnostics: [Diagnostic]
  }

  init(_ graph: ArchiveGraph, policy: DecodingPolicy, userInfo: [String: any Sendable], collects: Bool) {
    self.collects = collects
    store = ArchiveStore(graph)
    self.policy = policy
    context = DecodingContext(policy: policy, userInfo: userInfo, collects: collects)
    let sharing = graph.sharing
    isShared = sharing.isShared
    mostDiagnostics = 20_000 + graph.count / 4
    repetition = ArchiveRepetition(objects: graph.count, references: sharing.references)
    isOpen = Array(repeating: false, count: graph.count)
    for diagnostic in graph.diagnostics { report(diagnostic) }
  }

  /// The archive being read, with what migrations added to it.
  public var graph: ArchiveGraph { store.graph }

  /// The object a reference leads to.
  public subscript(reference: ArchiveReference) -> ArchiveValue {
    store.graph.objects[reference.index].value
  }

  func archiveClass(of reference: ArchiveReference) -> ArchiveClass? {
    store.graph.archiveClass(of: reference)
  }

  /// The problem of finding another kind of object than the one wanted.
  public func mismatch(_ reference: ArchiveReference, expected: String) -> ArchiveProblem {
    let found = store.graph.description(of: reference)
    return ArchiveProblem(
      self[reference] == .null ? .unexpectedNull : .typeMismatch, expected: expected, found: found)
  }
}

extension ArchiveDecoder {
  /// What was made of an object that several hold, when it is met again.
  @usableFromInline func known<M: Model>(_ reference: ArchiveReference, _: M.Type) -> M? {
    decoded[DecodedKey(object: reference.index, type: ObjectIdentifier(M.self))] as? M
  }

  /// Takes note that something is read, and counts its size if it was read before.
  ///
  /// - Throws: a problem when objects that repeat each other have become too much.
  @usableFromInline func read(_ reference: ArchiveReference, size: Int) throws {
    try repetition.read(reference, size: size)
  }

  /// Counts the size of something that was made before.
  @usableFromInline func repeated(_ size: Int) throws { try repetition.repeated(size) }

  @usableFromInline func remember<M: Model>(_ model: M, _ reference: ArchiveReference) {
    decoded[DecodedKey(object: reference.index, type: ObjectIdentifier(M.self))] = model
  }

  /// Starts an object: finds its fields' places, after the migrations it needs.
  @usableFromInline func open<M: Model>(_ reference: ArchiveReference, _: M.Type) throws -> ArchiveSource {
    let plan = try plans[ObjectIdentifier(M.self)] ?? makePlan(for: M.self)
    return try open(reference, plan)
  }

  private func open(_ reference: ArchiveReference, _ plan: ArchiveDecodePlan) throws -> ArchiveSource {
    let index = reference.index
    guard index < isOpen.count, case .object(let fields) = store.graph.objects[index].value,
      plan.accepts(classAt: Int(store.graph.objects[index].classIndex), in: store)
    else { throw mismatch(reference, expected: plan.archive.archiveClass.name) }
    guard !isOpen[index] else { throw ArchiveCycle(object: index) }
    guard depth < ArchiveDepth.limit else {
      throw ArchiveProblem(.limit, expected: "models nested at most \(ArchiveDepth.limit) deep")
    }
    let legacy = store.graph.externalRepresentation(fields)
    let migrated = legacy == nil ? try migrate(fields, plan) : []
    isOpen[index] = true
    depth += 1
    return ArchiveSource(self, plan, object: index, locate(migrated, plan), legacy: legacy)
  }

  @usableFromInline func close(_ source: ArchiveSource) {
    isOpen[source.object] = false
    depth -= 1
  }

  /// Runs the act when the object, which is being decoded, is complete.
  func whenComplete(_ object: Int, _ act: @escaping (Any) -> Void) {
    waiting[object, default: []].append(act)
  }

  /// Tells those who wait for the object that it is complete.
  @usableFromInline func completed<M: Model>(_ model: M, _ source: ArchiveSource) {
    for reference in source.backReferences {
      whenComplete(reference.object) { reference.set(model, $0) }
    }
    for act in waiting.removeValue(forKey: source.object) ?? [] { act(model) }
  }

  @usableFromInline var hasWaiting: Bool { !waiting.isEmpty }

  @usableFromInline func isShared(_ reference: ArchiveReference) -> Bool { isShared(reference.index) }

  private func isShared(_ index: Int) -> Bool { index < isShared.count && isShared[index] }

  @inline(never) private func makePlan<M: Model>(for type: M.Type) throws -> ArchiveDecodePlan {
    let mapping = M.mapping
    try mapping.check()
    let plan = ArchiveDecodePlan(mapping.name, M.archive, mapping.properties.map { ($0.name, $0.archiveKey) })
    plans[ObjectIdentifier(type)] = plan
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
      throw ArchiveProblem(.archive, expected: "a model version", found: "a version that is no number")
    }
    let supported = plan.archive.version
    guard found <= supported, found >= 0 else {
      throw ArchiveProblem(
        .archive, expected: "\(plan.model) of version \(supported) or older", found: "version \(found)")
    }
    guard found < supported else { return fields }
    var upgraded = ArchiveFields(fields, in: store)
    for version in found..<supported {
      let migration = plan.archive.migrations.first { $0.from == version }
      report(
        .note, .migration, model: plan.model,
        detail: "from version \(version) to \(version + 1): \(migration?.note ?? "nothing to change")")
      try migration?.step(&upgraded)
    }
    return upgraded.fields
  }

  /// Reads an object through its JSON; what several properties share is read once for each of them.
  func json<Value>(
    _ reference: ArchiveReference, as form: FormIdentity, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    guard isShared(reference.index) else { return try json(reference, decode) }
    let key = FormKey(object: reference.index, form: ObjectIdentifier(form))
    if let known = jsonOutcomes[key] { return try again(known) }
    let before = recorded.count
    let result = Result { try json(reference, decode) }
    jsonOutcomes[key] = JSONOutcome(
      result: result.map { $0 as Any }, diagnostics: Array(recorded[before...]))
    return try result.get()
  }

  /// What was said about the object the first time is said of its next holder, too.
  private func again<Value>(_ outcome: JSONOutcome) throws -> Value {
    try repetition.repeated(128 * outcome.diagnostics.count)
    for diagnostic in outcome.diagnostics { report(diagnostic) }
    guard let value = try outcome.result.get() as? Value else { throw ProblemsRecorded() }
    return value
  }

  /// Reads an object through its JSON, with a transformer that knows only JSON.
  @usableFromInline func json<Value>(
    _ reference: ArchiveReference, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    var writer = JSONWriter(capacity: 64)
    try store.graph.writeJSON(reference, &repetition, to: &writer)
    let document = try JSONDocument(parsing: JSONBytes(writer.finish()))
    if !collects { return try document.root.withCursor(context, decode) }
    let inner = DecodingContext(policy: policy, userInfo: context.userInfo, collects: true)
    let value = try document.root.withCursor(inner) { json -> Value? in
      do { return try decode(json) } catch {
        try inner.record(error, at: json, model: nil, property: nil)
        return nil
      }
    }
    let found = inner.takeDiagnostics(in: document)
    for diagnostic in found { report(diagnostic.withoutLocation) }
    guard let value, policy.substitutes || !found.contains(where: { $0.severity == .error }) else {
      throw ProblemsRecorded()
    }
    return value
  }
}

extension ArchiveDecoder {
  /// Puts something on record. Its path starts at the value being read: every holder of the value puts its
  /// own step in front, so that clean data pays nothing for paths.
  func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, model: String? = nil,
    at path: [JSONKeyPath.Component] = [], expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    report(
      Diagnostic(
        severity, code, model: model, path: JSONKeyPath(path), expected: expected, found: found,
        detail: detail))
  }

  func report(_ diagnostic: Diagnostic) {
    mark += 1
    if diagnostic.severity == .error { hasErrors = true }
    if recorded.count < mostDiagnostics { recorded.append(diagnostic) }
  }

  /// What was reported, ending with the number of those that were too many to keep.
  var diagnostics: [Diagnostic] {
    guard mark > recorded.count else { return recorded }
    let rest = Diagnostic(
      hasErrors ? .error : .note, .limit, detail: "\(mark - recorded.count) more of this kind are not listed")
    return recorded + [rest]
  }

  /// Puts what a value threw on record, unless it is there already.
  func report(_ error: any Error) {
    switch error {
    case is ProblemsRecorded: break
    case let problem as ArchiveProblem:
      report(.error, problem.code, expected: problem.expected, found: problem.found, detail: problem.detail)
    case is ArchiveCycle:
      report(
        .error, .archive, expected: "an object that does not hold itself",
        detail: "only an optional `var` of a class can refer back")
    case let error as TransformError:
      report(.error, error.code, expected: error.expected, found: error.found)
    default:
      report(.error, .validation, detail: String(describing: error))
    }
  }

  /// Puts a step in front of the paths of what was recorded since.
  @usableFromInline func prepend(_ step: JSONKeyPath.Component, since mark: Int) {
    for index in mark..<max(mark, recorded.count) {
      recorded[index].path.components.insert(step, at: 0)
    }
  }

  /// Places what was recorded since in a property, and names model and property where none are named.
  func attribute(since mark: Int, model: String, property: String) {
    prepend(.key(property), since: mark)
    for index in mark..<max(mark, recorded.count) where recorded[index].model == nil {
      recorded[index].model = model
      recorded[index].property = property
    }
  }

  /// Turns the errors recorded since into warnings: something took the value's place.
  func demoteErrors(since mark: Int) {
    for index in mark..<max(mark, recorded.count) where recorded[index].severity == .error {
      recorded[index].severity = .warning
    }
  }

  /// Puts the problem of an element on record, and says how to go on.
  ///
  /// - Parameter canHold: whether nil can stand in the element's place.
  /// - Throws: the error while nothing is collected, and always what is wrong with a mapping.
  @usableFromInline func recover(
    from error: any Error, since mark: Int, canHold: Bool = false
  ) throws -> DecodingContext.Recovery {
    guard collects, !(error is MappingError) else { throw error }
    report(error)
    guard policy.substitutes, !(error is ArchiveCycle) else { return .fail }
    if policy.demotes { demoteErrors(since: mark) }
    let holds = policy == .holdingPlace && canHold
    report(
      .warning, .elementDropped,
      detail: holds
        ? "the element cannot be read; nil holds its place" : "the element cannot be read and was left out")
    return holds ? .hold : .drop
  }
}

/// An object was met again while it was being decoded.
struct ArchiveCycle: Error {
  let object: Int
}

extension Diagnostic {
  /// A problem of a value that was read through JSON: its text is nobody's file.
  fileprivate var withoutLocation: Diagnostic {
    var copy = self
    copy.location = nil
    return copy
  }
}

extension ArchiveReference {
  /// Where an object has no such field.
  static let absent = ArchiveReference(0x7fff_ffff)
}

extension ArchiveReference {
  /// Whether there is a field and it is not nil.
  @usableFromInline var isPresent: Bool { self != .absent && self != .null }
}
