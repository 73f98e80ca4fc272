/// The state of one decode call: its options, the recorded problems and the caller's own values.
///
/// A context belongs to one call and is not shared between threads. A hook or a hand-written `decode` reaches
/// it through ``JSONCursor/context``:
///
///     let region = json.context.userInfo["region"] as? String
///
/// The values of `userInfo` come from ``DecodingOptions/userInfo``. ``note(_:_:at:)`` records a note for the
/// caller of ``JSONConvertible/report(json:options:)-(String,_)``.
public final class DecodingContext {
  /// The options of the decode call.
  public let options: DecodingOptions
  /// The policy of the call's options, which decides whether problems in the data are errors.
  package var policy: DecodingPolicy { options.policy }
  /// The profile of the mappings to use; nil for the main mappings.
  @usableFromInline var profile: String? { options.profile }
  /// Whether models are decoded without a profile and without a merge patch.
  @usableFromInline let isOrdinary: Bool
  /// The existing models into which a merge patch is merged, by their type and their node in the patched JSON.
  /// Each has the part of the patch for the model, which is nil if the model is unchanged.
  var patchedModels: [Visit: (model: Any, patch: JSONNode?)] = [:]
  /// The caller's own values from the options of the call, which hooks and hand-written types read.
  public var userInfo: [String: any Sendable] { options.userInfo }

  /// The lowest severity of diagnostics that are recorded. Less severe diagnostics are not computed, so a call
  /// that only throws errors pays nothing for notes.
  @usableFromInline let minimumSeverity: Diagnostic.Severity

  /// Whether diagnostics of severity ``Diagnostic/Severity/note`` are recorded.
  var notes: Bool { minimumSeverity == .note }

  /// Whether a note is recorded for numbers that lose digits when they are encoded again, even if other notes
  /// are not recorded.
  @usableFromInline let tellsLosses: Bool
  /// The count of numbers that lose digits, if other notes are not recorded. Only the first such number is
  /// recorded as a note.
  private(set) var losses = 0
  /// The lowest node index of a number that loses digits when it is encoded again; `Int.max` if there is no
  /// such number.
  var firstLoss = Int.max
  /// The number of defaults used for missing values, by key path, counted if other notes are not recorded.
  private var defaults: [String: Int] = [:]

  /// Whether objects are checked for unmapped and repeated keys.
  @usableFromInline let checksKeys: Bool

  private var records: [Record] = []
  /// The number of recorded problems that are errors.
  private var errorCount = 0
  /// The number of errors that were not recorded because of the options' limit.
  private(set) var omittedErrors = 0
  /// The number of warnings and notes that were not recorded because of the options' limit.
  private(set) var omittedOthers = 0
  /// The node indices of the discriminators of class clusters, which are exempt from unmapped-key checks, in
  /// document order.
  private var discriminators: [Int] = []
  /// The number of problems that were recorded so far. Passed as `mark` to other methods, it selects the
  /// problems that are recorded later.
  @exclusivity(unchecked) @usableFromInline package private(set) var mark = 0
  /// The node index of the outermost value, if the call reports which of its properties are in the JSON. Nil
  /// if the call does not report them, and after they are stored.
  @exclusivity(unchecked) @usableFromInline private(set) var outermost: Int?
  /// The properties of the outermost model that had a value in the JSON.
  private(set) var presentProperties: Set<String> = []

  /// The kinds of invalid lists that properties accept for the lists being decoded, by the node index of the
  /// list.
  var tolerances: [Int: ListTolerance] = [:]

  /// The stack bounds of the decoding thread.
  @exclusivity(unchecked) var stack = StackBounds.none

  /// The nesting depth of replaced values: the number of times that a hook replaced a value by another
  /// document, up to the document being decoded.
  var replacements = 0

  /// The start of a buffer that is used as a stack: it contains the key slots of all objects being decoded.
  @usableFromInline let startOfSlots: UnsafeMutablePointer<Int32>
  @exclusivity(unchecked) @usableFromInline var freeSlots: UnsafeMutablePointer<Int32>
  @usableFromInline let endOfSlots: UnsafeMutablePointer<Int32>

  @usableFromInline package init(
    _ options: DecodingOptions = .strict, outermost: Int? = nil,
    minimumSeverity: Diagnostic.Severity = .note, tellsLosses: Bool = false, patches: Bool = false
  ) {
    self.options = options
    isOrdinary = options.profile == nil && !patches
    self.outermost = outermost
    startOfSlots = .allocate(capacity: Self.slotCount)
    freeSlots = startOfSlots
    endOfSlots = startOfSlots + Self.slotCount
    self.minimumSeverity = minimumSeverity
    self.tellsLosses = tellsLosses || minimumSeverity == .note
    checksKeys =
      minimumSeverity <= .warning || options.unknownKeys.severity.map { $0 >= minimumSeverity } ?? false
  }

  deinit { startOfSlots.deallocate() }

  /// A recorded problem whose path, line and column are not computed yet.
  package struct Record {
    package var severity: Diagnostic.Severity
    package var problem: DecodingProblem
    package var model: String?
    package var property: String?
    /// Whether the problem belongs to a value that failed while the enclosing value is still being decoded. If
    /// the enclosing value is decoded nevertheless, hand-written code has caught the failure, and the problem
    /// is removed.
    var isOpen: Bool

    /// Creates the entry for a problem of a model or property.
    package init(
      severity: Diagnostic.Severity, problem: DecodingProblem, model: String?, property: String? = nil,
      isOpen: Bool = false
    ) {
      self.severity = severity
      self.problem = problem
      self.model = model
      self.property = property
      self.isOpen = isOpen
    }
  }

  func record(
    _ severity: Diagnostic.Severity, _ problem: DecodingProblem, model: String?, property: String?
  ) {
    record(Record(severity: severity, problem: problem, model: model, property: property))
  }

  package func record(_ record: Record) {
    if record.severity < minimumSeverity {
      guard tellsLosses, record.problem.code == .lossyRoundTrip else { return }
      losses += 1
      guard record.problem.nodeIndex < firstLoss else { return }
      firstLoss = record.problem.nodeIndex
    }
    if record.severity == .error {
      guard errorCount < options.maximumDiagnostics else { return omittedErrors += 1 }
      errorCount += 1
    } else if records.count - errorCount >= options.maximumDiagnostics {
      return omittedOthers += 1
    }
    records.append(record)
    mark = records.count
  }

  /// Marks the problems recorded since `mark` as the failure of a list or a model, after removing the failures
  /// that hand-written code of this list or model has caught. The decoding code of an enclosing value may
  /// still catch the new failure.
  ///
  /// - Returns: the error to throw.
  func fail(since mark: Int) -> ProblemsRecorded {
    forgetCaught(since: mark)
    editRecords(since: mark) { $0.isOpen = true }
    return ProblemsRecorded()
  }

  /// Makes the failures recorded since `mark` permanent: they are reported even if an enclosing value is
  /// decoded. This is called if the enclosing value fails too, or if a default replaces the failed value.
  func keepFailures(since mark: Int) { editRecords(since: mark) { $0.isOpen = false } }

  /// Removes the failures recorded since `mark` that hand-written code has caught, most likely with `try?`.
  package func forgetCaught(since mark: Int) {
    let count = records.count
    guard mark < count else { return }
    records[mark...].removeAll { $0.isOpen }
    guard records.count < count else { return }
    errorCount = records.count { $0.severity == .error }
    // Errors are omitted only after the limit is reached, so the omitted ones belong to the caught failures.
    omittedErrors = 0
    self.mark = records.count
  }

  /// Removes the problems recorded since `mark`, because their value will be decoded again in another form.
  package func forget(since mark: Int) {
    records.removeSubrange(min(mark, records.count)...)
    errorCount = records.count { $0.severity == .error }
    self.mark = records.count
  }

  /// Turns the errors recorded since `mark` into warnings.
  package func demoteErrors(since mark: Int) {
    for index in mark..<max(mark, records.count) where records[index].severity == .error {
      records[index].severity = .warning
      errorCount -= 1
    }
    keepFailures(since: mark)
    // Warnings have a separate limit.
    let surplus = min(records.count - errorCount - options.maximumDiagnostics, records.count - mark)
    guard surplus > 0 else { return }
    records.removeLast(surplus)
    omittedOthers += surplus
    self.mark = records.count
  }

  /// Exempts a value from unmapped-key checks, because the value is the discriminator of a class cluster.
  func expectDiscriminator(_ value: JSONCursor) {
    guard checksKeys else { return }
    let place = discriminators.countOfPrefix { $0 < value.index }
    if place == discriminators.count || discriminators[place] != value.index {
      discriminators.insert(value.index, at: place)
    }
  }

  /// Returns whether a value is or contains the discriminator of a class cluster.
  func isDiscriminator(_ value: JSONCursor) -> Bool {
    let place = discriminators.countOfPrefix { $0 < value.index }
    return place < discriminators.count && discriminators[place] < value.next
  }

  /// Whether an unmapped key was recorded as an error. Also true if errors were omitted, because one of them
  /// may be about an unmapped key.
  var holdsRefusedKey: Bool {
    omittedErrors > 0 || records.contains { $0.severity == .error && $0.problem.code == .unmappedKey }
  }

  /// Returns the recorded errors as the ``DecodingFailure`` that a decode call throws.
  func failure(in document: JSONDocument) -> DecodingFailure {
    DecodingFailure(
      takeDiagnostics(in: document).errors, omittedCount: omittedErrors)
  }

  /// Returns the problems recorded since `mark`, whose paths are not computed yet.
  package func records(since mark: Int) -> [Record] { Array(records[min(mark, records.count)...]) }

  /// The keys that select the members of the class clusters being decoded, by the cluster and the node of its
  /// object.
  private var clusters: [Visit: KeyTrie?] = [:]
  /// The keys that enclosing models map in the objects they share with flattened models, by the node index of
  /// the object.
  private var enclosingKeys: [Int: [KeyTrie]] = [:]

  /// An identifier of a model or class cluster together with the object that it is decoded from.
  struct Visit: Hashable {
    let model: ObjectIdentifier
    let node: Int
  }

  /// Registers a class cluster whose decoding from an object begins.
  ///
  /// - Parameter keys: the keys that select the member of the cluster.
  /// - Returns: false if the cluster is already being decoded from this object.
  func enter(_ cluster: ObjectIdentifier, _ node: Int, keys: KeyTrie?) -> Bool {
    clusters.updateValue(keys, forKey: Visit(model: cluster, node: node)) == nil
  }

  /// Removes a class cluster whose decoding from an object has ended.
  func leave(_ cluster: ObjectIdentifier, _ node: Int) {
    clusters.removeValue(forKey: Visit(model: cluster, node: node))
  }

  /// Calls a closure that decodes a flattened model, whose object also has keys of the enclosing model.
  ///
  /// - Parameters:
  ///   - node: the node index of the object.
  ///   - keys: the keys of the enclosing model's other properties.
  func enclosing<Result>(_ node: Int, with keys: [KeyTrie], _ body: () throws -> Result) rethrows -> Result {
    let known = enclosingKeys[node]
    enclosingKeys[node] = (known ?? []) + keys
    defer { enclosingKeys[node] = known }
    return try body()
  }

  /// Returns the keys of an object that enclosing models of a flattened model or class clusters map. The
  /// flattened model must not report these keys as unmapped.
  func keysAround(_ node: Int) -> [KeyTrie] {
    let selecting = clusters.filter { $0.key.node == node }.compactMap(\.value)
    return selecting + (enclosingKeys[node] ?? [])
  }

  /// The node indices of objects whose keys were already checked, so that each diagnostic about a key is
  /// reported once.
  private var objectsWithKeysSeen: Set<Int> = []

  /// The node indices of objects that several models are decoded from; only one of the models checks the keys
  /// of such an object.
  private var sharedObjects: Set<Int> = []

  func share(_ object: Int) { sharedObjects.insert(object) }
  func isShared(_ object: Int) -> Bool { sharedObjects.contains(object) }

  /// Returns whether no model has checked the keys of the object yet, and marks them as checked.
  func claimKeys(of object: Int) -> Bool { objectsWithKeysSeen.insert(object).inserted }

  /// Returns a context with the same settings and no recorded problems, for a document that replaces a part
  /// of this context's document.
  ///
  /// - Parameters:
  ///   - outermost: the index of the node in the replacing document whose present properties are reported.
  ///   - patches: whether the models in the part are merged with existing models.
  func forPart(outermost: Int? = nil, patches: Bool = false) -> DecodingContext {
    let part = DecodingContext(
      options, outermost: outermost, minimumSeverity: minimumSeverity,
      tellsLosses: tellsLosses, patches: patches)
    part.replacements = replacements
    return part
  }

  /// Adds the problems that another context recorded to this context.
  ///
  /// - Parameters:
  ///   - part: the context of a document that is a copy of a part of this document.
  ///   - node: the node of this document whose copy is the root of the other document.
  func absorb(_ part: DecodingContext, rootedAt node: Int) { absorb(part, nodes: { $0 + node }) }

  /// Adds the problems that another context recorded to this context.
  ///
  /// - Parameters:
  ///   - part: the context of a document that was made from a part of this document.
  ///   - node: returns the node of this document for a node of the other document.
  func absorb(_ part: DecodingContext, nodes node: (Int) -> Int) {
    part.editRecords(since: 0) { record in
      record.problem.nodeIndex = node(record.problem.nodeIndex)
      record.problem.relatedIndex = record.problem.relatedIndex.map(node)
    }
    take(part, part.records)
  }

  /// Adds the problems of a document that replaced a value of this document. The problems are located at the
  /// replaced value.
  func absorb(_ part: DecodingContext, readFrom replacement: JSONDocument, inPlaceOf node: Int) {
    var paths = PathWalk(replacement)
    take(
      part,
      part.recordsInOrder.map { record in
        var record = record
        record.problem = record.problem.placed(at: node, insteadOf: replacement, &paths)
        return record
      })
    presentProperties.formUnion(part.presentProperties)
  }

  private func take(_ part: DecodingContext, _ records: [Record]) {
    let known = losses
    for taken in records { record(taken) }
    losses = known + part.losses
    defaults.merge(part.defaults, uniquingKeysWith: +)
    omittedErrors += part.omittedErrors
    omittedOthers += part.omittedOthers
  }

  /// The recorded problems in document order.
  private var recordsInOrder: [Record] {
    records.enumerated().sorted { a, b in
      let (x, y) = (a.element.problem.nodeIndex, b.element.problem.nodeIndex)
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
  }

  package func editRecords(since mark: Int, _ edit: (inout Record) -> Void) {
    for index in mark..<max(mark, records.count) { edit(&records[index]) }
  }

  @inlinable @inline(__always) func reportsPresence(of object: JSONCursor) -> Bool {
    object.index == outermost
  }

  /// Stores the names of the outermost model's properties that have a value in the JSON. Models that are
  /// flattened into the outermost model store none.
  func markPresent(_ properties: [String]) {
    presentProperties.formUnion(properties)
    outermost = nil
  }

  /// Returns the recorded problems as diagnostics in document order, and removes them from the context.
  package func takeDiagnostics(in document: JSONDocument) -> [Diagnostic] {
    let taken = recordsInOrder.withoutEchoes
    records = []
    errorCount = 0
    mark = 0
    var paths = PathWalk(document)
    return taken.map { $0.diagnostic(in: document, &paths) }.withMisplacedKeysTogether
  }
}

extension DecodingContext {
  /// Returns the numbers and defaults that encoding would write differently from the input, and removes them
  /// from the context.
  func takeRewrittenValues(in document: JSONDocument) -> RewrittenValues {
    guard losses > 0 || !defaults.isEmpty else { return RewrittenValues() }
    defer { (losses, firstLoss, defaults) = (0, .max, [:]) }
    let first = losses > 0 ? takeDiagnostics(in: document).first { $0.code == .lossyRoundTrip } : nil
    return RewrittenValues(rounded: losses, first: first, defaults: defaults)
  }

  /// Counts a default that encoding will write for a missing key at a path.
  func countDefault(_ path: JSONKeyPath) {
    if tellsLosses, !notes { defaults[path.description, default: 0] += 1 }
  }
}

extension DecodingContext.Record {
  /// Returns the recorded problem as a diagnostic with a path and a location.
  ///
  /// - Parameter paths: a walk that has not passed the node of the problem yet.
  func diagnostic(in document: JSONDocument, _ paths: inout PathWalk) -> Diagnostic {
    let node = JSONNode(document: document, index: problem.nodeIndex)
    let path = paths.path(of: problem.nodeIndex)
    // A problem of a repeated key is reported at the key, which precedes its value.
    let place =
      problem.relatedIndex != nil
      ? JSONNode(document: document, index: problem.nodeIndex - 1) : node
    return Diagnostic(
      severity, problem.code, model: model, property: property,
      path: JSONKeyPath(path.components + problem.suffix), expected: problem.expected, found: problem.found,
      detail: problem.detail, hint: lateHint(node, path), underlying: problem.underlying
    ).placed(at: document.range.lowerBound + place.startOffset, in: document.bytes)
  }
}

extension DecodingContext.Record {
  /// Returns the suggested fix for the problem, which may depend on members after the value in the input; nil
  /// if there is none.
  private func lateHint(_ node: JSONNode, _ path: JSONKeyPath) -> Hint? {
    if problem.hint == .nullNotAllowed, problem.suffix.isEmpty, case .index? = path.components.last {
      return "an element is null: leave it out, or make the elements optional"
    }
    if let hint = problem.hint { return hint }
    if problem.code == .blockedPath { return .plainForObject }
    if let first = problem.relatedIndex {
      return .firstKey(at: JSONNode(document: node.document, index: first - 1).location)
    }
    return problem.code == .missing ? node.hint(missing: problem.suffix) : nil
  }
}
