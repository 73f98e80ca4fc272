import Foundation
import Mantle
import ModelBrowser

/// `mantle check`: decodes everything, prints every diagnostic and the keys nothing maps, input by input.
struct CheckCommand {
  let inputs: [InputSource]
  let model: String?
  let format: ReportFormat
  /// Whether defaults, aliases and coercions are listed too.
  let listsNotes: Bool

  /// - Returns: the worst outcome of all inputs. One of several that cannot be read is named, and the others are
  ///   checked.
  func run() throws -> ExitStatus {
    let model = try model.map { try MantleCommand.model(named: $0) }
    if let only = inputs.first, inputs.count == 1 { return check(try Input(only), as: model) }
    return inputs.map { source in
      do throws(CommandError) {
        return check(try Input(source), as: model)
      } catch {
        MantleCommand.report(error.message)
        return .unusable
      }
    }.max { $0.rawValue < $1.rawValue } ?? .success
  }

  private func check(_ input: Input, as model: ModelDescription?) -> ExitStatus {
    if ArchiveFormat(sniffing: input.start) != nil { return check(archive: input, as: model) }
    // The model asked for, whether it fits or not, or the best of all; plain JSON where none fits.
    let pick =
      model.map { ModelPick.chosen($0, for: input.bytes) }
      ?? .best(of: MantleCommand.models, for: input.bytes)
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
  private func check(archive input: Input, as model: ModelDescription?) -> ExitStatus {
    let models = model.map { [$0] } ?? MantleCommand.models
    var report = report(on: input, nil, as: .damagedArchive)
    var summary = Checker.Summary()
    do {
      let document = try ArchivedDocument(
        reading: input.bytes.slice(0..<input.bytes.count), models: models)
      summary = document.summary
      let place = document.found.first.map { CheckedPlace(model: $0.model.name, path: $0.path) }
      report = self.report(on: input, place, as: .archive)
      report.add(document.diagnostics.filter { $0.code != .unmappedKey })
      if let model, document.found.isEmpty {
        summary.errors += 1
        report.add([
          Diagnostic(.error, .archive, expected: model.name, found: "no object of its class in the archive")
        ])
      }
    } catch {
      summary = Checker.Summary(errors: 1)
      let diagnostic = (error as? ArchiveError)?.diagnostic
      report.add([diagnostic ?? Diagnostic(.error, .archive, detail: "\(error)")])
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
}
