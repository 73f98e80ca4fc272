import Mantle

/// An output format for the report of a check.
///
/// The methods are called in the order of the inputs. Characters in the data that have a meaning in the format are
/// escaped.
///
/// ```swift
/// var form = ReportFormName.json.form(version: "1.0")
/// for result in results { form.lines(for: result).forEach { print($0) } }
/// form.lastLines(total).forEach { print($0) }
/// ```
package protocol ReportForm: Sendable {
  /// Returns the lines of the report about a checked file.
  mutating func lines(for file: FileResult) -> [String]
  /// Returns the lines at the end of the report, after the lines of the last file.
  mutating func lastLines(_ total: CheckTotal) -> [String]
}

/// The output formats of a report by their names on the command line.
package enum ReportFormName: String, Sendable, CaseIterable {
  case text, json, github, sarif, junit

  /// Creates a report in this output format.
  ///
  /// - Parameter version: The version of the program, which the report contains.
  package func form(version: String) -> any ReportForm {
    switch self {
    case .text: TextForm()
    case .json: JSONForm(toolVersion: version)
    case .github: GitHubForm()
    case .sarif: SARIFForm(toolVersion: version)
    case .junit: JUnitForm()
    }
  }
}
