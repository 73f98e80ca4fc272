import Mantle
import MantleDocuments

/// A single pass over a document. It splits the document into parts that are checked on several threads, and reports
/// the results in text order.
struct CheckerRun {
  /// The check that the run is a pass of, with its settings.
  let checker: Checker
  private var summary = Checker.Summary()
  private var unmapped = PathCounts()
  private var unread = PathCounts()
  private var isStopped = false
  /// Whether the brackets of the document are unbalanced, so that the rest of the text cannot be split into parts.
  private(set) var isDamaged = false
  /// The offset in the original text up to which this run has reported all problems; -1 before the first report.
  private(set) var reported = -1
  /// The offset in the original text up to which an earlier run has reported all problems; -1 if there was no earlier
  /// run.
  var resumed = -1
  private var repaired: RepairedText?
  private var damagePaths: [Int: JSONKeyPath] = [:]
  private let queue: RecordQueue<CheckReader, CheckedPlace, CheckFindings>
  /// The range of the previous value, in a document whose values may share a line.
  private var lastValue: Range<Int>?
  private var hasToldOfLines = false
  /// The first scalar that is on the line of another value; nil if there is none. It is reported if the whole text
  /// consists of values; otherwise the repair reports the text.
  private var scalarOnSharedLine: CheckedPart?

  private typealias Walk = RecordWalk<CheckedPlace>

  /// Creates a run at the start of a document.
  init(_ checker: Checker) {
    self.checker = checker
    repaired = checker.repaired
    summary.places = checker.places.map { Checker.Summary.ModelCount(model: $0.model.name, path: $0.path) }
    queue = RecordQueue((0..<checker.workers).map { _ in CheckReader(checker) }) { $0.read($1) }
  }

  /// Reports the syntax errors after the last part, and ends the run.
  ///
  /// - Returns: the summary of the whole run.
  mutating func finish(_ report: (Checker.Progress) -> Bool) -> Checker.Summary {
    let rest = takeDamage(to: .max)
    if !rest.isEmpty, !isStopped {
      tell(rest, scanned: checker.bytes.originalOffset(checker.bytes.count), report)
    }
    summary.unmapped = unmapped.list
    summary.unread = unread.list
    return summary
  }

  /// Checks the document to its end, or to the first unbalanced bracket.
  mutating func checkAll(_ report: (Checker.Progress) -> Bool) {
    let bytes = checker.bytes
    if bytes.hasByteOrderMark { say([Self.byteOrderMark(bytes)], scanned: 0, report) }
    if bytes.scriptGuardLength > 0 { say([Self.scriptGuard(bytes)], scanned: 0, report) }
    if checker.repaired == nil, JSONRepair.isOfAnotherKind(bytes) {
      isDamaged = true
      return
    }
    let layout =
      checker.isSequence
      ? .concatenated(from: bytes.textStart) : JSONLayout.detect(bytes)
    if layout == .empty {
      // The output may be an empty list.
      isDamaged = checker.writtenForm == nil || bytes.hasByteOrderMark
      return
    }
    let isByLine = if case .lines = layout { true } else { false }
    var walk = Walk(bytes, layout, place: CheckedPlace(ways: ModelWays(checker.places), isLine: isByLine))
    while !isStopped, !isDamaged, let step = walk.next() {
      switch step {
      case .value(let child): check(child, in: &walk, report)
      case .end(let container): if !container.isClosed { endInDamage(report) }
      }
    }
    readWaiting(report)
    guard let part = scalarOnSharedLine, !isDamaged, !isStopped else { return }
    tellOfLines(Self.sharedLine, part, report)
  }

  // MARK: - Finding

  private mutating func check(
    _ found: JSONChild, in walk: inout Walk, _ report: (Checker.Progress) -> Bool
  ) {
    let child = joined(found, in: walk.container.index)
    walk.container.last = child
    var place = place(of: child, in: &walk.container)
    let isLarge = walk.isLarge(child)
    if isLarge {
      let isArray = checker.bytes[child.value.lowerBound] == ASCII.openBracket
      place.ways = place.ways.narrowed(to: isArray ? .array : .object)
    }
    let isTooLarge = isLarge && place.ways.isModel && isLargerThanAModel(child, in: walk)
    guard isLarge, !place.ways.isModel || isTooLarge, walk.enter(child, place: place) else {
      return wait(for: child, place, in: walk, report)
    }
    walk.container.place.ways = place.ways.entered
    if place.ways.isUnread { unread.add(place.path) }
    var warnings = isTooLarge ? [tooLarge(child, place.path)] : []
    if let key = place.repeatedKey {
      warnings.append(RepeatedKeys.warning(at: key, place.path, in: checker.bytes))
    }
    guard !warnings.isEmpty else { return }
    readWaiting(report)
    say(warnings, scanned: child.range.lowerBound, report)
  }

  /// Returns the place of a child that is visited next in a container.
  private func place(of child: JSONChild, in container: inout Walk.Container) -> CheckedPlace {
    var place = container.place
    place.keys = RepeatedKeys.Seen()
    guard !container.isOneValue else { return place }
    let component = container.index.component(of: child, container.count - 1)
    place.ways = place.ways.step(component)
    if let component { place.path.components.append(component) }
    let isRepeated =
      if case .key(let key) = component, checker.minimumSeverity <= .warning {
        container.place.keys.meets(key)
      } else {
        false
      }
    place.repeatedKey = isRepeated ? child.key?.lowerBound : nil
    return place
  }

  /// Ends the run at an unbalanced bracket, from which on the text cannot be split into parts.
  private mutating func endInDamage(_ report: (Checker.Progress) -> Bool) {
    readWaiting(report)
    isDamaged = true
  }

  private func isLargerThanAModel(_ child: JSONChild, in walk: Walk) -> Bool {
    // The size of the remaining text is an upper bound for the child's size that costs nothing.
    checker.bytes.count - child.value.lowerBound > checker.largestModel
      && walk.container.index.measured(child).value.count > checker.largestModel
  }

  private func tooLarge(_ child: JSONChild, _ path: JSONKeyPath) -> Diagnostic {
    Diagnostic(
      .warning, .limit, path: path, location: checker.bytes.location(at: child.value.lowerBound),
      detail: "a model larger than \(checker.largestModel >> 20) MB: only its JSON was checked")
  }

  /// Returns a line joined with the following lines that belong to the same value. They belong to it if a string
  /// continues over the line break, or if the line ends with a bracket or comma and the next line is indented or
  /// begins with a key or the closing bracket.
  private func joined(_ line: JSONChild, in index: JSONChildIndex) -> JSONChild {
    guard case .lines = index.children else { return line }
    var child = checker.bytes.lineWithOpenString(line, in: index) ?? line
    guard "{[,".utf8.contains(checker.bytes[child.value.upperBound - 1]) else { return child }
    while let next = index.next(after: child) {
      let byte = checker.bytes[next.value.lowerBound]
      let isIndented = checker.bytes[next.value.lowerBound - 1] != ASCII.lineFeed
      let isEnd = !isIndented && byte | 0x20 == ASCII.closeBrace
      guard isIndented || isEnd || byte == ASCII.quote else { break }
      child = child.joined(with: next)
      if isEnd { break }
    }
    return child
  }

  private mutating func wait(
    for child: JSONChild, _ place: CheckedPlace, in walk: Walk, _ report: (Checker.Progress) -> Bool
  ) {
    var part = walk.record(child, place)
    if let last = valueOnSameLine(before: part.range, in: walk.container) {
      if [last, part.range].allSatisfy({ checker.bytes.children(at: $0.lowerBound) != nil }) {
        tellOfLines(Self.sharedLine, part, report)
      } else if last.upperBound == part.range.lowerBound {
        return endInDamage(report)
      } else {
        scalarOnSharedLine = scalarOnSharedLine ?? part
      }
    } else if place.path.components.count == 1, goesOnOverLines(part.range) {
      tellOfLines("a value on several lines", part, report)
    }
    // The text after a single value is parsed together with it, so that a syntax error there is found, too.
    if walk.container.isOneValue { part.range = part.range.lowerBound..<checker.bytes.count }
    queue.append(part)
    if queue.isFull { readOn(report) }
  }

  private static let sharedLine = "several values on one line"

  /// Reports, at most once in a document, that its values are not on separate lines.
  ///
  /// - Parameters:
  ///   - found: the reason for the message.
  ///   - part: the value that is not on a line of its own.
  private mutating func tellOfLines(
    _ found: String, _ part: CheckedPart, _ report: (Checker.Progress) -> Bool
  ) {
    let isError = found == Self.sharedLine && checker.name?.isJSONName == true
    guard !hasToldOfLines, isError || checker.minimumSeverity <= .warning else { return }
    hasToldOfLines = true
    readWaiting(report)
    let problem = Diagnostic(
      isError ? .error : .warning, .syntax, path: part.place.path,
      location: checker.bytes.location(at: part.range.lowerBound),
      expected: "one value per line, as in NDJSON", found: found,
      hint:
        "other programs read each line separately: `mantle convert` and `jq -c .` write one value per line")
    say([problem], scanned: part.range.lowerBound, report)
  }

  /// Returns whether a value of NDJSON spans several lines. Line breaks in strings do not count, because they are
  /// reported as errors of their own.
  private func goesOnOverLines(_ value: Range<Int>) -> Bool {
    guard checker.bytes.isNDJSON, !hasToldOfLines, checker.bytes.countLineFeeds(in: value) > 0 else {
      return false
    }
    let repaired = JSONRepair(checker.bytes, in: value).text
    return repaired.countLineFeeds(in: 0..<repaired.count) > 0
  }

  /// Returns the range of the previous value if a value begins on the same line of the original text; otherwise nil.
  private mutating func valueOnSameLine(before value: Range<Int>, in container: Walk.Container) -> Range<Int>?
  {
    guard case .concatenated = container.index.children, !checker.bytes.isNDJSON, repaired == nil else {
      return nil
    }
    defer { lastValue = value }
    return lastValue.flatMap { last in
      checker.bytes.countLineFeeds(in: last.upperBound..<value.lowerBound) == 0 ? last : nil
    }
  }

  // MARK: - Reading

  /// Checks all queued parts, and reports their results.
  private mutating func readWaiting(_ report: (Checker.Progress) -> Bool) {
    readOn(report)
    readOn(report)
  }

  /// Starts checking the queued parts on other threads, and reports the results of the parts that were started before.
  private mutating func readOn(_ report: (Checker.Progress) -> Bool) {
    guard !isStopped, !isDamaged else { return }
    for found in queue.exchange() where !isStopped && !isDamaged { say(found, report) }
    if isStopped || isDamaged { queue.cancel() }
  }

  private mutating func say(_ found: CheckFindings, _ report: (Checker.Progress) -> Bool) {
    if found.isDamaged {
      isDamaged = true
      return
    }
    damagePaths.merge(found.paths) { first, _ in first }
    summary.add(models: found.models)
    summary.rewritten.add(found.rewritten)
    summary.keys.add(found.keys)
    unmapped.add(found.unmapped)
    unread.add(found.unread)
    say(found.diagnostics, written: found.written, scanned: found.end, report)
  }

  private mutating func say(
    _ found: [Diagnostic], written: [UInt8] = [], scanned: Int, _ report: (Checker.Progress) -> Bool
  ) {
    let place = checker.bytes.originalOffset(scanned)
    let believed = repaired.map { text in found.filter(text.believes) } ?? found
    for diagnostic in believed { count(diagnostic.severity) }
    guard place > resumed else { return }
    let damage = takeDamage(to: place)
    let new = resumed < 0 ? believed : believed.filter { ($0.location?.offset ?? .max) > resumed }
    let all = damage.isEmpty ? new : (damage + new).inOrderOfText
    tell(all, written: written, scanned: place, report)
  }

  private mutating func count(_ severity: Diagnostic.Severity) {
    summary.errors += severity == .error ? 1 : 0
    summary.warnings += severity == .warning ? 1 : 0
  }

  private mutating func tell(
    _ diagnostics: [Diagnostic], written: [UInt8] = [], scanned: Int,
    _ report: (Checker.Progress) -> Bool
  ) {
    reported = max(reported, scanned)
    // The counts are only copied if there is a new key, because their list is long if the model is incomplete.
    if summary.unmapped.count != unmapped.list.count { summary.unmapped = unmapped.list }
    let goesOn = report(
      Checker.Progress(scanned: scanned, diagnostics: diagnostics, written: written, summary: summary))
    if !goesOn {
      isStopped = true
      summary.isComplete = false
    }
  }

  // MARK: - Damage

  /// Counts the syntax errors of a repaired text up to an offset of the original text.
  ///
  /// - Returns: the syntax errors that were not reported by an earlier run.
  private mutating func takeDamage(to offset: Int) -> [Diagnostic] {
    guard let regions = repaired?.take(to: offset), let repair = repaired?.repair else { return [] }
    let numbers = regions.indices.filter(repair.isReported)
    for number in numbers { count(checker.severity(of: regions[number].cause)) }
    return numbers.compactMap { number in
      let (region, cause) = (regions[number], regions[number].cause)
      guard checker.severity(of: cause) >= checker.minimumSeverity else { return nil }
      let isNews = region.offset > resumed || region.occurrences > 1
      guard isNews || cause.isStructural || cause.isForeign || cause == .empty else { return nil }
      return checker.diagnostic(
        of: regions[number], in: repair.original, at: damagePaths[number] ?? JSONKeyPath())
    }
  }

  // MARK: - Input that is not JSON

  private static func scriptGuard(_ bytes: JSONBytes) -> Diagnostic {
    Diagnostic(
      .warning, .syntax, location: bytes.location(at: bytes.textStart - bytes.scriptGuardLength),
      detail: "a prefix precedes the JSON",
      hint: "it prevents script inclusion: remove it for programs that expect plain JSON")
  }

  private static func byteOrderMark(_ bytes: JSONBytes) -> Diagnostic {
    Diagnostic(
      .warning, .byteOrderMark, location: bytes.location(at: 0),
      detail: "a byte order mark begins the text; JSON should have none (RFC 8259 §8.1)",
      hint: "save the text as UTF-8 without a byte order mark, or remove its first three bytes: tail -c +4")
  }
}
