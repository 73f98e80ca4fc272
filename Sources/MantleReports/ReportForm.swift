import Mantle

/// A form of the report of a check. Its lines are in order; where text of the data could be taken for something else in
/// that form, it is escaped.
package protocol ReportForm: Sendable {
  /// The lines about a file.
  mutating func lines(for file: FileResult) -> [String]
  /// The lines after the last file.
  mutating func lastLines(_ total: CheckTotal) -> [String]
}

/// The forms by the names the command line has for them.
package enum ReportFormName: String, Sendable, CaseIterable {
  case text, json, github, sarif, junit

  package func form(_ tool: ReportTool) -> any ReportForm {
    switch self {
    case .text: TextForm()
    case .json: JSONForm(tool)
    case .github: GitHubForm()
    case .sarif: SARIFForm(tool)
    case .junit: JUnitForm()
    }
  }
}

/// The program that made a report.
package struct ReportTool: Sendable {
  package let name: String
  package let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
