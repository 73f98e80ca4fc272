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

  /// - Throws: a `DecodingFailure` with every value that is no JSON.
  init(_ input: Input, as model: ModelDescription?) throws {
    let pick =
      model.map { ModelPick.chosen($0, for: input.bytes) }
      ?? .best(of: MantleCommand.models, for: input.bytes)
    self.model = pick.model
    place = pick.path
    if pick.model == nil { MantleCommand.report("\(input.name): no model fits, converted as plain JSON") }
    let ranges = input.bytes.valuesInSequence
    isSequence = ranges != nil
    values = try Self.parse(ranges ?? [0..<input.bytes.count], isSequence: isSequence, of: input)
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
    case .json: JSONFormatter.pretty.format(try mapped()) + [0x0A]
    case .ndjson: try mapped().asLines
    }
  }

  private func graph() throws -> ArchiveGraph {
    try ArchiveGraph(
      json: values, isList: isSequence, models: MantleCommand.models, model: model, at: place)
  }
}

extension JSONConversion {
  /// The values with only the keys that models map, where there are models.
  private func mapped() throws -> JSONNode {
    var writer = JSONWriter()
    var errors: [Diagnostic] = []
    if isSequence { writer.beginArray() }
    for value in values {
      if isSequence { writer.element() }
      guard let model else {
        writer.rawJSON(value)
        continue
      }
      try write(value, place.components.dropFirst(isSequence ? 1 : 0), as: model, &errors, to: &writer)
    }
    if isSequence { writer.endArray() }
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

extension JSONBytes {
  /// Where the values are that stand after each other, one to a line or not; nil where there is one value only.
  fileprivate var valuesInSequence: [Range<Int>]? {
    let layout = JSONLayout.detect(self, window: count)
    switch layout {
    case .empty, .scalar, .array, .object: return nil
    case .lines, .concatenated: break
    }
    guard let children = layout.children(in: self) else { return nil }
    let index = JSONChildIndex(self, children, lookahead: count)
    return sequence(first: index.first()) { $0.flatMap { index.next(after: $0) } }
      .prefix { $0 != nil }.compactMap { $0?.value }
  }
}
