/// Diagnostics for people: what is said of many objects alike is said once, with how often.
package struct DiagnosticGroups: Sendable {
  /// Diagnostics that differ in nothing but their place among the elements of arrays.
  package struct Group: Sendable {
    /// The one that came first, with its place.
    package let first: Diagnostic
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

  package mutating func add(_ diagnostic: Diagnostic) {
    let kind = diagnostic.kind
    if let number = numbers[kind] {
      groups[number].count += 1
    } else if groups.count < most {
      numbers[kind] = groups.count
      groups.append(Group(first: diagnostic, count: 1))
    } else {
      omitted += 1
    }
  }

  /// One line for each group, with the indices of paths left out.
  package var lines: [String] {
    groups.map { $0.first.kind.line() + ($0.count > 1 ? "  (\($0.count) times)" : "") }
  }
}

extension Diagnostic {
  /// What it has in common with others of its group.
  fileprivate var kind: Diagnostic {
    var kind = self
    kind.path = path.withoutIndices
    kind.location = nil
    kind.underlying = nil
    kind.hint = nil
    // Values differ from object to object; a key nothing maps is the same key.
    if code == .unmappedKey { (kind.found, kind.detail) = (nil, "no property maps this key") }
    return kind
  }
}
