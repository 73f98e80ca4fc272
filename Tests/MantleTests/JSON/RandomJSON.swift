import TestSupport

/// JSON texts made of everything the grammar allows, with white space in odd places.
struct RandomJSON {
  var generator: SeededGenerator
  /// How much white space: 0 for none.
  var whitespace = 30

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func value(depth: Int = 0, maximum: Int = 5) -> String {
    let kinds = depth < maximum ? 9 : 6
    switch generator.below(kinds) {
    case 0: return "null"
    case 1: return generator.chance(50) ? "true" : "false"
    case 2, 3: return number()
    case 4, 5: return string()
    case 6, 7: return container("{", "}", depth: depth) { $0.string() + $0.space() + ":" + $0.space() }
    default: return container("[", "]", depth: depth) { _ in "" }
    }
  }

  mutating func object(members: Int, depth: Int = 0) -> String {
    var parts: [String] = []
    for _ in 0..<members {
      parts.append(space() + string() + ":" + space() + value(depth: depth + 1) + space())
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  mutating func array(elements: Int, depth: Int = 0) -> String {
    var parts: [String] = []
    for _ in 0..<elements { parts.append(space() + value(depth: depth + 1) + space()) }
    return "[" + parts.joined(separator: ",") + "]"
  }

  private mutating func container(
    _ open: String, _ close: String, depth: Int, prefix: (inout RandomJSON) -> String
  ) -> String {
    var parts: [String] = []
    for _ in 0..<generator.below(5) {
      parts.append(space() + prefix(&self) + value(depth: depth + 1) + space())
    }
    return open + (parts.isEmpty ? space() : parts.joined(separator: ",")) + close
  }

  mutating func space() -> String {
    guard generator.chance(whitespace) else { return "" }
    let length = generator.chance(10) ? generator.below(40) : generator.below(3) + 1
    return (0..<length).map { _ in generator.pick([" ", "\n", "\t", "\r"]) }.joined()
  }

  mutating func number() -> String {
    generator.pick([
      "0", "-0", "1", "-12", "3.25", "1e5", "1E+05", "-2.5e-3", "123456789012345678901234567890",
      "\(generator.below(100_000))", "0.1", "1.0",
    ])
  }

  mutating func string() -> String {
    let pieces = [
      "a", "key", "]", "}", "{", "[", ",", ":", "\\\"", "\\\\", "\\n", "\\u0041", "\\ud83d\\ude00", "é",
      "日本", "😀", "plain text of some length", "\\\\\\\"", "/", "\\/", "\\ud800", " ", "\u{7F}",
    ]
    return "\"" + (0..<generator.below(6)).map { _ in generator.pick(pieces) }.joined() + "\""
  }
}
