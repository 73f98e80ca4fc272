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
  /// The numbers of models, problems and unmapped keys that a check has found.
  package struct Summary: Sendable {
    /// The number of models decoded in the document.
    package internal(set) var models = 0
    /// The number of decoded models at each place, in the order of the checker's places.
    package var places: [ModelCount] = []
    /// The outermost values that no model decodes, in a document that contains models, with the number of occurrences
    /// of each path. Indices are written as `[]`.
    package internal(set) var unread: [UnmappedCount] = []
    /// The number of errors found in the document.
    package var errors = 0
    /// The number of warnings about the document.
    package var warnings = 0
    /// The unmapped keys of the models, with the number of occurrences of each path, in the order of the first
    /// occurrence. Indices are written as `[]`.
    package var unmapped: [UnmappedCount] = []
    /// The values of models whose written form differs from the input.
    package var rewritten = RewrittenValues()
    /// The keys of an object whose members are models. The keys are lost if the models are written as a list.
    package internal(set) var keys = LostKeys()
    /// Whether the whole document was checked; false if the check was stopped.
    package internal(set) var isComplete = true

    /// A path in a document, and the number of values or keys that occur at the path.
    package typealias UnmappedCount = (path: JSONKeyPath, count: Int)

    /// The number of models decoded at one place: a model with its path.
    package struct ModelCount: Sendable, Hashable {
      /// The name of the model that is decoded at the path.
      package let model: String
      /// The path of the models in the document.
      package let path: JSONKeyPath
      /// The number of models decoded at the path.
      package var count = 0

      package init(model: String, path: JSONKeyPath) {
        self.model = model
        self.path = path
      }
    }

    /// Adds numbers of decoded models to the summary, by the index of the place.
    mutating func add(models counts: [Int]) {
      for (place, count) in counts.enumerated() {
        places[place].count += count
        models += count
      }
    }

    /// Creates the summary of a check that found no models, and only the given number of errors.
    package init(errors: Int = 0) { self.errors = errors }
  }

  /// The keys of an object whose members are models, which are lost if the models are written as a list: the number
  /// of keys and the first four.
  package struct LostKeys: Sendable {
    /// The number of keys that are lost if the models are written as a list.
    package private(set) var count = 0
    /// The first four lost keys, as examples.
    package private(set) var first: [String] = []

    /// Adds keys to the number, and to the first keys while there are fewer than four.
    mutating func add(_ keys: [String]) {
      count += keys.count
      first += keys.prefix(max(0, 4 - first.count))
    }
  }

  /// The progress of a check, with the results since the last report.
  package struct Progress: Sendable {
    /// The number of bytes of the document checked so far.
    package let scanned: Int
    /// The diagnostics found since the last report.
    package let diagnostics: [Diagnostic]
    /// The JSON of the models decoded since the last report, if the checker writes models; otherwise empty.
    package let written: [UInt8]
    /// The summary of the check so far.
    package let summary: Summary
  }

  /// The bytes of the document to check.
  package private(set) var bytes: JSONBytes
  /// The name of the document's file; nil if it is unknown.
  let name: String?
  /// The models to decode with their paths in the document; empty to check the syntax only.
  package private(set) var places: [ModelPlace]
  /// The minimum severity of diagnostics. Diagnostics with a lower severity are not computed.
  var minimumSeverity: Diagnostic.Severity
  /// The number of threads that check the document.
  let workers: Int
  /// The maximum size of a model to decode, in bytes. The JSON of a larger model is only parsed, with a warning,
  /// because decoding takes eight times as much memory. Unlimited by default.
  package var largestModel = Int.max
  /// The form in which the decoded models are written; nil to check the document only.
  package var writtenForm: WrittenForm?
  /// The contents that are written for each model: its mapped keys, or the whole value.
  package var writtenContents = WrittenContents.mappedKeys
  /// Whether a model that is a member of an object is written with its key.
  package var keepsKeys = false
  /// Whether comments and trailing commas are permitted, as in `.jsonc`. If the document is only checked, they are
  /// reported as notes.
  package var takesComments: Bool
  /// The repair of the document, if ``bytes`` is the repaired text; nil for a check of the original text.
  var repaired: RepairedText?
  /// Whether the document has several values, although its detected layout is that of a single value.
  package var isSequence = false
  /// Whether no syntax error was repaired in the document, so that its contents are certainly intended.
  var isIntact: Bool { repaired?.repair.regions.isEmpty ?? true }
  /// Whether the repaired text of the document may differ from the intended text.
  var isBroken: Bool { repaired?.repair.isBroken ?? false }

  /// Creates a check of a document against models at several paths.
  ///
  /// - Parameters:
  ///   - bytes: the document to check.
  ///   - name: the name of the file, which decides whether comments are permitted; nil if it is unknown.
  ///   - places: the models to decode with their paths in the document; empty to check the syntax only.
  ///   - minimumSeverity: the minimum severity of diagnostics. A check without notes is much faster.
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

  /// Creates a check of a document against one model.
  ///
  /// - Parameters:
  ///   - model: the model; nil to check the syntax only.
  ///   - path: the path of the model's values in the document: empty for the root, or such as `[]` or `items[]`.
  package init(
    _ bytes: JSONBytes, name: String? = nil, model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath(),
    minimumSeverity: Diagnostic.Severity = .note, workers: Int = 1
  ) {
    self.init(
      bytes, name: name, places: model.map { [ModelPlace($0, at: path)] } ?? [],
      minimumSeverity: minimumSeverity, workers: workers)
  }

  /// Checks the whole document, and returns the summary.
  ///
  /// - Parameters:
  ///   - report: called with the progress, on the calling thread, in text order; returns false to stop the check.
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
        .error, .syntax, location: place, detail: "the rest of the input could not be parsed")
      _ = report(Progress(scanned: bytes.count, diagnostics: [problem], written: [], summary: summary))
    }
    return summary
  }

  /// Checks the whole document and returns all diagnostics, which must fit in memory, with the summary.
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
  /// Returns a check of the repaired text of the document, which also covers the text that a strict parser cannot
  /// reach. The check holds the repaired text in memory, and writes no models.
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

  /// Returns the diagnostic for a syntax error, with the severity that the check assigns to it.
  ///
  /// - Parameters:
  ///   - region: the syntax error in the document.
  ///   - path: the path of the value that contains or precedes the error.
  func diagnostic(of region: DamagedRegion, in bytes: JSONBytes, at path: JSONKeyPath) -> Diagnostic {
    var diagnostic = region.diagnostic(in: bytes, basePath: path)
    diagnostic.severity = severity(of: region.cause)
    return diagnostic
  }

  /// Returns the severity of a syntax error: a note for a permitted comment or trailing comma, otherwise an error.
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
