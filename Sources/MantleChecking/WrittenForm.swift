import Mantle

/// The contents that a checker writes of each model.
package enum WrittenContents: Sendable {
  /// The mapped keys, as the model encodes them.
  case mappedKeys
  /// The value as it is in the input. A checked value must have its model.
  case everything(isChecked: Bool)
}

/// The form in which a checker writes each decoded model.
package enum WrittenForm: Sendable {
  /// Compact JSON on one line, or an array of it and the value from which the model was decoded.
  case line(withInput: Bool)
  /// An element of an indented array, or a member of an object if it has a key, after a
  /// comma.
  case element
  /// An indented value.
  case value
  /// The models are decoded but not written.
  case nothing

  /// Decodes a value as a model and writes it.
  ///
  /// - Parameter key: the key of the member; nil for an element.
  /// - Returns: the values that are written differently.
  /// - Throws: a ``DecodingFailure`` if the value does not have the model, or the error of
  ///   encoding. In that case part of the model may have been written.
  func write(
    _ node: JSONNode, as model: ModelDescription, under key: String? = nil, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    switch self {
    case .nothing: return try model.export(node, to: &writer, isWritten: false)
    case .line(let hasInput):
      if hasInput { writer.raw("[") }
      let start = writer.count
      let rounded = try export(node, as: model, to: &writer)
      // A property with any JSON value is written unchanged, which may take several lines.
      if writer.hasLineBreak(since: start) {
        let text = writer.withUnsafeBytes { Array($0[start...]) }
        writer.truncate(to: start)
        JSONFormatter.compact.write(try JSONDocument(parsing: JSONBytes(text)).root, to: &writer)
      }
      if hasInput {
        writer.raw(",")
        JSONFormatter.compact.write(node, to: &writer)
      }
      writer.raw(hasInput ? "]\n" : "\n")
      return rounded
    case .element:
      writer.raw(",\n  ")
      if let key {
        writer.writeString(key)
        writer.raw(": ")
      }
      return try writeIndented(node, model, level: 1, to: &writer)
    case .value:
      let rounded = try writeIndented(node, model, level: 0, to: &writer)
      writer.raw("\n")
      return rounded
    }
  }

  /// Writes a value as a model. A number that the model does not change keeps its spelling.
  private func export(
    _ node: JSONNode, as model: ModelDescription, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    let start = writer.count
    let rewritten = try model.export(node, to: &writer)
    guard node.hasSpelledNumbers else { return rewritten }
    let text = JSONBytes(writer.withUnsafeBytes { Array($0[start...]) })
    let written = try JSONDocument(parsing: text, limits: JSONLimits(depth: .max)).root
    let splices = written.splicesSpelling(numbersAs: node)
    guard !splices.isEmpty else { return rewritten }
    writer.truncate(to: start)
    writer.writeRawJSON(try text.applying(splices))
    return rewritten
  }

  private func writeIndented(
    _ node: JSONNode, _ model: ModelDescription, level: Int, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    var compact = JSONWriter()
    let rounded = try export(node, as: model, to: &compact)
    let document = try JSONDocument(parsing: JSONBytes(compact.finish()))
    JSONFormatter(.indented(2), level: level).write(document.root, to: &writer)
    return rounded
  }
}

extension ModelDescription {
  /// The model of any JSON value, which is written unchanged.
  package static let anyValue = ModelDescription(
    name: "JSON", properties: [], diagnose: { _, _ in [] },
    export: { node, writer, isWritten in
      if isWritten { JSONFormatter.compact.write(node, to: &writer) }
      return RewrittenValues()
    })
}
