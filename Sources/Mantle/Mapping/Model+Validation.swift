/// What a rule found wrong with one property, or with the model as a whole.
public struct ValidationProblem: DescribedError, Sendable {
  /// The model whose rule refused the value.
  public let model: String
  /// Nil for a rule over the whole model.
  public let property: String?
  /// What the rule threw.
  public let underlying: any Error

  public var description: String {
    "\([model, property].compactMap { $0 }.joined(separator: ".")): \(errorText(underlying))"
  }
}

/// Every rule a model breaks, in the order of the mapping, rules over the whole model last.
public struct ValidationFailure: DescribedError, Sendable {
  /// Every problem, in the order of the properties, the whole model's last.
  public let problems: [ValidationProblem]

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Model {
  /// Checks every property's rules, then the whole model's; values that rules substitute are set.
  ///
  /// - Throws: the first problem, as a ``ValidationProblem``; a ``MappingError`` where a rule substitutes the value of a
  ///   `let`, which cannot be set.
  public mutating func validate() throws {
    if let first = try Self.mapping.problems(of: &self, stopAtFirst: true).first { throw first }
  }

  /// Checks every rule and collects what is wrong.
  ///
  /// - Throws: a ``ValidationFailure`` with every problem; a ``MappingError`` as ``validate()``.
  public mutating func validateAll() throws {
    let problems = try Self.mapping.problems(of: &self, stopAtFirst: false)
    if !problems.isEmpty { throw ValidationFailure(problems: problems) }
  }
}

extension Mapping {
  fileprivate func problems(of root: inout Root, stopAtFirst: Bool) throws(MappingError)
    -> [ValidationProblem]
  {
    var problems: [ValidationProblem] = []
    var validator = PropertyValidator(root: root)
    for (index, property) in properties.enumerated() where problems.isEmpty || !stopAtFirst {
      do { try property.accept(&validator, at: index) } catch let error as MappingError { throw error } catch
      {
        problems.append(ValidationProblem(model: name, property: property.name, underlying: error))
      }
    }
    root = validator.root
    for rule in options.rules where problems.isEmpty || !stopAtFirst {
      do { try rule(&root) } catch {
        problems.append(ValidationProblem(model: name, property: nil, underlying: error))
      }
    }
    return problems
  }
}

/// Runs every property's rules over the model's present value; a substituted value is set.
private struct PropertyValidator<Root>: PropertyVisitor {
  var root: Root

  /// - Throws: what a rule throws; a ``MappingError`` where a rule substitutes a value and the property is a `let`.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard !property.definition.rules.isEmpty else { return }
    let present = root[keyPath: property.keyPath]
    let value = try property.definition.rules.reduce(present) { try $1($0) }
    if let keyPath = property.keyPath as? WritableKeyPath<Root, Value> {
      root[keyPath: keyPath] = value
    } else if isSubstitute(value, for: present, property) {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [property.name],
        reason: .other("a rule put another value in its place, and a `let` cannot be set; make it a `var`"))
    }
  }

  /// Whether a rule returned another value than it was given. Values that cannot be compared, and NaN, which equals
  /// nothing, are the same where they look the same.
  private func isSubstitute<Value>(_ value: Value, for present: Value, _ property: Property<Root, Value>)
    -> Bool
  {
    if Value.self is AnyObject.Type { return value as AnyObject !== present as AnyObject }
    return !property.areEqual(value, present) && String(reflecting: value) != String(reflecting: present)
  }
}
