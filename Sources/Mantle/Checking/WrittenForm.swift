/// How a checker writes each model that it reads.
package enum WrittenForm: Sendable {
  case line
  /// Of an indented array, with the comma before it.
  case element
  case value

  /// - Returns: what is not written as it was.
  /// - Throws: a ``DecodingFailure`` where the value is none of the model, or why the model cannot be written.
  func write(_ node: JSONNode, as model: ModelDescription, to writer: inout JSONWriter) throws
    -> [Diagnostic]
  {
    switch self {
    case .line:
      let start = writer.count
      let losses = try model.export(node, to: &writer)
      let text = writer.withUnsafeBytes { $0[start...].contains(ASCII.lineFeed) ? Array($0[start...]) : nil }
      // A property of any JSON is written as it stood, which may be on several lines.
      if let text {
        writer.truncate(to: start)
        JSONFormatter.compact.write(try JSONDocument(parsing: JSONBytes(text)).root, to: &writer)
      }
      writer.raw("\n")
      return losses
    case .element:
      writer.raw(",\n  ")
      return try writeIndented(node, model, level: 1, to: &writer)
    case .value:
      let losses = try writeIndented(node, model, level: 0, to: &writer)
      writer.raw("\n")
      return losses
    }
  }

  private func writeIndented(
    _ node: JSONNode, _ model: ModelDescription, level: Int, to writer: inout JSONWriter
  ) throws -> [Diagnostic] {
    var compact = JSONWriter()
    let losses = try model.export(node, to: &compact)
    let document = try JSONDocument(parsing: JSONBytes(compact.finish()))
    JSONFormatter(.indented(2), level: level).write(document.root, to: &writer)
    return losses
  }
}

extension ModelDescription {
  /// Any JSON, written as it is.
  package static let anyValue = ModelDescription(
    name: "JSON", properties: [], diagnose: { _, _ in [] },
    export: { node, writer in
      JSONFormatter.compact.write(node, to: &writer)
      return []
    })
}
