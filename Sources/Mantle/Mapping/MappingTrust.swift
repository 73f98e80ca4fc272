import Synchronization

/// What is known about a mapping's soundness.
struct MappingTrust: Sendable {
  /// Pairs of properties of one type that no data has told apart yet.
  private var unsettled: [(Int, Int)] = []
  private var remainingAttempts = 64
  private var checked = false
  private var definitionProblem: MappingError?

  init(types: [ObjectIdentifier]) {
    for (a, type) in types.enumerated() {
      for b in types.indices.dropFirst(a + 1) where types[b] == type { unsettled.append((a, b)) }
    }
  }

  /// The properties whose order is in question, by number.
  var inQuestion: Set<Int> { Set(unsettled.flatMap { [$0.0, $0.1] }) }

  /// The definition's problem, looked for once.
  mutating func problem<Root>(checking mapping: Mapping<Root>) -> MappingError? {
    if !checked {
      checked = true
      definitionProblem = mapping.findDefinitionProblem()
      trustIfSettled(mapping)
    }
    return definitionProblem
  }

  /// Takes in one decoded sample.
  mutating func learn<Root>(from sample: ReadBack, for mapping: Mapping<Root>) throws(MappingError) {
    if let cycle = sample.cycle(among: unsettled) {
      let problem = MappingError(
        model: mapping.name, properties: cycle.sorted().map { mapping.properties[$0].name }, reason: .swapped)
      definitionProblem = problem
      throw problem
    }
    unsettled.removeAll { sample.tellsApart($0.0, $0.1) }
    remainingAttempts -= 1
    trustIfSettled(mapping)
  }

  /// Looks at the next sample although there were enough, where something is in question still.
  mutating func tryAgain<Root>(_ mapping: Mapping<Root>) {
    if unsettled.isEmpty { return }
    remainingAttempts = max(remainingAttempts, 1)
    mapping.isTrusted.store(false, ordering: .relaxed)
  }

  private mutating func trustIfSettled<Root>(_ mapping: Mapping<Root>) {
    guard definitionProblem == nil, unsettled.isEmpty || remainingAttempts <= 0 else { return }
    mapping.isTrusted.store(true, ordering: .relaxed)
  }
}

/// What was given to the initialiser for each property in question, and what its key path reads afterwards.
struct ReadBack {
  private var given: [Int: [UInt8]] = [:]
  private var found: [Int: [UInt8]] = [:]

  mutating func add(_ property: Int, given: [UInt8], found: [UInt8]) {
    self.given[property] = given
    self.found[property] = found
  }

  func tellsApart(_ a: Int, _ b: Int) -> Bool { given[a] != given[b] }

  /// Properties that have each other's values: a has b's, b has c's, and so on until one has a's.
  ///
  /// A property listed in another place than its parameter always ends up in such a cycle; an initialiser that
  /// changes a value does not make one.
  ///
  /// - Parameter pairs: the properties that can have each other's values.
  func cycle(among pairs: [(Int, Int)]) -> [Int]? {
    var neighbours: [Int: [Int]] = [:]
    for (a, b) in pairs where isDisplaced(a) && isDisplaced(b) {
      neighbours[a, default: []].append(b)
      neighbours[b, default: []].append(a)
    }
    for start in neighbours.keys.sorted() {
      var way: [Int] = []
      var next: Int? = start
      while let property = next {
        if let place = way.firstIndex(of: property) { return Array(way[place...]) }
        way.append(property)
        next = neighbours[property]?.first { given[$0] == found[property] }
      }
    }
    return nil
  }

  private func isDisplaced(_ property: Int) -> Bool { given[property] != found[property] }
}
