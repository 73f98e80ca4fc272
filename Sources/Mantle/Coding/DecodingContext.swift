/// What a decode call carries along: its policy, what it has found so far, and the caller's own values.
///
/// One context belongs to one call; it is not shared between threads.
public final class DecodingContext {
  /// How problems in the data are treated.
  package let policy: DecodingPolicy
  /// The name of the mapping profile to use, inherited by nested models that have one of that name.
  public let profile: String?
  /// The caller's own values, for hooks and hand-written types.
  public let userInfo: [String: any Sendable]

  /// What is less severe is neither recorded nor looked for: a call that only throws errors pays nothing for notes.
  @usableFromInline let leastSeverity: Diagnostic.Severity

  /// Whether notes are wanted.
  var notes: Bool { leastSeverity == .note }

  /// Whether numbers are noted that will not be written back as they were, as they are where all notes are wanted.
  @usableFromInline let tellsLosses: Bool
  /// How many such numbers there are where other notes are not wanted. The first of the text is on record, and not every other.
  private(set) var losses = 0
  private var firstLoss = Int.max
  /// How often defaults stand in for what is not there, key by key, where other notes are not wanted.
  private var defaults: [String: Int] = [:]

  /// Whether the keys of objects are looked at one by one.
  @usableFromInline let checksKeys: Bool

  private var records: [Record] = []
  /// How many of the records are errors.
  private var errorCount = 0
  /// How many errors, and how many warnings and notes, were over the policy's limit.
  private(set) var omittedErrors = 0
  private(set) var omittedOthers = 0
  /// The members that clusters are told apart by, which no model maps.
  /// In the order of the text.
  private var discriminators: [Int] = []
  /// A place in the record, to tell what was added since.
  @exclusivity(unchecked) @usableFromInline private(set) var mark = 0
  /// The node of the outermost value, whose properties' presence is reported.
  @exclusivity(unchecked) @usableFromInline private(set) var outermost: Int?
  /// The properties of the outermost model that had a value in the JSON.
  private(set) var presentProperties: Set<String> = []

  /// The stack of the thread that decodes.
  @exclusivity(unchecked) var stack = StackBounds.none

  /// How many texts that took a value's place this one is read inside of.
  var replacements = 0

  /// Memory for the tables of places of the objects being decoded, one after the other.
  @usableFromInline let startOfSlots: UnsafeMutablePointer<Int32>
  @exclusivity(unchecked) @usableFromInline var freeSlots: UnsafeMutablePointer<Int32>
  @usableFromInline let endOfSlots: UnsafeMutablePointer<Int32>

  @usableFromInline init(
    policy: DecodingPolicy = .strict, profile: String? = nil, userInfo: [String: any Sendable] = [:],
    outermost: Int? = nil, leastSeverity: Diagnostic.Severity = .note, tellsLosses: Bool = false
  ) {
    self.policy = policy
    self.profile = profile
    self.userInfo = userInfo
    self.outermost = outermost
    startOfSlots = .allocate(capacity: Self.slotCount)
    freeSlots = startOfSlots
    endOfSlots = startOfSlots + Self.slotCount
    self.leastSeverity = leastSeverity
    self.tellsLosses = tellsLosses || leastSeverity == .note
    checksKeys =
      leastSeverity <= .warning || policy.unknownKeys.severity.map { $0 >= leastSeverity } ?? false
  }

  deinit { startOfSlots.deallocate() }

  /// Something to say, before path, line and column are worked out.
  struct Record {
    var severity: Diagnostic.Severity
    var problem: DecodingProblem
    var model: String?
    var property: String?
    /// Whether it belongs to a failed value whose enclosing value has not failed for that. Where the enclosing value
    /// comes back, hand-written code has caught the failure.
    var isOpen = false
  }

  func record(
    _ severity: Diagnostic.Severity, _ problem: DecodingProblem, model: String?, property: String?
  ) {
    record(Record(severity: severity, problem: problem, model: model, property: property))
  }

  func record(_ record: Record) {
    if record.severity < leastSeverity {
      guard tellsLosses, record.problem.code == .lossyRoundTrip else { return }
      losses += 1
      guard record.problem.nodeIndex < firstLoss else { return }
      firstLoss = record.problem.nodeIndex
    }
    if record.severity == .error {
      guard errorCount < policy.mostDiagnostics else { return omittedErrors += 1 }
      errorCount += 1
    } else if records.count - errorCount >= policy.mostDiagnostics {
      return omittedOthers += 1
    }
    records.append(record)
    mark = records.count
  }

  /// Ends a list or a model that failed for what is on record since, without the failures that hand-written code in it
  /// has caught. All of it may still be caught further out.
  func fail(since mark: Int) -> ProblemsRecorded {
    forgetCaught(since: mark)
    editRecords(since: mark) { $0.isOpen = true }
    return ProblemsRecorded()
  }

  /// Keeps the failures added since: the enclosing value fails for them, or something takes the place of what failed.
  func keepFailures(since mark: Int) { editRecords(since: mark) { $0.isOpen = false } }

  /// Removes the failures added since that hand-written code has caught, with `try?` most likely.
  func forgetCaught(since mark: Int) {
    let count = records.count
    guard mark < count else { return }
    records[mark...].removeAll { $0.isOpen }
    guard records.count < count else { return }
    errorCount = records.count { $0.severity == .error }
    // Errors are omitted only where the limit is reached, so what was omitted belongs to what was caught.
    omittedErrors = 0
    self.mark = records.count
  }

  /// Turns the errors added since into warnings.
  func demoteErrors(since mark: Int) {
    for index in mark..<max(mark, records.count) where records[index].severity == .error {
      records[index].severity = .warning
      errorCount -= 1
    }
    keepFailures(since: mark)
    // Warnings have a limit of their own.
    let surplus = min(records.count - errorCount - policy.mostDiagnostics, records.count - mark)
    guard surplus > 0 else { return }
    records.removeLast(surplus)
    omittedOthers += surplus
    self.mark = records.count
  }

  /// Says that no model need map the value: it told a cluster's members apart.
  func expectDiscriminator(_ value: JSONCursor) {
    guard checksKeys else { return }
    let place = discriminators.countOfPrefix { $0 < value.index }
    if place == discriminators.count || discriminators[place] != value.index {
      discriminators.insert(value.index, at: place)
    }
  }

  func isDiscriminator(_ value: JSONCursor) -> Bool {
    let place = discriminators.countOfPrefix { $0 < value.index }
    return place < discriminators.count && discriminators[place] < value.next
  }

  /// Whether a key was refused as unknown.
  var holdsRefusedKey: Bool {
    omittedErrors > 0 || records.contains { $0.severity == .error && $0.problem.code == .unmappedKey }
  }

  /// The errors on record as what a call that decodes throws.
  func failure(in document: JSONDocument) -> DecodingFailure {
    DecodingFailure(
      takeDiagnostics(in: document).errors, omitted: omittedErrors)
  }

  /// What was recorded since, without its places worked out.
  func records(since mark: Int) -> [Record] { Array(records[min(mark, records.count)...]) }

  /// The clusters being decoded, with the object each is at.
  private var clusters: Set<ClusterVisit> = []

  private struct ClusterVisit: Hashable {
    let cluster: ObjectIdentifier
    let node: Int
  }

  /// - Returns: false when the cluster is at this object already.
  func enter(_ cluster: ObjectIdentifier, _ node: Int) -> Bool {
    clusters.insert(ClusterVisit(cluster: cluster, node: node)).inserted
  }

  func leave(_ cluster: ObjectIdentifier, _ node: Int) {
    clusters.remove(ClusterVisit(cluster: cluster, node: node))
  }

  /// Objects whose keys were looked at one by one: what is said of them is said once.
  private var objectsWithKeysSeen: Set<Int> = []

  /// Objects that several models read, one of which looks at the keys.
  private var sharedObjects: Set<Int> = []

  func share(_ object: Int) { sharedObjects.insert(object) }
  func isShared(_ object: Int) -> Bool { sharedObjects.contains(object) }

  func looksAtKeys(of object: Int) -> Bool { objectsWithKeysSeen.insert(object).inserted }

  /// A context with the same settings and an empty record, for a document read in place of a part of this one.
  ///
  /// - Parameter outermost: the node there whose properties' presence is reported.
  func forPart(outermost: Int? = nil) -> DecodingContext {
    let part = DecodingContext(
      policy: policy, profile: profile, userInfo: userInfo, outermost: outermost,
      leastSeverity: leastSeverity, tellsLosses: tellsLosses)
    part.replacements = replacements
    return part
  }

  /// Takes over what a part's context has on record; the part's root is a node of this document.
  func absorb(_ part: DecodingContext, rootedAt node: Int) {
    part.editRecords(since: 0) { record in
      record.problem.nodeIndex += node
      record.problem.relatedIndex? += node
    }
    take(part, part.records)
  }

  /// Takes over what a part's context knows, read from another document that took a value's place.
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

  /// The records in the order of the document.
  private var recordsInOrder: [Record] {
    records.enumerated().sorted { a, b in
      let (x, y) = (a.element.problem.nodeIndex, b.element.problem.nodeIndex)
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
  }

  func editRecords(since mark: Int, _ edit: (inout Record) -> Void) {
    for index in mark..<max(mark, records.count) { edit(&records[index]) }
  }

  @inlinable @inline(__always) func reportsPresence(of object: JSONCursor) -> Bool {
    object.index == outermost
  }

  /// Keeps which properties the outermost model had, and not those of models that are flattened into it.
  func markPresent(_ properties: [String]) {
    presentProperties.formUnion(properties)
    outermost = nil
  }

  /// The records as diagnostics, in document order, and the record emptied.
  func takeDiagnostics(in document: JSONDocument) -> [Diagnostic] {
    let taken = recordsInOrder.withoutEchoes
    records = []
    errorCount = 0
    mark = 0
    var paths = PathWalk(document)
    return taken.map { $0.diagnostic(in: document, &paths) }.withMisplacedKeysTogether
  }
}

extension DecodingContext {
  /// What will be written otherwise than it stands there, and the record emptied.
  func takeRewrittenValues(in document: JSONDocument) -> RewrittenValues {
    guard losses > 0 || !defaults.isEmpty else { return RewrittenValues() }
    defer { (losses, firstLoss, defaults) = (0, .max, [:]) }
    let first = losses > 0 ? takeDiagnostics(in: document).first { $0.code == .lossyRoundTrip } : nil
    return RewrittenValues(rounded: losses, first: first, defaults: defaults)
  }

  /// Counts a default that will be written where nothing stood.
  func countDefault(_ path: JSONKeyPath) {
    if tellsLosses, !notes { defaults[path.description, default: 0] += 1 }
  }
}

extension DecodingContext.Record {
  /// - Parameter paths: has not been asked for a later node.
  func diagnostic(in document: JSONDocument, _ paths: inout PathWalk) -> Diagnostic {
    let node = JSONNode(document: document, index: problem.nodeIndex)
    let path = paths.path(of: problem.nodeIndex)
    // What is wrong with a repeated key is the key, which stands before its value.
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
  /// What can be said only with the whole object at hand.
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
