/// Reads a whole text as a model and lists everything there is to say about it, in the memory of one element.
///
/// The text may be of any size: its elements are parsed, decoded and forgotten, some at a time. A part that is no JSON
/// is a diagnostic like any other, and what follows it is still checked.
package struct Checker: Sendable {
  /// What checking came to.
  package struct Summary: Sendable {
    /// How many values were read as a model, whichever.
    package internal(set) var models = 0
    /// The same place by place, in the order of the checker's places.
    package internal(set) var places: [ModelCount] = []
    /// The outermost values that were not read as a model although other values were, with how often each path
    /// occurs. Indices are written as `[]`.
    package internal(set) var unread: [UnmappedCount] = []
    package var errors = 0
    package internal(set) var warnings = 0
    /// The keys nothing maps, with how often each occurs, in the order of their first occurrence. Indices are
    /// written as `[]`.
    package internal(set) var unmapped: [UnmappedCount] = []
    /// What is written otherwise than it stood there.
    package internal(set) var rewritten = RewrittenValues()
    /// The keys of members that are written as elements of a list: how many, and the first few.
    package internal(set) var keys = LostKeys()
    /// False where it was stopped early.
    package internal(set) var isComplete = true

    /// A key nothing maps, and how often it occurs.
    package typealias UnmappedCount = (path: JSONKeyPath, count: Int)

    /// How many values at a place were read as its model.
    package struct ModelCount: Sendable, Hashable {
      package let model: String
      package let path: JSONKeyPath
      package var count = 0

      package init(model: String, path: JSONKeyPath, count: Int = 0) {
        self.model = model
        self.path = path
        self.count = count
      }
    }

    mutating func add(models counts: [Int]) {
      for (place, count) in counts.enumerated() {
        places[place].count += count
        models += count
      }
    }

    /// Nothing was checked, or nothing but the errors was found.
    package init(errors: Int = 0) { self.errors = errors }
  }

  /// Keys of an object whose members are models: a list has none of them.
  package struct LostKeys: Sendable {
    package private(set) var count = 0
    package private(set) var first: [String] = []

    mutating func add(_ keys: [String]) {
      count += keys.count
      first += keys.prefix(max(0, 4 - first.count))
    }
  }

  /// What is heard of while checking.
  package struct Progress: Sendable {
    /// How many bytes were looked at.
    package let scanned: Int
    /// What there was to say about it.
    package let diagnostics: [Diagnostic]
    /// What the models that were read are written as, where they are to be written.
    package let written: [UInt8]
    package let summary: Summary
  }

  package private(set) var bytes: JSONBytes
  let name: String?
  package private(set) var places: [ModelPlace]
  /// What is not worth hearing of is not looked for.
  package var leastSeverity: Diagnostic.Severity
  let workers: Int
  /// After about so many diagnostics the rest is not looked at, so that a text which is wrong everywhere costs neither
  /// memory nor time without bounds. No limit by default.
  package var mostDiagnostics = Int.max
  /// A model of more bytes is not read, since that takes eight times as much memory: its JSON is checked, and a warning says
  /// so. No limit by default.
  package var largestModel = Int.max
  /// How the models are written while they are checked; nil where they are only checked.
  package var writtenForm: WrittenForm?
  /// Whether the members of one object, which are models, are written as such.
  package var keepsKeys = false
  /// Whether values may follow each other on one line; in NDJSON, by its name, they may.
  package var allowsValuesOnOneLine: Bool
  /// Whether its name says that each line is a value of its own, however many there are.
  package var isNDJSON = false
  /// Whether comments and trailing commas are meant, as in `.jsonc`: they are notes, where the text is only checked.
  package var takesComments: Bool
  /// How bad it is where the text is no JSON and yet says the same to everyone, as with comments and single quotes.
  package var harmlessDamage = Diagnostic.Severity.error
  /// What is wrong with the text the bytes were made from; nil where they are the text.
  var repaired: RepairedText?
  /// Whether it is several values, where its beginning shows one only.
  package var isSequence = false
  /// Whether the text is as it was, so that what stands in it was meant.
  var isIntact: Bool { repaired?.repair.regions.isEmpty ?? true }
  /// Whether the text says something else than it was meant to, or nobody knows what.
  var isBroken: Bool { repaired?.repair.isBroken ?? false }

  /// - Parameters:
  ///   - name: the name of its file, whose suffix says whether values may share a line.
  ///   - places: which models are where; empty to check the syntax only.
  ///   - leastSeverity: what is not worth hearing of is not looked for; without the notes it is much faster.
  ///   - workers: how many threads read at the same time. What is reported does not depend on it.
  package init(
    _ bytes: JSONBytes, name: String? = nil, places: [ModelPlace], leastSeverity: Diagnostic.Severity = .note,
    workers: Int = 1
  ) {
    self.bytes = bytes
    self.name = name
    self.places = places
    self.leastSeverity = leastSeverity
    self.workers = max(1, workers)
    let lowercased = name?.lowercased() ?? ""
    allowsValuesOnOneLine = lowercased.hasSuffix(".ndjson") || lowercased.hasSuffix(".jsonl")
    takesComments = name?.isJSONCName ?? false
  }

  /// - Parameters:
  ///   - model: nil to check the syntax only.
  ///   - path: where the models are: empty for the root, `[]`, `items[]`.
  package init(
    _ bytes: JSONBytes, name: String? = nil, model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath(),
    leastSeverity: Diagnostic.Severity = .note, workers: Int = 1
  ) {
    self.init(
      bytes, name: name, places: model.map { [ModelPlace($0, at: path)] } ?? [],
      leastSeverity: leastSeverity, workers: workers)
  }

  /// Checks all of it.
  ///
  /// - Parameter report: called on the calling thread, in the order of the text; return false to stop.
  /// - Complexity: O(n).
  package func run(_ report: (Progress) -> Bool) -> Summary {
    var run = CheckerRun(self)
    run.checkAll(report)
    guard run.isDamaged else { return run.finish() }
    let repair = JSONRepair(bytes, allowsValuesOnOneLine: allowsValuesOnOneLine)
    var summary = repairing(by: repair).finishing(run, report)
    // What a strict run broke off at is not written, and so never nothing to speak of.
    if writtenForm != nil, summary.errors == 0 {
      summary.errors = 1
      let place = bytes.location(at: min(max(0, run.reported), max(0, bytes.count - 1)))
      let problem = Diagnostic(
        .error, .syntax, location: place, detail: "what follows here cannot be told from other text")
      _ = report(Progress(scanned: bytes.count, diagnostics: [problem], written: [], summary: summary))
    }
    return summary
  }

  /// The same, where it is known how a text is read that is no JSON: found out once, it is not found out again.
  package func run(asIn repair: JSONRepair?, _ report: (Progress) -> Bool) -> Summary {
    guard let repair else { return run(report) }
    var run = CheckerRun(repairing(by: repair))
    run.checkAll(report)
    run.sayTheRest(report)
    return run.finish()
  }

  /// Checks all of it and collects every diagnostic: for texts whose diagnostics fit in memory.
  package func diagnostics() -> (diagnostics: [Diagnostic], summary: Summary) {
    var all: [Diagnostic] = []
    let summary = run {
      all += $0.diagnostics
      return true
    }
    return (all, summary)
  }
}

extension Checker {
  /// The same for the text as it was probably meant: what is read of it is what a strict reading cannot get at.
  ///
  /// It holds a copy of the text in memory.
  private func repairing(by repair: JSONRepair) -> Checker {
    // What follows a large value shows only when that was read: then the models are in each of the values.
    let isSequence =
      !isSequence && repair.isSequence && JSONLayout.detect(repair.text, isNDJSON: isNDJSON).isOneValue
    var copy = self
    copy.bytes = repair.text
    copy.repaired = RepairedText(repair)
    if isSequence { copy.places = places.map(\.inEachValue) }
    copy.isSequence = self.isSequence || isSequence
    // What was repaired is reported, and never written.
    copy.writtenForm = nil
    return copy
  }

  /// What a mistake of the text is reported as.
  func diagnostic(of region: DamagedRegion, in bytes: JSONBytes, at path: JSONKeyPath) -> Diagnostic {
    var diagnostic = region.diagnostic(in: bytes, basePath: path)
    diagnostic.severity = severity(of: region.cause)
    return diagnostic
  }

  /// How bad a mistake of the text is.
  func severity(of cause: DamagedRegion.Cause) -> Diagnostic.Severity {
    if takesComments, cause.isOfJSONC { return .note }
    return cause.isHarmless ? harmlessDamage : .error
  }

  /// Checks what a strict run broke off at; what that has reported is not reported again.
  private func finishing(_ strict: CheckerRun, _ report: (Progress) -> Bool) -> Summary {
    var run = CheckerRun(self)
    run.resumed = strict.reported
    run.checkAll(report)
    run.sayTheRest(report)
    return run.finish()
  }
}

extension String {
  /// Whether a file's name says that comments and trailing commas are meant: a suffix, or a name under which compilers
  /// and editors read them.
  package var isJSONCName: Bool {
    let parts = lowercased().split(separator: "/").suffix(2).map(String.init)
    guard let name = parts.last else { return false }
    if [".jsonc", ".json5", ".code-workspace"].contains(where: name.hasSuffix) { return true }
    guard name.hasSuffix(".json") else { return [".babelrc", ".eslintrc", ".jshintrc"].contains(name) }
    return [".vscode", ".devcontainer"].contains(parts[0]) || Self.namesWithComments.contains(name)
      || ["tsconfig", "jsconfig"].contains(where: name.contains)
  }

  private static let namesWithComments: Set = [
    "tslint.json", ".eslintrc.json", "devcontainer.json", ".devcontainer.json", "api-extractor.json",
    "babel.config.json", ".babelrc.json", "language-configuration.json",
  ]
}
