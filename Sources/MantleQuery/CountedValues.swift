import Mantle

/// Which values a path leads to in the elements of a list, and in how many of them each.
package struct CountedValues: Sendable {
  /// A value reduced to what counting distinguishes: containers by size, long strings by prefix.
  package struct Value: Hashable, Sendable {
    /// The kind of a counted value, in sort order.
    enum Kind: Int, Sendable {
      case absent, null, boolean, number, list, object
      /// In the words of the model.
      case read
      case text, beginning
    }

    let kind: Kind
    package let text: String
  }

  package let path: FilterPath
  package private(set) var counts: [Value: Int] = [:]
  package private(set) var elements = 0
  /// Whether there are more distinct values than are counted.
  private(set) var isCut = false

  init(_ path: FilterPath) { self.path = path }

  /// The maximum number of distinct values that are counted.
  static let most = 10_000

  mutating func add(_ subject: FilterSubject) {
    elements += 1
    let values = Set(path.readValues(of: subject).flatMap { told($0, $1) })
    for value in values.isEmpty ? [Value(kind: .absent, text: "absent")] : values {
      if counts.count < Self.most || counts[value] != nil {
        counts[value, default: 0] += 1
      } else {
        isCut = true
      }
    }
  }

  private func told(_ value: FilterValue, _ property: PropertyDescription?) -> [Value] {
    switch value {
    case .text(let text): return [Value(kind: .text, text: text)]
    case .number(let number): return [Value(kind: .number, text: number.shortest)]
    case .node(let node):
      if let property, property.hasOwnWords, !node.isNull, !node.kind.isContainer {
        return [Value(node, as: property)]
      }
      // A filter compares each value of a list, too.
      let inner = node.elements.filter { !$0.kind.isContainer }
      return inner.isEmpty ? [Value(node)] : inner.flatMap { told(.node($0), property?.inner) }
    }
  }

  /// The filter that shows the elements with a value.
  package func filter(for value: Value) -> String {
    let text = value.text
    let isText = value.kind == .text || value.kind == .beginning
    let operand = FilterOperand(
      value.kind == .list || value.kind == .object ? String(text.dropFirst().dropLast()) : text,
      isQuoted: isText, isDate: false,
      matcher: value.kind == .beginning ? SearchPattern(text) : nil, now: 0)
    return FilterComparison(
      path: path, relation: value.kind == .beginning ? .matches : .equal, isNegated: false,
      operands: [operand]
    ).words
  }

  // MARK: - In words

  /// How many there are; of numbers and dates how far they go: `50 elements; 1 to 998, mean 495.1, median 480`.
  package var words: String {
    let more = isCut ? "; no more than \(Self.most) values are told apart" : ""
    return Words.count(elements, "element") + (numberWords ?? dateWords ?? "") + more
  }

  private var numberWords: String? {
    let numbers = counts.compactMap { value, count in
      value.kind == .number ? Double(value.text).map { (number: $0, count: count) } : nil
    }.sorted { $0.number < $1.number }
    guard numbers.count > 1 else { return nil }
    let total = numbers.reduce(0) { $0 + $1.count }
    let mean = numbers.reduce(0) { $0 + $1.number * Double($1.count) } / Double(total)
    // Of an even number of values the median is the mean of the middle two.
    let middle = [(total - 1) / 2, total / 2].compactMap { position in
      var passed = 0
      return numbers.first {
        passed += $0.count
        return passed > position
      }?.number
    }
    let median = middle.reduce(0, +) / Double(middle.count)
    let ends = [numbers[0].number, numbers[numbers.count - 1].number, mean, median]
    let texts = ends.map { (($0 * 1000).rounded() / 1000).shortest }
    return "; \(texts[0]) to \(texts[1]), mean \(texts[2]), median \(texts[3])"
  }

  private var dateWords: String? {
    let texts = counts.keys.filter { $0.kind == .text || $0.kind == .read }.map(\.text)
    let dates = texts.compactMap { text in text.iso8601Seconds.map { (seconds: $0, text: text) } }
    guard dates.count > 1, dates.count == texts.count,
      let first = dates.min(by: { $0.seconds < $1.seconds }),
      let last = dates.max(by: { $0.seconds < $1.seconds })
    else { return nil }
    return "; \(first.text) to \(last.text)"
  }
}

extension CountedValues.Value: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    guard a.kind == b.kind else { return a.kind.rawValue < b.kind.rawValue }
    if a.kind == .number, let first = Double(a.text), let second = Double(b.text), first != second {
      return first < second
    }
    return a.text < b.text
  }
}

extension CountedValues.Value {
  fileprivate init(_ node: JSONNode) {
    switch node.kind {
    case .null: self.init(kind: .null, text: "null")
    case .true, .false: self.init(kind: .boolean, text: node.rawText)
    case .number: self.init(kind: .number, text: node.rawText)
    case .array: self.init(kind: .list, text: "[\(node.count == 0 ? "" : "\(node.count)")]")
    case .object: self.init(kind: .object, text: "{\(node.count == 0 ? "" : "\(node.count)")}")
    case .string:
      let text = node.displayText
      let isLong = text.utf8.count > Self.longest
      self.init(
        kind: isLong ? .beginning : .text, text: isLong ? String(text.prefix(Self.longest / 4)) : text)
    }
  }

  /// Counts the value as its property interprets it; a value that the property rejects by its quoted source
  /// text.
  fileprivate init(_ node: JSONNode, as property: PropertyDescription) {
    guard let words = property.words(of: node) else {
      self.init(kind: .text, text: node.displayText)
      return
    }
    let isNumber = property.isComparedAsRead && ComparedNumber(words) != nil
    self.init(kind: isNumber ? .number : .read, text: words)
  }

  private static let longest = 200
}

extension Double {
  /// Whole numbers without a point.
  fileprivate var shortest: String { Int(exactly: self).map(String.init) ?? description }
}

/// Counts while a filter looks at the elements of a list, on whatever thread.
package final class ValueCounter: Sendable {
  private let counted: Locked<CountedValues>

  package init(_ path: FilterPath) { counted = Locked(CountedValues(path)) }

  package var values: CountedValues { counted.withLock { $0 } }

  func add(_ subject: FilterSubject) { counted.withLock { $0.add(subject) } }
}
