import Mantle
import ModelBrowser

/// `mantle convert`: through the models from one format to another.
struct ConvertCommand {
  let request: ConversionRequest
  let console: Console

  func run() throws -> ExitStatus {
    let format = request.format
    let model = try request.model.map { try MantleCommand.model(named: $0, for: request.input) }
    let input = try Input(request.input)
    do {
      let output =
        ArchiveFormat(sniffing: input.start) == nil
        ? try JSONConversion(input, as: model, console).output(format) : try archive(input, format, model)
      try write(output)
      return .success
    } catch let failure as DecodingFailure {
      for diagnostic in failure.diagnostics { report(diagnostic, in: input) }
    } catch let error as ArchiveError {
      console.report("\(input.name): error: \(error)")
    } catch let error as LoneSurrogateError {
      let place = input.bytes.location(at: error.offset)
      let diagnostic = Diagnostic(.error, .invalidValue, location: place, detail: "\(error)")
      report(diagnostic, in: input)
    } catch let problem as EncodingProblem {
      console.report("\(input.name): error: \(problem)")
    }
    return .dataProblems
  }

  private func archive(_ input: Input, _ format: OutputFormat, _ model: ModelDescription?) throws -> [UInt8] {
    let document = try ArchivedDocument(
      reading: input.bytes.slice(0..<input.bytes.count), models: model.map { [$0] } ?? input.models)
    for line in DiagnosticGroups(document.diagnostics.filter { $0.severity < .error }).lines {
      console.report("\(input.name): \(line)")
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

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    if let file = request.output { try OutputFile(file).write(bytes) } else { console.write(bytes) }
  }

  private func report(_ diagnostic: Diagnostic, in input: Input) {
    diagnostic.lines(in: input.bytes, name: input.name).forEach(console.report)
  }
}
