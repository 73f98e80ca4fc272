extension Model {
  /// Returns this model after merging the values of another model into the properties that both have, matched
  /// by name and type. Other properties are unchanged.
  ///
  /// Use this method for related models of different types, such as a base and a derived model, or a summary
  /// and the complete model.
  ///
  /// ```swift
  /// let updated = try track.merging(propertiesOf: Summary(title: "First", rating: 3))
  /// ```
  ///
  /// - Throws: any error of creating this model from the other one's values; a ``MappingError`` if a value
  ///   differs and its property is a `let`.
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
