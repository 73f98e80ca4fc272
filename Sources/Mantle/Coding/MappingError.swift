/// A mistake in a mapping's definition that the compiler cannot detect, found when the mapping is first used.
///
/// Examples are two properties that are written to one path, a transformer without an encoding direction, and
/// a path that does not suit the type of its property. The error names the model and the properties:
///
/// ```swift
/// do { try User.mapping.check() } catch let error as MappingError {
///   print(error)
/// }
/// ```
///
/// The error is thrown under every ``DecodingPolicy``, because the program is wrong and not its input.
public struct MappingError: Error, Sendable, Hashable {
  /// The kind of mistake in a definition.
  package enum Reason: Sendable, Hashable {
    /// Properties of one type are listed in a different order than the parameters of the initializer.
    case swapped
    /// Two properties are written to the same path, or one property is written to a path at which another needs
    /// a container.
    case collision(JSONKeyPath)
    /// The property is encoded, but its transformer can only decode.
    case irreversible(transformer: String)
    /// The path cannot be used with the type of the property; `why` is the reason.
    case unusablePath(JSONKeyPath, why: String)
    /// The template of the model's summary cannot be used; `why` is the reason.
    case unusableSummary(String, why: String)
    /// Class clusters refer to each other in a cycle.
    case cycle
    /// Any other mistake, described in a sentence.
    case other(String)
  }

  /// The model whose definition is wrong.
  let model: String
  /// The names of the affected properties.
  package let properties: [String]
  /// The mistake in the definition.
  package let reason: Reason

  /// Creates an error for a mistake in the definition of a model.
  package init(model: String, properties: [String], reason: Reason) {
    self.model = model
    self.properties = properties
    self.reason = reason
  }
}

extension MappingError: DescribedError {
  /// The model, the properties, the mistake and its fix in one line.
  public var description: String {
    let names = properties.isEmpty ? model : properties.map { "\(model).\($0)" }.joined(separator: " and ")
    return switch reason {
    case .swapped where properties.count > 2:
      "\(names): listed in another order than the initializer's parameters, so each gets another one's value"
    case .swapped:
      "\(names): listed in the order opposite to the initializer's parameters, so their values are swapped"
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
