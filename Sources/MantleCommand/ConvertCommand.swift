import Foundation
import Mantle
import ModelBrowser

/// `mantle convert`: through the models from one format to another.
struct ConvertCommand {
  let request: ConversionRequest

  init(_ request: ConversionRequest) { self.request = request }

  func run() throws -> ExitStatus {
    guard let format = request.format else { throw CommandError.usage("convert needs a format: --to") }
    let model = try request.model.map { try MantleCommand.model(named: $0) }
    let input = try Input(request.input)
    do {
      let output =
        ArchiveFormat(sniffing: input.start) == nil
        ? try JSONConversion(input, as: model).output(format) : try archive(input, format, model)
      try write(output)
      return .success
    } catch let failure as DecodingFailure {
      for diagnostic in failure.diagnostics { report(diagnostic.rendered(in: input.bytes, name: input.name)) }
    } catch let error as ArchiveError {
      report("\(input.name): error: \(error)")
    } catch let error as LoneSurrogateError {
      let place = input.bytes.location(at: error.offset)
      let diagnostic = Diagnostic(.error, .invalidValue, location: place, detail: "\(error)")
      report(diagnostic.rendered(in: input.bytes, name: input.name))
    } catch let problem as EncodingProblem {
      report("\(input.name): error: \(problem)")
    }
    return .dataProblems
  }

  private func archive(_ input: Input, _ format: OutputFormat, _ model: ModelDescription?) throws -> [UInt8] {
    let document = try ArchivedDocument(
      reading: input.bytes.slice(0..<input.bytes.count), models: model.map { [$0] } ?? MantleCommand.models)
    for line in DiagnosticGroups(document.diagnostics.filter { $0.severity < .error }).lines {
      report("\(input.name): \(line)")
    }
    let errors = document.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw DecodingFailure(errors) }
    switch format {
    case .json: return JSONFormatter.pretty.format(try JSONDocument(parsing: document.json).root) + [0x0A]
    case .ndjson: return try JSONDocument(parsing: document.json).root.asLines
    case .archive: return try document.upgraded().bytes(.binary)
    case .xmlArchive: return try document.upgraded().bytes(.xml)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard let path = request.output else {
      do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
        throw CommandError(message: "standard output: \(error.localizedDescription)")
      }
      return
    }
    do { try WholeFile.write(bytes, to: path) } catch { throw CommandError(message: "\(error)") }
  }

  private func report(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}

extension Input {
  /// Enough to tell an archive from JSON.
  var start: [UInt8] { bytes.slice(0..<min(256, bytes.count)) }
}
