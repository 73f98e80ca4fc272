import Mantle

/// A report in the Static Analysis Results Interchange Format 2.1.0 (OASIS), which code scanning services accept. The
/// report is a single document.
struct SARIFForm: ReportForm {
  private let toolVersion: String
  private var files: [FileResult] = []

  /// Creates a report in this output format.
  ///
  /// - Parameter toolVersion: The version of the program, which the report contains.
  init(toolVersion: String) { self.toolVersion = toolVersion }

  /// Stores the result of a file and returns no lines, because the report is a single document.
  mutating func lines(for file: FileResult) -> [String] {
    files.append(file)
    return []
  }

  /// Returns the lines of the complete SARIF document.
  func lastLines(_ total: CheckTotal) -> [String] {
    var writer = JSONWriter()
    let rules = Explanation.all
    writer.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.array("runs", [rules], write)
    }
    return [JSONText.visible(writer.text)]
  }

  /// Writes the members of the document's only SARIF run, which contains the results of all files.
  ///
  /// - Parameter rules: The manual pages of all diagnostic codes, which become the rules of the tool.
  private func write(_ writer: inout JSONWriter, _ rules: [Explanation]) {
    writer.object("tool") {
      $0.object("driver") {
        $0.member("name", "mantle")
        $0.member("version", toolVersion)
        $0.array("rules", rules) { writer, rule in
          writer.member("id", rule.code.rawValue)
          writer.object("shortDescription") { $0.member("text", rule.title) }
          writer.object("fullDescription") { $0.member("text", rule.meaning) }
          writer.object("help") { $0.member("text", rule.remedy) }
        }
      }
    }
    writer.member("columnKind", "unicodeCodePoints")
    writer.array("results", files.flatMap(Self.results)) { write($1, rules, to: &$0) }
    writer.array("invocations", [files]) { writer, files in
      writer.member("executionSuccessful", !files.contains(where: \.isUnusable))
      let remarks = files.flatMap { $0.remarks(omitting: $0.unlisted) }
      writer.array("toolExecutionNotifications", remarks) { writer, remark in
        writer.member("level", "warning")
        writer.object("message") { $0.member("text", remark) }
      }
    }
  }

  /// A result as defined by SARIF: a problem or an unmapped key.
  private struct Result {
    let file: FileResult
    let code: String
    let level: String
    let message: String
    var path: JSONKeyPath
    var range: SourceRange?
    let count: Int
  }

  /// Returns the SARIF results of a checked file: its problems and its unmapped keys.
  private static func results(of file: FileResult) -> [Result] {
    let problems = file.problems.map { problem in
      Result(
        file: file, code: problem.code.rawValue, level: problem.severity.rawValue,
        message: problem.fullMessage, path: problem.path, range: SourceRange(problem, in: file.bytes),
        count: 1)
    }
    let level = file.policy.failsOn.contains(.unmapped) ? "error" : "note"
    let keys = file.unmapped.prefix(file.policy.maximumProblems).map { path, count in
      Result(
        file: file, code: Diagnostic.Code.unmappedKey.rawValue, level: level,
        message: "unmapped key `\(path)`", path: path, count: count)
    }
    return problems + keys
  }

  /// Writes the members of a SARIF result, with its location.
  ///
  /// - Parameter rules: The manual pages that are the rules of the document. The result refers to its rule by index.
  private func write(_ result: Result, _ rules: [Explanation], to writer: inout JSONWriter) {
    writer.member("ruleId", result.code)
    if let index = rules.firstIndex(where: { $0.code.rawValue == result.code }) {
      writer.member("ruleIndex", index)
    }
    writer.member("level", result.level)
    writer.object("message") { $0.member("text", result.message) }
    writer.array("locations", [result]) { writer, result in
      writer.object("physicalLocation") {
        $0.object("artifactLocation") { $0.member("uri", Self.uri(result.file.name)) }
        guard let range = result.range else { return }
        $0.object("region") {
          $0.member("startLine", range.start.line)
          $0.member("startColumn", range.start.column)
          $0.member("endLine", range.end.line)
          $0.member("endColumn", range.end.column)
        }
      }
      writer.array("logicalLocations", [result.path]) { $0.member("fullyQualifiedName", $1.description) }
    }
    writer.member("occurrenceCount", result.count)
  }

  /// Returns a path as a relative or `file:` URI reference (RFC 3986).
  static func uri(_ path: String) -> String {
    let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += byte.percentEncoded
      }
    }
    return text
  }
}
