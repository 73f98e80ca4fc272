import Mantle

/// How a JSON value is looked at: as plain JSON, as a type, or as something on the way to the models.
indirect enum Interpretation: Sendable {
  case raw
  case typed(ValueShape)
  /// The models are further inside, along the rest of a key path.
  case towards(ModelReference, ArraySlice<JSONKeyPath.Component>)

  /// How a whole text is read.
  init(_ pick: ModelPick) {
    self =
      pick.model.map { model in
        Interpretation(towards: ModelReference(model.name) { _ in model }, pick.path.components[...])
      } ?? .raw
  }

  private init(towards model: ModelReference, _ path: ArraySlice<JSONKeyPath.Component>) {
    self = path.isEmpty ? .typed(.model(model)) : .towards(model, path)
  }

  /// How the element of an array is read.
  func element(at index: Int?) -> Interpretation {
    switch self {
    case .raw: return .raw
    case .typed(let shape):
      if case .array(let element) = shape.unwrapped { return .typed(element) }
      return .raw
    case .towards(let model, let path):
      switch path.first {
      case .each: return Interpretation(towards: model, path.dropFirst())
      case .index(let wanted) where wanted == index: return Interpretation(towards: model, path.dropFirst())
      default: return .raw
      }
    }
  }

  /// How the member of an object is read, where the object is not itself a model.
  func member(_ key: String) -> Interpretation {
    switch self {
    case .raw: return .raw
    case .typed(let shape):
      if case .dictionary(let value) = shape.unwrapped { return .typed(value) }
      return .raw
    case .towards(let model, let path):
      return path.first == .key(key) ? Interpretation(towards: model, path.dropFirst()) : .raw
    }
  }

  /// The model an object is read as.
  func model(for node: JSONNode) -> ModelDescription? {
    guard node.kind == .object, case .typed(let shape) = self, case .model(let reference) = shape.unwrapped
    else { return nil }
    return reference.description(for: node)
  }

  /// Whether models are further inside.
  var isOnTheWay: Bool {
    if case .towards = self { true } else { false }
  }

  /// The name of the models that are the elements of a list read like this.
  var elementModelName: String? {
    switch self {
    case .raw: nil
    case .typed(let shape): shape.modelName
    case .towards(let model, let path): path.elementsEqual([.each]) ? model.name : nil
    }
  }

  var isTyped: Bool {
    if case .typed = self { true } else { false }
  }
}

extension ValueShape {
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Whether a value of this shape is shown on one row, with nothing inside.
  var isScalar: Bool {
    switch unwrapped {
    case .string, .integer, .number, .boolean, .url, .date, .uuid, .data, .enumeration: true
    case .json, .model, .array, .dictionary, .optional, .other: false
    }
  }

  /// The model inside, for words like `3 Labels`.
  var modelName: String? {
    switch unwrapped {
    case .model(let reference): reference.name
    case .array(let element), .dictionary(let element): element.modelName
    default: nil
    }
  }
}
