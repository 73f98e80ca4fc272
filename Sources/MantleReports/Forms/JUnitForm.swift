import Mantle

/// JUnit's XML, which nearly every service that runs tests reads: each file is a test.
struct JUnitForm: ReportForm {
  private var cases: [[String]] = []

  mutating func lines(for file: FileResult) -> [String] {
    cases.append(Self.testCase(file))
    return []
  }

  func lastLines(_ total: CheckTotal) -> [String] {
    let counts =
      "tests=\"\(total.files)\" failures=\"\(total.failed - total.unreadable)\" errors=\"\(total.unreadable)\""
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites \(counts)>", "<testsuite name=\"mantle check\" \(counts)>",
    ] + cases.joined() + ["</testsuite>", "</testsuites>"]
  }

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
          + (problem.first.advice.map { ["  help: \($0)"] } ?? [])
      }
      + keys.prefix(file.policy.mostProblems ?? .max).map { "unmapped key: \($0.path)  × \($0.count)" }
    return [
      start + ">", "<\(element) type=\"mantle\" message=\"\(escaped(title.joined(separator: ", ")))\">",
    ]
      + lines.map(escaped) + ["</\(element)>", "</testcase>"]
  }

  /// Text without what XML cannot hold, and with references for what it reads as its own.
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
