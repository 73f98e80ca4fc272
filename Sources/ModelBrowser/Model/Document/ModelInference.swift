import Mantle
import MantleArchiving
import MantleDocuments

/// Infers models from data.
package protocol ModelInference: Sendable {
  /// Infers the model of a document.
  ///
  /// - Parameters:
  ///   - name: the name of the document, which the model is named after.
  ///   - decisions: the types that the user has already chosen.
  ///   - limit: the approximate number of bytes after which inference may skip the rest.
  ///   - isCancelled: polled periodically; the result of a cancelled inference is ignored.
  /// - Returns: nil if the text contains no objects.
  func place(
    in bytes: JSONBytes, name: String, deciding decisions: [TypeDecision], upTo limit: Int,
    isCancelled: () -> Bool
  ) -> ModelPlace?

  /// Returns models for the classes of an archive that no known model declares.
  func models(ofClassesIn archive: ArchiveGraph, besides known: [ModelDescription]) -> [ModelDescription]

  /// Returns the content of a file that describes the model of a text: a definition, or another form according to the path's
  /// suffix.
  ///
  /// - Parameters:
  ///   - model: the model of the text, which is written if it comes from a definition file; nil to infer one.
  ///   - isCancelled: called periodically; if it returns true, the result is ignored.
  func file(
    for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?,
    deciding decisions: [TypeDecision], isCancelled: () -> Bool
  ) throws -> [UInt8]

  /// Returns a model pick with the types of its definition changed.
  ///
  /// - Throws: an error if no definition file defines the model, or if a type is invalid.
  func pick(_ pick: ModelPick, deciding decisions: [TypeDecision], in bytes: JSONBytes) throws -> ModelPick

  /// Returns the types that the values of a property could have, the likeliest first.
  ///
  /// - Parameter types: the types to try, counting the values that do not fit; nil for all plausible types.
  /// - Throws: an error for an invalid type.
  func choices(of property: PropertyPlace, among types: [String]?, in bytes: JSONBytes) throws -> [TypeChoice]

  /// Returns the property that a property would become if its values had a type; nil if the type leads to no property.
  ///
  /// - Throws: an error for an invalid type.
  func property(_ property: PropertyPlace, as type: String, in bytes: JSONBytes) throws
    -> PropertyDescription?

  /// Returns a value with a newer one merged into it.
  ///
  /// - Parameters:
  ///   - isList: whether the model describes the elements of the values rather than the values.
  ///   - model: the model of the older value, whose definition determines how properties are merged.
  func merged(
    _ newer: JSONNode, over older: JSONNode, isList: Bool, readAs model: ModelDescription?
  ) throws -> [UInt8]

  /// Returns the file that defines a model; nil if no file does.
  func file(defining model: ModelDescription) -> String?

  /// Returns the definition file of a model that was found next to the data or in the user's folder, rather
  /// than named on the command line; otherwise nil.
  func discoveredFile(defining model: ModelDescription) -> String?
}

extension ModelInference {
  func models(ofClassesIn archive: ArchiveGraph, besides known: [ModelDescription]) -> [ModelDescription] {
    []
  }

  func discoveredFile(defining model: ModelDescription) -> String? { nil }

  func property(_ property: PropertyPlace, as type: String, in bytes: JSONBytes) throws
    -> PropertyDescription?
  {
    nil
  }
}

/// A model that was inferred from all or a part of a document.
struct InferredModel: Sendable {
  let place: ModelPlace
  /// Whether the model was inferred from the whole document.
  let isComplete: Bool
  /// The revision of the edits that the model was inferred from; 0 for the original text.
  let revision: Int
  /// The type decisions that differ from the inferred types.
  let decisions: [TypeDecision]

  /// The maximum size of a text that is read whole before the first screen; its inference takes about 5 ms.
  static let maximumReadWhole = 1 << 20
  /// The number of bytes read of a larger text. In a test of 87 files, reading four times as many improved no further model.
  private static let sample = 1 << 18
  /// The number of bytes read for the summary of a checked file whose model is known.
  static let maximumSummed = 1 << 26

  /// Creates the result of an inference.
  ///
  /// - Parameter place: an inferred model and its key path. The other values at this path belong to the same document.
  init(place: ModelPlace, isComplete: Bool, revision: Int = 0, decisions: [TypeDecision] = []) {
    self.place = ModelPlace(place.model.besideOtherValues, at: place.path)
    self.isComplete = isComplete
    self.revision = revision
    self.decisions = decisions
  }

  /// Infers a model from a prefix of the text, or from all of a small text; nil if no model is found.
  init?(
    sampling bytes: JSONBytes, name: String, by inference: any ModelInference, revision: Int = 0,
    deciding decisions: [TypeDecision] = []
  ) {
    let isComplete = bytes.count <= Self.maximumReadWhole
    guard
      let place = inference.place(
        in: bytes, name: name, deciding: decisions, upTo: isComplete ? Self.maximumReadWhole : Self.sample,
        isCancelled: { false })
    else { return nil }
    self.init(place: place, isComplete: isComplete, revision: revision, decisions: decisions)
  }

  /// Returns a short description of the differences from another model; nil if the models are equal.
  func changes(to other: ModelPlace) -> String? {
    let (old, new) = (Self.types(of: place.model), Self.types(of: other.model))
    let changed = new.filter { old[$0.key] != $0.value }.map { "\($0.key) is \($0.value)" }.sorted()
    let gone = old.keys.filter { new[$0] == nil }.map { "\($0) is no longer a property" }.sorted()
    let words = changed + gone
    guard !words.isEmpty else {
      return other.path == place.path ? nil : "models are at `\(other.path)`"
    }
    let shown = words.prefix(Self.maximumNamed).joined(separator: ", ")
    return words.count > Self.maximumNamed ? "\(shown), and \(words.count - Self.maximumNamed) more" : shown
  }

  /// The maximum number of changes that are listed, in a few words each.
  private static let maximumNamed = 3

  /// Returns the types of all properties, including those of nested models.
  private static func types(of model: ModelDescription) -> [String: String] {
    var types: [String: String] = [:]
    for model in model.withInnerModels().map(\.model) {
      for property in model.properties { types["\(model.name).\(property.name)"] = property.typeName }
    }
    return types
  }
}
