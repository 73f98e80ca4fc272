/// Why a value by name cannot become a property.
public enum PropertyValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The model has no property of this name.
  case unknownName
  /// The property has no value, no default, and cannot be nil.
  case missing
  /// The value is of another type than the property.
  case wrongType(expected: String)

  public var description: String {
    switch self {
    case .unknownName: "no such property"
    case .missing: "no value and no default"
    case .wrongType(let expected): "a value of another type than \(expected)"
    }
  }
}

extension Model {
  /// A model from values by the properties' Swift names, not JSON keys: the way back from ``propertyValues``.
  ///
  /// A property without a value takes its default, or nil. Rules and hooks run as after decoding (UX-89).
  ///
  /// - Throws: a ``ValidationFailure`` with every problem: a name the model does not have (UX-72), a value of the
  ///   wrong type, a missing one, a broken rule. A ``MappingError`` when the definition itself is wrong.
  public static func build(from values: [PropertyValue]) throws -> Self {
    try mapping.build(PropertyValueSource(values, of: mapping))
  }

  /// This model with another one's values merged into the properties both have, by name and type; what the
  /// other one lacks stays as it is.
  ///
  /// For models that are related without being the same: a base and what derives from it, a summary and the
  /// whole.
  public func merging<Other: Model>(
    propertiesOf other: Other, _ policy: MergePolicy = .keepIfNil
  ) throws -> Self {
    let mapping = Self.mapping
    var values = Dictionary(
      mapping.allValues(of: self).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var shared: Set<String> = []
    for value in Other.mapping.allValues(of: other) {
      guard let own = values[value.name], value.hasType(of: own) else { continue }
      values[value.name] = value
      shared.insert(value.name)
    }
    let incoming = try mapping.engine.build(
      PropertyValueSource(Array(values.values), of: mapping, runsRules: false))
    return try mapping.merge(self, incoming, policy, among: shared)
  }
}

extension Mapping {
  fileprivate func build(_ source: PropertyValueSource) throws -> Root {
    try check()
    var root: Root
    do { root = try engine.build(source) } catch is ProblemsRecorded {
      throw ValidationFailure(problems: source.problems)
    }
    guard source.problems.isEmpty else { throw ValidationFailure(problems: source.problems) }
    let context = DecodingContext(collects: false)
    for hook in options.finish { try hook(&root, context) }
    for rule in options.rules {
      do { try rule(&root) } catch {
        throw ValidationFailure(problems: [ValidationProblem(model: name, property: nil, underlying: error)])
      }
    }
    return root
  }

  /// Every property's value, those of storage none included.
  fileprivate func allValues(of root: Root) -> [PropertyValue] {
    properties.map { $0.value(root) }
  }
}

/// Gives a model's properties one after another, from values by name.
@usableFromInline final class PropertyValueSource {
  private let model: String
  private let values: [String: PropertyValue]
  private let runsRules: Bool
  private(set) var problems: [ValidationProblem] = []

  init<Root>(_ values: [PropertyValue], of mapping: Mapping<Root>, runsRules: Bool = true) {
    model = mapping.name
    self.runsRules = runsRules
    self.values = Dictionary(values.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    let known = Set(mapping.properties.map(\.name))
    for value in values where !known.contains(value.name) {
      report(value.name, PropertyValueError.unknownName)
    }
  }

  /// The next property's value; nil when it has none, which is then on record.
  @usableFromInline func next<Owner, Value>(_ property: Property<Owner, Value>) -> Value? {
    let name = property.name
    do {
      var value: Value
      if let given = values[name] {
        guard let typed: Value = given.converted() else {
          throw PropertyValueError.wrongType(expected: TypeName.written(Value.self))
        }
        value = typed
      } else if let substitute = property.options.defaultValue?() ?? property.transformer.valueForAbsentKey()
      {
        value = substitute
      } else {
        throw PropertyValueError.missing
      }
      if runsRules { for rule in property.options.rules { value = try rule(value) } }
      return value
    } catch {
      report(name, error)
      return nil
    }
  }

  /// Stops the model when a property has no value.
  @usableFromInline func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ProblemsRecorded() }
    return value
  }

  /// Whether what an initialiser set for a property stays, because nothing else is said about it.
  func keepsInitialValue<Owner, Value>(_ property: Property<Owner, Value>) -> Bool {
    values[property.name] == nil && property.options.defaultValue == nil
  }

  private func report(_ property: String, _ error: any Error) {
    problems.append(ValidationProblem(model: model, property: property, underlying: error))
  }
}
