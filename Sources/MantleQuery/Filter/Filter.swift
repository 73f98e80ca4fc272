import Mantle
import MantleDocuments

/// A condition on values, in the language of `&` in the browser and of `mantle filter`.
///
/// `state = open and comments > 10 and labels.name ~ "bug|crash" and not assignee = null`
package struct Filter: Sendable {
  /// A node of the parsed filter expression.
  package indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case comparison(FilterComparison)
    /// The condition that a pattern occurs in one of the value's keys or in a value inside it.
    case text(SearchPattern)
    case flag(Flag)
  }

  /// A condition on a whole value that consists of a name alone, such as `has-error`.
  package enum Flag: String, CaseIterable, Sendable {
    case hasError = "has-error"
    case hasWarning = "has-warning"
    case hasUnmapped = "has-unmapped"
    case modified
  }

  package let condition: Condition
  /// Byte strings whose absence decides quickly that a value does not pass; nil if searching the raw bytes cannot
  /// decide it.
  let needles: FilterNeedles?

  init(_ condition: Condition) {
    self.condition = condition
    needles = FilterNeedles(condition)
  }

  /// Parses a condition.
  ///
  /// - Throws: ``FilterError``, with the position of the error.
  package init(_ text: String, names: FilterNames) throws(FilterError) {
    var parser = FilterParser(text, names)
    self.init(try parser.parse())
    remark = keptAbsent(names)
  }

  /// A warning that the filter may keep more values than intended: `x != null` holds for values without `x`.
  package private(set) var remark: String?

  private func keptAbsent(_ names: FilterNames) -> String? {
    let comparisons = condition.comparisons
    let path = comparisons.first {
      $0.isNegated && $0.operands.contains { $0.keyword == .null } && names.mayBeAbsent($0.path)
    }?.path
    guard let path, path.calculation == nil, case let words = path.words,
      !comparisons.contains(where: {
        $0.path.words == words && $0.operands.contains { $0.keyword == .absent }
      })
    else { return nil }
    return "\(words) != null also keeps values without \(words)  (and \(words) != absent leaves them out)"
  }

  /// Returns the filter that a value passes if it passes this filter and another one.
  package func and(_ other: Filter) -> Filter {
    var both = Filter(.all([condition, other.condition]))
    both.remark = remark ?? other.remark
    return both
  }

  /// Whether the condition contains names of properties or keys. Such a condition is meant for a list that has them.
  package var hasNames: Bool { condition.contains(\.isNamed) }
  /// Whether the condition tests the keys of members: `$key`.
  package var isOfKeys: Bool { condition.contains { $0.words == FilterPath.key.words } }

  /// Whether the condition tests the indices of elements: `$index`.
  package var isOfNumbers: Bool { condition.contains { $0.words == FilterPath.Own.index.rawValue } }

  /// Whether the condition tests a value's key, index or unsaved edits, which rows of a database do not have.
  package var isOfFile: Bool { isOfKeys || isOfNumbers || condition.flags.contains(.modified) }

  /// Returns whether a value passes the filter.
  package func holds(for subject: FilterSubject) -> Bool { condition.holds(for: subject) }

  /// The source text of the condition.
  package var words: String { condition.words }
}

/// An error in the text of a filter, and its position.
package struct FilterError: Error, Hashable, CustomStringConvertible {
  /// The index of the character at which the error was found, counted from 0.
  package let position: Int
  /// The description of the error, without its position.
  let reason: String
  /// Whether the error is a name that no value of the list has. The name may be known in another list.
  package var isUnknownName: Bool

  /// Creates an error.
  init(position: Int, reason: String, isUnknownName: Bool = false) {
    self.position = position
    self.reason = reason
    self.isUnknownName = isUnknownName
  }

  /// The reason and the position of the error, which is counted from 1.
  package var description: String { "\(reason) at character \(position + 1)" }
}

/// A value that a filter tests, with context that its JSON does not contain.
package struct FilterSubject {
  let bytes: JSONBytes
  let range: Range<Int>
  /// The parsed or repaired value; nil if the source text can be neither parsed nor repaired.
  package let node: JSONNode?
  /// Whether the source text of the value has syntax errors other than comments.
  let isBroken: Bool
  /// Whether the source text of the value is valid JSON without comments.
  private(set) var isJSON = true
  package var key: String?
  package var index: Int?
  package var isModified = false
  package var model: ModelDescription?
  /// The members of the value by their keys; nil to search all members for each key.
  private(set) var members: MemberTable?

  /// Creates a subject from a parsed value.
  ///
  /// - Parameters:
  ///   - key: the key of a member of an object; nil for an element.
  ///   - index: the index of the value in its list, from 0.
  ///   - model: the model of the value.
  ///   - isBroken: whether the source text has errors other than comments.
  package init(
    _ node: JSONNode, key: String? = nil, index: Int? = nil, model: ModelDescription? = nil,
    isBroken: Bool = false
  ) {
    (bytes, range, self.node, self.isBroken) = (node.document.bytes, node.byteRange, node, isBroken)
    (self.key, self.index, self.model) = (key, index, model)
  }

  /// Creates a subject by parsing a range of the source text, which may be malformed.
  init(_ bytes: JSONBytes, _ range: Range<Int>) {
    (self.bytes, self.range) = (bytes, range)
    do throws(JSONSyntaxError) {
      (node, isBroken) = (try JSONDocument(parsing: bytes, in: range, limits: TextReading.deep).root, false)
    } catch {
      let repair = error.isLimit || range.count > Self.maximumMended ? nil : JSONRepair(bytes, in: range)
      let document = repair.flatMap { $0.isForeign ? nil : try? JSONDocument(parsing: $0.text) }
      (node, isBroken) = (document?.root, repair?.regions.contains { $0.cause != .comment } ?? true)
      isJSON = false
    }
  }

  /// Creates the subject from the text of a value.
  package init(_ text: [UInt8]) { self.init(JSONBytes(text), 0..<text.count) }

  /// Indexes the members by key, for filters with many paths.
  ///
  /// - Parameter other: The members of a value that probably has the same keys.
  package mutating func findMembers(like other: MemberTable? = nil) {
    guard let node, node.kind == .object else { return }
    members = MemberTable(of: node, like: other)
  }

  /// The maximum size in bytes of a malformed value that is repaired before it is tested.
  private static let maximumMended = 1 << 20
}

extension Filter.Condition {
  func holds(for subject: FilterSubject) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.holds(for: subject) }
    case .any(let parts): return parts.contains { $0.holds(for: subject) }
    case .not(let part): return !part.holds(for: subject)
    case .comparison(let comparison): return comparison.holds(for: subject)
    case .text(let pattern): return pattern.occurs(in: subject)
    case .flag(let flag): return flag.holds(for: subject)
    }
  }

  var words: String {
    switch self {
    case .all(let parts): parts.map { $0.wordsInside(.all([])) }.joined(separator: " and ")
    case .any(let parts): parts.map(\.words).joined(separator: " or ")
    case .not(let part): "not \(part.wordsInside(self))"
    case .comparison(let comparison): comparison.words
    case .text(let pattern): pattern.words
    case .flag(let flag): flag.rawValue
    }
  }

  /// Returns the condition's text, in parentheses if they are needed inside another condition.
  private func wordsInside(_ outer: Self) -> String {
    switch (outer, self) {
    case (_, .any), (.not, .all): "(\(words))"
    default: words
    }
  }
}

extension SearchPattern {
  /// Returns whether the pattern occurs in a value, in one of its keys, or in the value's own key.
  func occurs(in subject: FilterSubject) -> Bool {
    if let key = subject.key, matches(key) { return true }
    guard expression != nil else { return occurs(in: subject.bytes, subject.range) }
    return subject.node.map { occurs(in: $0) } ?? matches(subject.bytes.text(subject.range))
  }
}

extension Filter.Flag {
  func holds(for subject: FilterSubject) -> Bool {
    switch self {
    case .hasError: subject.isBroken || has(.error, subject)
    case .hasWarning: has(.warning, subject)
    case .hasUnmapped:
      subject.node.map { node in subject.model.map { $0.hasUnmapped(in: node) } ?? false } ?? false
    case .modified: subject.isModified
    }
  }

  private func has(_ severity: Diagnostic.Severity, _ subject: FilterSubject) -> Bool {
    guard let node = subject.node, let model = subject.model else { return false }
    return model.diagnose(node, minimumSeverity: severity).contains { $0.severity == severity }
  }
}

extension ModelDescription {
  /// Returns whether an object of the model, or an object of a nested model in it, has unmapped keys.
  fileprivate func hasUnmapped(in node: JSONNode) -> Bool {
    if !MappedKeys(self).unmapped(in: node).isEmpty { return true }
    return properties.contains { property in
      property.keyPaths.lazy.compactMap { node.find($0) }.first.map { property.shape.hasUnmapped(in: $0) }
        ?? false
    }
  }
}

extension ValueShape {
  fileprivate func hasUnmapped(in node: JSONNode) -> Bool {
    switch unwrapped {
    case .model(let reference):
      node.kind == .object && reference.description(for: node)?.hasUnmapped(in: node) == true
    case .array(let element): node.elements.contains { element.hasUnmapped(in: $0) }
    case .dictionary(let value): node.members.contains { value.hasUnmapped(in: $0.value) }
    default: false
    }
  }
}

extension Filter.Condition {
  fileprivate func contains(_ test: (FilterPath) -> Bool) -> Bool { paths.contains(where: test) }

  /// All flags in the condition, such as `has-error`.
  fileprivate var flags: [Filter.Flag] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.flags)
    case .not(let part): part.flags
    case .flag(let flag): [flag]
    case .comparison, .text: []
    }
  }

  /// All comparisons in the condition, at any depth.
  var comparisons: [FilterComparison] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
    case .not(let part): part.comparisons
    case .comparison(let comparison): [comparison]
    case .text, .flag: []
    }
  }
}
