/// JSON texts made up by chance, and other versions of them: with elements inserted, removed, changed and moved.
package enum RandomVersions {
  /// A value of a random kind, often a list of objects with identities.
  package static func text(_ random: inout SeededGenerator) -> String { value(3, &random) }

  /// A list of objects with identities.
  package static func elements(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    Array(0..<count * 2).shuffled(using: &random).prefix(count).map { element($0, &random) }
  }

  /// Another version of a list of texts.
  package static func edited(_ elements: [String], _ random: inout SeededGenerator) -> [String] {
    var edited = elements
    for step in 0..<random.below(6) + 1 {
      let place = edited.isEmpty ? 0 : random.below(edited.count)
      switch random.below(4) {
      case 0: edited.insert(element(1000 + step, &random), at: place)
      case 1 where !edited.isEmpty: edited.remove(at: place)
      case 2 where !edited.isEmpty:
        edited.insert(edited.remove(at: place), at: random.below(edited.count + 1))
      case 3 where !edited.isEmpty:
        edited[place] = edited[place].replacing("\"v\":", with: "\"v\":9")
      default: break
      }
    }
    return edited
  }

  /// Another version of a text: one character of it is another one where that is JSON, too.
  package static func edited(_ text: String, _ random: inout SeededGenerator) -> String {
    text.replacing(random.pick(["1", "\"a\"", "true", "2"]), with: random.pick(["7", "\"b\"", "[1]", "{}"]))
  }

  private static func element(_ id: Int, _ random: inout SeededGenerator) -> String {
    "{\"id\": \(id), \"v\":\(random.below(3)), \"w\": {\"x\":[\(random.below(3)),1]}}"
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let blank = random.pick(["", " ", "\n"])
    let count = random.below(5)
    switch random.below(depth > 0 ? 7 : 3) {
    case 0: return random.pick(["1", "1.0", "2", "3"])
    case 1: return random.pick(["null", "true"])
    case 2: return random.pick(["\"a\"", "\"\\u0061\"", "\"é\""])
    case 3, 4:
      let keys = ["a", "b", "c", "id"].shuffled(using: &random)
      let members = keys.prefix(count).map { "\"\($0)\":\(blank)\(value(depth - 1, &random))" }
      return "{" + blank + members.joined(separator: "," + blank) + blank + "}"
    case 5: return "[" + elements(count, &random).joined(separator: ", ") + "]"
    default:
      let elements = (0..<count).map { _ in value(depth - 1, &random) }
      return "[" + blank + elements.joined(separator: blank + ",") + "]"
    }
  }
}
