import Mantle
import MantleQuery

/// The number of values of each form, for each of several paths.
struct FormCounts: Sendable {
  /// The number of values of one form, and the least and the greatest of them.
  struct Seen: Sendable {
    private(set) var count = 0
    /// The least and the greatest value; nil for a form without values, such as absence.
    private(set) var least: JSONNode?
    private(set) var greatest: JSONNode?

    fileprivate mutating func add(_ node: JSONNode?) {
      count += 1
      if let node { extend(to: node, node) }
    }

    fileprivate mutating func add(_ other: Seen) {
      count += other.count
      if let least = other.least, let greatest = other.greatest { extend(to: least, greatest) }
    }

    private mutating func extend(to low: JSONNode, _ high: JSONNode) {
      if least.map({ low.precedes($0) }) ?? true { least = low }
      if greatest.map({ $0.precedes(high) }) ?? true { greatest = high }
    }
  }

  private let paths: [FilterPath]
  private var seen: [[ValueForm: Seen]]

  init(_ paths: [FilterPath]) {
    self.paths = paths
    seen = paths.map { _ in [:] }
  }

  /// Counts the forms of an element's values.
  mutating func add(_ subject: FilterSubject) {
    for (index, path) in paths.enumerated() {
      var isEmpty = true
      for case .node(let node) in path.values(of: subject) {
        isEmpty = false
        seen[index][ValueForm(node), default: Seen()].add(node)
      }
      if isEmpty, path.isMissing(in: subject) { seen[index][.absent, default: Seen()].add(nil) }
    }
  }

  /// Adds the counts of other elements.
  mutating func add(_ other: FormCounts) {
    for (index, forms) in other.seen.enumerated() {
      for (form, values) in forms { seen[index][form, default: Seen()].add(values) }
    }
  }

  /// Returns the values at a path by their form.
  func forms(at index: Int) -> [ValueForm: Seen] {
    seen[index].reduce(into: [:]) { $0[form($1.key, at: index), default: Seen()].add($1.value) }
  }

  /// Returns the form of a value, considering the other values at the path. If strings have several forms and at most half of
  /// them are dates, they count as plain text, except numbers and booleans in quotes if the path also has such values without
  /// quotes.
  func form(_ form: ValueForm, at index: Int) -> ValueForm {
    let forms = seen[index]
    let strings = forms.filter(\.key.isString)
    guard form.isString, strings.count > 1 else { return form }
    func total(_ forms: [ValueForm: Seen]) -> Int { forms.values.reduce(0) { $0 + $1.count } }
    let areDates = total(strings.filter(\.key.isDate)) * 2 > total(strings)
    let isMeant =
      form == .numberText && forms[.number] != nil || form == .booleanText && forms[.boolean] != nil
    return areDates || isMeant ? form : .text
  }
}

extension JSONNode {
  /// Returns whether a value is less than another value of the same form: numbers and containers are compared by size, strings
  /// by their characters.
  fileprivate func precedes(_ other: JSONNode) -> Bool {
    switch kind {
    case .number: Double(rawText) ?? 0 < Double(other.rawText) ?? 0
    case .array, .object: count < other.count
    case .string: displayText < other.displayText
    default: false
    }
  }
}
