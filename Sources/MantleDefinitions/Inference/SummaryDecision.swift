import Mantle

/// The choice of the summary by which the rows of an inferred model can be distinguished,
/// from the statistics of its properties and of the models directly inside it.
///
/// A summary consists of up to four properties, in this order: the time of a log entry, a
/// number such as `#12`, a state, and a title. The title is the property with a usual name
/// for titles, or else the first string that identifies objects.
///
/// ```
/// {createdAt} {level} {message}
/// #{number} {state} {title}
/// ```
struct SummaryDecision {
  /// A property that may be part of a summary.
  private struct Candidate {
    /// The name in the summary, with that of the outer property if the property is nested.
    let name: String
    /// The property name in lowercase.
    let key: String
    /// The type without null and absence.
    let type: DefinedType
    /// The statistics of the property.
    let evidence: PropertyEvidence

    /// Creates a candidate.
    ///
    /// - Parameter outer: the name of the property that contains the model; nil for the model
    ///   itself.
    init(_ property: DefinedProperty, _ evidence: PropertyEvidence, in outer: String?) {
      name = (outer.map { $0 + "." } ?? "") + property.name
      key = property.name.lowercased()
      type = property.type.unwrapped
      self.evidence = evidence
    }

    /// Whether the value is text to be read.
    var isText: Bool {
      switch type {
      case .string, .url, .enumeration: true
      default: false
      }
    }
  }

  /// The inferred models.
  private let models: InferredModels

  /// Creates a choice among the properties of inferred models.
  init(_ models: InferredModels) { self.models = models }

  /// Returns the summary of a model; nil if no property is known to have different values.
  func summary(of model: DefinedModel) -> String? {
    let own = candidates(model)
    let inner = model.properties.flatMap { property in
      guard case .model(let name) = property.type, let inner = models.definition.model(name) else {
        return [Candidate]()
      }
      return candidates(inner, in: property.name)
    }
    let state = own.first { SummaryTemplate.states.contains($0.key) && $0.isText && $0.evidence.isEverywhere }
    let isLog = state.map { SummaryTemplate.levels.contains($0.key) } == true
    let texts = own.filter { $0.isText && $0.name != state?.name }
    let title =
      named(texts) ?? texts.first { $0.evidence.tellsApart && $0.evidence.isFrequent }
      ?? named(inner) ?? inner.first { $0.isText && $0.evidence.tellsApart && $0.evidence.isFrequent }
      ?? (isLog ? titled(texts) : nil) ?? own.first { $0.type == .instant && $0.evidence.tellsApart }
    let numbers = SummaryTemplate.numbers + (title == nil ? SummaryTemplate.identifiers : [])
    let number = own.first {
      numbers.contains($0.key) && $0.type == .integer && $0.evidence.isEverywhere
    }
    let time = own.first { $0.type == .instant && $0.evidence.isEverywhere && $0.name != title?.name }
    let parts = [
      isLog ? time.map { "{\($0.name)}" } : nil, number.map { "#{\($0.name)}" }, state.map { "{\($0.name)}" },
      title.map { "{\($0.name)}" },
    ]
    return parts.contains { $0 != nil } ? parts.compactMap(\.self).joined(separator: " ") : nil
  }

  /// Returns the properties whose values differ.
  private func candidates(_ model: DefinedModel, in outer: String? = nil) -> [Candidate] {
    model.properties.compactMap { property in
      guard let evidence = models.evidence[model.name]?[property.name], evidence.varies else { return nil }
      return Candidate(property, evidence, in: outer)
    }
  }

  /// Returns the property with the most common name for a title, among those that identify
  /// objects.
  private func named(_ candidates: [Candidate]) -> Candidate? {
    titled(candidates.filter(\.evidence.tellsApart))
  }

  /// Returns the property with the most common name for a title, even if several objects
  /// share its values.
  private func titled(_ candidates: [Candidate]) -> Candidate? {
    SummaryTemplate.titles.lazy.compactMap { title in
      candidates.first { $0.key == title && $0.isText }
    }.first
  }
}

extension Shape {
  /// Whether the values are strings, or numbers, of which at least two are known to differ.
  var varies: Bool {
    if let texts { return texts.seen.count > 1 && texts.distinct?.count != 1 }
    if let numbers { return numbers.least < numbers.greatest }
    return false
  }
}
