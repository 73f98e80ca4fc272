/// A check for properties that are listed in a different order than the initializer's parameters.
///
/// Properties of one type in the wrong order compile, but each gets the value of another. The check creates
/// models from distinct values and compares every property with its value. An initializer that normalizes its
/// arguments (`low` is the smaller one) exchanges values in some models only. Every model is therefore
/// created a second time with the values in the opposite order, and properties are swapped only if they have
/// each other's values in all models.
struct OrderCheck<Root> {
  private let mapping: Mapping<Root>
  /// The groups of properties of one type whose order is to be checked. A group has the indices of two or
  /// more properties.
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

  /// Checks the order with sample values.
  ///
  /// - Returns: the groups whose order the samples cannot verify, because their type has no two distinct
  ///   samples or no model can be created.
  /// - Throws: a ``MappingError`` for swapped properties.
  func unsettledGroups() throws(MappingError) -> [[Int]] {
    if groups.isEmpty { return [] }
    let samples = SampleValues.ofProperties(of: mapping, atLeast: groups.map(\.count).max() ?? 0)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return groups }
    let settled = groups.filter { group in group.allSatisfy { samples[$0].count > 1 } }
    // An initializer with a rule, such as `from < to`, throws for some samples. The other samples are
    // sufficient.
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

  /// Returns the choice of sample values for every model to create: for each property, the index of its
  /// sample. No two properties of a group have the same index in all models. Every model has a counterpart
  /// with the samples in the opposite order.
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

  /// Checks the order of the properties with a decoded model.
  ///
  /// - Parameters:
  ///   - groups: the groups whose order is not verified.
  ///   - values: the arguments with which the initializer created the model.
  /// - Returns: the groups that remain unverified: properties with equal values in this model.
  /// - Throws: a ``MappingError`` for swapped properties. The finding is confirmed with the opposite order of
  ///   the values, so that untrusted input cannot make a valid definition unusable.
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

/// The arguments of one created model and the values that its key paths read, each encoded as bytes for
/// comparison.
private struct Trial<Root> {
  let given: [[UInt8]]
  let found: [[UInt8]]

  /// Creates a model from arguments and reads its key paths; nil if the initializer throws.
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

  /// Returns the properties of a group whose value in the created model differs from the argument that the
  /// initializer received for it; nil if there are none.
  func displaced(_ group: [Int]) -> [Int]? {
    let displaced = group.filter { given[$0] != found[$0] }
    return displaced.isEmpty ? nil : displaced
  }

  /// Returns a cycle of properties that have each other's values in all models: the first has the value of
  /// the second, and so on, and the last has the value of the first. Returns nil if there is none.
  ///
  /// A property that is listed at the wrong position is always part of such a cycle. An initializer that
  /// changes a value does not create one.
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

/// A visitor that converts values to bytes that are equal only for equal values.
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
