import Mantle
import MantleDocuments

/// A single pass over a document, which splits it into parts, has them checked, and reports
/// in the order of the text.
struct CheckerRun {
  /// The settings of the check.
  let checker: Checker
  private var summary = Checker.Summary()
  private var unmapped = PathCounts()
  private var unread = PathCounts()
  private var isStopped = false
  /// The number of diagnostics reported.
  private var said = 0
  /// Whether the brackets are damaged, so that the following text cannot be split into parts.
  private(set) var isDamaged = false
  /// The offset in the original up to which everything was reported.
  private(set) var reported = -1
  /// The offset up to which an earlier run has reported everything.
  var resumed = -1
  private var repaired: RepairedText?
  private var damagePaths: [Int: JSONKeyPath] = [:]
  private var queue: PartQueue<CheckedPart.Reader, CheckedPart, CheckedPart.Findings>
  private var isByLine = false
  private var hasWarnedOfLines = false

  private static let largestRecord = 1 << 20
  /// The maximum depth at which large containers are walked by recursion. Deeper ones are
  /// parsed as a whole.
  private static let deepestWalk = 64

  /// Creates a run.
  init(_ checker: Checker) {
    self.checker = checker
    repaired = checker.repaired
    summary.places = checker.places.map { Checker.Summary.ModelCount(model: $0.model.name, path: $0.path) }
    let readers = (0..<checker.workers).map { _ in CheckedPart.Reader(checker) }
    // A part that only consists of one line has an empty path, because applying a path takes
    // a sixth of the time for small parts.
    queue = PartQueue(readers, size: { $0.range.count }, read: { $0.read($1) })
  }

  /// Returns the summary with the final numbers.
  consuming func finish() -> Checker.Summary {
    summary.unmapped = unmapped.list
    summary.unread = unread.list
    return summary
  }

  /// Checks the whole document, up to damaged brackets.
  mutating func checkAll(_ report: (Checker.Progress) -> Bool) {
    let bytes = checker.bytes
    if bytes.hasByteOrderMark { say([Self.byteOrderMark(bytes)], scanned: 0, report) }
    if bytes.scriptGuardLength > 0 { say([Self.scriptGuard(bytes)], scanned: 0, report) }
    if checker.repaired == nil, JSONRepair.isOfAnotherKind(bytes) {
      isDamaged = true
      return
    }
    let ways = ModelWays(checker.places)
    let layout =
      checker.isSequence
      ? .concatenated(from: bytes.textStart) : JSONLayout.detect(bytes, isNDJSON: checker.isNDJSON)
    switch layout {
    // A document without lines has no values.
    case .empty: isDamaged = !checker.allowsValuesOnOneLine || bytes.hasByteOrderMark
    case .lines, .concatenated:
      guard let children = layout.children(in: bytes) else { return }
      if case .lines = layout { isByLine = true }
      check(JSONChildIndex(bytes, children, lookahead: Self.largestRecord), ways, JSONKeyPath(), report)
    case .array(let start), .object(let start), .scalar(let start):
      // The text after the value is parsed with it, so that a mistake there is found too.
      let values = JSONChildIndex(
        bytes, .concatenated(in: start..<bytes.count), lookahead: Self.largestRecord)
      guard let first = values.first() else { return }
      check(first, isLast: true, ways, JSONKeyPath(), report)
    }
    readWaiting(report)
  }

  // MARK: - Finding

  private mutating func check(
    _ child: JSONChild, isLast: Bool = false, isRepeated: Bool = false, _ ways: ModelWays,
    _ path: JSONKeyPath, _ report: (Checker.Progress) -> Bool
  ) {
    let isLarge = !child.isMeasured || child.value.count > Self.largestRecord
    let here = isLarge ? ways.narrowed(to: kind(of: child)) : ways
    let isTooLarge = isLarge && here.isModel && isLargerThanAModel(child)
    guard isLarge, !here.isModel || isTooLarge, path.components.count < Self.deepestWalk,
      let children = checker.bytes.children(at: child.value.lowerBound)
    else { return wait(for: child, isLast: isLast, isRepeated: isRepeated, ways, path, report) }
    if here.isUnread { unread.add(path) }
    if isTooLarge {
      readWaiting(report)
      say([tooLarge(child, path)], scanned: child.range.lowerBound, report)
    }
    if isRepeated {
      readWaiting(report)
      let warning = RepeatedKeys.warning(at: child.range.lowerBound, path, in: checker.bytes)
      say([warning], scanned: child.range.lowerBound, report)
    }
    // Nothing may follow the last value, but the next value follows one of several.
    let isBounded = (child.isMeasured || checker.isSequence) && !isLast
    let end = isBounded ? measured(child).value.upperBound : nil
    check(
      JSONChildIndex(checker.bytes, children, end: end, lookahead: Self.largestRecord), here.entered, path,
      report)
  }

  /// Returns the kind of a container.
  private func kind(of child: JSONChild) -> JSONKind {
    checker.bytes[child.value.lowerBound] == ASCII.openBracket ? .array : .object
  }

  private func isLargerThanAModel(_ child: JSONChild) -> Bool {
    // The size of the rest is a cheap upper bound of the child's size.
    checker.bytes.count - child.value.lowerBound > checker.largestModel
      && measured(child).value.count > checker.largestModel
  }

  private func tooLarge(_ child: JSONChild, _ path: JSONKeyPath) -> Diagnostic {
    Diagnostic(
      .warning, .limit, path: path, location: checker.bytes.location(at: child.value.lowerBound),
      detail: "a model larger than \(checker.largestModel >> 20) MB: only its JSON was checked")
  }

  /// Checks the children of a container, and then the container itself.
  private mutating func check(
    _ index: JSONChildIndex, _ ways: ModelWays, _ path: JSONKeyPath,
    _ report: (Checker.Progress) -> Bool
  ) {
    var last: JSONChild?
    var next = index.first()
    var ordinal = 0
    var seen = RepeatedKeys.Seen()
    while var child = next, !isStopped, !isDamaged {
      next = index.next(after: child)
      joinLines(of: &child, &next, index)
      if hasNoLineOfItsOwn(child, after: last, in: index) {
        readWaiting(report)
        isDamaged = true
        return
      }
      let component = index.component(of: child, ordinal)
      check(
        child, isRepeated: isRepeated(component, &seen),
        ways.step(component), component.map(path.appending) ?? path, report)
      last = child
      ordinal += 1
    }
    guard !isStopped, !isDamaged, !index.isClosed(after: last) else { return }
    readWaiting(report)
    isDamaged = true
  }

  /// Whether a value is on the same line as the one before it.
  private func hasNoLineOfItsOwn(_ child: JSONChild, after last: JSONChild?, in index: JSONChildIndex) -> Bool
  {
    guard case .concatenated = index.children, let last, !checker.allowsValuesOnOneLine, repaired == nil
    else {
      return false
    }
    let end = index.measured(last).value.upperBound
    return checker.bytes.countLineFeeds(in: end..<child.value.lowerBound) == 0
  }

  /// Joins lines that are parts of one value: a bracket or comma ends the first line, and the
  /// next lines are indented or begin with a key or the closing bracket.
  private mutating func joinLines(
    of child: inout JSONChild, _ next: inout JSONChild?, _ index: JSONChildIndex
  ) {
    guard isByLine else { return }
    if let whole = checker.bytes.lineWithOpenString(child, in: index) {
      child = whole
      next = index.next(after: whole)
    }
    guard "{[,".utf8.contains(checker.bytes[child.value.upperBound - 1]) else { return }
    while let line = next?.value {
      let byte = checker.bytes[line.lowerBound]
      let isIndented = checker.bytes[line.lowerBound - 1] != ASCII.lineFeed
      let isEnd = !isIndented && byte | 0x20 == ASCII.closeBrace
      guard isIndented || isEnd || byte == ASCII.quote else { return }
      child = JSONChild(
        key: nil, value: child.value.lowerBound..<line.upperBound, ordinal: child.ordinal, isMeasured: true)
      next = next.flatMap { index.next(after: $0) }
      if isEnd { return }
    }
  }

  private func isRepeated(_ component: JSONKeyPath.Component?, _ seen: inout RepeatedKeys.Seen) -> Bool {
    guard checker.leastSeverity <= .warning, case .key(let key) = component else { return false }
    return seen.meets(key)
  }

  private mutating func wait(
    for child: JSONChild, isLast: Bool, isRepeated: Bool, _ ways: ModelWays, _ path: JSONKeyPath,
    _ report: (Checker.Progress) -> Bool
  ) {
    let child = child.isMeasured ? child : measured(child)
    let range = child.value.lowerBound..<(isLast ? checker.bytes.count : child.value.upperBound)
    warnOfLines(in: child.value, path, report)
    queue.append(
      CheckedPart(
        range: range, ways: ways, path: path, repeatedKey: isRepeated ? child.key?.lowerBound : nil,
        isLine: isByLine))
    if queue.isFull { readOn(report) }
  }

  /// Warns once that a value of NDJSON extends over several lines.
  private mutating func warnOfLines(
    in value: Range<Int>, _ path: JSONKeyPath, _ report: (Checker.Progress) -> Bool
  ) {
    guard checker.allowsValuesOnOneLine, !hasWarnedOfLines, path.components.count == 1,
      checker.leastSeverity <= .warning, goesOnOverLines(value)
    else { return }
    hasWarnedOfLines = true
    readWaiting(report)
    let warning = Diagnostic(
      .warning, .syntax, path: path, location: checker.bytes.location(at: value.lowerBound),
      expected: "one line a value, as in NDJSON", found: "a value on several lines",
      hint: "other programs read each line by itself: `mantle convert` and `jq -c .` write a line a value")
    say([warning], scanned: value.lowerBound, report)
  }

  /// Whether there are line breaks between the tokens of a value. Line breaks in strings are
  /// mistakes of their own.
  private func goesOnOverLines(_ value: Range<Int>) -> Bool {
    guard checker.bytes.countLineFeeds(in: value) > 0 else { return false }
    let repaired = JSONRepair(checker.bytes, in: value).text
    return repaired.countLineFeeds(in: 0..<repaired.count) > 0
  }

  /// Returns the child with its end, however far away that is.
  private func measured(_ child: JSONChild) -> JSONChild {
    let rest = child.value.lowerBound..<checker.bytes.count
    let index = JSONChildIndex(checker.bytes, .concatenated(in: rest))
    return index.first().map { index.measured($0) } ?? child
  }

  // MARK: - Reading

  /// Checks and reports all waiting parts.
  private mutating func readWaiting(_ report: (Checker.Progress) -> Bool) {
    readOn(report)
    readOn(report)
  }

  /// Starts checking the waiting parts, and reports the results of those before.
  private mutating func readOn(_ report: (Checker.Progress) -> Bool) {
    guard !isStopped, !isDamaged else { return }
    for found in queue.exchange() where !isStopped && !isDamaged { say(found, report) }
    if isStopped || isDamaged { queue.cancel() }
  }

  private mutating func say(_ found: CheckedPart.Findings, _ report: (Checker.Progress) -> Bool) {
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
    count(believed)
    guard place > resumed else { return }
    let damage = takeDamage(to: place)
    var new = resumed < 0 ? believed : believed.filter { ($0.location?.offset ?? .max) > resumed }
    if !damage.isEmpty {
      new = (damage + new).inOrderOfText
    }
    tell(new, written: written, scanned: place, report)
  }

  private mutating func count(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      if diagnostic.severity == .error { summary.errors += 1 }
      if diagnostic.severity == .warning { summary.warnings += 1 }
    }
  }

  private mutating func tell(
    _ diagnostics: [Diagnostic], written: [UInt8] = [], scanned: Int,
    _ report: (Checker.Progress) -> Bool
  ) {
    reported = max(reported, scanned)
    // The numbers are copied only if there is a new key, because the list is long for an
    // incomplete model.
    if summary.unmapped.count != unmapped.list.count { summary.unmapped = unmapped.list }
    said += diagnostics.count
    let goesOn = report(
      Checker.Progress(scanned: scanned, diagnostics: diagnostics, written: written, summary: summary))
    if !goesOn || said >= checker.mostDiagnostics {
      isStopped = true
      summary.isComplete = false
    }
  }

  // MARK: - Damage

  /// Counts the mistakes in the text up to an offset.
  ///
  /// - Returns: the mistakes that an earlier run has not reported.
  private mutating func takeDamage(to offset: Int) -> [Diagnostic] {
    guard let regions = repaired?.take(to: offset), let repair = repaired?.repair else { return [] }
    let numbers = regions.indices.filter(repair.isReported)
    for number in numbers {
      switch checker.severity(of: regions[number].cause) {
      case .error: summary.errors += 1
      case .warning: summary.warnings += 1
      case .note: break
      }
    }
    return numbers.compactMap { number in
      let (region, cause) = (regions[number], regions[number].cause)
      guard checker.severity(of: cause) >= checker.leastSeverity else { return nil }
      let isNews = region.offset > resumed || region.occurrences > 1
      guard isNews || cause.isStructural || cause.isForeign || cause == .empty else { return nil }
      return checker.diagnostic(
        of: regions[number], in: repair.original, at: damagePaths[number] ?? JSONKeyPath())
    }
  }

  /// Reports the mistakes after the last part.
  mutating func sayTheRest(_ report: (Checker.Progress) -> Bool) {
    let rest = takeDamage(to: .max)
    if !rest.isEmpty, !isStopped {
      tell(rest, scanned: checker.bytes.originalOffset(checker.bytes.count), report)
    }
  }

  // MARK: - Texts that are no JSON

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
      hint: "save the text as UTF-8 without a byte order mark, or take its first three bytes off: tail -c +4")
  }
}
