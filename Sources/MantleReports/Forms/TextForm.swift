import Mantle

/// The report for people: lines as compilers write them, then the unmapped keys and a summary.
struct TextForm: ReportForm {
  func lines(for file: FileResult) -> [String] {
    // Said on standard error.
    guard file.bytes != nil else { return [] }
    let problems = file.groups.groups.flatMap { lines(for: $0, in: file) }
    let remarks = file.remarks(omitting: file.omitted)
    if file.policy.isQuiet { return problems + remarks }
    return problems + remarks + list(file.unmapped, under: "unmapped keys:", file.policy)
      + list(file.unread, under: "not read as a model:", file.policy) + [summary(of: file)] + closest(file)
  }

  func lastLines(_ total: CheckTotal) -> [String] {
    guard total.files > 1, let policy = total.policy, !policy.isQuiet || total.failed > 0 else { return [] }
    let fine = total.files - total.failed
    var parts = ["\(fine) of \(Words.count(total.files, "file")) fine"]
    parts += [Words.count(total.errors, "error"), Words.count(total.warnings, "warning")]
    if policy.reportsUnmapped { parts.append(Words.count(total.unmapped, "unmapped key")) }
    if total.suppressed > 0 { parts.append("\(total.suppressed) known") }
    return [parts.joined(separator: ", ")]
  }

  private func lines(for group: DiagnosticGroups.Group, in file: FileResult) -> [String] {
    guard let bytes = file.bytes else { return [] }
    // Split before the name, which may hold line breaks of its own, is made part of it.
    var lines = group.first.lines(in: bytes, name: file.name)
    lines[0] += group.places
    return lines
  }

  private func list(
    _ counts: [Checker.Summary.UnmappedCount], under heading: String, _ policy: CheckPolicy
  ) -> [String] {
    guard !counts.isEmpty else { return [] }
    let shown = counts.prefix(policy.mostProblems ?? .max)
    let width = shown.map { String($0.count).count }.max() ?? 1
    let rest = counts.count - shown.count
    let lines = shown.map { path, count in
      let number = String(count)
      return "  \(String(repeating: " ", count: width - number.count))\(number)  \(path)"
    }
    return [heading] + lines + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  /// The model that comes closest where none fits, unless that is the hint of a problem.
  private func closest(_ file: FileResult) -> [String] {
    guard let words = file.closest?.closestWords, !file.policy.failsOn.contains(.noModel) else { return [] }
    return ["\(file.name): \(words)"]
  }

  private func summary(of file: FileResult) -> String {
    var parts: [String]
    if file.places.isEmpty {
      let isCorrect = file.errors == 0 && file.kind == .none
      parts = [
        verdict(file) + ": " + (isCorrect ? "the syntax is correct" : Words.count(file.errors, "error"))
      ]
      if file.warnings > 0 { parts.append(Words.count(file.warnings, "warning")) }
    } else {
      parts = file.places.map { place in
        let path = place.path.isEmpty ? "the root" : "`\(place.path)`"
        return "\(Words.count(place.count, place.model)) at \(path)"
      }
      parts += [Words.count(file.errors, "error"), Words.count(file.warnings, "warning")]
      if file.policy.reportsUnmapped { parts.append(Words.count(file.unmapped.count, "unmapped key")) }
      let unread = file.unread.reduce(0) { $0 + $1.count }
      if unread > 0 { parts.append("\(Words.count(unread, "value")) not read as a model") }
    }
    if file.suppressed > 0 { parts.append("\(file.suppressed) known") }
    return "\(file.name): " + parts.joined(separator: ", ")
  }

  private func verdict(_ file: FileResult) -> String {
    switch (file.kind, file.format) {
    case (.unreadable, "definition"): "the definition cannot be used"
    case (.unreadable, _): "the archive cannot be read"
    case (_, "archive"), (_, "xml-archive"): "an archive of no class that is known"
    case (_, "plist"), (_, "xml-plist"): "a property list without classes"
    default: "no model fits, checked as plain JSON"
    }
  }
}

extension DiagnosticGroups.Group {
  /// How often it is there and where, behind the first one's message; empty where it is there once.
  var places: String {
    count > 1 ? "  × \(count), first at \(Self.place(of: first)), last at \(Self.place(of: last))" : ""
  }

  private static func place(of diagnostic: Diagnostic) -> String {
    if !diagnostic.path.isEmpty { return Shortened.middle(of: diagnostic.path.description).sanitized }
    return diagnostic.location.map { "\($0.line):\($0.column)" } ?? "the root"
  }
}

extension FileResult {
  /// What is not in a report of the file, which leaves so many problems out.
  func remarks(omitting omitted: Int) -> [String] {
    var lines: [String] = []
    if omitted > 0 { lines.append("\(name): \(omitted) more, not listed (--max-errors 0 lists all)") }
    if !isComplete {
      lines.append("\(name): too many problems: the rest was not checked (--max-errors 0 checks all)")
    }
    return lines
  }
}
