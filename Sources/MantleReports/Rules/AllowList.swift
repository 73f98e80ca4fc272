import Mantle

/// Problems that are known and accepted, whatever file they are in.
///
/// A rule is a code (`unmapped-key`), a code at a place (`unmapped-key@[].node_id`, indices as `[]`), or a code of a model
/// or a property (`type-mismatch@Issue.title`).
package struct AllowList: Sendable {
  private var rules: Set<String> = []

  package init() {}

  package mutating func add(_ rule: String) { rules.insert(rule) }

  /// The rules whose code no diagnostic has, in order.
  package var unknown: [String] {
    rules.filter { Explanation.of(String($0.prefix { $0 != "@" })) == nil }.sorted()
  }

  /// Adds the rules of a file: one to a line; empty lines and those that begin with `#` are left out.
  package mutating func add(lines text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimming(while: \.isWhitespace)
      if !line.isEmpty, !line.hasPrefix("#") { add(String(line)) }
    }
  }

  /// The rules that accepted no problem, in order.
  func unused(_ used: Set<String>) -> [String] { rules.subtracting(used).sorted() }

  /// The rule that accepts a problem.
  ///
  /// - Parameter path: where the problem is, with its indices: a rule may be of one element, as a message names it.
  func rule(for problem: ProblemRule, at path: JSONKeyPath? = nil) -> String? {
    guard !rules.isEmpty else { return nil }
    let places = [problem.path, problem.subject, path?.description].compactMap { $0 }
    return ([problem.code] + places.map { "\(problem.code)@\($0)" }).first(where: rules.contains)
  }
}
