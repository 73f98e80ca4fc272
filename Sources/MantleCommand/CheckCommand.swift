import Foundation
import Mantle
import ModelBrowser

/// `mantle check`: decodes everything, prints every diagnostic and the keys nothing maps.
struct CheckCommand {
  let input: InputSource
  let model: String?
  let format: ReportFormat
  /// Whether defaults, aliases and coercions are listed too.
  let listsNotes: Bool

  func run() throws -> ExitStatus {
    let input = try Input(input)
    if ArchiveFormat(sniffing: input.start) != nil { return try check(archive: input) }
    let pick = try pick(for: input.bytes)
    let checker = Checker(
      input.bytes, name: input.name, model: pick.model, at: pick.path,
      leastSeverity: listsNotes || format == .json ? .note : .warning,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    var report = report(on: input, pick.model.map { CheckedPlace(model: $0.name, path: pick.path) })
    let summary = checker.run { progress in
      report.add(progress.diagnostics)
      return true
    }
    report.finish(summary)
    return summary.errors == 0 ? .success : .dataProblems
  }

  /// An archive of either form: its models, read through every migration they need.
  private func check(archive input: Input) throws -> ExitStatus {
    let models = try model.map { [try MantleCommand.model(named: $0)] } ?? MantleCommand.models
    var report = report(on: input, nil, as: .damagedArchive)
    var summary = Checker.Summary()
    do {
      let document = try ArchivedDocument(
        reading: input.bytes.slice(0..<input.bytes.count), models: models)
      summary = document.summary
      let place = document.found.first.map { CheckedPlace(model: $0.model.name, path: $0.path) }
      report = self.report(on: input, place, as: .archive)
      report.add(document.diagnostics.filter { $0.code != .unmappedKey })
    } catch let error as ArchiveError {
      summary = Checker.Summary(errors: 1)
      report.add([error.diagnostic])
    }
    report.finish(summary)
    return summary.errors == 0 ? .success : .dataProblems
  }

  private func report(
    on input: Input, _ model: CheckedPlace?, as kind: CheckedKind = .json
  ) -> any CheckReport {
    switch format {
    case .text: TextReport(input: input, model: model, kind: kind)
    case .json: JSONReport(input: input, model: model)
    }
  }

  /// The model asked for, whether it fits or not, or the best of all; plain JSON where none fits.
  private func pick(for bytes: JSONBytes) throws -> ModelPick {
    guard let model else { return .best(of: MantleCommand.models, for: bytes) }
    return ModelPick.chosen(try MantleCommand.model(named: model), for: bytes)
  }
}

/// What was checked as which model.
private struct CheckedPlace {
  let model: String
  let path: JSONKeyPath
}

/// What an input in which no model was found is.
private enum CheckedKind: String {
  case json = "no model fits, checked as plain JSON"
  case archive = "an archive of no class that is known"
  case damagedArchive = "the archive cannot be read"
}

/// A form of the report, written while checking goes on.
private protocol CheckReport {
  mutating func add(_ diagnostics: [Diagnostic])
  mutating func finish(_ summary: Checker.Summary)
}

/// The report for people: compiler-like lines, then the unmapped keys and a summary.
private struct TextReport: CheckReport {
  let input: Input
  let model: CheckedPlace?
  let kind: CheckedKind
  private var name: String { input.name.visible }

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
          "  \(String(repeating: " ", count: width - number.count))\(number)  \(path.description.visible)")
      }
    }
    guard let model else {
      let isCorrect = summary.errors == 0 && kind == .json
      let verdict = isCorrect ? "the syntax is correct" : counted(summary.errors, "error")
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

/// The report for programs: one JSON object.
private struct JSONReport: CheckReport {
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
