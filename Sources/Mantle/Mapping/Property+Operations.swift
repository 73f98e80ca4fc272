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
  ///
  /// - Throws: what a rule throws; a ``MappingError`` where a rule substitutes a value and the property is a `let`.
  func validate(_ root: inout Root) throws {
    guard !options.rules.isEmpty else { return }
    let present = root[keyPath: keyPath]
    var value = present
    for rule in options.rules { value = try rule(value) }
    if let keyPath = keyPath as? WritableKeyPath<Root, Value> {
      root[keyPath: keyPath] = value
    } else if isSubstitute(value, for: present) {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [name],
        reason: .other("a rule put another value in its place, and a `let` cannot be set; make it a `var`"))
    }
  }

  /// Whether a rule returned another value than it was given. Values that cannot be compared, and NaN, which equals
  /// nothing, are the same where they look the same.
  private func isSubstitute(_ value: Value, for present: Value) -> Bool {
    if Value.self is AnyObject.Type { return value as AnyObject !== present as AnyObject }
    return !areEqual(value, present) && String(reflecting: value) != String(reflecting: present)
  }
}
