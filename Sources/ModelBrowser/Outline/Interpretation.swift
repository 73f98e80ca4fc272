import Mantle
import MantleDocuments

/// The interpretation of a JSON value: plain JSON, a type, or a value on the path to the models.
indirect enum Interpretation: Sendable {
  case raw
  case typed(ValueShape)
  /// Models are further inside, each along the rest of a key path.
  case towards([Way])

  /// A model, and the remaining key path to it.
  struct Way: Sendable {
    let model: ModelReference
    let rest: ArraySlice<JSONKeyPath.Component>
    /// The indices of those `[]` of the path that lead into arrays only.
    let arraySteps: Set<Int>

    /// Whether it goes on in the elements of an array, and in no object.
    var isOfArray: Bool { arraySteps.contains(rest.startIndex) }
  }

  /// The interpretation of a whole text.
  init(_ pick: ModelPick) {
    self.init(
      pick.places.map { place in
        let model = ModelReference(place.model.name) { $0.map(place.model) ?? place.model }
        return Way(model: model, rest: place.path.components[...], arraySteps: place.arraySteps)
      })
  }

  private init(_ ways: [Way]) {
    // Lists of models may have models as siblings; then the kind of the value decides.
    if let here = ways.first(where: \.rest.isEmpty), !ways.contains(where: \.isOfArray) {
      self = .typed(.model(here.model))
    } else {
      self = ways.isEmpty ? .raw : .towards(ways)
    }
  }

  /// The interpretation of an array's elements.
  func element(at index: Int?) -> Interpretation {
    switch self {
    case .raw: return .raw
    case .typed(let shape):
      if case .array(let element) = shape.unwrapped { return .typed(element) }
      return .raw
    case .towards(let ways): return Interpretation(ways.stepping(index.map { .index($0) }))
    }
  }

  /// How the member of an object is read, where the object is not shown as a model: it is none, or too large to be parsed
  /// whole.
  func member(_ key: String) -> Interpretation {
    switch self {
    case .raw: return .raw
    case .typed(let shape):
      if case .dictionary(let value) = shape.unwrapped { return .typed(value) }
      return property(forKey: key).map { .typed($0.shape) } ?? .raw
    case .towards(let ways): return Interpretation(ways.filter { !$0.isOfArray }.stepping(.key(key)))
    }
  }

  /// The property that the member of a model is read as.
  func property(forKey key: String) -> PropertyDescription? {
    let path = JSONKeyPath(key: key)
    return typeModel?.properties.first { $0.keyPaths.contains(path) }
  }

  /// The model an object is read as.
  func model(for node: JSONNode) -> ModelDescription? {
    guard node.kind == .object else { return nil }
    switch self {
    case .typed(let shape):
      guard case .model(let reference) = shape.unwrapped else { return nil }
      return reference.description(for: node)
    case .towards(let ways): return ways.first(where: \.rest.isEmpty)?.model.description(for: node)
    case .raw: return nil
    }
  }

  /// Whether models are further inside.
  var isOnTheWay: Bool {
    if case .towards = self { true } else { false }
  }

  /// The name of the models that are the elements of a list read like this.
  var elementModelName: String? {
    switch self {
    case .raw: nil
    case .typed(let shape): if case .model = shape.unwrapped { nil } else { shape.modelName }
    case .towards(let ways): ways.first { $0.rest.elementsEqual([.each]) }?.model.name
    }
  }

  /// Whether an object's keys are data.
  var isOfAnyKeys: Bool {
    switch self {
    case .raw: false
    case .typed(let shape): if case .dictionary = shape.unwrapped { true } else { false }
    case .towards(let ways): ways.contains { $0.rest.first == .each }
    }
  }

  /// The models inside a value that is none itself, by their paths in it.
  var innerPlaces: [ModelPlace] {
    guard case .towards(let ways) = self else { return [] }
    return ways.compactMap { way in
      way.model.description().map { ModelPlace($0, at: JSONKeyPath(Array(way.rest))) }
    }
  }

  var isTyped: Bool {
    if case .typed = self { true } else { false }
  }

  /// The model that values read like this have, where one is enough to say which.
  var typeModel: ModelDescription? {
    switch self {
    case .typed(let shape):
      if case .model(let reference) = shape.unwrapped { reference.description() } else { nil }
    case .raw, .towards: nil
    }
  }
}

extension [Interpretation.Way] {
  /// The ways that go on after a step; nil is an element whose number is not known.
  fileprivate func stepping(_ component: JSONKeyPath.Component?) -> [Interpretation.Way] {
    compactMap { way in
      guard let next = way.rest.first, next == .each || next == component else { return nil }
      return Interpretation.Way(
        model: way.model, rest: way.rest.dropFirst(), arraySteps: way.arraySteps)
    }
  }
}

extension ValueShape {
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
