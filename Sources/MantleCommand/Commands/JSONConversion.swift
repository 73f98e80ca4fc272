import Mantle
import ModelBrowser

/// JSON on its way through the models.
struct JSONConversion {
  /// The value the text is, or those that stand after each other in it: each where it stands, so that every problem
  /// has its line and column.
  private let values: [JSONNode]
  /// Whether the values together are a list.
  private let isSequence: Bool
  private let model: ModelDescription?
  private let place: JSONKeyPath
  private let models: [ModelDescription]

  /// - Throws: a `DecodingFailure` with every value that is no JSON.
  init(_ input: Input, as model: ModelDescription?, _ console: Console) throws {
    let pick =
      model.map { ModelPick.chosen($0, for: input.bytes) }
      ?? .best(of: input.models, for: input.bytes)
    self.model = pick.model
    place = pick.path
    models = input.models
    if pick.model == nil { console.report("mantle: \(input.name): no model fits, converted as plain JSON") }
    let found = InputValues(input.bytes, name: input.name)
    isSequence = found.isSequence
    let ranges = isSequence ? Array(try found.ranges()) : [0..<input.bytes.count]
    values = try Self.parse(ranges, isSequence: isSequence, of: input)
  }

  private static func parse(_ ranges: [Range<Int>], isSequence: Bool, of input: Input) throws -> [JSONNode] {
    var values: [JSONNode] = []
    var errors: [Diagnostic] = []
    for (number, range) in ranges.enumerated() {
      let path = JSONKeyPath(isSequence ? [.index(number)] : [])
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(
          parsing: input.bytes, in: range, name: input.name, basePath: path)
        values.append(document.root)
      } catch {
        errors.append(error.diagnostic(in: input.bytes, basePath: path))
      }
    }
    guard errors.isEmpty else { throw DecodingFailure(errors) }
    return values
  }

  /// - Throws: a `DecodingFailure` with every error of every model.
  func output(_ format: OutputFormat) throws -> [UInt8] {
    switch format {
    case .archive: try graph().bytes(.binary)
    case .xmlArchive: try graph().bytes(.xml)
    case .json: JSONFormatter.pretty.format(try parsed(export()?.json())) + [0x0A]
    case .ndjson: try export()?.lines() ?? parsed(nil).asLines
    }
  }

  private func graph() throws -> ArchiveGraph {
    try ArchiveGraph(
      json: values, isList: isSequence, models: models, model: model, at: place)
  }
}

extension JSONConversion {
  /// The models the values hold; nil where no model fits.
  private func export() throws -> ModelExport? {
    guard let model else { return nil }
    var export = ModelExport(model, at: place)
    let rest = JSONKeyPath(Array(place.components.dropFirst(isSequence ? 1 : 0)))
    for value in values {
      for node in value.findAll(rest) { try export.add(node) }
    }
    return export
  }

  /// Exported JSON, or the values as they are.
  private func parsed(_ json: [UInt8]?) throws -> JSONNode {
    var writer = JSONWriter()
    if let json {
      writer.rawJSON(json)
    } else {
      if isSequence { writer.beginArray() }
      for value in values {
        if isSequence { writer.element() }
        writer.rawJSON(value)
      }
      if isSequence { writer.endArray() }
    }
    return try JSONDocument(parsing: JSONBytes(writer.finish())).root
  }
}
