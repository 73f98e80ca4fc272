import Mantle

/// Workflow commands of GitHub Actions, which become annotations at the lines of a change.
struct GitHubForm: ReportForm {
  func lines(for file: FileResult) -> [String] {
    // Of many annotations few are shown: one of each group comes first.
    var groups = DiagnosticGroups()
    let isFirst = file.problems.map { groups.add($0) }
    let problems = [true, false].flatMap { wanted in
      zip(file.problems, isFirst).filter { $0.1 == wanted }.map { line(for: $0.0, in: file) }
    }
    let remarks = file.remarks(omitting: file.unlisted).map { command("notice", [("file", file.name)], $0) }
    let keys = file.unmapped.prefix(file.policy.mostProblems ?? .max).map { path, count in
      command(
        file.policy.failsOn.contains(.unmapped) ? "error" : "notice",
        [("file", file.name), ("title", "unmapped-key")],
        "nothing maps the key `\(path)` (× \(count))")
    }
    return problems + remarks + keys
  }

  func lastLines(_ total: CheckTotal) -> [String] { TextForm().lastLines(total) }

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

  private func command(_ name: String, _ properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { "\($0)=\(Self.escaped($1.sanitized, isProperty: true))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(message.sanitized))"
  }

  /// Percent escapes for what would end a value. Line breaks are visible escapes already.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    let text = text.replacing("%", with: "%25")
    return isProperty ? text.replacing(":", with: "%3A").replacing(",", with: "%2C") : text
  }
}

extension Diagnostic {
  /// What is to be said where the place is not part of it: the property, the message, the path and the hint.
  var fullMessage: String {
    let place = path.isEmpty ? "" : "  [\(path)]"
    return (subject.map { "\($0): " } ?? "") + message + place + (hint.map { "; help: \($0)" } ?? "")
  }
}
