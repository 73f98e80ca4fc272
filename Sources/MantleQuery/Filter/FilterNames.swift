import Mantle
import MantleDocuments
import MantlePlatform

/// The names that a filter can refer to: the properties of a model, and the keys in the data.
package struct FilterNames: Sendable {
  private let model: ModelDescription?
  private let samples: [JSONNode]
  /// The models inside the values, with their paths. A filter may use the names of their properties without these
  /// paths.
  private let inner: [ModelPlace]
  let now: Double
  /// The titles of columns that a filter can use as names, with the paths of the columns.
  private var titles: [(title: String, path: FilterPath)] = []
  /// The columns of the values if these are arrays of scalars; otherwise nil.
  let rows: ArrayRows?

  /// Creates the names for the values of a list.
  ///
  /// - Parameters:
  ///   - model: the model of the values; nil if unknown.
  ///   - samples: some of the values. A key that occurs neither in the samples nor in the properties is reported as a typo.
  ///   - others: values of other lists, whose keys are also known.
  ///   - inner: the models inside values without a model.
  ///   - areElements: whether the samples are the first elements of a list, so that the first one may have the titles of the others.
  ///   - now: the seconds since 1970 that `now` and ages are relative to.
  package init(
    model: ModelDescription?, samples: [JSONNode], others: [JSONNode] = [], inner: [ModelPlace] = [],
    areElements: Bool = false, now: Double = Date().timeIntervalSince1970
  ) {
    (self.model, self.samples, self.inner, self.now) = (model, samples + others, inner, now)
    rows = model == nil ? ArrayRows(samples, mayHaveTitles: areElements) : nil
    for (index, title) in (rows?.titles ?? []).enumerated() {
      define(title, as: FilterPath(words: title, routes: [[.index(index)]]))
    }
  }

  /// Whether the values are arrays of scalars.
  package var areArrays: Bool { rows != nil }

  /// Whether the first value is an array of the titles of the other values.
  package var hasTitleRow: Bool { rows?.titles.isEmpty == false }

  /// The places that a name can be relative to: the values, and the models inside them.
  private var places: [(place: NamedPlace, path: FilterPath)] {
    let start = (place: NamedPlace(model: model, nodes: samples), path: FilterPath(words: "", routes: [[]]))
    return [start]
      + inner.map { model in
        var (place, path) = start
        for component in model.path.components { place.step(FilterPath.Step(component), &path) }
        place.model = model.model
        return (place, path)
      }
  }

  /// Defines the title of a column as a name for its values, unless a property or a key has this name.
  package mutating func define(_ title: String, as path: FilterPath) {
    var path = path
    path.words = title.filterName
    titles.append((title, path))
  }

  /// Returns the path of the column with a title; nil if there is none.
  func path(titled parts: [Part]) -> FilterPath? {
    guard parts.count == 1, case .key(let key) = parts[0].step, !titles.isEmpty, !isKnown(key) else {
      return nil
    }
    return titles.last { $0.title.isExactly(key) }?.path
  }

  /// Returns the names that a condition on the elements of a list can refer to.
  func elements(of list: FilterPath) -> FilterNames {
    let found = samples.flatMap { list.values(of: FilterSubject($0)) }.flatMap { value -> [JSONNode] in
      guard case .node(let node) = value, !node.isNull else { return [] }
      return node.kind == .array ? Array(node.elements) : [node]
    }
    return FilterNames(model: list.shape?.innermostModel, samples: found, now: now)
  }

  /// Returns the starting point that knows the first component of a name; the values themselves if none does.
  private func place(knowing parts: [Part]) -> (place: NamedPlace, path: FilterPath) {
    guard case .key(let key)? = parts.first?.step else { return places[0] }
    return places.first { $0.place.knows(key) } ?? places[0]
  }

  /// A component of a typed name, and its position.
  package struct Part {
    let step: FilterPath.Step
    let position: Int
  }

  /// Returns the path that a name denotes: the path of a property, or else the path of a key.
  ///
  /// - Parameter isLiteral: whether the name begins with a dot, so that its components are keys, known or not.
  func path(_ words: String, _ parts: [Part], isLiteral: Bool) throws(FilterError) -> FilterPath {
    guard !isLiteral else { return FilterPath(words: words, routes: [parts.map(\.step)]) }
    if let path = path(titled: parts) { return path }
    var (place, path) = place(knowing: parts)
    path.words = words
    for part in parts {
      if case .key(let key) = part.step, !place.knows(key) {
        throw unknown(key, in: words, at: part.position, among: place.names)
      }
      place.step(part.step, &path)
    }
    return path
  }

  /// Returns whether the first component of a name is a known property or key.
  func isName(_ parts: [Part]) -> Bool {
    guard case .key(let key)? = parts.first?.step else { return false }
    return isKnown(key) || path(titled: parts) != nil
  }

  /// Returns whether there is a property or a key with a name.
  private func isKnown(_ key: String) -> Bool {
    places.contains { $0.place.names.contains(where: key.isExactly) }
  }

  /// Returns whether the values have a property or a key with a name. A calculated column cannot have this name then.
  package func hasKey(_ name: String) -> Bool { isKnown(name) }

  /// Returns whether an unquoted text is a name whose components are all known.
  func isName(_ text: String) -> Bool {
    var parser = FilterParser(text, self)
    guard let name = try? parser.name(), !name.isLiteral, parser.scanner.current == nil, isName(name.parts)
    else {
      return false
    }
    return (try? path(text, name.parts, isLiteral: false)) != nil
  }

  private func unknown(_ key: String, in words: String, at position: Int, among names: [String])
    -> FilterError
  {
    let near = samples.path(toKey: key)?.description ?? Spelling.nearest(to: key, among: names)
    let like =
      near.map { "; did you mean \($0)?" }
      ?? (names.isEmpty ? "" : "; there are \(Words.list(names, most: 6))")
    return FilterError(
      position: position,
      reason: "no property or key \(JSONText.quoted(key))\(like) (.\(words) searches for the key anyway)",
      isUnknownName: true)
  }

  /// Whether the values, or values inside them, have models.
  var hasModels: Bool { model != nil || !inner.isEmpty }

  /// Whether any names are known. Values without keys, such as numbers and strings, have none.
  package var hasNames: Bool { !names(after: []).isEmpty }

  /// Returns the names that may follow a path in a filter, for completion.
  package func names(after parts: [Part]) -> [String] {
    guard !parts.isEmpty else {
      var seen: Set<ExactText> = []
      return (places.flatMap(\.place.names) + titles.map(\.title)).filter {
        seen.insert(ExactText($0)).inserted
      }
    }
    var (place, path) = place(knowing: parts)
    for part in parts { place.step(part.step, &path) }
    return place.names
  }

  /// Returns the values to suggest as operands of a comparison with a path, for completion.
  func values(of path: FilterPath) -> [String] {
    switch path.shape?.innermost {
    case .enumeration(let cases): cases + (path.shape?.isOptional == true ? ["null"] : [])
    case .boolean: ["true", "false"]
    case .date: ["now", "today", "yesterday", "today-7d"]
    default: valuesInSamples(of: path)
    }
  }

  /// Returns whether the values of a path are dates, by the model or because some samples have the form of a date, and
  /// none has that of a number. Other texts, such as `n/a`, are dates that are not known.
  func areDates(_ path: FilterPath) -> Bool {
    if case .date? = path.shape?.innermost { return true }
    guard text(at: path) != nil else { return false }
    let texts = scalars(at: path).map(\.displayText)
    return texts.contains { FilterOperand.calendarDate($0) != nil }
      && !texts.contains { ComparedNumber($0) != nil }
  }

  /// Returns a string at a path as an example; nil unless all values at the path are known to be strings.
  func text(at path: FilterPath) -> String? {
    switch path.shape?.unwrapped {
    case .string: break
    case nil where path.cluster?.properties.contains(where: \.isComparedAsRead) != true: break
    default: return nil
    }
    let values = scalars(at: path)
    return values.allSatisfy { $0.kind == .string } ? values.first?.displayText : nil
  }

  /// Returns a string at a path as an example; nil unless all values are strings that are neither dates nor durations.
  func undatedText(at path: FilterPath) -> String? {
    guard text(at: path) != nil else { return nil }
    let texts = scalars(at: path).map(\.displayText).filter { !$0.isEmpty }
    let isDated = texts.contains {
      FilterOperand.calendarDate($0) != nil || FilterOperand.duration(of: $0) != nil
    }
    return isDated ? nil : texts.first
  }

  /// Returns whether a path is known to have values: because a property or a calculation defines them, or because a
  /// sample has a value.
  func hasValues(_ path: FilterPath) -> Bool {
    path.isMapped || path.usesOwn || samples.contains { !path.find(in: FilterSubject($0)).is(.absent) }
  }

  /// Returns whether at least one sample has no value at a path.
  func mayBeAbsent(_ path: FilterPath) -> Bool {
    samples.contains { path.find(in: FilterSubject($0)).is(.absent) }
  }

  /// Returns the values at a path in the samples, without nulls; empty if one of them is a list or an object.
  func scalars(at path: FilterPath) -> [JSONNode] {
    let nodes = samples.flatMap { path.values(of: FilterSubject($0)) }.compactMap { value in
      if case .node(let node) = value, !node.isNull { node } else { nil }
    }
    return nodes.contains { $0.kind.isContainer } ? [] : nodes
  }

  /// Returns the short strings at a path in the samples, the most frequent first.
  private func valuesInSamples(of path: FilterPath) -> [String] {
    var counts: [String: Int] = [:]
    for sample in samples {
      for case .node(let node) in path.values(of: FilterSubject(sample)) where !node.kind.isContainer {
        let text = node.displayText
        if text.count <= 40 { counts[text, default: 0] += 1 }
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(50).map {
      $0.key.contains(where: { " ()=<>~,\"".contains($0) }) ? $0.key.inFilterQuotes : $0.key
    }
  }
}
