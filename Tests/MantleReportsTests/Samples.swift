import GitHubModels
import Mantle
import MantleReports

@testable import MantleChecking

/// Results of checks, made without files.
enum Samples {
  static func model(_ name: String) -> ModelDescription? {
    GitHub.all.map { $0.modelDescription }.first { $0.name == name }
  }

  /// Checks a text as the models at the root, or the elements of the array there.
  static func check(
    _ text: String, as name: String? = nil, file: String = "labels.json", policy: CheckPolicy = CheckPolicy()
  ) -> FileResult {
    let bytes = JSONBytes(text)
    let path = JSONKeyPath(text.hasPrefix("[") ? [.each] : [])
    let model = name.flatMap(model)
    let checker = Checker(bytes, name: file, model: model, at: path)
    var result = FileResult(
      file, bytes: bytes, kind: model == nil ? .none : .models, format: "json", policy: policy)
    let summary = checker.run { result.add($0.diagnostics) }
    result.finish(summary)
    return result
  }

  static func lines(_ form: ReportFormName, _ files: FileResult...) -> [String] { lines(form, files) }

  static func lines(_ form: ReportFormName, _ files: [FileResult]) -> [String] {
    var form = form.form(version: "1.2.3")
    var total = CheckTotal()
    var lines: [String] = []
    for file in files {
      total.add(file)
      lines += form.lines(for: file)
    }
    return lines + form.lastLines(total)
  }

  /// What checking a file comes to that is not there.
  static var unreadable: FileResult {
    var absent = FileResult("a.json", bytes: nil, kind: .unreadable, format: nil, policy: CheckPolicy())
    absent.add(Diagnostic(.error, .unreadable, detail: "a.json: no such file"))
    return absent
  }

  /// Three labels: two with a number for a name, one with an unmapped key.
  static let labels = """
    [{"id":1,"name":7,"color":"ff0000"},
     {"id":2,"name":7,"color":"ff0000"},
     {"id":3,"name":"c","color":"ff0000","colour":"red"}]
    """
}
