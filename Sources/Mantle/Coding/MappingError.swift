/// A mistake in a mapping's definition that the compiler could not see, found when the mapping is first used.
public struct MappingError: Error, Sendable, Hashable {
  /// What is wrong with a definition.
  package enum Reason: Sendable, Hashable {
    /// Properties of one type are listed in another order than the initialiser's parameters.
    case swapped
    /// One property is written where another one's container is, or two are written to one place.
    case collision(JSONKeyPath)
    /// The property is written but its transformer has no reverse.
    case irreversible(transformer: String)
    /// The path cannot be used with the property's type.
    case unusablePath(JSONKeyPath, why: String)
    /// The text of the summary cannot be used.
    case unusableSummary(String, why: String)
    /// Class clusters that name each other.
    case cycle
    /// Anything else, in words.
    case other(String)
  }

  /// The model whose definition is wrong.
  package let model: String
  /// The properties concerned, by name.
  package let properties: [String]
  /// What is wrong with it.
  package let reason: Reason

  package init(model: String, properties: [String], reason: Reason) {
    self.model = model
    self.properties = properties
    self.reason = reason
  }
}

extension MappingError: DescribedError {
  public var description: String {
    let names = properties.isEmpty ? model : properties.map { "\(model).\($0)" }.joined(separator: " and ")
    return switch reason {
    case .swapped where properties.count > 2:
      "\(names): listed in another order than the initialiser's parameters, so each gets another one's value"
    case .swapped:
      "\(names): listed in the order opposite to the initialiser's parameters, so their values are swapped"
    case .collision(let path):
      "\(names): both are written at `\(path)`; give one another path, or make it decode-only"
    case .irreversible(let transformer):
      "\(names): the transformer `\(transformer)` has no reverse; make the property decode-only or give it one"
    case .unusablePath(let path, let why):
      "\(names): the path `\(path)` cannot be used: \(why)"
    case .unusableSummary(let text, let why):
      "\(names): the summary `\(text)` cannot be used: \(why)"
    case .cycle:
      "\(names): the class cluster leads back to itself"
    case .other(let words):
      "\(names): \(words)"
    }
  }
}
