extension Model {
  /// This model with another one's values merged into the properties both have, by name and type; what the
  /// other one lacks stays as it is.
  ///
  /// For models that are related without being the same: a base and what derives from it, a summary and the
  /// whole.
  ///
  /// - Throws: what making this model of the other one's values throws; a ``MappingError`` where a value differs and its
  ///   property is a `let`.
  public func merging<Other: Model>(
    propertiesOf other: Other, _ policy: MergePolicy = .keepIfNil
  ) throws -> Self {
    let mapping = Self.mapping
    var values = Dictionary(
      mapping.values(of: self).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var shared: Set<String> = []
    for value in Other.mapping.values(of: other) {
      guard let own = values[value.name], value.hasType(of: own) else { continue }
      values[value.name] = value
      shared.insert(value.name)
    }
    let incoming = try ValueAssembler(Array(values.values), of: mapping, runsRules: false)
      .assembled(by: mapping)
    return try mapping.merge(self, incoming, policy, among: shared)
  }
}
