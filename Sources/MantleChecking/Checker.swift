import Mantle
import MantleDocuments

/// A check of a whole document against models, which needs memory for a few elements only.
///
/// The document may be of any size: its elements are parsed, decoded and discarded in groups.
/// A malformed part is reported as a diagnostic, and the following parts are still checked.
///
/// ```swift
/// let (diagnostics, summary) = Checker(bytes, model: Issue.modelDescription).diagnostics()
/// ```
package struct Checker: Sendable {
  /// The result of a check.
  package struct Summary: Sendable {
    /// The number of decoded models.
    package internal(set) var models = 0
    /// The number of decoded models at each place, in the order of the checker's places.
    package var places: [ModelCount] = []
    /// The outermost values without a model in a document that contains models, with the
    /// number of occurrences of each path. Indices are written as `[]`.
    package internal(set) var unread: [UnmappedCount] = []
    /// The number of errors.
    package var errors = 0
    /// The number of warnings.
    package var warnings = 0
    /// The unmapped keys with their number of occurrences, in the order of the first
    /// occurrence. Indices are written as `[]`.
    package var unmapped: [UnmappedCount] = []
    /// The values whose written form differs from the input.
    package var rewritten = RewrittenValues()
    /// The keys of the members that are written as elements of a list.
    package internal(set) var keys = LostKeys()
    /// Whether the whole document was checked; false if the check was stopped.
    package internal(set) var isComplete = true

    /// A path and its number of occurrences.
    package typealias UnmappedCount = (path: JSONKeyPath, count: Int)

    /// The number of models decoded at a place.
    package struct ModelCount: Sendable, Hashable {
      /// The name of the model.
      package let model: String
      /// The path of the models in the document.
      package let path: JSONKeyPath
      /// The number of models.
      package var count = 0

      package init(model: String, path: JSONKeyPath) {
        self.model = model
        self.path = path
      }
    }

    /// Adds the numbers of models, by place.
    mutating func add(models counts: [Int]) {
      for (place, count) in counts.enumerated() {
        places[place].count += count
        models += count
      }
    }

    /// Creates the summary of a check that found only errors.
    package init(errors: Int = 0) { self.errors = errors }
  }

  /// The keys of an object whose members are models, which are lost if the models are written as a list: the number
  /// of keys and the first four.
  package struct LostKeys: Sendable {
    /// The number of keys.
    package private(set) var count = 0
    /// The first four keys.
    package private(set) var first: [String] = []

    /// Adds further keys.
    mutating func add(_ keys: [String]) {
      count += keys.count
      first += keys.prefix(max(0, 4 - first.count))
    }
  }

  /// The progress of a check.
  package struct Progress: Sendable {
    /// The number of bytes checked so far.
    package let scanned: Int
    /// The new diagnostics.
    package let diagnostics: [Diagnostic]
    /// The newly encoded models, if models are written.
    package let written: [UInt8]
    /// The results so far.
    package let summary: Summary
  }

  /// The document.
  package private(set) var bytes: JSONBytes
  /// The name of the file.
  let name: String?
  /// The models with their key paths; empty to check the syntax only.
  package private(set) var places: [ModelPlace]
  /// The minimum severity of diagnostics. Diagnostics with a lower severity are not computed.
  var minimumSeverity: Diagnostic.Severity
  /// The number of threads.
  let workers: Int
  /// The maximum size of a model in bytes. Larger models are only parsed, with a warning,
  /// because decoding takes eight times as much memory. Unlimited by default.
  package var largestModel = Int.max
  /// The form in which the models are written; nil to check them only.
  package var writtenForm: WrittenForm?
  /// The contents of each model to write.
  package var writtenContents = WrittenContents.mappedKeys
  /// Whether models that are members of an object are written with their keys.
  package var keepsKeys = false
  /// Whether comments and trailing commas are permitted, as in `.jsonc`. If the document is only checked, they are
  /// reported as notes.
  package var takesComments: Bool
  /// The repair of the original text, if ``bytes`` is the repaired text; otherwise nil.
  var repaired: RepairedText?
  /// Whether the document has several values, although only one is visible in the inspected prefix.
  package var isSequence = false
  /// Whether the text was not repaired, so that its contents are certainly intended.
  var isIntact: Bool { repaired?.repair.regions.isEmpty ?? true }
  /// Whether the repaired text may differ from the intended text.
  var isBroken: Bool { repaired?.repair.isBroken ?? false }

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - name: the name of the file.
  ///   - places: the models with their key paths; empty to check the syntax only.
  ///   - minimumSeverity: the minimum severity. A check without notes is much faster.
  ///   - workers: the number of threads, which does not affect the result.
  package init(
    _ bytes: JSONBytes, name: String? = nil, places: [ModelPlace],
    minimumSeverity: Diagnostic.Severity = .note,
    workers: Int = 1
  ) {
    self.bytes = bytes
    self.name = name
    self.places = places
    self.minimumSeverity = minimumSeverity
    self.workers = max(1, workers)
    takesComments = name?.isJSONCName ?? false
  }

  /// Creates a check for one model.
  ///
  /// - Parameters:
  ///   - model: the model; nil to check the syntax only.
  ///   - path: the path of the models: empty for the root, `[]`, `items[]`.
  package init(
    _ bytes: JSONBytes, name: String? = nil, model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath(),
    minimumSeverity: Diagnostic.Severity = .note, workers: Int = 1
  ) {
    self.init(
      bytes, name: name, places: model.map { [ModelPlace($0, at: path)] } ?? [],
      minimumSeverity: minimumSeverity, workers: workers)
  }

  /// Checks the whole document.
  ///
  /// - Parameters:
  ///   - report: called on the calling thread, in text order; returns false to stop.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func run(_ report: (Progress) -> Bool) -> Summary {
    var run = CheckerRun(self)
    run.checkAll(report)
    guard run.isDamaged else { return run.finish(report) }
    // A second run checks the rest of the text through a repair, without repeating diagnostics.
    let end = run.reported
    run = CheckerRun(repairing(by: JSONRepair(bytes, allowsValuesOnOneLine: bytes.isNDJSON)))
    run.resumed = end
    run.checkAll(report)
    var summary = run.finish(report)
    // The rest of the text was not written, which is an error.
    if writtenForm != nil, summary.errors == 0 {
      summary.errors = 1
      let place = bytes.location(at: min(max(0, end), max(0, bytes.count - 1)))
      let problem = Diagnostic(
        .error, .syntax, location: place, detail: "the rest of the text could not be parsed")
      _ = report(Progress(scanned: bytes.count, diagnostics: [problem], written: [], summary: summary))
    }
    return summary
  }

  /// Checks the whole document and collects all diagnostics, which must fit in memory.
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
  /// Returns a check of the repaired text, which covers the text that a strict parser cannot reach. It keeps a copy
  /// of the text in memory.
  private func repairing(by repair: JSONRepair) -> Checker {
    // The text after a large value is only parsed at the end of that value. If further values follow, the paths of
    // the models apply to each of them.
    let isSequence =
      !isSequence && repair.isSequence && JSONLayout.detect(repair.text).isOneValue
    var copy = self
    copy.bytes = repair.text
    copy.repaired = RepairedText(repair)
    if isSequence { copy.places = places.map(\.inEachValue) }
    copy.isSequence = self.isSequence || isSequence
    // The repaired text is only checked and never written.
    copy.writtenForm = nil
    return copy
  }

  /// Returns the diagnostic for a syntax error.
  func diagnostic(of region: DamagedRegion, in bytes: JSONBytes, at path: JSONKeyPath) -> Diagnostic {
    var diagnostic = region.diagnostic(in: bytes, basePath: path)
    diagnostic.severity = severity(of: region.cause)
    return diagnostic
  }

  /// Returns the severity of a syntax error.
  func severity(of cause: DamagedRegion.Cause) -> Diagnostic.Severity {
    takesComments && cause.isOfJSONC ? .note : .error
  }
}

extension String {
  /// Whether a file name implies that comments and trailing commas are allowed: by its suffix, or because compilers
  /// and editors accept them in files with this name.
  package var isJSONCName: Bool {
    let name = "/" + lowercased().split(separator: "/").suffix(2).joined(separator: "/")
    return Self.endsOfJSONC.contains(where: name.hasSuffix)
      || name.hasSuffix(".json") && Self.partsOfJSONC.contains(where: name.contains)
  }

  private static let endsOfJSONC = [
    ".jsonc", ".json5", ".code-workspace", "/.babelrc", "/.eslintrc", "/.jshintrc", "/tslint.json",
    "/.eslintrc.json", "/devcontainer.json", "/.devcontainer.json", "/api-extractor.json",
    "/babel.config.json", "/.babelrc.json", "/language-configuration.json",
  ]
  /// Parts of the paths of `.json` files that allow comments: directories, and parts of file names.
  private static let partsOfJSONC = ["/.vscode/", "/.devcontainer/", "tsconfig", "jsconfig"]
}
