import Mantle

/// The statistics of a property, which explain its inferred type.
package struct PropertyEvidence: Sendable, Hashable {
  /// The number of objects that have the property.
  let present: Int
  /// The number of all objects of the model.
  let objects: Int
  /// The number of null values of the property.
  let nulls: Int
  /// The number of distinct strings among the property's values; nil if there are other values too, or too many strings to be
  /// cases of an enumeration.
  let distinct: Int?
  /// Whether at least two values of the property are known to differ.
  let varies: Bool
  /// The length of the longest string among the property's values, in bytes; 0 if no value is a string.
  let longestText: Int
  /// Whether all strings among the property's values are dates in the same form.
  let holdsDates: Bool
  /// The first occurrence of the property in the samples: the number of the input and the offset in it.
  let first: SamplePlace?

  /// Extracts the statistics of one member of the objects.
  init(_ member: ObjectEvidence.Member, in object: ObjectEvidence) {
    // A repeated key in an object counts more than once, so the number is capped.
    present = min(member.seen, object.seen)
    objects = object.seen
    nulls = member.value.nulls
    let texts = member.value.texts
    distinct = texts.flatMap { $0.seen + member.value.nulls < member.seen ? nil : $0.distinct?.count }
    varies = member.value.varies
    holdsDates = member.value.texts?.holdsDates ?? false
    longestText = member.value.texts?.longest ?? 0
    first = member.first
  }

  /// Whether the property's values distinguish the objects: at least about half of the values are distinct, as far as
  /// they were counted.
  var tellsApart: Bool { varies && (distinct.map { $0 == 0 || $0 * 2 > present } ?? true) }
  /// Whether at least half of the objects have a value other than null for the property.
  var isFrequent: Bool { (present - nulls) * 2 >= objects }
  /// Whether every object has a value other than null for the property.
  var isEverywhere: Bool { present == objects && nulls == 0 }

  /// Returns the statistics as text: `98 of 100, 3 distinct, null in 2, first at line 12`.
  ///
  /// - Parameters:
  ///   - inputs: the documents, in the order in which they were read.
  ///   - alwaysPlaced: whether to include the first location even if every object has the
  ///     property.
  /// - Complexity: O(*n*) for the first call with a document, whose lines are counted.
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

/// The inferred models and the evidence for them.
package struct InferredModels: Sendable {
  /// The definition that was inferred.
  package let definition: Definition
  /// The statistics of the properties, by model and property.
  package let evidence: [String: [String: PropertyEvidence]]
  /// The messages for overrides that could not be applied: `/a: no such place in the data`.
  package let unusedOverrides: [String]

  /// The definition with a summary for each model, by which its rows can be distinguished.
  package var summarised: Definition {
    var definition = definition
    for (number, model) in definition.models.enumerated() {
      definition.models[number].summary = SummaryDecision(self).summary(of: model)
    }
    return definition
  }

  /// Returns the definition with summaries, and with the statistics and notes of the
  /// properties as their documentation.
  ///
  /// - Parameter inputs: the documents, in the order in which they were read.
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
