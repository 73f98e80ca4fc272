/// One walk through the samples of a text, from the outside in.
struct ModelSearch {
  private let models: [ModelKeys]
  private let tellingKeys: TellingKeys
  let sampler: TextSampler
  private(set) var fits: [ModelFit] = []
  /// Whether the text is several values.
  private var isSequence: Bool { sampler.isSequence }
  /// Whether what comes first in the text is known to be JSON.
  private(set) var isHeadSound = false
  /// How many more places to look at.
  private var budget = 300

  /// Lists inside each other are followed with the stack.
  private static let deepest = 32
  /// So many keys of wrappers are followed: `data.repository.issues.edges[].node` has five.
  private static let mostKeys = 6
  /// Small models that are a smaller share of the text are something in it, not what it holds.
  private static let leastShare = 1.0 / 3
  /// Where models are so much of the text, nothing larger is looked for.
  static let mostOfIt = 0.9
  private static let fewestAlike = 3
  private static let fewestOfTwin = 4
  /// So many objects are read, of up to so many bytes, where that decides between two models.
  private static let mostRead = 4
  private static let largestRead = 1 << 16
  /// Of lists inside lists together.
  private static let mostValues = 64

  private struct Found: Equatable {
    var rest: [JSONKeyPath.Component] = []
    let model: Int
    /// Which steps of the rest lead into arrays, by their distance from its end, which stays when steps are put before it.
    var arraySteps: Set<Int> = []

    func behind(_ step: JSONKeyPath.Component, isArray: Bool = false) -> Found {
      Found(
        rest: [step] + rest, model: model, arraySteps: isArray ? arraySteps.union([rest.count]) : arraySteps)
    }
  }

  /// What something inside of values must have of a model to be it.
  private enum Demand: Comparable {
    /// So much that it fits.
    case fit
    /// So many keys that they are not there by chance: it is in something with an identity of its own.
    case telling
    /// Those, and all that the model requires: it is a small part of such a thing.
    case whole
  }

  /// What was found inside values, and what share of their bytes it is.
  private typealias Finding = (found: [Found], share: Double)

  init(_ models: [ModelDescription], _ sampler: TextSampler) {
    self.models = models.map(ModelKeys.init)
    tellingKeys = TellingKeys(self.models)
    self.sampler = sampler
  }

  /// - Returns: where models are, and what share of the text they are.
  mutating func run() -> (places: [ModelPlace], share: Double) {
    let path = JSONKeyPath(isSequence ? [.each] : [])
    let isLines = if case .lines = sampler.layout { true } else { false }
    var finding = search(sampler.roots, at: path, keys: 0, isList: isLines)
    if isSequence {
      let further = sampler.furtherRoots(with: tellingKeys)
      isHeadSound = further.isHeadSound
      add(further.found, at: path, keys: 0, isList: isLines, to: &finding)
    }
    let places = finding.found.map { found in
      let components = path.components + found.rest
      return ModelPlace(
        models[found.model].model, at: JSONKeyPath(components), isGuess: true,
        arraySteps: Set(found.arraySteps.map { components.count - 1 - $0 }))
    }
    let isContent = finding.share >= Self.leastShare || places.contains(where: isTelling)
    guard isContent || envelope(sampler.roots, at: path, isAround: places) else { return ([], 0) }
    return (places, finding.share)
  }

  /// - Parameters:
  ///   - keys: how many keys of wrappers were followed.
  ///   - isMember: whether the values are single members of objects.
  ///   - isList: whether the values are elements of arrays.
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
    // Lists and objects stand beside each other where pages follow an object, or the answer of an error a page.
    var inside = searchObjects(objects, at: path, keys: keys, isMember: isMember, demand: demand)
    var listed = searchLists(arrays, isAlone: objects.isEmpty, at: path, keys: keys, demand: demand)
    // Values of a sequence may be pages beside single values; a list of one between objects is none.
    let isPage = path.components == [.each] && isSequence
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

  /// In one array a model does not stand beside lists of itself: what is fewer is wrong.
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

  /// Looks into values behind the samples for models that are plainly there.
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
    let elements = arrays.flatMap(sampler.elements).prefix(Self.mostValues)
    // Lists of tuples, such as a number and an object each, hold no models of their own.
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

  /// The number of the model that fits best, if any is convincing. A single member needs more than two keys in common: many
  /// things have a name and a colour.
  private mutating func bestFit(
    _ here: [ModelFit], of objects: [TextSampler.Value], isMember: Bool, demand: Demand
  ) -> Int? {
    fits += here.filter { $0.mapped.part > 0 }
    let most = here.map(\.score).max() ?? 0
    let convincing = here.indices.filter {
      // What another model explains better before a cut may be that one.
      isEnough(here[$0], isMember: isMember, demand)
        && (!here[$0].isCut || here[$0].isTelling || here[$0].score == most)
    }
    return best(of: convincing, here, objects)
  }

  private func isEnough(_ fit: ModelFit, isMember: Bool, _ demand: Demand) -> Bool {
    fit.isConvincing && (demand == .fit || fit.isTelling) && (demand != .whole || fit.missing.isEmpty)
      && (!isMember || fit.mapped.part >= 4 || fit.mapped.ratio >= 0.5)
  }

  /// The models of a list of several kinds of objects: those that one of them is without doubt.
  private mutating func kinds(of samples: [ObjectSample], _ here: [ModelFit], at path: JSONKeyPath) -> [Int] {
    guard samples.count > 1 else { return [] }
    let candidates = here.indices.filter { here[$0].isTelling }
    return kinds(of: samples, among: candidates, at: path) { fit, _ in
      fit.missing.isEmpty && fit.isTelling && fit.isConvincing
    }
  }

  /// The models of those objects that are none of the models a list was found to hold, or lack one of their keys, as issues
  /// beside pull requests do: small ones, too, since what holds models may hold others. Of another model they have all keys,
  /// or lack fewer.
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

  /// What each of the objects is, of some models, where that is sure.
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

  /// What a definition says is the whole text goes before parts of it, which most of the text's keys may fit better. What
  /// cannot read the objects is not chosen where something else can, unless it requires much.
  private func best(of numbers: [Int], _ fits: [ModelFit], _ objects: [TextSampler.Value]) -> Int? {
    let roots = numbers.filter { fits[$0].isRoot }
    let isOtherClear =
      numbers.contains { fits[$0].isTelling && !fits[$0].isRoot }
      && !roots.contains { fits[$0].keys.ratio >= 0.5 }
    let candidates = roots.isEmpty || isOtherClear ? numbers : roots
    // Of those that fit equally, one that is named like the file.
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

  /// Whether a model cannot read one of the first objects, as far as they are small.
  private func hasErrors(_ model: ModelDescription, _ objects: [TextSampler.Value]) -> Bool {
    objects.prefix(Self.mostRead).contains { object in
      guard object.isMeasured, object.count <= Self.largestRead,
        let document = try? JSONDocument(parsing: sampler.bytes, in: object.range)
      else { return false }
      return model.description(for: document.root).diagnose(document.root, leastSeverity: .error)
        .contains { $0.severity == .error }
    }
  }

  private func sample(
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
    guard keys < Self.mostKeys else { return ([], 0) }
    let (order, values, total) = containers(in: objects)
    let isOwned = demand > .fit || objects.first.map(hasIdentity) ?? false
    // What has many keys of a model, and lacks some, is that and broken rather than a wrapper.
    let isNearlyModel = fits.contains { $0.path == path && $0.isTelling }
    var results: [(key: String, finding: Finding)] = []
    for key in order {
      let bytes = values[key]?.reduce(0) { $0 + $1.count } ?? 0
      // A small part of something with an identity is not what it holds, unless it is plainly a model.
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

  /// The arrays and objects in some objects by their keys, in the order of those, and how many bytes all members have.
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

  /// The model of a member beside some objects that have the very same keys: with other values they are that, too.
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

  /// Where all members hold the same, the object is a list by other means: `{"7": {…}, "8": {…}, "9": {…}}`.
  private func alike(_ members: [[Found]]) -> [Found]? {
    guard members.count >= Self.fewestAlike, let first = members.first, !first.isEmpty,
      members.allSatisfy({ $0 == first })
    else { return nil }
    return first.map { $0.behind(.each) }
  }
}
