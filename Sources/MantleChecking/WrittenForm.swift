import Mantle

/// The part of each model's value that a checker writes.
package enum WrittenContents: Sendable {
  /// Only the mapped keys are written, as the model encodes them.
  case mappedKeys
  /// The whole value is written as in the input. If `isChecked`, the value must be decodable as its model.
  case everything(isChecked: Bool)
}

/// The form in which a checker writes each decoded model.
package enum WrittenForm: Sendable {
  /// Each model is written as compact JSON on one line. With the input, the line is an array of this JSON and the value
  /// from which the model was decoded.
  case line(withInput: Bool)
  /// Each model is written as an element of an indented array, or as a member of an indented object if it has a key. A
  /// comma precedes it.
  case element
  /// Each model is written as an indented value, followed by a line break.
  case value
  /// Nothing is written: the models are only decoded, to find problems.
  case nothing

  /// Decodes a value as a model, and writes the model in this form.
  ///
  /// - Parameter key: the key of a model that is written as a member of an object; nil for an element.
  /// - Returns: the values whose written form differs from the input.
  /// - Throws: a ``DecodingFailure`` if the value cannot be decoded as the model, or an encoding error. A part of the
  ///   model may have been written then.
  func write(
    _ node: JSONNode, as model: ModelDescription, under key: String? = nil, to writer: inout JSONWriter
  ) throws -> RewrittenValues {
    switch self {
    case .nothing: return try model.export(node, to: &writer, isWritten: false)
    case .line(let hasInput):
      if hasInput { writer.raw("[") }
      let start = writer.count
      let rounded = try export(node, as: model, to: &writer)
      // A property of any JSON type is written unchanged, and may span several lines.
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

  /// Writes a value as a model encodes it. Numbers that the model does not change keep their notation.
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
  /// The model of any JSON value, which is decoded without problems and written unchanged.
  package static let anyValue = ModelDescription(
    name: "JSON", properties: [], diagnose: { _, _ in [] },
    export: { node, writer, isWritten in
      if isWritten { JSONFormatter.compact.write(node, to: &writer) }
      return RewrittenValues()
    })
}
