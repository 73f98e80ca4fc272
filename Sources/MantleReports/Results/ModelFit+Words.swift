import Mantle
import MantleChecking

extension ModelFit {
  /// The model that fits best, its score and the main reason against it, such as `closest: User, 2 of 6
  /// properties decode; missing …`; nil if no model comes close.
  var closestWords: String? {
    guard isClose else { return nil }
    let place = path.isEmpty ? "" : " at `\(path)`"
    return "closest: \(model.name)\(place), \(typed.part) of \(mapped.whole) properties decode; \(against); "
      + "`--model \(model.name)` checks it as that"
  }

  /// The most important reason against the model.
  var against: String {
    if !missing.isEmpty {
      return "missing " + missing.map { "`\($0)`" }.joined(separator: ", ")
    }
    if isConvincing { return "it is only a part of something else" }
    if isDescription { return "arrays or objects are found where it has plain values" }
    if !isUniform { return "only some of the objects are like it" }
    if keys.part == keys.whole { return "some values are of a kind that it does not read" }
    return "\(keys.whole - keys.part) of the \(keys.whole) keys found are none of its"
  }
}
