/// A generator of an array of objects like those of GitHub's issues API: 24 keys each, about 80 values and 1,200 bytes.
/// A third of the bodies contain escapes.
///
/// The bytes depend on the seed and the size only.
struct IssueGenerator {
  private var random: RandomNumbers
  private var text: [UInt8] = []

  private init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  /// Returns an array of generated issues of at least `size` bytes.
  static func bytes(atLeast size: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = IssueGenerator(seed: seed)
    generator.text.reserveCapacity(size + 8192)
    generator.put("[")
    var number = 1
    repeat {
      if number > 1 { generator.put(",") }
      generator.issue(number)
      number += 1
    } while generator.text.count < size
    generator.put("]")
    return generator.text
  }

  private mutating func put(_ piece: String) { text.append(contentsOf: piece.utf8) }

  private mutating func issue(_ number: Int) {
    let repository = "https://api.github.com/repos/\(random.pick(Words.logins))/\(random.pick(Words.nouns))"
    let issue = "\(repository)/issues/\(number)"
    let isClosed = random.below(3) == 0
    put(
      "{\"url\":\"\(issue)\",\"repository_url\":\"\(repository)\",\"labels_url\":\"\(issue)/labels{/name}\",")
    put("\"comments_url\":\"\(issue)/comments\",\"events_url\":\"\(issue)/events\",")
    put("\"html_url\":\"https://github.com/\(repository.dropFirst(29))/issues/\(number)\",")
    put("\"id\":\(9_007_199_254_740_993 + number),\"node_id\":\"MDU6SXNzdWU\(number)\",\"number\":\(number),")
    put("\"title\":\"\(words(3 + random.below(8)))\",\"user\":")
    user()
    put(",\"labels\":[")
    for position in 0..<random.below(3) { label(repository, isFirst: position == 0) }
    put("],\"state\":\"\(isClosed ? "closed" : "open")\",\"locked\":false,\"assignee\":")
    if random.below(3) == 0 { assignee() } else { put("null") }
    put(",\"milestone\":null,\"comments\":\(random.below(40)),\"created_at\":\"\(date())\",")
    put("\"updated_at\":\(random.below(8) == 0 ? "null" : "\"\(date())\""),")
    put("\"closed_at\":\(isClosed ? "\"\(date())\"" : "null"),\"author_association\":\"CONTRIBUTOR\",")
    put(
      "\"active_lock_reason\":null,\"score\":\(random.below(2000) - 1000).\(random.below(10)),\"body\":\(body())}"
    )
  }

  private mutating func user() {
    let login = random.pick(Words.logins)
    let home = "https://api.github.com/users/\(login)"
    put("{\"login\":\"\(login)\",\"id\":\(1000 + random.below(900_000)),\"node_id\":\"MDQ6VXNlcjE=\",")
    put("\"avatar_url\":\"https://avatars.githubusercontent.com/u/\(random.below(90_000))?v=4\",")
    put("\"gravatar_id\":\"\",\"url\":\"\(home)\",\"html_url\":\"https://github.com/\(login)\",")
    put("\"type\":\"User\",\"site_admin\":false}")
  }

  private mutating func assignee() {
    put(
      "{\"login\":\"\(random.pick(Words.logins))\",\"id\":\(1000 + random.below(900_000)),\"type\":\"User\"}")
  }

  private mutating func label(_ repository: String, isFirst: Bool) {
    let name = random.pick(Words.labels)
    put("\(isFirst ? "" : ",")" + "{\"id\":\(208_045_946 + random.below(1000)),")
    put("\"url\":\"\(repository)/labels/\(name)\",\"name\":\"\(name)\",")
    put("\"color\":\"\(random.pick(Words.colors))\",\"default\":\(isFirst)}")
  }

  private mutating func date() -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day = "20\(two(10 + random.below(16)))-\(two(1 + random.below(12)))-\(two(1 + random.below(28)))"
    return "\(day)T\(two(random.below(24))):\(two(random.below(60))):\(two(random.below(60)))Z"
  }

  private mutating func words(_ count: Int) -> String {
    var result = random.pick(Words.nouns)
    for _ in 1..<count {
      result += " " + (random.below(40) == 0 ? random.pick(Words.rare) : random.pick(Words.nouns))
    }
    return result
  }

  private mutating func body() -> String {
    switch random.below(12) {
    case 0: "null"
    case 1...4:
      "\"\(words(5))\\r\\n\\r\\n```swift\\n\\tlet \\\"\(words(1))\\\" = \\u00e9\\u4e2d\\ud83d\\ude42\\n```\\r\\n\(words(4))\""
    default: "\"\(words(8 + random.below(24)))\""
    }
  }
}

/// The vocabulary of generated titles and bodies, with rare words outside ASCII.
private enum Words {
  static let nouns = """
    array buffer cache decoder encoder field graph handle index journal kernel layout mapping nested object \
    parser queue reader schema transformer unicode value writer crash regression flaky timeout memory leak \
    docs typo refactor deprecate backport release archive model adapter coercion merge validate optional
    """.split(separator: " ").map(String.init)
  static let rare = ["naïve", "Größe", "日本語", "テスト", "ещё", "🙂", "👩‍💻"]
  static let labels = ["bug", "docs", "enhancement", "good-first-issue", "help-wanted", "question"]
  static let colors = ["d73a4a", "0075ca", "a2eeef", "7057ff", "008672", "d876e3"]
  static let logins = """
    octocat defunkt mojombo ada grace barbara edsger radia margaret donald ken dennis brian bjarne
    """.split(separator: " ").map(String.init)
}
