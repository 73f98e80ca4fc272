// What a property contributes to the model's equality, hash, description and validation.

extension Property {
  /// Feeds the value to the hasher: itself where it is Hashable, else its JSON. No two properties cancel out
  /// (UX-75): the hasher is ordered.
  func hash(_ value: Value, into hasher: inout Hasher) {
    if let value = value as? any Hashable {
      value.hash(into: &hasher)
      return
    }
    var writer = JSONWriter()
    if (try? encode(value, &writer)) != nil { hasher.combine(writer.finish()) }
  }

  /// The value in words, for a description.
  func words(_ value: Value) -> String {
    if let nothing = value as? any OptionalValue, nothing.isNil { return "nil" }
    if let describe = transformer.describe { return describe(value) }
    var writer = JSONWriter()
    if transformer.encode != nil, (try? encode(value, &writer)) != nil { return writer.text }
    return String(describing: value)
  }

  /// Runs the rules over the model's present value; a substituted value is set.
  func validate(_ root: inout Root) throws {
    guard !options.rules.isEmpty else { return }
    var value = root[keyPath: keyPath]
    for rule in options.rules { value = try rule(value) }
    if let keyPath = keyPath as? WritableKeyPath<Root, Value> { root[keyPath: keyPath] = value }
  }
}
