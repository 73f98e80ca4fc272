import Mantle

/// A comparison of one property, or of the value at a key path.
struct PropertyTest: Sendable {
  /// The longer signs come first, so that they are found before what they begin with.
  enum Relation: String, CaseIterable, Sendable {
    case notEqual = "!=", atMost = "<=", atLeast = ">="
    case equal = "=", less = "<", greater = ">", contains = "~"
  }

  let name: String
  let paths: [JSONKeyPath]
  let relation: Relation
  let operand: String
  /// The operand as what is to be contained; nil for an empty one, which everything contains.
  private let pattern: SearchPattern?

  var words: String { "\(name) \(relation.rawValue) \(operand.isEmpty ? "\"\"" : operand)" }

  init?(_ text: String, model: ModelDescription?) {
    let signs = Relation.allCases.compactMap { relation in
      text.firstRange(of: relation.rawValue).map { (range: $0, relation: relation) }
    }
    guard let sign = signs.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return nil }
    let name = Self.trimmed(text[..<sign.range.lowerBound])
    guard let paths = Self.paths(name, model) else { return nil }
    self.name = name
    self.paths = paths
    relation = sign.relation
    operand = Self.trimmed(text[sign.range.upperBound...])
    pattern = SearchPattern(operand)
  }

  private static func paths(_ name: String, _ model: ModelDescription?) -> [JSONKeyPath]? {
    if let property = model?.properties.first(where: { $0.name == name }), !property.keyPaths.isEmpty {
      return property.keyPaths
    }
    guard name.first == ".", name.count > 1 else { return nil }
    return JSONKeyPath(copied: name).map { [$0] }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  // MARK: - Testing

  /// Whether it holds for a value: numbers are compared as numbers, lists by how many they hold, everything else by its
  /// text; `null` and `absent` are what they say.
  func holds(for element: JSONNode) -> Bool {
    guard let node = paths.lazy.compactMap({ element.find($0) }).first else {
      return operand == "absent" ? relation == .equal : relation == .notEqual
    }
    if node.isNull { return relation == (operand == "null" ? .equal : .notEqual) }
    if relation == .contains { return pattern?.occurs(in: node) ?? true }
    if let number = node.kind.isContainer
      ? Double(node.count) : node.kind == .number ? Double(node.rawText) : nil,
      let wanted = Double(operand)
    {
      return holds(number, wanted)
    }
    // Words have an order, and dates as JSON writes them; true and a number beside a word have none.
    guard node.kind == .string || relation == .equal || relation == .notEqual else { return false }
    return holds(Self.text(of: node), operand)
  }

  private func holds<Value: Comparable>(_ value: Value, _ wanted: Value) -> Bool {
    switch relation {
    case .equal: value == wanted
    case .notEqual: value != wanted
    case .less: value < wanted
    case .atMost: value <= wanted
    case .greater: value > wanted
    case .atLeast: value >= wanted
    case .contains: false
    }
  }

  private static func text(of node: JSONNode) -> String {
    node.kind == .string ? node.displayText : node.rawText
  }
}
