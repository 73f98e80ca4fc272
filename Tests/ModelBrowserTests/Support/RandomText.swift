import TestSupport

/// JSON texts made up by chance, the same ones for the same seed.
struct RandomText {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func value(depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 4 : 7), using: &generator) {
    case 0: return ["null", "true", "false"].randomElement(using: &generator) ?? "null"
    case 1: return String(Int.random(in: -999...99999, using: &generator))
    case 2, 3: return string()
    case 4, 5: return array(depth: depth)
    default: return object(depth: depth)
    }
  }

  mutating func array(depth: Int = 0) -> String {
    let elements = (0..<Int.random(in: 0...5, using: &generator)).map { _ in value(depth: depth + 1) }
    return "[" + space() + elements.joined(separator: "," + space()) + space() + "]"
  }

  mutating func object(depth: Int = 0) -> String {
    let members = (0..<Int.random(in: 0...5, using: &generator)).map { index in
      "\"k\(index)\":" + space() + value(depth: depth + 1)
    }
    return "{" + space() + members.joined(separator: "," + space()) + "}"
  }

  mutating func string() -> String {
    let pieces = ["a", "bc", "é", "日本", "\\n", "\\\"", " ", "{", "[", ",", "\\u00e9", "x"]
    let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }
    return "\"\(text.joined())\""
  }

  private mutating func space() -> String {
    ["", "", " ", "\n  "].randomElement(using: &generator) ?? ""
  }
}
