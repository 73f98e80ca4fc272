/// Takes values out of an archive: what one decode call carries along.
///
/// Problems are collected, each with the way to it from the root. An object that several hold is decoded
/// once, so that a model that is a class stays one object.
public final class ArchiveDecoder {
  /// How problems in the data are treated.
  public let policy: DecodingPolicy
  let store: ArchiveStore
  let context: DecodingContext
  /// The way from the root to the value being read.
  var frames: [Frame] = []
  /// Places of the fields of the models being decoded, one run for each.
  var slots: [ArchiveReference] = []
  private(set) var diagnostics: [Diagnostic] = []

  private var plans: [ObjectIdentifier: ArchiveDecodePlan] = [:]
  private var isOpen: [Bool]
  private var jsonValues: [FormKey: Any] = [:]
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

  /// One step of the way: a property of a model, a key of a dictionary, or an element.
  struct Frame {
    var plan: ArchiveDecodePlan?
    var key: String?
    var index = 0
  }

  static let depthLimit = 512

  init(_ graph: ArchiveGraph, policy: DecodingPolicy, userInfo: [String: any Sendable]) {
    store = ArchiveStore(graph)
    self.policy = policy
    context = DecodingContext(policy: policy, userInfo: userInfo, collects: true)
    isShared = graph.sharedObjects
    isOpen = Array(repeating: false, count: graph.count)
    diagnostics = graph.diagnostics
  }

  /// The archive being read, with what migrations added to it.
  public var graph: ArchiveGraph { store.graph }

  /// The object a reference leads to.
  public subscript(reference: ArchiveReference) -> ArchiveValue {
    store.graph.objects[reference.index].value
  }

  /// The way from the root to the value being read, computed when it is asked for.
  var path: [JSONKeyPath.Component] {
    frames.map { frame in
      if let plan = frame.plan { return .key(plan.names[frame.index]) }
      return frame.key.map { .key($0) } ?? .index(frame.index)
    }
  }

  /// A place in the record of diagnostics.
  @usableFromInline var mark: Int { diagnostics.count }

  /// The problem of finding another kind of object than the one wanted.
  public func mismatch(_ reference: ArchiveReference, expected: String) -> ArchiveProblem {
    let found = store.graph.description(of: reference)
    return ArchiveProblem(
      self[reference] == .null ? .unexpectedNull : .typeMismatch, expected: expected, found: found)
  }
}

extension ArchiveDecoder {
  func model<M: Model>(_ type: M.Type, _ reference: ArchiveReference) throws -> M {
    let index = reference.index
    let key = DecodedKey(object: index, type: ObjectIdentifier(type))
    let isShared = isShared(index)
    if isShared, let known = decoded[key] as? M { return known }
    guard case .object(let fields) = self[reference], index < isOpen.count else {
      throw mismatch(reference, expected: M.mapping.name)
    }
    guard !isOpen[index] else { throw ArchiveCycle(object: index) }
    guard frames.count <= Self.depthLimit else {
      throw ArchiveProblem(.limit, expected: "models nested at most \(Self.depthLimit) deep")
    }
    isOpen[index] = true
    defer { isOpen[index] = false }
    let model = try modelInPlace(type, reference, fields)
    if isShared { decoded[key] = model }
    for act in waiting.removeValue(forKey: index) ?? [] { act(model) }
    return model
  }

  private func modelInPlace<M: Model>(
    _ type: M.Type, _ reference: ArchiveReference, _ fields: [ArchiveField]
  ) throws -> M {
    let mapping = M.mapping
    let plan = try plan(for: type)
    guard plan.accepts(classAt: Int(store.graph.objects[reference.index].classIndex), in: store) else {
      throw mismatch(reference, expected: plan.archive.archiveClass.name)
    }
    if let legacy = store.graph.externalRepresentation(of: reference) { return try json(legacy, M.decode) }
    let migrated = try migrate(fields, plan)
    let start = slots.count
    defer { slots.removeLast(slots.count - start) }
    locate(migrated, plan)
    frames.append(Frame(plan: plan))
    defer { frames.removeLast() }
    let source = ArchiveSource<M>(self, plan, start)
    var model = try mapping.engine.unarchive(source)
    for hook in mapping.options.finish { try hook(&model, context) }
    for rule in mapping.options.rules { try rule(&model) }
    source.finished(model)
    return model
  }

  /// Runs the act when the object, which is being decoded, is complete.
  func whenComplete(_ object: Int, _ act: @escaping (Any) -> Void) {
    waiting[object, default: []].append(act)
  }

  private func isShared(_ index: Int) -> Bool { index < isShared.count && isShared[index] }

  private func plan<M: Model>(for type: M.Type) throws -> ArchiveDecodePlan {
    let identity = ObjectIdentifier(type)
    if let known = plans[identity] { return known }
    let mapping = M.mapping
    try mapping.check()
    let plan = ArchiveDecodePlan(mapping.name, M.archive, mapping.properties.map { ($0.name, $0.archiveKey) })
    plans[identity] = plan
    return plan
  }

  /// Notes which field belongs to which property; a field nothing maps is reported.
  private func locate(_ fields: [ArchiveField], _ plan: ArchiveDecodePlan) {
    let start = slots.count
    for _ in plan.names { slots.append(.absent) }
    plan.learnKeys(of: store)
    for field in fields {
      let number = plan.propertyNumber(of: field.key)
      if number >= 0 {
        slots[start + number] = field.value
      } else if field.key != KnownKey.modelVersion.key {
        let name = store.graph.name(of: field.key)
        report(.note, .unmappedKey, model: plan.model, at: [.key(name)], found: store.graph.description(of: field.value))
      }
    }
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
    if let known = jsonValues[key] as? Value { return known }
    let mark = mark
    let value = try json(reference, decode)
    if mark == self.mark { jsonValues[key] = value }
    return value
  }

  /// Reads an object through its JSON, with a transformer that knows only JSON.
  func json<Value>(
    _ reference: ArchiveReference, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    var writer = JSONWriter(capacity: 64)
    try store.graph.writeJSON(reference, to: &writer)
    let document = try JSONDocument(parsing: JSONBytes(writer.finish()))
    let inner = DecodingContext(policy: policy, userInfo: context.userInfo, collects: true)
    let value = document.root.withCursor(inner) { json -> Value? in
      do { return try decode(json) } catch {
        inner.record(error, at: json, model: nil, property: nil)
        return nil
      }
    }
    let found = inner.takeDiagnostics(in: document)
    for diagnostic in found { report(diagnostic.inArchive(at: path)) }
    guard let value, policy.substitutes || !found.contains(where: { $0.severity == .error }) else {
      throw ProblemsRecorded()
    }
    return value
  }
}

extension ArchiveDecoder {
  func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, model: String? = nil, property: String? = nil,
    at suffix: [JSONKeyPath.Component] = [], expected: String? = nil, found: String? = nil, detail: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        severity, code, model: model, property: property, path: JSONKeyPath(path + suffix),
        expected: expected, found: found, detail: detail))
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Puts what a value threw on record, unless it is there already.
  func report(_ error: any Error, model: String?, property: String?) {
    switch error {
    case is ProblemsRecorded: break
    case let problem as ArchiveProblem:
      report(
        .error, problem.code, model: model, property: property, expected: problem.expected,
        found: problem.found, detail: problem.detail)
    case is ArchiveCycle:
      report(
        .error, .archive, model: model, property: property, expected: "an object that does not hold itself",
        detail: "only an optional `var` of a class can refer back")
    case let error as TransformError:
      report(.error, error.code, model: model, property: property, expected: error.expected, found: error.found)
    default:
      report(.error, .validation, model: model, property: property, detail: String(describing: error))
    }
  }

  /// Names model and property on diagnostics added since that have none, and makes them warnings where
  /// something took the value's place.
  func amend(since mark: Int, model: String, property: String, isSubstituted: Bool = false) {
    for index in mark..<diagnostics.count {
      if diagnostics[index].model == nil {
        diagnostics[index].model = model
        diagnostics[index].property = property
      }
      if isSubstituted, diagnostics[index].severity == .error { diagnostics[index].severity = .warning }
    }
  }

  /// Drops an element that could not be read, where the policy lets it.
  ///
  /// - Returns: false when the whole collection fails.
  func drop(_ error: any Error) -> Bool {
    let mark = diagnostics.count
    report(error, model: nil, property: nil)
    guard policy.substitutes, !(error is ArchiveCycle) else { return false }
    for index in mark..<diagnostics.count where diagnostics[index].severity == .error {
      diagnostics[index].severity = .warning
    }
    report(.warning, .elementDropped, detail: "the element cannot be read and was left out")
    return true
  }
}

/// An object was met again while it was being decoded.
struct ArchiveCycle: Error {
  let object: Int
}

extension Diagnostic {
  /// A problem of a value that was read through JSON, placed in the archive: its text is nobody's file.
  fileprivate func inArchive(at path: [JSONKeyPath.Component]) -> Diagnostic {
    var copy = self
    copy.path = JSONKeyPath(path + copy.path.components)
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

extension ArchiveGraph {
  /// The objects that more than one reference leads to.
  var sharedObjects: [Bool] {
    var isMet = Array(repeating: false, count: count)
    var isShared = isMet
    func meet(_ reference: ArchiveReference) {
      isShared[reference.index] = isMet[reference.index]
      isMet[reference.index] = true
    }
    for entry in top { meet(entry.value) }
    for object in objects {
      switch object.value {
      case .array(let items), .set(let items), .orderedSet(let items): for item in items { meet(item) }
      case .dictionary(let entries): for entry in entries { meet(entry.value) }
      case .object(let fields): for field in fields { meet(field.value) }
      default: break
      }
    }
    return isShared
  }
}
