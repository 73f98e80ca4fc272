import Mantle
import MantleDocuments

extension ModelPlace {
  /// Returns the model of the values at a path that begins with the path of this place; nil if it is unknown.
  package func model(at path: JSONKeyPath) -> ModelDescription? {
    guard path.components.starts(with: self.path.components) else { return nil }
    return model.model(at: JSONKeyPath(Array(path.components.dropFirst(self.path.components.count))))
  }
}

extension ModelDescription {
  /// Returns the model of the values at a path in a value of this model; nil if the model does not determine it.
  fileprivate func model(at path: JSONKeyPath) -> ModelDescription? {
    path.components.reduce(self) { (model: ModelDescription?, component) in
      guard case .key(let key) = component else { return model }
      return model?.properties.first { $0.keyPaths.contains(JSONKeyPath(key: key)) }?.shape.innerModel
    }
  }
}

extension ValueShape {
  /// The model of values with this shape; for a list or dictionary, the model of its elements; nil if there is none.
  package var innerModel: ModelDescription? {
    switch self {
    case .model(let reference): reference.description()
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innerModel
    default: nil
    }
  }
}
