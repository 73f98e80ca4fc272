import TextCells
import Mantle
import MantleChecking

/// A report for people: diagnostics in the format of compilers, followed by the unmapped keys and a summary.
struct TextForm: ReportForm {
  /// Returns the lines of a checked file: diagnostics, remarks about problems that are not listed, unmapped keys and a
  /// summary.
  func lines(for file: FileResult) -> [String] {
    // The program reports an input that could not be opened on standard error.
    guard let bytes = file.bytes else { return [] }
    let problems = file.groups.groups.flatMap { $0.lines(in: bytes, name: file.name) }
    let remarks = file.remarks(omitting: file.omitted)
    if file.policy.isQuiet { return problems + remarks }
    return problems + remarks + list(file.unmapped, under: "\(file.name): unmapped keys:", file.policy)
      + list(file.unread, under: "\(file.name): not read as a model:", file.policy) + [summary(of: file)]
      + closest(file)
  }

  /// Returns the line with the totals if there are several inputs.
  func lastLines(_ total: CheckTotal) -> [String] {
    guard total.files > 1, let policy = total.policy, !policy.isQuiet || total.failed > 0 else { return [] }
    let fine = total.files - total.failed
    var parts = ["\(fine) of \(Words.count(total.files, "file")) fine"]
    parts += [Words.count(total.errors, "error"), Words.count(total.warnings, "warning")]
    if policy.reportsUnmapped { parts.append(Words.count(total.unmapped, "unmapped key")) }
    if total.suppressed > 0 { parts.append("\(total.suppressed) known") }
    return [parts.joined(separator: ", ")]
  }

  /// Returns a heading and, below it, lines with key paths and the number of occurrences of each, up to the maximum
  /// number in the policy.
  private func list(
    _ counts: [Checker.Summary.UnmappedCount], under heading: String, _ policy: CheckPolicy
  ) -> [String] {
    guard !counts.isEmpty else { return [] }
    let shown = counts.prefix(policy.maximumProblems)
    let width = shown.map { String($0.count).count }.max() ?? 1
    let rest = counts.count - shown.count
    let lines = shown.map { path, count in
      let number = String(count)
      return "  \(String(repeating: " ", count: width - number.count))\(number)  \(path)"
    }
    return [heading] + lines + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  /// Returns a line about the model that fits best if no model fits well enough, unless a problem already suggests it.
  private func closest(_ file: FileResult) -> [String] {
    guard let words = file.closest?.closestWords, !file.policy.failsOn.contains(.noModel) else { return [] }
    return ["\(file.name): \(words)"]
  }

  /// Returns the summary of a file in one line.
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

  /// Returns the part of the summary that says how an input was checked if it was not decoded as models.
  private func verdict(_ file: FileResult) -> String {
    switch (file.kind, file.format) {
    case (.unreadable, "definition"): "the definition cannot be used"
    case (.unreadable, _): "the archive cannot be read"
    case (_, "archive"), (_, "xml-archive"): "an archive without a known class"
    case (_, "plist"), (_, "xml-plist"): "a property list without classes"
    default: "no model fits, checked as plain JSON"
    }
  }
}

extension DiagnosticGroups.Group {
  /// Returns the lines of the group's first diagnostic, with the number of diagnostics in the group and the locations
  /// of the first and last one.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file.
  package func lines(in bytes: JSONBytes, name: String) -> [String] {
    // The count is appended to the first line only. The lines are not split, because the name may contain line breaks.
    var lines = first.lines(in: bytes, name: name)
    lines[0] += places
    return lines
  }

  /// A text to append to the message of the group's first diagnostic: the number of diagnostics, and the locations of
  /// the first and last one. It is empty for a single diagnostic.
  package var places: String {
    count > 1 ? "  × \(count), first at \(Self.place(of: first)), last at \(Self.place(of: last))" : ""
  }

  /// Returns the path of a diagnostic, or the line and column if there is no path.
  private static func place(of diagnostic: Diagnostic) -> String {
    if !diagnostic.path.isEmpty { return Shortened.middle(of: diagnostic.path.description).sanitized }
    return diagnostic.location?.description ?? "the root"
  }
}

extension FileResult {
  /// Returns messages about problems that the report omits, and about parts of the input that were not checked.
  ///
  /// - Parameter omitted: The number of problems that are not listed.
  func remarks(omitting omitted: Int) -> [String] {
    var lines: [String] = []
    if omitted > 0 { lines.append("\(name): \(omitted) more, not listed (--max-errors 0 lists all)") }
    if !isComplete {
      lines.append("\(name): too many errors: the rest was not checked (--max-errors 0 checks all)")
    }
    return lines
  }
}
