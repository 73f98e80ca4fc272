/// Reads a whole text as a model and lists everything there is to say about it, in the memory of one element.
///
/// The text may be of any size: its elements are parsed, decoded and forgotten one after the other. A part that is
/// no JSON is a diagnostic like any other, and what follows it is still checked.
public struct Checker: Sendable {
  /// What checking came to.
  public struct Summary: Sendable {
    /// How many values were read as the model.
    public internal(set) var models = 0
    public internal(set) var errors = 0
    public internal(set) var warnings = 0
    /// The keys nothing maps, with how often each occurs, in the order of their first occurrence. Indices are
    /// written as `[]`.
    public internal(set) var unmapped: [(path: JSONKeyPath, count: Int)] = []
    /// False where it was stopped early.
    public internal(set) var isComplete = true

    /// Nothing was checked, or nothing but the errors was found.
    public init(errors: Int = 0) { self.errors = errors }
  }

  /// What is heard of while checking.
  public struct Progress: Sendable {
    /// How many bytes were looked at.
    public let scanned: Int
    /// Where the models with errors begin that were just read, and what is no JSON.
    public let problems: [Int]
    /// What there was to say about it.
    public let diagnostics: [Diagnostic]
    public let summary: Summary
  }

  public let bytes: JSONBytes
  let name: String?
  let model: ModelDescription?
  let path: JSONKeyPath
  let leastSeverity: Diagnostic.Severity

  /// - Parameters:
  ///   - name: what diagnostics call the text.
  ///   - model: nil to check the syntax only.
  ///   - path: where the models are: empty for the root, `[]`, `items[]`.
  ///   - leastSeverity: what is not worth hearing of is not looked for.
  public init(
    _ bytes: JSONBytes, name: String? = nil, model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath(),
    leastSeverity: Diagnostic.Severity = .note
  ) {
    self.bytes = bytes
    self.name = name
    self.model = model
    self.path = path
    self.leastSeverity = leastSeverity
  }

  /// Checks all of it.
  ///
  /// - Parameter report: called after every value; return false to stop.
  /// - Complexity: O(n).
  public func run(_ report: (Progress) -> Bool) -> Summary {
    var run = CheckerRun(self)
    run.checkAll(report)
    return run.finish()
  }

  /// Checks all of it and collects every diagnostic: for texts whose diagnostics fit in memory.
  public func diagnostics() -> (diagnostics: [Diagnostic], summary: Summary) {
    var all: [Diagnostic] = []
    let summary = run {
      all += $0.diagnostics
      return true
    }
    return (all, summary)
  }
}

/// One pass over a text.
private struct CheckerRun {
  /// What is left of the way to the models; nil where there are none.
  typealias Way = ArraySlice<JSONKeyPath.Component>?

  let checker: Checker
  var summary = Checker.Summary()
  private let unmapped = UnmappedCounts()
  private var isStopped = false

  private static let largestRecord = 1 << 20
  /// Large containers inside each other are walked with the stack; from here on they are parsed whole.
  private static let deepestWalk = 64
  /// Reading models takes stack for each level, parsing does not.
  private var limits: JSONLimits { checker.model == nil ? JSONLimits(depth: 1 << 24) : .default }

  init(_ checker: Checker) {
    self.checker = checker
  }

  /// The summary, with the final counts.
  mutating func finish() -> Checker.Summary {
    summary.unmapped = unmapped.list
    return summary
  }

  mutating func checkAll(_ report: (Checker.Progress) -> Bool) {
    let bytes = checker.bytes
    if bytes.hasByteOrderMark { say([Self.byteOrderMark(bytes)], problems: [], scanned: 0, report) }
    let way: Way = checker.model == nil ? nil : checker.path.components[...]
    let layout = JSONLayout.detect(bytes)
    switch layout {
    case .empty:
      say([Self.empty(bytes)], problems: [0], scanned: bytes.count, report)
    case .lines, .concatenated:
      guard let children = layout.children(in: bytes) else { return }
      check(JSONChildIndex(bytes, children, lookahead: Self.largestRecord), way, JSONKeyPath(), report)
    case .array(let start), .object(let start), .scalar(let start):
      // What follows the value is part of what is parsed, so that a mistake there is found too.
      let values = JSONChildIndex(
        bytes, .concatenated(in: start..<bytes.count), lookahead: Self.largestRecord)
      guard let first = values.first() else { return }
      check(first, isLast: true, way, JSONKeyPath(), report)
    }
  }

  // MARK: - Values

  private mutating func check(
    _ child: JSONChild, isLast: Bool = false, _ way: Way, _ path: JSONKeyPath,
    _ report: (Checker.Progress) -> Bool
  ) {
    let start = child.value.lowerBound
    let byte = checker.bytes[start]
    let isContainer = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    let isLarge = !child.isMeasured || child.value.count > Self.largestRecord
    guard isContainer, isLarge, path.components.count < Self.deepestWalk else {
      return parse(child, isLast: isLast, way, path, report)
    }
    let children: JSONChildren = byte == UInt8(ascii: "[") ? .array(at: start) : .object(at: start)
    let end = child.isMeasured && !isLast ? child.value.upperBound : nil
    check(
      JSONChildIndex(checker.bytes, children, end: end, lookahead: Self.largestRecord), way, path, report)
  }

  /// The children one by one, and then what is wrong with the container around them.
  private mutating func check(
    _ index: JSONChildIndex, _ way: Way, _ path: JSONKeyPath, _ report: (Checker.Progress) -> Bool
  ) {
    var next = index.first()
    var ordinal = 0
    while let child = next, !isStopped {
      let component: JSONKeyPath.Component = key(of: child, in: index).map { .key($0) } ?? .index(ordinal)
      check(child, Self.step(way, component), path.appending(component), report)
      next = index.next(after: child)
      ordinal += 1
    }
    guard !isStopped else { return }
    index.extend(budgetBytes: .max)
    if let problem = index.problem {
      say([diagnostic(problem, path)], problems: [problem.offset], scanned: problem.offset, report)
    }
  }

  private func key(of child: JSONChild, in index: JSONChildIndex) -> String? {
    guard case .object = index.children else { return nil }
    guard let key = child.key, let document = try? JSONDocument(parsing: checker.bytes, in: key) else {
      return ""
    }
    return document.root.displayText
  }

  private static func step(_ way: Way, _ component: JSONKeyPath.Component) -> Way {
    guard let way, let first = way.first else { return nil }
    if case .index = component, first == .each { return way.dropFirst() }
    return first == component ? way.dropFirst() : nil
  }

  private mutating func parse(
    _ child: JSONChild, isLast: Bool, _ way: Way, _ path: JSONKeyPath, _ report: (Checker.Progress) -> Bool
  ) {
    let child = child.isMeasured ? child : measured(child)
    let range = child.value.lowerBound..<(isLast ? checker.bytes.count : child.value.upperBound)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(
        parsing: checker.bytes, in: range, limits: limits, name: checker.name, basePath: path)
      let (diagnostics, problems) = read(document, way)
      say(diagnostics, problems: problems, scanned: range.upperBound, report)
    } catch {
      say(
        [error.diagnostic(in: checker.bytes, basePath: path)], problems: [range.lowerBound],
        scanned: range.upperBound,
        report)
    }
  }

  /// The child with its end, however far that is.
  private func measured(_ child: JSONChild) -> JSONChild {
    let rest = child.value.lowerBound..<checker.bytes.count
    let index = JSONChildIndex(checker.bytes, .concatenated(in: rest))
    return index.first().map { index.measured($0) } ?? child
  }

  // MARK: - Models

  private mutating func read(_ document: JSONDocument, _ way: Way) -> ([Diagnostic], problems: [Int]) {
    guard let way, let model = checker.model else { return ([], []) }
    var diagnostics: [Diagnostic] = []
    var problems: [Int] = []
    for node in document.root.findAll(JSONKeyPath(Array(way))) {
      summary.models += 1
      let found = model.diagnose(node, leastSeverity: checker.leastSeverity)
      if found.contains(where: { $0.severity == .error }) { problems.append(node.byteRange.lowerBound) }
      diagnostics += found
      unmapped.add(model, node, at: checker.path)
    }
    return (diagnostics, problems)
  }

  private mutating func say(
    _ diagnostics: [Diagnostic], problems: [Int], scanned: Int, _ report: (Checker.Progress) -> Bool
  ) {
    for diagnostic in diagnostics {
      if diagnostic.severity == .error { summary.errors += 1 }
      if diagnostic.severity == .warning { summary.warnings += 1 }
    }
    // The counts are copied only when there is a new key: the list is as long as the model is incomplete.
    if summary.unmapped.count != unmapped.list.count { summary.unmapped = unmapped.list }
    let progress = Checker.Progress(
      scanned: scanned, problems: problems, diagnostics: diagnostics, summary: summary)
    if !report(progress) {
      isStopped = true
      summary.isComplete = false
    }
  }

  // MARK: - Containers that are no JSON

  private static func byteOrderMark(_ bytes: JSONBytes) -> Diagnostic {
    Diagnostic(
      .warning, .byteOrderMark, location: bytes.location(at: 0),
      detail: "a byte order mark begins the text; JSON should have none (RFC 8259 §8.1)")
  }

  private static func empty(_ bytes: JSONBytes) -> Diagnostic {
    Diagnostic(
      .error, .syntax, location: bytes.location(at: 0), expected: "a JSON value", found: "nothing")
  }

  private func diagnostic(_ problem: JSONIndexProblem, _ path: JSONKeyPath) -> Diagnostic {
    let (expected, found) =
      switch problem.code {
      case .unexpectedEnd: ("the end of the array or object", "end of input")
      case .wrongBracket: ("the bracket that closes what is open", "another one")
      case .trailingContent: ("nothing after the value", "more text")
      }
    return Diagnostic(
      .error, .syntax, path: path, location: checker.bytes.location(at: problem.offset), expected: expected,
      found: found)
  }
}
