import Mantle
import MantleDocuments

/// The interpretation of a JSON value: plain JSON, a type, or a value on the path to the models.
struct Interpretation: Sendable {
  /// The type of the value; nil if it is not known.
  let shape: ValueShape?
  /// The models inside the value, each with the remaining key path.
  private let ways: [Way]

  /// A model, and the remaining key path to it.
  fileprivate struct Way: Sendable {
    let model: ModelReference
    let rest: ArraySlice<JSONKeyPath.Component>
    /// The indices of the `[]` components that match arrays only.
    let arraySteps: Set<Int>

    /// Whether the next step leads into the elements of an array, and not into an object.
    var isOfArray: Bool { arraySteps.contains(rest.startIndex) }
  }

  static let raw = Interpretation([])
  static func typed(_ shape: ValueShape) -> Interpretation { Interpretation(shape: shape, ways: []) }

  /// Creates the interpretation of a document's root.
  init(_ pick: ModelPick) {
    self.init(
      pick.places.map { place in
        let model = ModelReference(place.model.name) { $0.map(place.model) ?? place.model }
        return Way(model: model, rest: place.path.components[...], arraySteps: place.arraySteps)
      })
  }

  private init(shape: ValueShape?, ways: [Way]) { (self.shape, self.ways) = (shape, ways) }

  private init(_ ways: [Way]) {
    // A model and a list of models may share a path. Then the kind of the value decides.
    if let here = ways.first(where: \.rest.isEmpty), !ways.contains(where: \.isOfArray) {
      self = .typed(.model(here.model))
    } else {
      self.init(shape: nil, ways: ways)
    }
  }

  /// Returns the interpretation of an array's element, whose index may be unknown.
  func element(at index: Int?) -> Interpretation {
    guard let shape else { return Interpretation(ways.stepping(index.map { .index($0) })) }
    if case .array(let element) = shape.unwrapped { return .typed(element) }
    return .raw
  }

  /// Returns the interpretation of a member of an object that is not shown as a model, because it is not a model or is
  /// too large to be parsed whole.
  func member(_ key: String) -> Interpretation {
    guard let shape else { return Interpretation(ways.filter { !$0.isOfArray }.stepping(.key(key))) }
    if case .dictionary(let value) = shape.unwrapped { return .typed(value) }
    return property(forKey: key).map { .typed($0.shape) } ?? .raw
  }

  /// Returns the property that a member of a model is decoded as; nil if the key is unmapped.
  func property(forKey key: String) -> PropertyDescription? {
    let path = JSONKeyPath(key: key)
    return typeModel?.properties.first { $0.keyPaths.contains(path) }
  }

  /// Returns the model that an object is decoded as; nil if there is none.
  func model(for node: JSONNode) -> ModelDescription? {
    guard node.kind == .object else { return nil }
    let reference = shape?.reference ?? ways.first(where: \.rest.isEmpty)?.model
    return reference?.description(for: node)
  }

  /// Whether the value encloses models at known paths, without being a model itself.
  var enclosesModels: Bool { !ways.isEmpty }

  /// The name of the models that are the elements of a list with this interpretation; nil if there are none.
  var elementModelName: String? {
    guard let shape else { return ways.first { $0.rest.elementsEqual([.each]) }?.model.name }
    return if case .model = shape.unwrapped { nil } else { shape.modelName }
  }

  /// Whether an object with this interpretation is a map, whose keys are data.
  var isOfAnyKeys: Bool {
    if case .dictionary? = shape?.unwrapped { return true }
    return ways.contains { $0.rest.first == .each }
  }

  /// The models inside a value that is not a model itself, with their paths relative to the value.
  var innerPlaces: [ModelPlace] {
    ways.compactMap { way in
      way.model.description().map { ModelPlace($0, at: JSONKeyPath(Array(way.rest))) }
    }
  }

  /// The model of values with this interpretation; nil if there is none or if it depends on the value.
  var typeModel: ModelDescription? { shape?.reference?.description() }
}

extension [Interpretation.Way] {
  /// Returns the models that remain after a path component, with shorter paths. A nil component is an element with an
  /// unknown index.
  fileprivate func stepping(_ component: JSONKeyPath.Component?) -> [Interpretation.Way] {
    compactMap { way in
      guard let next = way.rest.first, next == .each || next == component else { return nil }
      return Interpretation.Way(
        model: way.model, rest: way.rest.dropFirst(), arraySteps: way.arraySteps)
    }
  }
}

extension ValueShape {
  /// The reference to the model of the values; nil if the values are not models.
  var reference: ModelReference? {
    if case .model(let reference) = unwrapped { reference } else { nil }
  }

  var isString: Bool { if case .string = unwrapped { true } else { false } }
  var isDate: Bool { if case .date = unwrapped { true } else { false } }

  /// Whether a value of this shape is shown in one row without children.
  var isScalar: Bool {
    switch unwrapped {
    case .string, .integer, .number, .boolean, .url, .date, .uuid, .data, .enumeration: true
    case .json, .model, .array, .dictionary, .optional, .other: false
    }
  }

  /// The name of the innermost model type, for text such as `3 Labels`; nil if there is none.
  var modelName: String? {
    switch unwrapped {
    case .model(let reference): reference.name
    case .array(let element), .dictionary(let element): element.modelName
    default: nil
    }
  }
}
