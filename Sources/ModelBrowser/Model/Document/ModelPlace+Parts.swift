import Mantle
import MantleDocuments

extension ModelPlace {
  /// The models inside a model that is too large to be read whole, those of lists and maps one by one; the model itself
  /// where it holds none.
  var parts: [ModelPlace] { parts(inside: [model.name]) }

  /// - Parameter names: the models around, which are not divided again.
  private func parts(inside names: [String]) -> [ModelPlace] {
    let parts = model.properties.flatMap { property in
      property.keyPaths.prefix(1).flatMap { key in
        Self.parts(
          of: property.shape, at: JSONKeyPath(path.components + key.components), inside: names)
      }
    }
    return parts.isEmpty ? [self] : parts
  }

  private static func parts(of shape: ValueShape, at path: JSONKeyPath, inside names: [String])
    -> [ModelPlace]
  {
    switch shape.unwrapped {
    case .model(let reference):
      guard let model = reference.description() else { return [] }
      // Nulls and values of other models do not count as errors of this model.
      let place = ModelPlace(model, at: path, isGuess: true)
      let isWhole = path.components.last == .each || names.contains(model.name)
      return isWhole ? [place] : place.parts(inside: names + [model.name])
    case .array(let element), .dictionary(let element):
      return parts(of: element, at: path.appending(.each), inside: names)
    default: return []
    }
  }
}
