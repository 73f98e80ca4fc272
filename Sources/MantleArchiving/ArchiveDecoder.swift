import Mantle

/// The state of one call that decodes values from an archive.
///
/// Problems are collected with their paths from the root. A shared object is decoded once, so
/// that a model that is a class remains one instance.
final class ArchiveDecoder {
  /// The policy that decides how decoding treats errors in the data.
  var policy: DecodingPolicy { context.policy }
  /// The archive being decoded, to which migrations add objects.
  let store: ArchiveStore
  /// The context that records problems and is visible to the hooks of models.
  ///
  /// Problems have no location in a text. Their paths begin at the value being decoded, and each enclosing value prepends its own
  /// component, so that data without problems incurs no cost for paths.
  let context: DecodingContext
  /// The context that collects the problems in one value that is decoded through JSON. It is empty before and after
  /// each such value.
  private let jsonContext: DecodingContext
  /// The nesting depth of the models being decoded.
  private var depth = 0
  /// The remaining memory for decoded values, and for the JSON through which some of them are decoded.
  private var budget: ArchiveBudget
  /// The number of diagnostics omitted because of the maximum, and whether an error is among them.
  var omitted = (count: 0, hasErrors: false)

  /// The plans for decoding the models that occurred so far, by the identity of the mapping.
  private var plans: [ObjectIdentifier: ArchivePlan] = [:]
  /// Whether each object, by index, is being decoded. Detects cycles.
  private(set) var isOpen: [Bool]
  /// Whether each object, by index, is referenced several times.
  private var isShared: [Bool]
  /// The decoded values of shared objects, each of which is decoded once for each type.
  private var decoded: [DecodedKey: Any] = [:]
  /// The actions to run once an object is decoded, such as setting a property that refers to the object, by the index
  /// of the object.
  private var waiting: [Int: [(Any) -> Void]] = [:]

  /// The key of a decoded value: an object can be decoded as several types.
  private struct DecodedKey: Hashable {
    /// The index of the object that was decoded.
    let object: Int
    /// The identity of the type, of the mapping, or of a property's JSON form.
    let type: ObjectIdentifier
  }

  /// Creates a decoder of an archive.
  ///
  /// - Parameter readsAllEntries: whether all entry points of the archive are decoded, so
  ///   that those other than the root need no diagnostic.
  init(
    _ graph: ArchiveGraph, options: DecodingOptions, limits: ArchiveLimits = ArchiveLimits(),
    readsAllEntries: Bool = false
  ) {
    store = ArchiveStore(graph)
    var options = options
    options.profile = nil
    context = DecodingContext(options)
    jsonContext = DecodingContext(options)
    isShared = graph.sharedObjects
    budget = .content(of: graph, limits)
    isOpen = Array(repeating: false, count: graph.count)
    for diagnostic in readsAllEntries ? graph.repairs : graph.diagnostics { report(diagnostic) }
  }

  /// The archive, including the objects that migrations added.
  var graph: ArchiveGraph { store.graph }

  /// The archived value that a reference refers to.
  subscript(reference: ArchiveReference) -> ArchiveValue {
    store.graph.objects[reference.index].value
  }

  /// Returns the problem to throw for an archived object of another kind than expected.
  func mismatch(_ reference: ArchiveReference, expected: String) -> DecodingProblem {
    let found = store.graph.description(of: reference)
    return DecodingProblem(
      self[reference] == .null ? .unexpectedNull : .typeMismatch, expected: expected, found: found)
  }
}

extension ArchiveDecoder {
  /// Returns the value that a shared object was decoded as; nil if it was not decoded yet.
  ///
  /// - Parameter key: the identity of the type, or of the mapping if the model has no type of its own.
  func known<Value>(_ reference: ArchiveReference, as key: ObjectIdentifier) -> Value? {
    // Unwrapped first because a missing value could be mistaken for the nil of an optional type.
    guard let value = decoded[DecodedKey(object: reference.index, type: key)] else { return nil }
    return value as? Value
  }

  /// Stores the value that a shared object was decoded as, for later references to the object.
  func remember<Value>(
    _ value: Value, _ reference: ArchiveReference, as key: ObjectIdentifier
  ) {
    decoded[DecodedKey(object: reference.index, type: key)] = value
  }

  /// Returns the value that an object is decoded as. `make` decodes the object. If the object is shared, `make` is
  /// called on the first use only, and its result is stored.
  func shared<Value>(_ reference: ArchiveReference, _ make: () throws -> Value) throws -> Value {
    guard isShared(reference) else { return try make() }
    if let known: Value = known(reference, as: ObjectIdentifier(Value.self)) { return known }
    let value = try make()
    remember(value, reference, as: ObjectIdentifier(Value.self))
    return value
  }

  /// Subtracts memory that is about to be allocated, in bytes, from the budget for decoded values.
  ///
  /// - Throws: an ``ArchiveError`` if the expanded shared objects exceed the limit.
  func spend(_ bytes: Int) throws { try budget.spend(bytes) }

  /// Starts decoding an object as a model: runs the migrations and assigns its fields to
  /// properties. Call ``close(_:)`` afterwards.
  ///
  /// - Throws: a ``DecodingProblem`` for an object of another class, an ``ArchiveCycle`` for
  ///   an object that is being decoded.
  func open<Root>(
    _ reference: ArchiveReference, _ mapping: Mapping<Root>, _ key: ObjectIdentifier
  ) throws -> ArchiveSource {
    let plan = try plan(for: mapping, key)
    let fields = try fields(of: reference, plan)
    let legacy = store.graph.externalRepresentation(fields)
    let migrated = legacy == nil ? try migrate(fields, plan) : []
    return enter(reference, plan, migrated, legacy)
  }

  /// Starts decoding single properties of an object that cannot be decoded as a whole model. A failed migration is reported, and
  /// the properties are then decoded from the fields of the object's own version. Call ``close(_:)`` afterwards.
  func openParts<Root>(
    _ reference: ArchiveReference, _ mapping: Mapping<Root>, _ key: ObjectIdentifier
  ) throws -> ArchiveSource {
    let plan = try plan(for: mapping, key)
    let fields = try fields(of: reference, plan)
    if let legacy = store.graph.externalRepresentation(fields) {
      throw mismatch(legacy, expected: plan.model)
    }
    var migrated = fields
    do { migrated = try migrate(fields, plan) } catch { report(error) }
    return enter(reference, plan, migrated, nil)
  }

  /// Returns the fields of an object, after checking that the object can be decoded as the model of the plan.
  private func fields(of reference: ArchiveReference, _ plan: ArchivePlan) throws -> [ArchiveField] {
    let index = reference.index
    guard index < isOpen.count, case .object(let fields) = self[reference],
      let archiveClass = store.graph.archiveClass(of: reference), plan.archive.accepts(archiveClass)
    else { throw mismatch(reference, expected: plan.archive.archiveClass.name) }
    guard !isOpen[index] else { throw ArchiveCycle(object: index) }
    guard depth < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    return fields
  }

  private func enter(
    _ reference: ArchiveReference, _ plan: ArchivePlan, _ fields: [ArchiveField], _ legacy: ArchiveReference?
  ) -> ArchiveSource {
    isOpen[reference.index] = true
    depth += 1
    return ArchiveSource(
      decoder: self, plan: plan, object: reference.index, slots: locate(fields, plan), legacy: legacy)
  }

  /// Ends decoding an object that ``open(_:_:_:)`` or ``openParts(_:_:_:)`` started.
  func close(_ source: ArchiveSource) {
    isOpen[source.object] = false
    depth -= 1
  }

  /// Stores the back references of a decoded model until their objects are decoded, and runs the actions that waited
  /// for the model itself.
  func completed<Root>(_ model: Root, _ backReferences: [ArchiveBackReference], at object: Int) {
    for reference in backReferences {
      waiting[reference.object, default: []].append { reference.set(model, $0) }
    }
    for act in waiting.removeValue(forKey: object) ?? [] { act(model) }
  }

  /// Whether any back reference waits for an object that is not decoded yet.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Returns whether an object is referenced several times; false for objects that migrations added.
  func isShared(_ reference: ArchiveReference) -> Bool {
    reference.index < isShared.count && isShared[reference.index]
  }

  /// Returns the decoding plan for a mapping, which is created on first use.
  private func plan<Root>(for mapping: Mapping<Root>, _ key: ObjectIdentifier) throws -> ArchivePlan {
    if let known = plans[key] { return known }
    let plan = try ArchivePlan(mapping, &store.graph)
    plans[key] = plan
    return plan
  }

  /// Returns the field value of each property, by property index; ``ArchiveReference/absent`` for a missing field. Unmapped
  /// fields are reported as notes.
  private func locate(_ fields: [ArchiveField], _ plan: ArchivePlan) -> [ArchiveReference] {
    var slots = Array(repeating: ArchiveReference.absent, count: plan.properties.count)
    for field in fields {
      if let index = plan.propertyIndex(of: field.key) {
        slots[index] = field.value
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
  /// Returns the fields of an object after its migrations, each of which is reported as a note.
  ///
  /// - Throws: a ``DecodingProblem`` if the version of the object is not a number, is negative, or is newer than the model's.
  private func migrate(_ fields: [ArchiveField], _ plan: ArchivePlan) throws -> [ArchiveField] {
    guard let found = store.graph.modelVersion(fields) else {
      throw DecodingProblem(.archive, expected: "a model version", found: "a version that is not a number")
    }
    let supported = plan.archive.version
    guard found <= supported, found >= 0 else {
      throw DecodingProblem(
        .archive, expected: "\(plan.model) of version \(supported) or older", found: "version \(found)")
    }
    for step in plan.archive.steps(from: found) {
      report(
        .note, .migration, model: plan.model,
        detail: "from version \(step.versions.lowerBound) to \(step.versions.upperBound): \(step.words)")
    }
    let upgraded = try plan.archive.upgraded(fields, from: found, in: store)
    // The migrations may have added nested models.
    isOpen += Array(repeating: false, count: store.graph.count - isOpen.count)
    return upgraded
  }

  /// Decodes an object by converting it to JSON first. A shared object is decoded once for each property.
  ///
  /// - Parameter form: the identity of the property's JSON form.
  func json<Value>(
    _ reference: ArchiveReference, as form: FormIdentity, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    guard isShared(reference) else { return try json(reference, decode) }
    if let known: Value = known(reference, as: ObjectIdentifier(form)) { return known }
    let mark = mark
    let value = try json(reference, decode)
    // A value with diagnostics is not stored, so that the diagnostics are repeated for each reference to the object.
    if mark == self.mark { remember(value, reference, as: ObjectIdentifier(form)) }
    return value
  }

  /// Converts an object to JSON and decodes the JSON, for a transformer that supports JSON only.
  func json<Value>(
    _ reference: ArchiveReference, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    var writer = JSONWriter(capacity: 64)
    let converter = ArchiveToJSON(graph, budget)
    defer { budget = converter.budget }
    try converter.write(reference, to: &writer)
    // Values take about eight times the memory of their JSON.
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

/// The error for an object that contains itself and is still being decoded.
struct ArchiveCycle: Error {
  /// The index of the object that contains itself.
  let object: Int
}

extension ArchiveReference {
  /// The placeholder for the value of a field that an archived object lacks.
  static let absent = ArchiveReference(0x7fff_ffff)

  /// Whether the reference is the value of a field that exists and is not nil.
  var isPresent: Bool { self != .absent && self != .null }
}

/// An archived object that is being decoded as a model.
struct ArchiveSource {
  /// The decoder that decodes the object.
  let decoder: ArchiveDecoder
  /// The decoding plan of the model that the object is decoded as.
  let plan: ArchivePlan
  /// The index of the object that is decoded.
  let object: Int
  /// The field values of the properties, by property index; ``ArchiveReference/absent`` for a missing field.
  let slots: [ArchiveReference]
  /// The dictionary of JSON values that is the only field of an object from before Mantle 0.3; nil for newer archives.
  let legacy: ArchiveReference?
}

/// A property whose value is set after the object that it refers to is decoded, because the reference is part of a
/// cycle.
///
/// The parts are the index of the object that the property refers to, and the action that sets the property
/// of a model to the complete object.
typealias ArchiveBackReference = (object: Int, set: (_ root: Any, _ target: Any) -> Void)
