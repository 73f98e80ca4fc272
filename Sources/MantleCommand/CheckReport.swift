import Mantle

/// What was checked as which model.
struct CheckedPlace {
  let model: String
  let path: JSONKeyPath
}

/// What an input in which no model was found is.
enum CheckedKind: String {
  case json = "no model fits, checked as plain JSON"
  case archive = "an archive of no class that is known"
  case damagedArchive = "the archive cannot be read"
}

/// A form of the report, written while checking goes on.
protocol CheckReport {
  mutating func add(_ diagnostics: [Diagnostic])
  mutating func finish(_ summary: Checker.Summary)
}

/// The report for people: compiler-like lines, then the unmapped keys and a summary.
struct TextReport: CheckReport {
  let input: Input
  let model: CheckedPlace?
  let kind: CheckedKind
  private var name: String { input.name.sanitized }

  init(input: Input, model: CheckedPlace?, kind: CheckedKind) {
    self.input = input
    self.model = model
    self.kind = kind
  }

  mutating func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      print(diagnostic.rendered(in: input.bytes, name: name))
    }
  }

  mutating func finish(_ summary: Checker.Summary) {
    if !summary.unmapped.isEmpty {
      print("unmapped keys:")
      let width = summary.unmapped.map { String($0.count).count }.max() ?? 1
      for (path, count) in summary.unmapped {
        let number = String(count)
        print(
          "  \(String(repeating: " ", count: width - number.count))\(number)  \(path.description.sanitized)")
      }
    }
    guard let model else {
      let isCorrect = summary.errors == 0 && kind == .json
      var verdict = isCorrect ? "the syntax is correct" : counted(summary.errors, "error")
      if summary.warnings > 0 { verdict += ", " + counted(summary.warnings, "warning") }
      print("\(name): \(kind.rawValue): \(verdict)")
      return
    }
    let place = model.path.isEmpty ? "the root" : "`\(model.path)`"
    print(
      "\(name): \(counted(summary.models, model.model)) at \(place), "
        + "\(counted(summary.errors, "error")), \(counted(summary.warnings, "warning")), "
        + "\(counted(summary.unmapped.count, "unmapped key"))")
  }

  private func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

/// The report for programs: one JSON object, on a line of its own.
struct JSONReport: CheckReport {
  let input: Input
  let model: CheckedPlace?
  private var diagnostics: [Diagnostic] = []

  init(input: Input, model: CheckedPlace?) {
    self.input = input
    self.model = model
  }

  mutating func add(_ diagnostics: [Diagnostic]) { self.diagnostics += diagnostics }

  mutating func finish(_ summary: Checker.Summary) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("file", input.name)
    writer.member("model", model?.model)
    writer.member("at", model?.path.description)
    writer.member("models", summary.models)
    writer.key("diagnostics")
    writer.beginArray()
    for diagnostic in diagnostics {
      writer.element()
      write(diagnostic, to: &writer)
    }
    writer.endArray()
    writer.key("unmapped")
    writer.beginArray()
    for (path, count) in summary.unmapped {
      writer.element()
      writer.beginObject()
      writer.member("path", path.description)
      writer.member("count", count)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    print(writer.text)
  }

  private func write(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("severity", diagnostic.severity.rawValue)
    writer.member("code", diagnostic.code.rawValue)
    writer.member("model", diagnostic.model)
    writer.member("property", diagnostic.property)
    writer.member("path", diagnostic.path.description)
    writer.member("line", diagnostic.location?.line)
    writer.member("column", diagnostic.location?.column)
    writer.member("message", diagnostic.message)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  fileprivate mutating func member(_ key: String, _ number: Int?) {
    self.key(key)
    if let number { integer(number) } else { null() }
  }
}
