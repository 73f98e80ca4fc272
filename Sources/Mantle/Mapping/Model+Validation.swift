/// A violation of a validation rule by one property or by the whole model.
///
/// ``Model/validate()`` collects all problems in a ``ValidationFailure``.
public struct ValidationProblem: DescribedError, Sendable {
  /// The model whose rule was violated.
  public let model: String
  /// The name of the property; nil for a rule of the whole model.
  public let property: String?
  /// The error thrown by the rule.
  public let underlying: any Error

  /// The model, the property and the error in one line.
  public var description: String {
    "\([model, property].compactMap { $0 }.joined(separator: ".")): \(errorText(underlying))"
  }
}

/// All violations of a model's validation rules.
///
/// ```swift
/// do { try span.validate() } catch let failure as ValidationFailure {
///   for problem in failure.problems { print(problem.property ?? problem.model, problem.underlying) }
/// }
/// ```
public struct ValidationFailure: DescribedError, Sendable {
  /// The violations in the order of the properties, those of the whole model last.
  public let problems: [ValidationProblem]

  /// The descriptions of the problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Model {
  /// Checks the rules of every property, then those of the whole model.
  ///
  /// ```swift
  /// try Point(x: 4, y: 1).validate()
  /// ```
  ///
  /// Decoding runs the same rules. The rules of ``Property/normalized(_:)`` change a copy of the model, which
  /// the subsequent rules check.
  ///
  /// - Throws: a ``ValidationFailure`` with every violation.
  public func validate() throws {
    var copy = self
    try Self.mapping.run(&copy, refusesConstants: false)
  }

  /// Brings the values into the form that the rules of ``Property/normalized(_:)`` give them, and checks all rules.
  ///
  /// ```swift
  /// var point = Point(x: 4, y: 1)
  /// try point.normalize()
  /// ```
  ///
  /// - Throws: a ``ValidationFailure`` with every violation; a ``MappingError`` if a rule changes the value of a
  ///   `let`.
  public mutating func normalize() throws { try Self.mapping.run(&self, refusesConstants: true) }
}

extension Mapping {
  /// Whether ``Model/validate()`` has rules to check.
  package var hasRules: Bool { !options.rules.isEmpty || properties.contains(where: \.hasRules) }

  /// Runs all rules on a model and stores the values that rules change.
  ///
  /// - Parameter refusesConstants: whether a rule that changes the value of a `let` is a ``MappingError``.
  /// - Throws: a ``ValidationFailure`` with every violation.
  fileprivate func run(_ root: inout Root, refusesConstants: Bool) throws {
    var problems: [ValidationProblem] = []
    var validator = PropertyValidator(root: root, refusesConstants: refusesConstants)
    for (index, property) in properties.enumerated() {
      do { try property.accept(&validator, at: index) } catch let error as MappingError { throw error } catch
      {
        problems.append(ValidationProblem(model: name, property: property.name, underlying: error))
      }
    }
    root = validator.root
    for rule in options.rules {
      do { try rule(&root) } catch {
        problems.append(ValidationProblem(model: name, property: nil, underlying: error))
      }
    }
    if !problems.isEmpty { throw ValidationFailure(problems: problems) }
  }
}

/// A visitor that applies every property's rules to the current value and stores changed values.
private struct PropertyValidator<Root>: PropertyVisitor {
  var root: Root
  /// Whether a rule that changes the value of a `let` is an error. Otherwise the change is discarded.
  let refusesConstants: Bool

  /// Applies the rules of a property to its current value.
  ///
  /// - Throws: the error of a rule; a ``MappingError`` if a rule changes the value of a `let`.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard !property.definition.rules.isEmpty else { return }
    let present = root[keyPath: property.keyPath]
    let value = try property.definition.rules.reduce(present) { try $1($0) }
    if let keyPath = property.keyPath as? WritableKeyPath<Root, Value> {
      root[keyPath: keyPath] = value
    } else if refusesConstants, isSubstitute(value, for: present, property) {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [property.name],
        reason: .other("a validation rule replaced the value, and a `let` cannot be set: make it a `var`"))
    }
  }

  /// Returns whether a rule replaced the property's present value by another value. Values that are not
  /// Equatable, and NaN, which equals nothing, are also compared by their descriptions.
  private func isSubstitute<Value>(_ value: Value, for present: Value, _ property: Property<Root, Value>)
    -> Bool
  {
    if Value.self is AnyObject.Type { return value as AnyObject !== present as AnyObject }
    return !property.areEqual(value, present) && String(reflecting: value) != String(reflecting: present)
  }
}
