/// Diagnostics grouped by cause, for reports that list the same problem of many objects once, with a count.
///
/// ```swift
/// var groups = DiagnosticGroups(most: 20)
/// for diagnostic in failure.diagnostics { groups.add(diagnostic) }
/// print(groups.lines.joined(separator: "\n"))
/// ```
package struct DiagnosticGroups: Sendable {
  /// A group of diagnostics that differ only in array indices and in the strings and numbers that were found.
  package struct Group: Sendable {
    /// The first diagnostic of the group.
    package let first: Diagnostic
    /// The most recent diagnostic of the group.
    package internal(set) var last: Diagnostic
    /// The number of diagnostics in the group.
    package internal(set) var count: Int
  }

  /// The groups in the order of their first diagnostics.
  package private(set) var groups: [Group] = []
  /// The number of diagnostics that belong to no group because the maximum number of groups was reached.
  package private(set) var omitted = 0
  /// The index in ``groups`` of the group of each normalized diagnostic, without array indices and found
  /// values.
  private var numbers: [Diagnostic: Int] = [:]
  private let most: Int

  /// Creates an empty list of groups.
  ///
  /// - Parameter most: The maximum number of groups; diagnostics of further causes are only counted.
  package init(most: Int = .max) { self.most = most }

  /// Creates groups of the given diagnostics, with no maximum number of groups.
  package init(_ diagnostics: [Diagnostic]) {
    self.init()
    diagnostics.forEach { add($0) }
  }

  /// Adds a diagnostic to its group.
  ///
  /// - Returns: Whether the diagnostic starts a new group.
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

  /// The text of the groups: one line for each group, with the array indices removed from the paths.
  package var lines: [String] {
    groups.map { $0.first.withoutPlace.line() + ($0.count > 1 ? "  (the first of \($0.count))" : "") }
  }
}

extension Diagnostic {
  /// The diagnostic without its location and with `[]` for the array indices of its path.
  fileprivate var withoutPlace: Diagnostic {
    var copy = self
    copy.path = path.withoutIndices
    copy.location = nil
    // Unmapped keys at the same path belong to one group, whatever their values are.
    if code == .unmappedKey { (copy.found, copy.detail) = (nil, "no property maps this key") }
    return copy
  }

  /// A normalized copy of the diagnostic, which is equal for all diagnostics of a group. It has no location,
  /// no array indices, and none of the strings and numbers that were found.
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
  fileprivate var withoutNumbers: String {
    String(decoding: utf8.filter { !ASCII.isDigit($0) }, as: UTF8.self)
  }

  /// A copy of the string without the parts in double quotes.
  fileprivate var withoutQuoted: String {
    var isInside = false
    return String(
      decoding: utf8.filter { byte in
        if byte == ASCII.quote { isInside.toggle() }
        return !isInside
      }, as: UTF8.self)
  }
}

// Merging of diagnostics for keys that an object lacks because all of the keys are in another value.
extension [Diagnostic] {
  /// The number of preceding diagnostics with which ``withMisplacedKeysTogether`` tries to merge a diagnostic.
  private static var near: Int { 16 }

  /// The diagnostics, with those merged into one that report missing keys of the same object which all occur
  /// in one other value.
  ///
  /// Such keys have one cause, for example one nesting level too many. The remaining diagnostic is that of the
  /// first key, and its hint lists all of the keys.
  var withMisplacedKeysTogether: [Diagnostic] {
    guard count > 1 else { return self }
    var kept: [Diagnostic] = []
    for diagnostic in self {
      let known = kept.indices.suffix(Self.near)
      if let index = known.first(where: { diagnostic.isMisplaced(with: kept[$0]) }),
        let hint = kept[index].hint?.with(diagnostic.hint)
      {
        kept[index].hint = hint
      } else {
        kept.append(diagnostic)
      }
    }
    return kept
  }
}

extension Diagnostic {
  /// Returns whether two diagnostics report keys that the same object lacks and the same other value has.
  fileprivate func isMisplaced(with other: Diagnostic) -> Bool {
    code == .missing && other.code == .missing && other.severity == severity && other.hint?.with(hint) != nil
      && other.path.components.dropLast() == path.components.dropLast()
  }
}
