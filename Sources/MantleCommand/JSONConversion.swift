import Mantle
import ModelBrowser

/// JSON on its way through the models.
struct JSONConversion {
  private let document: JSONDocument
  private let model: ModelDescription?
  private let place: JSONKeyPath

  /// - Throws: a ``JSONSyntaxError``.
  init(_ input: Input, as model: ModelDescription?) throws {
    let pick =
      model.map { ModelPick.chosen($0, for: input.bytes) }
      ?? .best(of: MantleCommand.models, for: input.bytes)
    self.model = pick.model
    place = pick.path
    if pick.model == nil { MantleCommand.report("\(input.name): no model fits, converted as plain JSON") }
    do {
      document = try JSONDocument(parsing: input.bytes, name: input.name)
    } catch {
      guard let joined = input.bytes.valuesAsArray else { throw error }
      document = try JSONDocument(parsing: joined, name: input.name)
    }
  }

  /// - Throws: a ``DecodingFailure`` with every error of every model.
  func output(_ format: OutputFormat) throws -> [UInt8] {
    switch format {
    case .archive: try graph().bytes(.binary)
    case .xmlArchive: try graph().bytes(.xml)
    case .json: JSONFormatter.pretty.format(try mapped()) + [0x0A]
    case .ndjson: ConvertCommand.lines(try mapped())
    }
  }

  private func graph() throws -> ArchiveGraph {
    try ArchiveGraph(json: document.root, models: MantleCommand.models, model: model, at: place)
  }
}

extension JSONConversion {
  /// The text with only the keys that models map, where there are models.
  private func mapped() throws -> JSONNode {
    guard let model else { return document.root }
    var writer = JSONWriter(capacity: document.range.count)
    var errors: [Diagnostic] = []
    try write(document.root, place.components[...], as: model, &errors, to: &writer)
    guard errors.isEmpty else { throw DecodingFailure(errors) }
    return try JSONDocument(parsing: JSONBytes(writer.finish())).root
  }

  private func write(
    _ node: JSONNode, _ rest: ArraySlice<JSONKeyPath.Component>, as model: ModelDescription,
    _ errors: inout [Diagnostic], to writer: inout JSONWriter
  ) throws {
    switch (rest.first, node.kind) {
    case (nil, _):
      do { try model.export(node, to: &writer) } catch let failure as DecodingFailure {
        errors += failure.diagnostics
      }
    case (.each, .array):
      writer.beginArray()
      for element in node.elements {
        writer.element()
        try write(element, rest.dropFirst(), as: model, &errors, to: &writer)
      }
      writer.endArray()
    case (.key(let key), .object):
      writer.beginObject()
      for member in node.members {
        writer.element()
        writer.rawJSON(member.key)
        writer.raw(":")
        if member.key.displayText == key {
          try write(member.value, rest.dropFirst(), as: model, &errors, to: &writer)
        } else {
          writer.rawJSON(member.value)
        }
      }
      writer.endObject()
    default: writer.rawJSON(node)
    }
  }
}
