/// How a checker writes each model that it reads.
package enum WrittenForm: Sendable {
  case line
  /// Of an indented array, or of an object where it has a key, with the comma before it.
  case element
  case value
  /// Not at all: the models are only read.
  case nothing

  /// - Parameter key: what it is written under; nil where it is an element.
  /// - Returns: the numbers that lose digits.
  /// - Throws: a ``DecodingFailure`` where the value is none of the model, or why the model cannot be written, which may then be
  ///   there in part.
  func write(
    _ node: JSONNode, as model: ModelDescription, under key: String? = nil, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    switch self {
    case .nothing: return try model.export(node, to: &writer, isWritten: false)
    case .line:
      let start = writer.count
      let rounded = try model.export(node, to: &writer)
      // A property of any JSON is written as it stood, which may be on several lines.
      if writer.hasLineBreak(since: start) {
        let text = writer.withUnsafeBytes { Array($0[start...]) }
        writer.truncate(to: start)
        JSONFormatter.compact.write(try JSONDocument(parsing: JSONBytes(text)).root, to: &writer)
      }
      writer.raw("\n")
      return rounded
    case .element:
      writer.raw(",\n  ")
      if let key {
        writer.string(key)
        writer.raw(": ")
      }
      return try writeIndented(node, model, level: 1, to: &writer)
    case .value:
      let rounded = try writeIndented(node, model, level: 0, to: &writer)
      writer.raw("\n")
      return rounded
    }
  }

  private func writeIndented(
    _ node: JSONNode, _ model: ModelDescription, level: Int, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    var compact = JSONWriter()
    let rounded = try model.export(node, to: &compact)
    let document = try JSONDocument(parsing: JSONBytes(compact.finish()))
    JSONFormatter(.indented(2), level: level).write(document.root, to: &writer)
    return rounded
  }
}

extension ModelDescription {
  /// Any JSON, written as it is.
  package static let anyValue = ModelDescription(
    name: "JSON", properties: [], diagnose: { _, _ in [] },
    export: { node, writer, isWritten in
      if isWritten { JSONFormatter.compact.write(node, to: &writer) }
      return RewrittenValues()
    })
}
