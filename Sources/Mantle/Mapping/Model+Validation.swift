/// What a rule found wrong with one property, or with the model as a whole.
public struct ValidationProblem: Error, Sendable {
  public let model: String
  /// Nil for a rule over the whole model.
  public let property: String?
  /// What the rule threw.
  public let underlying: any Error
}

/// Every rule a model breaks, in the order of the mapping, rules over the whole model last.
public struct ValidationFailure: Error, Sendable {
  public let problems: [ValidationProblem]
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
    for property in properties where problems.isEmpty || !stopAtFirst {
      do { try property.validate(&root) } catch let error as MappingError { throw error } catch {
        problems.append(ValidationProblem(model: name, property: property.name, underlying: error))
      }
    }
    for rule in options.rules where problems.isEmpty || !stopAtFirst {
      do { try rule(&root) } catch {
        problems.append(ValidationProblem(model: name, property: nil, underlying: error))
      }
    }
    return problems
  }
}
