import TextCells
import Mantle

/// A report as JUnit XML, which most continuous integration services accept. Each input is a test case.
struct JUnitForm: ReportForm {
  private var cases: [[String]] = []

  /// Stores the test case of a file and returns no lines, because the totals precede the test cases in the document.
  mutating func lines(for file: FileResult) -> [String] {
    cases.append(Self.testCase(file))
    return []
  }

  /// Returns the lines of the complete XML document.
  func lastLines(_ total: CheckTotal) -> [String] {
    let counts =
      "tests=\"\(total.files)\" failures=\"\(total.failed - total.unreadable)\" errors=\"\(total.unreadable)\""
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites \(counts)>", "<testsuite name=\"mantle check\" \(counts)>",
    ] + cases.joined() + ["</testsuite>", "</testsuites>"]
  }

  /// Returns the XML lines of a file's test case. Only a failed test case contains problems.
  private static func testCase(_ file: FileResult) -> [String] {
    let start = "<testcase classname=\"mantle check\" name=\"\(escaped(file.name))\""
    guard file.hasFailed else { return [start + "/>"] }
    let element = file.isUnusable ? "error" : "failure"
    let problems = file.groups.groups.filter { $0.first.severity > .note }
    let keys = file.policy.failsOn.contains(.unmapped) ? file.unmapped : []
    let title =
      [Words.count(file.errors, "error"), Words.count(file.warnings, "warning")]
      + (keys.isEmpty ? [] : [Words.count(keys.count, "unmapped key")])
    let lines =
      problems.flatMap { problem in
        [problem.first.line(in: file.name) + problem.places]
          + (problem.first.help.map { ["  help: \($0)"] } ?? [])
      }
      + keys.prefix(file.policy.maximumProblems).map { "unmapped key: \($0.path)  × \($0.count)" }
    return [
      start + ">", "<\(element) type=\"mantle\" message=\"\(escaped(title.joined(separator: ", ")))\">",
    ]
      + lines.map(escaped) + ["</\(element)>", "</testcase>"]
  }

  /// Returns text without the characters that XML does not allow, and with entities for special characters.
  private static func escaped(_ text: String) -> String {
    text.sanitized.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
