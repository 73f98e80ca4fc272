import Mantle

/// The choice of the summary by which the rows of an inferred model can be distinguished. It depends on the statistics of the
/// model's properties and of the models directly inside it.
///
/// A summary consists of at most three properties: the time, level and message of a log entry, a number such as `#12`
/// and a title, a state and a title, or a state and a time. The title is the property with a usual name for titles, or
/// otherwise the first string that identifies objects.
///
/// ```
/// {createdAt} {level} {message}
/// #{number} {title}
/// {state} {title}
/// ```
struct SummaryDecision {
  /// A property that a summary may contain.
  fileprivate struct Candidate {
    let name: String
    /// The name of the property in lowercase.
    let key: String
    let lastWord: String
    /// Whether the key has several words, the first of which names a state, as in `statusText`.
    private let isOfState: Bool
    let type: DefinedType
    /// The statistics of the property in the samples.
    let evidence: PropertyEvidence

    /// Creates a candidate from a property and its statistics.
    ///
    /// - Parameter outer: the name of the property that contains the model; nil for the model
    ///   itself.
    init(_ property: DefinedProperty, _ evidence: PropertyEvidence, in outer: String?) {
      name = (outer.map { $0 + "." } ?? "") + property.name
      key = Names.property(property.name).lowercased()
      let words = Names.words(property.name)
      lastWord = words.last?.lowercased() ?? ""
      isOfState = words.count > 1 && SummaryTemplate.states.contains(words[0].lowercased())
      type = property.type.unwrapped
      self.evidence = evidence
    }

    /// Whether the property's value is a string, URL or enumeration case that is short and not a date.
    var isText: Bool {
      switch type {
      case .string, .url, .enumeration: !isLong && !isTime
      default: false
      }
    }

    /// Whether the property's value can be a title: a string of any length, or a union of strings and other scalars.
    /// Lists and objects do not fit in a row.
    ///
    /// The text of a state, such as `statusText`, is not a title.
    var isName: Bool {
      if isOfState { return false }
      return switch type {
      case .string, .url, .enumeration: true
      case .oneOf(let types): types.contains(.string) && type.kinds.isDisjoint(with: [.array, .object])
      default: false
      }
    }

    /// Whether the property's value is a numeric status, such as that of an HTTP response.
    var isCode: Bool { type == .integer && lastWord == "status" }

    var isLong: Bool { type == .string && evidence.longestText > SummaryDecision.longestTitle }

    var isTime: Bool { type == .instant || evidence.holdsDates }

    var isTelling: Bool { evidence.tellsApart && evidence.isFrequent }
  }

  /// The maximum length of a title, in bytes. A longer string is treated as prose unless its key is a usual name for titles.
  private static let longestTitle = 100

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
    let state = own.first(of: SummaryTemplate.states) {
      ($0.isText || $0.isCode) && $0.evidence.isEverywhere
    }
    let name = own.first(of: SummaryTemplate.titles) {
      $0.isName && $0.evidence.isFrequent && $0.name != state?.name
    }
    let time = own.first { $0.isTime && $0.evidence.isEverywhere }
    if let time, let state, let name, SummaryTemplate.levels.contains(state.key) {
      return [time, state, name].summary
    }
    // Models with a name are recognized by it; their identifier is meant for machines.
    let number = own.first(of: SummaryTemplate.numbers + (name == nil ? SummaryTemplate.identifiers : [])) {
      $0.type == .integer && $0.evidence.isEverywhere
    }
    let telling = own.filter { $0.isText && $0.isTelling && $0.name != state?.name }
    let lines = own.first(of: SummaryTemplate.lines) { $0.type == .array(.string) && $0.evidence.isFrequent }
    let other =
      name ?? lines ?? telling.first { !SummaryTemplate.identifiers.contains($0.key) }
      ?? inner.first(of: SummaryTemplate.titles) { $0.isName && (number != nil || $0.evidence.tellsApart) }
      ?? telling.first ?? inner.first { $0.isText && $0.isTelling }
    let long = own.first { $0.isLong && $0.isTelling }
    if let number { return [number, other ?? state ?? long].summary }
    if let one = other ?? own.first(where: { $0.isTime && $0.evidence.tellsApart }) ?? long {
      return [state, one].summary
    }
    // Measurements repeat their places and their times, but not both together.
    let place = state ?? (time == nil ? nil : own.first { $0.isText && $0.evidence.isEverywhere })
    return [place, place == nil ? nil : time].summary
  }

  /// Returns the properties of a model whose values differ, including the discriminator of a cluster that contains the model.
  private func candidates(_ model: DefinedModel, in outer: String? = nil) -> [Candidate] {
    let clusters = models.definition.models.compactMap(\.cluster).filter {
      $0.modelNames.contains(model.name)
    }
    return model.properties.compactMap { property in
      guard let evidence = models.evidence[model.name]?[property.name],
        evidence.varies || clusters.contains(where: { $0.discriminator == property.keyPath }),
        !property.name.contains(where: { "{}.".contains($0) })
      else { return nil }
      return Candidate(property, evidence, in: outer)
    }
  }
}

extension [SummaryDecision.Candidate] {
  /// Returns the qualifying candidate whose key equals the earliest of the given names. If no key equals a name, the last word of
  /// each key is compared instead, as in `display_name`.
  fileprivate func first(of names: [String], where qualifies: (Element) -> Bool) -> Element? {
    let candidates = filter(qualifies)
    for part in [\Element.key, \Element.lastWord] {
      for name in names {
        if let candidate = candidates.first(where: { $0[keyPath: part] == name }) { return candidate }
      }
    }
    return nil
  }
}

extension [SummaryDecision.Candidate?] {
  fileprivate var summary: String? {
    let parts = compactMap(\.self).map { ($0.type == .integer && !$0.isCode ? "#" : "") + "{\($0.name)}" }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension Shape {
  /// Whether at least two of the strings, the numbers or the elements of lists are known to differ.
  var varies: Bool {
    if let texts { return texts.seen > 1 && texts.distinct?.count != 1 }
    if let arrays { return arrays.element.varies }
    if let numbers { return numbers.range.map { $0.lowerBound < $0.upperBound } ?? false }
    return false
  }
}
