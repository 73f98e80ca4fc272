import Mantle

/// A format of the report of a check.
///
/// Methods are called in the order of the inputs. Text from the data that has a meaning in the format is
/// escaped.
///
/// ```swift
/// var form = ReportFormName.json.form(ReportTool(name: "mantle", version: "1.0"))
/// for result in results { form.lines(for: result).forEach { print($0) } }
/// form.lastLines(total).forEach { print($0) }
/// ```
package protocol ReportForm: Sendable {
  /// Returns the lines about a file.
  mutating func lines(for file: FileResult) -> [String]
  /// Returns the lines after the last file.
  mutating func lastLines(_ total: CheckTotal) -> [String]
}

/// The formats by their names on the command line.
package enum ReportFormName: String, Sendable, CaseIterable {
  case text, json, github, sarif, junit

  /// Creates the format.
  ///
  /// - Parameter tool: The program that is named in the report.
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

/// The program that created a report.
package struct ReportTool: Sendable {
  /// The name of the program.
  let name: String
  /// The version of the program.
  let version: String

  /// Creates a description of the program.
  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
