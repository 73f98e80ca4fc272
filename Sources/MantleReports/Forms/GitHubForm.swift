import TextCells
import Mantle

/// A report in the form of workflow commands of GitHub Actions. GitHub shows them as annotations of the changed lines.
struct GitHubForm: ReportForm {
  /// Returns the annotations of a file, the first problem of each group before all others.
  func lines(for file: FileResult) -> [String] {
    // GitHub displays only a limited number of annotations, so the first problem of each group comes first.
    var groups = DiagnosticGroups()
    let isFirst = file.problems.map { groups.add($0) }
    let problems = [true, false].flatMap { wanted in
      zip(file.problems, isFirst).filter { $0.1 == wanted }.map { line(for: $0.0, in: file) }
    }
    let remarks = file.remarks(omitting: file.unlisted).map { command("notice", [("file", file.name)], $0) }
    let keys = file.unmapped.prefix(file.policy.maximumProblems).map { path, count in
      command(
        file.policy.failsOn.contains(.unmapped) ? "error" : "notice",
        [("file", file.name), ("title", "unmapped-key")],
        "unmapped key `\(path)` (× \(count))")
    }
    return problems + remarks + keys
  }

  /// Returns the totals, as ``TextForm`` writes them.
  func lastLines(_ total: CheckTotal) -> [String] { TextForm().lastLines(total) }

  /// Returns the workflow command that annotates the location of a diagnostic.
  private func line(for diagnostic: Diagnostic, in file: FileResult) -> String {
    var properties = [("file", file.name)]
    if let range = SourceRange(diagnostic, in: file.bytes) {
      properties += [("line", "\(range.start.line)"), ("col", "\(range.start.column)")]
      properties += [("endLine", "\(range.end.line)"), ("endColumn", "\(range.end.column)")]
    }
    let name =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    return command(name, properties + [("title", diagnostic.code.rawValue)], diagnostic.fullMessage)
  }

  /// Returns a workflow command, such as `::error file=a.json,line=1::message`.
  private func command(_ name: String, _ properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { "\($0)=\(Self.escaped($1.sanitized, isProperty: true))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(message.sanitized))"
  }

  /// Returns text for a workflow command, with percent escapes for the characters that would end a value. Line breaks
  /// have already been replaced by visible escapes.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    text.replacing(isProperty ? ["%": "%25", ":": "%3A", ",": "%2C"] : ["%": "%25"])
  }
}

extension Diagnostic {
  /// The complete message for formats with a separate location: the property, the message, the path and the suggestion.
  var fullMessage: String {
    let place = path.isEmpty ? "" : "  [\(path)]"
    return (subject.map { "\($0): " } ?? "") + message + place + (hint.map { "; help: \($0)" } ?? "")
  }
}
