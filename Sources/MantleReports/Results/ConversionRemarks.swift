import Mantle
import MantleChecking
import MantleDocuments

extension Checker.Summary {
  /// Returns messages about the data that a conversion through models dropped or changed.
  ///
  /// - Parameters:
  ///   - places: The models in the input, with the key paths at which they are.
  ///   - isArchive: Whether the output is a property list or an archive, which keeps the structure of the input.
  ///   - keepsKeys: Whether models that are members of an object were written with their keys.
  ///   - keepsUnmapped: Whether unmapped keys were written, too.
  package func conversionRemarks(
    _ places: [ModelPlace], isArchive: Bool, keepsKeys: Bool, keepsUnmapped: Bool
  ) -> [String] {
    var remarks: [String] = []
    if !places.isEmpty {
      // An archive also contains the values outside of the models.
      let leftOut = ((isArchive ? [] : unread) + (keepsUnmapped ? [] : unmapped)).map { "`\($0.path)`" }
      if !leftOut.isEmpty {
        let paths = Words.list(leftOut, most: 3)
        let reason = keepsUnmapped ? "values outside of the list" : "unmapped keys"
        remarks.append("dropped \(reason): \(paths) (`mantle check` lists all)")
      }
      for place in places where !isArchive && place.path.components.count(where: { $0 == .each }) > 1 {
        remarks.append("the lists at `\(place.path)` are written as one list")
      }
    }
    let defaults = rewritten.defaults.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !defaults.isEmpty {
      let counts = Words.list(defaults.map { "`\($0.key)` × \($0.value)" }, most: 4)
      remarks.append("wrote defaults for missing keys: \(counts) (`mantle check --notes` lists all)")
    }
    if !keepsKeys, keys.count > 0 {
      let first = keys.first.map { "`\($0)`" } + (keys.count > keys.first.count ? ["… (\(keys.count))"] : [])
      remarks.append("dropped keys, which a list cannot have: \(first.joined(separator: ", "))")
    }
    return remarks
  }
}

extension RewrittenValues {
  /// A warning that the conversion rounds numbers; nil if no number is rounded.
  package var warning: Diagnostic? {
    guard var warning = firstRounded, let detail = warning.detail else { return nil }
    let what = rounded == 1 ? "a number is rounded" : "\(rounded) numbers are rounded, the first here"
    (warning.severity, warning.detail) = (.warning, "\(what): \(detail)")
    return warning
  }
}

extension ModelFit {
  /// The model that fits best, its score and the main reason against it, such as `closest: User, 2 of 6 properties
  /// decode; missing …`; nil if no model is similar enough.
  var closestWords: String? {
    guard isClose else { return nil }
    let place = path.isEmpty ? "" : " at `\(path)`"
    return "closest: \(model.name)\(place), \(typed.part) of \(mapped.whole) properties decode; \(against); "
      + "`--model \(model.name)` lists the reasons"
  }

  /// The most important reason why the model does not fit the data, as a phrase.
  var against: String {
    if !missing.isEmpty {
      return "missing " + missing.map { "`\($0)`" }.joined(separator: ", ")
    }
    if isConvincing { return "the model describes only a part of the objects" }
    if isDescription { return "the data has arrays or objects where the model expects plain values" }
    if !isUniform { return "only some of the objects match the model" }
    if keys.part == keys.whole { return "the model rejects some kinds of values" }
    return "the model lacks \(keys.whole - keys.part) of the \(keys.whole) keys"
  }
}
