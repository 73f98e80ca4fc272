import Mantle

/// A list of problems that are accepted in every file.
///
/// A rule is a code (`unmapped-key`), a code at a path with indices written as `[]`
/// (`unmapped-key@[].node_id`), or a code of a model or property (`type-mismatch@Issue.title`).
///
/// ```swift
/// var list = AllowList()
/// list.add("unmapped-key@[].node_id")
/// ```
package struct AllowList: Sendable {
  private var rules: Set<String> = []

  /// Creates an empty list.
  init() {}

  /// Adds a rule, such as `unmapped-key@[].node_id`.
  package mutating func add(_ rule: String) { rules.insert(rule) }

  /// The rules of the list whose diagnostic code does not exist, in alphabetical order.
  package var unknown: [String] {
    rules.filter { Explanation.of(String($0.prefix { $0 != "@" })) == nil }.sorted()
  }

  /// Adds the rules of a file with one rule on each line. Blank lines and lines that begin with `#` are
  /// ignored.
  package mutating func add(lines text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimming(while: \.isWhitespace)
      if !line.isEmpty, !line.hasPrefix("#") { add(String(line)) }
    }
  }

  /// Returns the rules of the list that are not in `used`, because they did not accept any problem, in alphabetical
  /// order.
  func unused(_ used: Set<String>) -> [String] { rules.subtracting(used).sorted() }

  /// Returns the rule of the list that accepts a problem; nil if there is none.
  ///
  /// - Parameter path: The path of the problem with its indices, because a rule may also name a single element.
  func rule(for problem: ProblemRule, at path: JSONKeyPath? = nil) -> String? {
    guard !rules.isEmpty else { return nil }
    let places = [problem.path, problem.subject, path?.description].compactMap { $0 }
    return ([problem.code] + places.map { "\(problem.code)@\($0)" }).first(where: rules.contains)
  }
}

/// The identity of a problem for allow lists and baselines: its diagnostic code, its model and property, and its path
/// without array indices.
struct ProblemRule: Hashable, Sendable {
  /// The code of the diagnostic.
  let code: String
  /// The model and property, such as `Issue.state`, or the model alone; nil if no model is affected.
  let subject: String?
  /// The path of the problem, with array indices as `[]`.
  let path: String
}

extension ProblemRule {
  /// Creates the identity of the problem that a diagnostic reports.
  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code.rawValue
    subject = diagnostic.subject
    path = diagnostic.path.withoutIndices.description
  }

  /// Creates the identity of the problem that a key at a path is unmapped.
  init(unmapped path: JSONKeyPath) {
    code = Diagnostic.Code.unmappedKey.rawValue
    subject = nil
    self.path = path.withoutIndices.description
  }
}
