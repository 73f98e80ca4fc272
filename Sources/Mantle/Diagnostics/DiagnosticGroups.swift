/// Diagnostics for people: what is said of many objects alike is said once, with how often.
package struct DiagnosticGroups: Sendable {
  /// Diagnostics of one cause: they differ in nothing but their place among the elements of arrays, and in the text or number
  /// that was found there.
  package struct Group: Sendable {
    /// The one that came first, with its place.
    package let first: Diagnostic
    /// The one that came last.
    package internal(set) var last: Diagnostic
    package internal(set) var count: Int
  }

  /// In the order of their first occurrence.
  package private(set) var groups: [Group] = []
  /// How many diagnostics are in none of the groups, because there were too many different ones.
  package private(set) var omitted = 0
  private var numbers: [Diagnostic: Int] = [:]
  private let most: Int

  /// - Parameter most: how many groups are kept; what would be one more is counted only.
  package init(most: Int = .max) { self.most = most }

  package init(_ diagnostics: [Diagnostic]) {
    self.init()
    diagnostics.forEach { add($0) }
  }

  /// - Returns: whether it is the first of its group.
  @discardableResult package mutating func add(_ diagnostic: Diagnostic) -> Bool {
    let kind = diagnostic.kind
    if let number = numbers[kind] {
      groups[number].count += 1
      groups[number].last = diagnostic
      return false
    }
    guard groups.count < most else {
      omitted += 1
      return false
    }
    numbers[kind] = groups.count
    groups.append(Group(first: diagnostic, last: diagnostic, count: 1))
    return true
  }

  /// One line for each group, with the indices of paths left out.
  package var lines: [String] {
    groups.map { $0.first.withoutPlace.line() + ($0.count > 1 ? "  (the first of \($0.count))" : "") }
  }
}

extension Diagnostic {
  /// The same, wherever in an array it is.
  fileprivate var withoutPlace: Diagnostic {
    var copy = self
    copy.path = path.withoutIndices
    copy.location = nil
    // A key nothing maps is the same key, whatever its value.
    if code == .unmappedKey { (copy.found, copy.detail) = (nil, "no property maps this key") }
    return copy
  }

  /// What it has in common with others of its group: which texts and numbers were found differs from object to object, what
  /// was expected and what is to be done about it does not.
  fileprivate var kind: Diagnostic {
    var kind = withoutPlace
    kind.underlying = nil
    kind.found = found?.withoutNumbers.withoutQuoted
    kind.detail = kind.detail?.withoutNumbers.withoutQuoted
    kind.hint = hint.map { .sentence($0.description.withoutNumbers) }
    return kind
  }
}

extension String {
  /// The text without its digits.
  fileprivate var withoutNumbers: String {
    String(decoding: utf8.filter { !ASCII.isDigit($0) }, as: UTF8.self)
  }

  /// The text without what stands between double quotes.
  fileprivate var withoutQuoted: String {
    var isInside = false
    return String(
      decoding: utf8.filter { byte in
        if byte == ASCII.quote { isInside.toggle() }
        return !isInside
      }, as: UTF8.self)
  }
}
