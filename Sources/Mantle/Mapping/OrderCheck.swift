/// Finds properties that are listed in another order than the initialiser's parameters.
///
/// Properties of one type in the wrong order compile, and each gets another one's value. Models are made of values that
/// differ, and every value is looked for in its property. An initialiser that normalises its arguments (`low` is the
/// smaller one) exchanges values of some models only: every model is made a second time with the values the other way
/// round, and only properties that have each other's values in all models are swapped.
struct OrderCheck<Root> {
  private let mapping: Mapping<Root>
  /// Properties of one type, two or more, whose order is to be checked.
  private let groups: [[Int]]

  init(_ mapping: Mapping<Root>) {
    self.mapping = mapping
    let excepted = mapping.options.reordering
    var byType: [ObjectIdentifier: [Int]] = [:]
    var types: [ObjectIdentifier] = []
    for (index, property) in mapping.properties.enumerated() {
      if let excepted, excepted.isEmpty || excepted.contains(property.name) { continue }
      if byType[property.valueType] == nil { types.append(property.valueType) }
      byType[property.valueType, default: []].append(index)
    }
    groups = types.compactMap { byType[$0] }.filter { $0.count > 1 }
  }

  /// Checks with made-up values.
  ///
  /// - Returns: the groups that these cannot tell apart: there are no two values of their type, or no model can be made.
  /// - Throws: what is swapped.
  func unsettledGroups() throws(MappingError) -> [[Int]] {
    if groups.isEmpty { return [] }
    let samples = SampleValues.ofProperties(of: mapping, atLeast: groups.map(\.count).max() ?? 0)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return groups }
    let settled = groups.filter { group in group.allSatisfy { samples[$0].count > 1 } }
    // An initialiser with a rule, such as `from < to`, throws for some of them: the others tell the order as well.
    let trials = arrangements(of: settled, samples).compactMap { choice in
      Trial(of: mapping, given: zip(samples, choice).map { $0[$1] })
    }
    guard !trials.isEmpty else { return groups }
    for group in settled { try reject(group, trials) }
    return groups.filter { group in
      !settled.contains(group)
        || Set(group.map { index in trials.map { $0.given[index] } }).count < group.count
    }
  }

  /// Which sample each property gets in each model: no two of a group get the same in all of them, and there is every
  /// model's opposite.
  private func arrangements(of groups: [[Int]], _ samples: [[Any]]) -> [[Int]] {
    var digits = 1
    for group in groups {
      let base = group.map { samples[$0].count }.min() ?? 2
      var needed = 1
      var reach = base
      while reach < group.count {
        reach *= base
        needed += 1
      }
      digits = max(digits, needed)
    }
    return (0..<digits).flatMap { digit in
      [false, true].map { isOpposite in
        var choice = Array(repeating: 0, count: samples.count)
        for group in groups {
          let base = group.map { samples[$0].count }.min() ?? 2
          for (rank, property) in group.enumerated() {
            var number = isOpposite ? group.count - 1 - rank : rank
            for _ in 0..<digit { number /= base }
            choice[property] = number % base
          }
        }
        return choice
      }
    }
  }

  /// Looks at a model that was decoded.
  ///
  /// - Parameters:
  ///   - groups: those in question.
  ///   - values: what the initialiser was given.
  /// - Returns: what is in question still: pairs of properties whose values were the same.
  /// - Throws: what is swapped. That is found with the opposite order of the values too, so that no text of a stranger
  ///   makes a sound definition unusable.
  func unsettled(_ groups: [[Int]], after values: [Any], became root: Root) throws(MappingError) -> [[Int]] {
    var open: [[Int]] = []
    for group in groups {
      let trial = Trial(of: mapping, given: values, became: root)
      var opposite = values
      for (a, b) in zip(group, group.reversed()) { opposite[a] = values[b] }
      if trial.displaced(group) != nil, let other = Trial(of: mapping, given: opposite) {
        try reject(group, [trial, other])
      }
      let alike = Dictionary(grouping: group) { trial.given[$0] }.values.filter { $0.count > 1 }
      open += alike.map { $0.sorted() }
    }
    return open
  }

  private func reject(_ group: [Int], _ trials: [Trial<Root>]) throws(MappingError) {
    guard let cycle = Trial.cycle(in: group, trials) else { return }
    throw MappingError(
      model: mapping.name, properties: cycle.sorted().map { mapping.properties[$0].name }, reason: .swapped)
  }
}

/// One model that was made: what was given for every property, and what its key path reads afterwards.
private struct Trial<Root> {
  let given: [[UInt8]]
  let found: [[UInt8]]

  /// Nil where the initialiser throws.
  init?(of mapping: Mapping<Root>, given values: [Any]) {
    guard let root = try? mapping.assemble(GivenValues<Root>(values)) else { return nil }
    self.init(of: mapping, given: values, became: root)
  }

  init(of mapping: Mapping<Root>, given values: [Any], became root: Root) {
    var reader = FingerprintReader(root: root, values: values)
    try? mapping.visit(&reader)
    given = reader.given
    found = reader.found
  }

  /// The properties of a group that have another value than the one given.
  func displaced(_ group: [Int]) -> [Int]? {
    let displaced = group.filter { given[$0] != found[$0] }
    return displaced.isEmpty ? nil : displaced
  }

  /// Properties that have each other's values in all models: a has b's, b has c's, and so on until one has a's.
  ///
  /// A property listed in another place than its parameter always ends up in such a cycle; an initialiser that
  /// changes a value does not make one.
  static func cycle(in group: [Int], _ trials: [Trial]) -> [Int]? {
    func given(_ index: Int) -> [[UInt8]] { trials.map { $0.given[index] } }
    func found(_ index: Int) -> [[UInt8]] { trials.map { $0.found[index] } }
    let displaced = group.filter { given($0) != found($0) }
    for start in displaced {
      var way: [Int] = []
      var next: Int? = start
      while let property = next {
        if let place = way.firstIndex(of: property) { return Array(way[place...]) }
        way.append(property)
        next = displaced.first { $0 != property && given($0) == found(property) }
      }
    }
    return nil
  }
}

/// Puts values into bytes that are the same only for the same value.
private struct FingerprintReader<Root>: PropertyVisitor {
  let root: Root
  let values: [Any]
  var given: [[UInt8]] = []
  var found: [[UInt8]] = []

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    given.append((values[index] as? Value).map { fingerprint($0, property) } ?? [])
    found.append(fingerprint(root[keyPath: property.keyPath], property))
  }

  private func fingerprint<Value>(_ value: Value, _ property: Property<Root, Value>) -> [UInt8] {
    var writer = JSONWriter()
    if let encode = property.transformer.encode, (try? encode(value, &writer)) != nil {
      return writer.finish()
    }
    return Array(String(reflecting: value).utf8)
  }
}
