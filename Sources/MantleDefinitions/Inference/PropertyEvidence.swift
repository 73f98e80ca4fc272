import Mantle

/// What was seen of a property: why its type is what it is.
package struct PropertyEvidence: Sendable, Hashable {
  /// How many objects have it.
  package let present: Int
  /// How many objects there are.
  package let objects: Int
  package let nulls: Int
  /// How many different texts there are; nil for other values, and where they are too many to be cases.
  package let distinct: Int?
  /// Whether its values are known to differ from object to object.
  let varies: Bool
  /// The length of the longest text in bytes; 0 where no value is a text.
  let longestText: Int
  /// Whether every text is a date in a form that all of them have.
  let holdsDates: Bool
  /// Where it stands first: the input's number and the offset in it.
  let first: SamplePlace?

  init(_ member: ObjectEvidence.Member, in object: ObjectEvidence) {
    // A key that an object repeats was seen more often than there are objects.
    present = min(member.seen.count, object.seen.count)
    objects = object.seen.count
    nulls = member.value.nulls.count
    distinct = member.value.texts?.distinct?.count
    varies = member.value.varies
    holdsDates = member.value.texts?.holdsDates ?? false
    longestText = member.value.texts?.longest ?? 0
    first = member.seen.first
  }

  /// Whether about every second object or more has a value of its own, as far as was counted.
  var tellsApart: Bool { varies && (distinct.map { $0 == 0 || $0 * 2 > present } ?? true) }
  /// Whether at least every second object has a value.
  var isFrequent: Bool { (present - nulls) * 2 >= objects }
  /// Whether each object has a value.
  var isEverywhere: Bool { present == objects && nulls == 0 }

  /// In words: `98 of 100, 3 distinct, null in 2, first at line 12`.
  ///
  /// - Parameters:
  ///   - inputs: the texts that were read, in their order.
  ///   - alwaysPlaced: whether where it stands first is said of what every object has, too.
  /// - Complexity: O(n) at the first call for a text, whose lines are counted.
  package func words(_ inputs: [JSONBytes], alwaysPlaced: Bool = true) -> String {
    var parts = ["\(present) of \(objects)"]
    if let distinct, distinct > 0 { parts.append("\(distinct) distinct") }
    if nulls > 0 { parts.append("null in \(nulls)") }
    if let first, alwaysPlaced || present < objects, inputs.indices.contains(first.input) {
      let file = inputs.count > 1 ? "file \(first.input + 1), " : ""
      parts.append("first at \(file)line \(inputs[first.input].location(at: first.offset).line)")
    }
    return parts.joined(separator: ", ")
  }
}

/// The models that say what was read, and why.
package struct InferredModels: Sendable {
  package let definition: Definition
  /// What was seen of each property, by model and property.
  package let evidence: [String: [String: PropertyEvidence]]
  /// What of the overrides cannot be done, by place: `/a: no such place in the data`.
  package let unusedOverrides: [String]

  /// The definition with what tells the rows of each model apart.
  package var summarised: Definition {
    var definition = definition
    for (number, model) in definition.models.enumerated() {
      definition.models[number].summary = SummaryDecision(self).summary(of: model)
    }
    return definition
  }

  /// The same with the evidence and the notes as documentation, for where models are shown.
  ///
  /// - Parameter inputs: the texts that were read, in their order.
  package func documented(_ inputs: [JSONBytes]) -> Definition {
    var definition = summarised
    for (number, model) in definition.models.enumerated() {
      for (index, property) in model.properties.enumerated() {
        let words =
          evidence[model.name]?[property.name].map { [$0.words(inputs, alwaysPlaced: false)] }
          ?? []
        definition.models[number].properties[index].documentation =
          (words + property.openNotes).joined(separator: "; ")
      }
    }
    return definition
  }
}

extension TextEvidence {
  fileprivate var holdsDates: Bool {
    !forms.isDisjoint(with: [.day, .instant, .localTime, .otherInstant]) || datePatterns?.isEmpty == false
  }
}
