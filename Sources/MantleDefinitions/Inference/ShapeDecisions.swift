import Mantle

extension Shape {
  /// Infers the models of the observed values.
  ///
  /// The same evidence gives the same definition, regardless of the order of the samples.
  ///
  /// - Parameters:
  ///   - rootName: the name of the root value, e.g. `Issue`.
  ///   - elementName: the name of the root's elements if the root is a list or a map.
  ///   - overrides: the decisions that were made before.
  ///   - propertyNames: the rules for the names of properties.
  func models(
    rootName: String, elementName: String, overrides: InferenceOverrides, propertyNames: PropertyNames
  ) -> InferredModels {
    let shape = copy()
    let unused = overrides.apply(to: shape)
    MapDecision.collapseMaps(in: shape, named: rootName)
    ClusterDecision.resolve(shape)
    // The joined statistics of several locations may indicate a map that none of them
    // indicates alone, and they may refute a cluster.
    repeat {
      ShapeMerging.merge(shape)
      ClusterDecision.resolve(shape)
    } while MapDecision.collapseMaps(in: shape, named: rootName)
    // A list of objects and a single object have models of the same name.
    let name = shape.arrays == nil ? rootName : elementName
    var decisions = ShapeDecisions(ModelNames(of: shape, named: name, elements: elementName), propertyNames)
    let root = decisions.type(of: shape, at: DecisionPlace(name: name))
    return InferredModels(
      // The type of the root may be any JSON as a whole, in which case no model is in use.
      definition: Definition(
        root: root.withOneListOfCases, models: root.modelNames.isEmpty ? [] : decisions.models),
      evidence: decisions.evidenceByModel,
      unusedOverrides: unused + decisions.refusals)
  }
}

/// The location of the values for which a type is inferred.
private struct DecisionPlace {
  /// The key of the value for which a type is inferred.
  let name: String
  /// The number of lists and maps that enclose the location in the inferred type.
  var depth = 0

  /// The maximum depth of a type; the parser of types accepts 64 levels.
  static let deepest = 60

  /// The location of the elements of the list, or of the values of the map, at this location: one level deeper in the
  /// type.
  var inside: DecisionPlace { DecisionPlace(name: name, depth: depth + 1) }
}

/// The inference of types and models from a shape, after ``MapDecision`` and ``ClusterDecision`` have decided which of
/// its objects are maps or clusters.
private struct ShapeDecisions {
  /// The models inferred so far, in the order of their first mention.
  private(set) var models: [DefinedModel] = []
  /// The statistics of the properties, by model and property.
  private(set) var evidenceByModel: [String: [String: PropertyEvidence]] = [:]
  /// The messages for overrides that cannot be applied, such as a property name that is
  /// taken, or a cluster without a discriminator.
  private(set) var refusals: [String] = []
  /// The names of the models, by their evidence.
  private let names: ModelNames
  private let propertyNames: PropertyNames
  private var described: Set<String> = []
  /// The maps whose values are being inferred, to detect recursion.
  private var openMaps: Set<ObjectIdentifier> = []
  /// The models whose properties are being inferred, to detect recursion.
  private var openModels: Set<String> = []

  init(_ names: ModelNames, _ propertyNames: PropertyNames) {
    self.names = names
    self.propertyNames = propertyNames
    refusals = names.refusals
  }

  /// Returns the type of the values at a location, and adds the models in it.
  mutating func type(of shape: Shape, at place: DecisionPlace) -> DefinedType {
    if place.depth > DecisionPlace.deepest { return .json }
    if let type = shape.overriddenType { return shape.nulls > 0 ? type.asOptional : type }
    let object = shape.objects.map { self.type(of: $0, at: place) }
    var types: [DefinedType] = []
    if shape.booleans > 0 { types.append(.boolean) }
    if let numbers = shape.numbers { types.append(numbers.type) }
    if let texts = shape.texts { types.append(texts.type(named: place.name)) }
    if let arrays = shape.arrays { types.append(.array(type(of: arrays.element, at: place.inside))) }
    if let object { types.append(object) }
    // Next to other types, `json` would include all of them, so objects without keys become a dictionary.
    let canBeMap = shape.objects?.hasHalfPairs == false
    if types.count > 1, object == .json, canBeMap { types[types.count - 1] = .dictionary(.json) }
    if shape.unread > 0 || types.contains(.json) { types = [.json] }
    let one: DefinedType = types.count > 1 ? .oneOf(types) : types.first ?? .json
    return shape.nulls > 0 ? one.asOptional : one
  }

  /// Returns the type of objects: a dictionary, a model, or any JSON for objects without
  /// keys.
  private mutating func type(of object: ObjectEvidence, at place: DecisionPlace) -> DefinedType {
    if let values = object.collapsedValues {
      // A map that contains itself has no finite type, because only models can be referred to by name.
      guard !object.hasHalfPairs, openMaps.insert(ObjectIdentifier(object)).inserted else { return .json }
      defer { openMaps.remove(ObjectIdentifier(object)) }
      return .dictionary(type(of: values, at: place.inside))
    }
    guard object.isModel, let name = names[object] else { return .json }
    guard described.insert(name).inserted else { return .model(name) }
    // The position among the models is that of the first mention.
    let position = models.count
    models.append(DefinedModel(name: name, properties: []))
    if object.decision == .cluster, object.variants.isEmpty {
      refusals.append(
        "\(name): not a `cluster`: not every object has one of at most 32 strings under one key such as `type` or `kind`"
      )
    }
    openModels.insert(name)
    defer { openModels.remove(name) }
    if object.variants.isEmpty {
      models[position].properties = properties(of: object, model: name)
      models[position].sayOnceHowNilIsWritten()
    } else {
      models[position].cluster = cluster(of: object, named: name)
    }
    return .model(name)
  }

  /// Returns the class cluster for the variants of objects.
  private mutating func cluster(of object: ObjectEvidence, named name: String) -> DefinedCluster {
    var cluster = DefinedCluster(discriminator: JSONKeyPath(key: object.variants[0].key))
    for variant in object.variants.sorted(by: { $0.text < $1.text }) {
      guard let evidence = variant.shape.objects else { continue }
      let type = type(of: evidence, at: DecisionPlace(name: variant.text))
      if case .model(let model) = type { cluster.models[variant.text] = model }
    }
    return cluster
  }

  /// Returns a property name for each member of a model. The names follow from the keys, or were chosen by the user; a
  /// chosen name that is in use is refused.
  private mutating func names(of members: [ObjectEvidence.Member], model: String) -> [String] {
    var names = propertyNames.names(of: members.map(\.key))
    for (number, member) in members.enumerated() {
      guard let name = member.value.override?.property, name != names[number] else { continue }
      if names.contains(name) {
        refusals.append("\(model).\(names[number]): another property is already named `\(name)`")
      } else {
        names[number] = name
      }
    }
    return names
  }

  /// Returns the properties of a model, and records their statistics.
  private mutating func properties(of object: ObjectEvidence, model: String) -> [DefinedProperty] {
    let members = object.members.sorted(by: ObjectEvidence.Member.isBefore)
    let propertyNames = names(of: members, model: model)
    return zip(members, propertyNames).map { member, name in
      evidenceByModel[model, default: [:]][name] = PropertyEvidence(member, in: object)
      let type = type(of: member.value, at: DecisionPlace(name: member.key)).withOneListOfCases
      // A property that contains its own model must be optional if the nesting ends below the inspected depth.
      let isEndless = member.value.tooDeep > 0 && type.modelNames.contains(where: openModels.contains)
      let isAlwaysThere =
        member.seen >= object.seen && !(isEndless && type.unwrapped.element == nil)
      var property = DefinedProperty(
        name: name, path: JSONKeyPath(key: member.key), type: isAlwaysThere ? type : type.asOptional,
        notes: member.value.override?.form == nil ? Suggestions.notes(member.key, member.value) : [])
      // An absent value is not written as null, unless null was observed too.
      if !isAlwaysThere, type.unwrapped == type {
        property.onNil = .omit
      } else if member.seen < object.seen, type.unwrapped != type {
        property.onNil = .keep
      }
      return property
    }
  }
}

extension DefinedModel {
  /// Moves the policy for nil from the properties to the model, if all optional properties
  /// have the same one.
  fileprivate mutating func sayOnceHowNilIsWritten() {
    let optional = properties.indices.filter { properties[$0].type.unwrapped != properties[$0].type }
    guard let first = optional.first, let policy = properties[first].onNil,
      optional.allSatisfy({ properties[$0].onNil == policy })
    else { return }
    onNil = policy
    for index in optional { properties[index].onNil = nil }
  }
}

extension Shape {
  /// The type that the user has chosen, if it does not depend on further inference.
  var overriddenType: DefinedType? {
    switch override?.form {
    case .type(let type): type
    case .cases: texts?.distinctTexts.map { .enumeration($0) }
    case .map, .model, .cluster, .elements, nil: nil
    }
  }
}

extension ObjectEvidence.Member {
  /// Returns whether a member precedes another one: members are ordered by their mean position in the objects, then by
  /// key, so that the order of the samples has no influence.
  fileprivate static func isBefore(_ a: Self, _ b: Self) -> Bool {
    // Joined results of many machines may have large counts, so the products need twice the width.
    let x = a.positions.multipliedFullWidth(by: max(b.seen, 1))
    let y = b.positions.multipliedFullWidth(by: max(a.seen, 1))
    return x == y ? a.key.precedesByBytes(b.key) : x < y
  }
}

extension NumberEvidence {
  /// The narrowest type that represents every observed number.
  ///
  /// - `integer`: only whole numbers in the range of `Int64`
  /// - `unsigned`: whole numbers from 0, some of them above that range
  /// - `double`: numbers with fractions that a `Double` writes with the same digits
  /// - `decimal`: numbers for which a `Double` is not exact, including long integers together with
  ///   fractions, and those above the range of `Int64` together with negative numbers
  /// - `json`: numbers that a `Decimal` cannot represent
  var type: DefinedType {
    if unheld > 0 { return .json }
    let decimal = isBeyondDecimal ? DefinedType.json : .decimal
    if isInexact { return decimal }
    if fractions > 0 { return hasLongIntegers || unsigned > 0 ? decimal : .double }
    if unsigned > 0 { return range.map { $0.lowerBound < 0 } == true ? .decimal : .unsigned }
    return .integer
  }
}
