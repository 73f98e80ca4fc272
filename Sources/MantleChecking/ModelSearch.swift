import Mantle
import MantleDocuments

/// A search for models in the samples of a document, from the root to nested values.
struct ModelSearch {
  let models: [ModelKeys]
  private let tellingKeys: TellingKeys
  /// The sampler of the document in which models are searched.
  let sampler: TextSampler
  /// The fits found so far: of each model that shares a key with the objects at an inspected path.
  private(set) var fits: [ModelFit] = []
  /// The number of paths that may still be inspected, which limits the time of the search.
  private var budget = 300

  /// The maximum length of a path, which limits the recursion into nested lists.
  private static let deepest = 32
  /// The maximum number of keys of wrapper objects on a path; `data.repository.issues.edges[].node` has five.
  private static let maximumKeys = 6
  /// The minimum share of the document's bytes that models with few keys must have to be its content.
  private static let minimumShare = 1.0 / 3
  /// The share of the document's bytes that the found models must have so that the document is not repaired and
  /// searched again.
  static let mostOfIt = 0.9
  private static let fewestAlike = 3
  private static let fewestOfTwin = 4
  /// The maximum number of objects that are decoded to decide between two models.
  private static let maximumRead = 4
  /// The maximum size in bytes of an object that is decoded to decide between two models.
  private static let largestRead = 1 << 16
  /// The maximum number of elements that are inspected at one path, of all lists together.
  private static let maximumValues = 64

  /// A model found in a value, with its path relative to the value.
  struct Found: Equatable {
    var rest: [JSONKeyPath.Component] = []
    let model: Int
    /// The components of the path that lead into arrays. Each is stored as its distance from the end of the path, which
    /// does not change when components are prepended.
    var arraySteps: Set<Int> = []

    func behind(_ step: JSONKeyPath.Component, isArray: Bool = false) -> Found {
      Found(
        rest: [step] + rest, model: model, arraySteps: isArray ? arraySteps.union([rest.count]) : arraySteps)
    }
  }

  /// The evidence that is required before a model inside other values is accepted, weakest first.
  private enum Demand: Comparable {
    /// The keys of the model fit the objects.
    case fit
    /// In addition, too many keys match for a coincidence. This is required inside an object with its own identity.
    case telling
    /// In addition, no required key is missing. This is required in a small part of an object with its own identity.
    case whole
  }

  /// The models that were found inside some values, and the share of the values' bytes that they make up.
  private typealias Finding = (found: [Found], share: Double)

  /// Creates a search for models in the samples of a document.
  init(_ models: [ModelDescription], _ sampler: TextSampler) {
    self.models = models.map(ModelKeys.init)
    tellingKeys = TellingKeys(self.models)
    self.sampler = sampler
  }

  /// Searches the document for models.
  ///
  /// - Parameter isNamed: whether the models were requested, so that they may be a small part of the document.
  /// - Returns: the models with their paths in the document, and their share of the document's bytes.
  mutating func run(isNamed: Bool = false) -> (places: [ModelPlace], share: Double) {
    let path = JSONKeyPath(sampler.isSequence ? [.each] : [])
    let isLines = if case .lines = sampler.layout { true } else { false }
    var finding = search(sampler.roots, at: path, keys: 0, isList: isLines)
    if sampler.isSequence {
      add(sampler.furtherRoots(with: tellingKeys), at: path, keys: 0, isList: isLines, to: &finding)
    }
    let places = finding.found.map { found in
      let components = path.components + found.rest
      return ModelPlace(
        models[found.model].model, at: JSONKeyPath(components), isGuess: true,
        arraySteps: Set(found.arraySteps.map { components.count - 1 - $0 }))
    }
    let isContent = finding.share >= Self.minimumShare || places.contains(where: isTelling)
    guard isContent || envelope(sampler.roots, at: path, isAround: places),
      isNamed || places.contains(where: \.model.isMeant) || explains(finding.found)
    else { return ([], 0) }
    return (places, finding.share)
  }

  /// Searches the values at one path of the document, and the values inside them, for models.
  ///
  /// - Parameters:
  ///   - keys: the number of keys of wrapper objects on the path.
  ///   - isMember: whether each value is a member of an object, rather than an element of a list.
  ///   - isList: whether the values are elements of arrays.
  ///   - demand: the evidence that is required for a model.
  private mutating func search(
    _ values: [TextSampler.Value], at path: JSONKeyPath, keys: Int, isMember: Bool = false,
    isList: Bool = false, demand: Demand = .fit
  ) -> Finding {
    guard budget > 0, path.components.count < Self.deepest, !values.isEmpty else { return ([], 0) }
    budget -= 1
    let objects = values.filter(sampler.isObject)
    let arrays = values.filter(sampler.isArray)
    let total = Double(max(1, values.reduce(0) { $0 + $1.count }))
    func share(_ part: [TextSampler.Value]) -> Double { Double(part.reduce(0) { $0 + $1.count }) / total }
    // Objects and lists occur as siblings if pages follow an object, or if an error response follows a page.
    var inside = searchObjects(objects, at: path, keys: keys, isMember: isMember, demand: demand)
    var listed = searchLists(arrays, isAlone: objects.isEmpty, at: path, keys: keys, demand: demand)
    // The values of a sequence may be pages and single values, but not lists of one element between objects.
    let isPage = path.components == [.each] && sampler.isSequence
    if isList,
      !isPage || objects.count > arrays.count && arrays.allSatisfy({ sampler.elements(of: $0).count < 2 })
    {
      Self.dropFewer(&inside, objects.count, &listed, arrays.count)
    }
    let others = listed.found.filter { list in
      !inside.found.contains { $0.rest == list.rest && $0.model == list.model }
    }
    return (inside.found + others, inside.share * share(objects) + listed.share * share(arrays))
  }

  /// Removes the rarer of the two findings if an array contains both objects of a model and lists of the same model.
  /// The rarer values are treated as mistakes in the document.
  private static func dropFewer(
    _ objects: inout Finding, _ objectCount: Int, _ lists: inout Finding, _ listCount: Int
  ) {
    let direct = Set(objects.found.filter(\.rest.isEmpty).map(\.model))
    let listed = Set(lists.found.filter { $0.rest.allSatisfy { $0 == .each } }.map(\.model))
    let both = direct.intersection(listed)
    guard !both.isEmpty else { return }
    if listCount > objectCount {
      objects.found.removeAll { $0.rest.isEmpty && both.contains($0.model) }
    } else {
      lists.found.removeAll { $0.rest.allSatisfy { $0 == .each } && both.contains($0.model) }
    }
  }

  private mutating func searchObjects(
    _ objects: [TextSampler.Value], at path: JSONKeyPath, keys: Int, isMember: Bool, demand: Demand
  ) -> Finding {
    guard !objects.isEmpty else { return ([], 0) }
    let members = objects.map(sampler.members)
    let samples = zip(objects, members).filter { !$1.isEmpty }.map(sample)
    let here = samples.isEmpty ? [] : models.map { $0.fit(samples, at: path) }
    let best = bestFit(here, of: objects, isMember: isMember, demand: demand)
    var kinds = best.map { [$0] } ?? kinds(of: samples, here, at: path)
    guard kinds.isEmpty else {
      kinds += others(than: kinds, in: samples, at: path, isMember: isMember, demand: demand)
      return (kinds.map { Found(model: $0) }, 1)
    }
    return searchMembers(members, at: path, keys: keys, demand: demand)
  }

  /// Searches values that follow the samples, and adds the models that match with certainty to the finding.
  private mutating func add(
    _ values: [TextSampler.Value], at path: JSONKeyPath, keys: Int, isList: Bool = false,
    to finding: inout Finding
  ) {
    for value in values {
      let more = search([value], at: path, keys: keys, isList: isList, demand: .whole)
      finding.found += more.found.filter { !finding.found.contains($0) }
    }
  }

  private mutating func searchLists(
    _ arrays: [TextSampler.Value], isAlone: Bool, at path: JSONKeyPath, keys: Int, demand: Demand
  ) -> Finding {
    let elements = arrays.flatMap(sampler.elements).prefix(Self.maximumValues)
    // Lists of tuples, such as a number and an object, contain no models.
    let containers = elements.count(where: { sampler.isObject($0) || sampler.isArray($0) })
    guard isAlone && arrays.count == 1 || containers * 2 > elements.count else { return ([], 0) }
    let path = path.appending(.each)
    var inside = search(Array(elements), at: path, keys: keys, isList: true, demand: demand)
    if isAlone, arrays.count == 1 {
      let further = sampler.furtherElements(of: arrays[0], with: tellingKeys)
      add(further, at: path, keys: keys, isList: true, to: &inside)
    }
    return (inside.found.map { $0.behind(.each, isArray: true) }, inside.share)
  }

  /// Returns the index of the best model that fits the objects convincingly; nil if there is none. If the objects are
  /// members of other objects, at least four keys or half of the model's keys must match, because many objects have a
  /// name and a color.
  private mutating func bestFit(
    _ here: [ModelFit], of objects: [TextSampler.Value], isMember: Bool, demand: Demand
  ) -> Int? {
    fits += here.filter { $0.mapped.part > 0 }
    let most = here.map(\.score).max() ?? 0
    let convincing = here.indices.filter {
      // For a truncated object, another model that explains more of the text may be the right one.
      isEnough(here[$0], isMember: isMember, demand)
        && (!here[$0].isCut || here[$0].isTelling || here[$0].score == most)
    }
    return best(of: convincing, here, objects)
  }

  private func isEnough(_ fit: ModelFit, isMember: Bool, _ demand: Demand) -> Bool {
    fit.isConvincing && (demand == .fit || fit.isTelling) && (demand != .whole || fit.missing.isEmpty)
      && (!isMember || fit.mapped.part >= 4 || fit.mapped.ratio >= 0.5)
  }

  /// Returns the models of a list that contains several kinds of objects: each model that certainly matches one of the
  /// objects.
  private mutating func kinds(of samples: [ObjectSample], _ here: [ModelFit], at path: JSONKeyPath) -> [Int] {
    guard samples.count > 1 else { return [] }
    let candidates = here.indices.filter { here[$0].isTelling }
    return kinds(of: samples, among: candidates, at: path) { fit, _ in
      fit.missing.isEmpty && fit.isTelling && fit.isConvincing
    }
  }

  /// Returns further models of a list, such as the pull requests next to issues. They are the models of the objects
  /// that do not match the known models or lack one of their keys. Such an object must have all keys of the further
  /// model, or lack fewer of its keys than of the known models. Models with few keys are included.
  private mutating func others(
    than known: [Int], in samples: [ObjectSample], at path: JSONKeyPath, isMember: Bool, demand: Demand
  ) -> [Int] {
    let rest = samples.filter { sample in !known.contains { models[$0].isWhole(sample) } }
    return kinds(of: rest, among: models.indices.filter { !known.contains($0) }, at: path) {
      [self] fit, sample in
      guard isEnough(fit, isMember: isMember, demand) || fit.isNearlyWhole else { return false }
      return fit.missing.isEmpty
        || known.allSatisfy {
          let other = models[$0].fit([sample], at: path)
          return fit.missing.count < other.missing.count && fit.score > other.score
        }
    }
  }

  /// Returns the best candidate model for each of the objects, if the candidate certainly matches the object.
  ///
  /// - Parameter isSure: returns whether a candidate certainly matches an object.
  private mutating func kinds(
    of samples: [ObjectSample], among candidates: [Int], at path: JSONKeyPath,
    where isSure: (ModelFit, ObjectSample) -> Bool
  ) -> [Int] {
    var found: [Int] = []
    for sample in samples where !candidates.isEmpty {
      let sure = candidates.map { (model: $0, fit: models[$0].fit([sample], at: path)) }.filter {
        isSure($0.fit, sample)
      }
      guard let best = sure.max(by: { $0.fit.score < $1.fit.score }), !found.contains(best.model) else {
        continue
      }
      found.append(best.model)
      fits.append(best.fit)
    }
    return found
  }

  /// Returns the index of the best of several models. A model of the whole document takes precedence over models of its
  /// parts, which may fit better. A model that cannot decode the objects is chosen only if it requires many keys, or if
  /// no other model can decode them.
  private func best(of numbers: [Int], _ fits: [ModelFit], _ objects: [TextSampler.Value]) -> Int? {
    let roots = numbers.filter { fits[$0].isRoot }
    let isOtherClear =
      numbers.contains { fits[$0].isTelling && !fits[$0].isRoot }
      && !roots.contains { fits[$0].keys.ratio >= 0.5 }
    let candidates = roots.isEmpty || isOtherClear ? numbers : roots
    // If models fit equally, the requested one or the one that is named like the file is preferred.
    let best = candidates.max {
      fits[$0].score == fits[$1].score
        ? !models[$0].model.isMeant && models[$1].model.isMeant : fits[$0].score < fits[$1].score
    }
    guard candidates.count > 1, let best, !fits[best].isTelling, hasErrors(fits[best].model, objects) else {
      return best
    }
    return candidates.filter { !hasErrors(fits[$0].model, objects) }.max { fits[$0].score < fits[$1].score }
      ?? best
  }

  /// Returns whether decoding one of the first few objects as a model reports errors. Large objects are not decoded.
  private func hasErrors(_ model: ModelDescription, _ objects: [TextSampler.Value]) -> Bool {
    objects.prefix(Self.maximumRead).contains { object in
      object.count <= Self.largestRead && sampler.parsed(object).map(model.hasErrors) ?? false
    }
  }

  func sample(
    _ object: TextSampler.Value, _ members: [(key: String, value: TextSampler.Value)]
  ) -> ObjectSample {
    ObjectSample(
      kinds: Dictionary(members.map { ($0.key, sampler.kind(of: $0.value)) }) { _, last in last },
      isCut: sampler.isCut(object))
  }

  // MARK: - Wrappers

  private mutating func searchMembers(
    _ objects: [[(key: String, value: TextSampler.Value)]], at path: JSONKeyPath, keys: Int, demand: Demand
  ) -> Finding {
    guard keys < Self.maximumKeys else { return ([], 0) }
    let (order, values, total) = containers(in: objects)
    let isOwned = demand > .fit || objects.first.map(hasIdentity) ?? false
    // An object that has many keys of a model but lacks some is a malformed model and not a wrapper.
    let isNearlyModel = fits.contains { $0.path == path && $0.isTelling }
    var results: [(key: String, finding: Finding)] = []
    for key in order {
      let bytes = values[key]?.reduce(0) { $0 + $1.count } ?? 0
      // A small part of an object with an identity is not the content, unless it is certainly a model.
      if isOwned, isNearlyModel, bytes * 2 < total { continue }
      let part: Demand = isOwned ? bytes * 2 < total ? .whole : .telling : .fit
      let inside = search(
        values[key] ?? [], at: path.appending(key: key), keys: keys + 1, isMember: true,
        demand: max(demand, part))
      results.append((key, (inside.found, inside.share * Double(bytes) / Double(max(1, total)))))
    }
    let known = results.map { ($0.key, $0.finding.found) }
    for number in results.indices where results[number].finding.found.isEmpty {
      results[number].finding.found = twin(of: results[number].key, among: known, values)
    }
    let found =
      alike(results.map(\.finding.found))
      ?? results.flatMap { key, finding in
        finding.found.map { $0.behind(.key(key)) }
      }
    return (found, results.reduce(0) { $0 + $1.finding.share })
  }

  /// Returns the arrays and objects that are members of several objects, by key, with the keys in their order and the
  /// total size of all members.
  private func containers(
    in objects: [[(key: String, value: TextSampler.Value)]]
  ) -> (order: [String], values: [String: [TextSampler.Value]], bytes: Int) {
    var order: [String] = []
    var values: [String: [TextSampler.Value]] = [:]
    var total = 0
    for member in objects.joined() {
      total += member.value.count
      guard sampler.kind(of: member.value) == .container else { continue }
      if values[member.key] == nil { order.append(member.key) }
      values[member.key, default: []].append(member.value)
    }
    return (order, values, total)
  }

  /// Returns the model of a sibling that has exactly the same keys as a member; empty if no such sibling is a model.
  /// The member then has the same model, although its values do not fit.
  private func twin(
    of key: String, among members: [(key: String, found: [Found])], _ values: [String: [TextSampler.Value]]
  ) -> [Found] {
    func keys(_ value: TextSampler.Value?) -> Set<String> {
      guard let value, sampler.isObject(value) else { return [] }
      return Set(sampler.members(of: value).map(\.key))
    }
    let own = keys(values[key]?.first)
    guard own.count >= Self.fewestOfTwin else { return [] }
    return members.first { key, found in
      found.count == 1 && found[0].rest.isEmpty && keys(values[key]?.first) == own
    }?.found ?? []
  }

  /// Returns the models that every member of an object contains; nil if the members differ. If there are any, the
  /// object is effectively a list: `{"7": {…}, "8": {…}, "9": {…}}`.
  private func alike(_ members: [[Found]]) -> [Found]? {
    guard members.count >= Self.fewestAlike, let first = members.first, !first.isEmpty,
      members.allSatisfy({ $0 == first })
    else { return nil }
    return first.map { $0.behind(.each) }
  }
}
