/// The rule that derives the property names of a model from the keys of its objects.
package enum PropertyNames: Sendable {
  /// Each property is named by its unchanged key, for models that are only viewed.
  case keys
  /// Each property is named by its key, changed only if the key is not a valid name in a definition.
  case identifiers
  /// Each property has a name that follows the Swift naming conventions.
  case swift

  /// Returns a distinct name for each key. A key that is a valid name is kept; other keys whose names would be
  /// equal get names derived from their spelling.
  func names(of keys: [String]) -> [String] {
    var space = NameSpace()
    // Keys are compared by bytes, because `é` has two Unicode spellings, which are equal strings but different keys.
    var names: [[UInt8]: String] = [:]
    let sorted = keys.sorted { $0.precedesByBytes($1) }
    for key in sorted where name(of: key) == key { names[Array(key.utf8)] = space.take([key]) }
    for key in sorted where names[Array(key.utf8)] == nil {
      let name = name(of: key)
      names[Array(key.utf8)] = space.take([name, name + Self.origin(of: key)])
    }
    return keys.map { names[Array($0.utf8)] ?? $0 }
  }

  private func name(of key: String) -> String {
    switch self {
    case .keys: key
    case .identifiers: SwiftName.isIdentifier(key) ? key : Names.property(key)
    case .swift: Self.safe(Names.property(key))
    }
  }

  /// Returns a name with `_` appended if Swift gives the name a special meaning even in backticks.
  private static func safe(_ name: String) -> String {
    ["self", "Self", "Type", "Protocol", "init"].contains(name) ? name + "_" : name
  }

  private static func origin(of key: String) -> String {
    if key.contains("_") { return "Snake" }
    if key.contains("-") { return "Kebab" }
    return key.first?.isUppercase == true ? "Upper" : ""
  }
}
