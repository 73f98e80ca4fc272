import Mantle

/// Finds the model of a text that no known model fits from the text alone.
package protocol ModelInference: Sendable {
  /// - Parameters:
  ///   - name: what the text is called.
  ///   - limit: after about so many bytes the rest may be left aside.
  ///   - isCancelled: asked now and then; what is found then does not matter any more.
  /// - Returns: nil where the text holds no objects.
  func place(in bytes: JSONBytes, name: String, upTo limit: Int, isCancelled: () -> Bool) -> ModelPlace?

  /// The model of a text as a file: a definition, or another form where the path's suffix says so.
  ///
  /// - Parameter model: what the text is read as, which is written where a definition file says it; nil to infer one.
  func file(for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?) throws
    -> [UInt8]
}

/// A model that was inferred, and how much of the text it is known to describe.
struct InferredModel: Sendable {
  let place: ModelPlace
  /// Whether all of the text was read for it.
  let isComplete: Bool
  /// The state of the edits it was inferred at; 0 for the text as it was read.
  let revision: Int

  /// So much is read before the first screen: inference takes some 5 ms for it.
  static let sample = 1 << 20

  /// - Parameter place: a model, and where it was found: what stands beside its objects was found there too.
  init(place: ModelPlace, isComplete: Bool, revision: Int = 0) {
    self.place = ModelPlace(place.model.besideOtherValues, at: place.path)
    self.isComplete = isComplete
    self.revision = revision
  }

  /// From the beginning of a text.
  init?(sampling bytes: JSONBytes, name: String, by inference: any ModelInference) {
    guard let place = inference.place(in: bytes, name: name, upTo: Self.sample, isCancelled: { false }) else {
      return nil
    }
    self.init(place: place, isComplete: bytes.count <= Self.sample)
  }

  /// Where another model says something else, in a few words; nil where both say the same.
  func changes(to other: ModelPlace) -> String? {
    let (old, new) = (Self.types(of: place.model), Self.types(of: other.model))
    let changed = new.filter { old[$0.key] != $0.value }.count + old.keys.filter { new[$0] == nil }.count
    guard changed > 0 || other.path != place.path else { return nil }
    return changed == 1 ? "1 property" : "\(changed) properties"
  }

  /// The types of all properties, those of models inside included.
  private static func types(of model: ModelDescription) -> [String: String] {
    var types: [String: String] = [:]
    var waiting = [model]
    var seen: Set<String> = []
    while let model = waiting.popLast() {
      guard seen.insert(model.name).inserted else { continue }
      for property in model.properties {
        types["\(model.name).\(property.name)"] = property.typeName
        if let inner = property.shape.innerModel { waiting.append(inner) }
      }
    }
    return types
  }
}

extension ValueShape {
  fileprivate var innerModel: ModelDescription? {
    switch self {
    case .model(let reference): reference.description()
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innerModel
    default: nil
    }
  }
}
