import Mantle

/// The models of a text and nothing else, with their mapped keys only, as the models write them.
///
/// What stands around the models, such as an object with a count beside the list, is left out of every format.
package struct ModelExport {
  private let model: ModelDescription
  private var errors: [Diagnostic] = []
  private var texts: [[UInt8]] = []
  private let isList: Bool

  /// - Parameter place: where the models are in the text.
  package init(_ model: ModelDescription, at place: JSONKeyPath) {
    self.model = model
    isList = place.components.contains(.each)
  }

  /// Whether the place holds one model and it is not there.
  package var isMissing: Bool { !isList && texts.isEmpty && errors.isEmpty }

  /// Adds a model; its errors are kept for ``json()`` and ``lines()``.
  ///
  /// - Throws: why a model that was read cannot be written.
  package mutating func add(_ node: JSONNode) throws {
    var writer = JSONWriter(capacity: 512)
    do {
      try model.export(node, to: &writer)
      texts.append(writer.finish())
    } catch let failure as DecodingFailure {
      errors += failure.diagnostics
    }
  }

  /// A single model as an object, several as an array.
  ///
  /// - Throws: a `DecodingFailure` with every error of every model.
  package func json() throws -> [UInt8] {
    let text = Array(try checked().joined(separator: [0x2C]))
    return isList ? [0x5B] + text + [0x5D] : text
  }

  /// A line for each model.
  ///
  /// - Throws: a `DecodingFailure` with every error of every model.
  package func lines() throws -> [UInt8] { try checked().flatMap { $0 + [0x0A] } }

  private func checked() throws -> [[UInt8]] {
    guard errors.isEmpty else { throw DecodingFailure(errors) }
    return texts
  }
}
