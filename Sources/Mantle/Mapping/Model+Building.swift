/// The reason why a named value cannot be used for a property.
enum PropertyValueError: DescribedError, Sendable, Hashable {
  /// The model has no property of this name.
  case unknownName
  /// The property has no value, no default, and cannot be nil.
  case missing
  /// The type of the value differs from the type of the property, which is named by `expected`.
  case wrongType(expected: String)

  var description: String {
    switch self {
    case .unknownName: "no such property"
    case .missing: "no value and no default"
    case .wrongType(let expected): "a value of another type than \(expected)"
    }
  }
}

extension Model {
  /// Creates a model from values by the properties' Swift names, not JSON keys: the inverse of
  /// ``propertyValues``.
  ///
  /// A property without a value takes its default, or nil. Validation rules and hooks run as after decoding.
  ///
  ///     let values = try Task.decode(json: #"{"id": 1, "title": "a"}"#).propertyValues
  ///     let same = try Task.build(from: values)
  ///
  /// Values of a type other than that of the property are not converted.
  ///
  /// - Throws: a ``ValidationFailure`` with every problem: an unknown name, a value of the wrong type, a
  ///   missing value or a violated rule. A ``MappingError`` if the definition is wrong.
  public static func build(from values: [PropertyValue]) throws -> Self {
    let mapping = mapping
    try mapping.checkDefinition()
    var model = try ValueAssembler(values, of: mapping).assembled(by: mapping)
    let context = DecodingContext(minimumSeverity: .error)
    for hook in mapping.options.afterDecoding { try hook(&model, context) }
    for rule in mapping.options.rules {
      do { try rule(&model) } catch {
        throw ValidationFailure(problems: [
          ValidationProblem(model: mapping.name, property: nil, underlying: error)
        ])
      }
    }
    return model
  }
}

/// An assembler that provides the property values from a list of named values, as in ``Model/build(from:)``.
final class ValueAssembler<Root>: ModelAssembler {
  private let model: String
  private let values: [String: PropertyValue]
  private let runsRules: Bool
  private var problems: [ValidationProblem] = []
  private var next = 0

  init(_ values: [PropertyValue], of mapping: Mapping<Root>, runsRules: Bool = true) {
    model = mapping.name
    self.runsRules = runsRules
    self.values = Dictionary(values.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    let known = Set(mapping.properties.map(\.name))
    for value in values where !known.contains(value.name) {
      report(value.name, PropertyValueError.unknownName)
    }
  }

  /// Creates a model of a mapping from the named values.
  ///
  /// - Throws: a ``ValidationFailure`` with every problem.
  func assembled(by mapping: Mapping<Root>) throws -> Root {
    do {
      let root = try mapping.assemble(self)
      if problems.isEmpty { return root }
    } catch is ProblemsRecorded {
      try mapping.assembleRest(self, from: next)
    }
    throw ValidationFailure(problems: problems)
  }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    let name = property.name
    do {
      var value: Value
      if let given = values[name] {
        guard let typed: Value = given.converted() else {
          throw PropertyValueError.wrongType(expected: TypeName.written(Value.self))
        }
        value = typed
      } else if let substitute = property.definition.defaultValue?()
        ?? property.transformer.valueForAbsentKey()
      {
        value = substitute
      } else {
        throw PropertyValueError.missing
      }
      if runsRules { for rule in property.definition.rules { value = try rule(value) } }
      return value
    } catch {
      report(name, error)
      throw ProblemsRecorded()
    }
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    values[property.name] == nil && !property.hasDefault
  }

  private func report(_ property: String, _ error: any Error) {
    problems.append(ValidationProblem(model: model, property: property, underlying: error))
  }
}
