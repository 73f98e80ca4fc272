import Mantle

/// Decides what tells the rows of an inferred model apart, by what was seen of its properties and of those one model
/// further in.
struct SummaryDecision {
  /// A property by its name in a summary.
  private struct Candidate {
    let name: String
    let key: String
    let type: DefinedType
    let evidence: PropertyEvidence

    init(_ property: DefinedProperty, _ evidence: PropertyEvidence, in outer: String?) {
      name = (outer.map { $0 + "." } ?? "") + property.name
      key = Names.property(property.name).lowercased()
      type = property.type.unwrapped
      self.evidence = evidence
    }

    var isText: Bool {
      switch type {
      case .string, .url, .enumeration: true
      default: false
      }
    }
  }

  private let models: InferredModels

  init(_ models: InferredModels) { self.models = models }

  /// The summary of a model; nil where none of its properties is known to differ.
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

  /// The properties whose values differ.
  private func candidates(_ model: DefinedModel, in outer: String? = nil) -> [Candidate] {
    model.properties.compactMap { property in
      guard let evidence = models.evidence[model.name]?[property.name], evidence.varies,
        !property.name.contains(where: { "{}.".contains($0) })
      else { return nil }
      return Candidate(property, evidence, in: outer)
    }
  }

  private func named(_ candidates: [Candidate]) -> Candidate? {
    titled(candidates.filter(\.evidence.tellsApart))
  }

  /// The one with the most telling name, though its values may be those of many.
  private func titled(_ candidates: [Candidate]) -> Candidate? {
    SummaryTemplate.titles.lazy.compactMap { title in
      candidates.first { $0.key == title && $0.isText }
    }.first
  }
}

extension Shape {
  /// Whether its values are texts, or numbers, of which two are known not to be alike.
  var varies: Bool {
    if let texts { return texts.seen.count > 1 && texts.distinct?.count != 1 }
    if let numbers { return numbers.least < numbers.greatest }
    return false
  }
}
