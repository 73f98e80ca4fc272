import Mantle
import MantleQuery

/// The list of the values that a property or key has in the elements of a list.
extension ListPane {
  /// Counts the values of a name, or of what the cursor is on, in the elements that are shown.
  static func showValues(_ browser: inout Browser, _ name: String) throws {
    let outline = browser.outline
    guard var list = outline.listToFilter(at: browser.cursor) else {
      throw Message.warning("There is no list here")
    }
    let path: FilterPath
    if !name.isEmpty {
      (list, path) = try NameScopes(outline: outline, cursor: browser.cursor).read(for: list) {
        names throws(FilterError) in
        try FilterPath(name, names)
      }
    } else if let own = try browser.cursor.name(in: list, outline.filterNames(of: list)) {
      path = own
    } else {
      return browser.ask(.command, text: "values ")
    }
    let filter = outline.filter(of: list)?.test
    guard let records = RecordList(of: list, in: outline) else {
      throw Message.warning("There is no list here")
    }
    let run = QueryRun([(records, Query(countingValuesOf: path, among: filter))])
    browser.values = CountedValues(path: path)
    if list.container == nil {
      CountedValues.count(path, run) {
        false
      } report: {
        browser.values = $0
      }
    } else {
      browser.start(.values) { link in
        CountedValues.count(path, run, isCancelled: link.isCancelled) { link.report(.values($0)) }
        link.report(.done)
      }
    }
    try show(&browser, .values)
  }

  /// Each value with the number of elements that have it, and their share: ` 17   34 %  Berlin`.
  static func valueGroup(_ values: CountedValues) -> Group {
    let column = String(values.counts.reduce(0) { max($0, $1.count) }).count
    let items = values.counts.map { value, count in
      let share = Int((Double(count) * 100 / Double(max(1, values.elements))).rounded())
      let number = "\(count)".padded(to: column)
      let percent = (share == 0 ? "<1" : "\(share)").padded(to: 3)
      return Item(
        target: .filter(values.path.filter(for: value), goal: values.path.words),
        text: "\(number)  \(percent) %  \(value.words)", times: count)
    }
    return Group(title: "\(values.path.words) in \(values.words)", count: items.count, items: items)
  }
}

/// The values that a property or a key has in the elements of a list, and in how many of them each.
struct CountedValues: Sendable {
  let path: FilterPath
  fileprivate(set) var elements = 0
  /// The most frequent values, in their order; lists and objects are counted by their sizes.
  private(set) var counts: [(value: QueryCell, count: Int)] = []
  /// The number of elements whose values are not counted, because there are too many different ones.
  fileprivate var leftOut = 0
  /// How far numbers or dates go: `; 1 to 998, mean 495.1, median 480`.
  private var extent = ""

  private static let most = 10_000

  fileprivate init(path: FilterPath, _ rows: [QueryRow] = [], elements: Int = 0) {
    (self.path, self.elements) = (path, elements)
    var sizes: [String: Int] = [:]
    for row in rows {
      let (value, count) = (row.cells[0], Int(row.cells[1].text) ?? 0)
      if value.size == nil {
        counts.append((value, count))
      } else if let known = sizes[value.words] {
        counts[known].count += count
      } else {
        sizes[value.words] = counts.count
        counts.append((value, count))
      }
    }
    extent = numberExtent ?? dateExtent ?? ""
    guard counts.count > Self.most else { return }
    let least = counts.map(\.count).sorted(by: >)[Self.most]
    counts = Array(counts.filter { $0.count >= least }.prefix(Self.most))
  }

  /// The number of elements, and how far the values go.
  var words: String {
    Words.count(elements, "element") + extent
      + (leftOut > 0 ? "; too many values, \(leftOut) of them not counted" : "")
  }

  private var numberExtent: String? {
    let numbers = counts.filter { $0.value.kind == .number }
    guard numbers.count > 1, let least = numbers.first?.value, let greatest = numbers.last?.value else {
      return nil
    }
    let total = numbers.reduce(0) { $0 + $1.count }
    let mean = numbers.reduce(0) { $0 + $1.value.number * Double($1.count) } / Double(total)
    // Of an even number of values the median is the mean of the middle two.
    let middle = [(total - 1) / 2, total / 2].map { position in
      var passed = 0
      return numbers.first {
        passed += $0.count
        return passed > position
      }?.value ?? least
    }
    let ends = "; \(least.roundedText) to \(greatest.roundedText)"
    guard mean.isFinite else { return ends }
    let median = middle[0] == middle[1] ? middle[0] : .number((middle[0].number + middle[1].number) / 2)
    return "\(ends), mean \(QueryCell.number(mean).roundedText), median \(median.roundedText)"
  }

  private var dateExtent: String? {
    let texts = counts.map(\.value).filter { $0.kind == .text || $0.kind == .date }.map(\.text)
    guard texts.count > 1, texts.allSatisfy({ $0.iso8601Seconds != nil }) else { return nil }
    return "; \(texts[0]) to \(texts[texts.count - 1])"
  }

  /// Counts the values of a path, which takes long in a large list.
  ///
  /// - Parameter report: Receives the values so far.
  static func count(
    _ path: FilterPath, _ run: QueryRun, isCancelled: () -> Bool, report: (CountedValues) -> Void
  ) {
    var (last, pause) = (ContinuousClock.now, Duration.milliseconds(250))
    var found = CountedValues(path: path)
    let summary = run.run { progress in
      guard last.duration(to: .now) > pause else { return !isCancelled() }
      // Many values take long to sort and to show.
      let start = ContinuousClock.now
      report(CountedValues(path: path, progress.rows, elements: progress.passed))
      last = .now
      pause = max(.milliseconds(250), start.duration(to: last) * 4)
      return !isCancelled()
    } rows: { rows in
      found = CountedValues(path: path, rows)
      return true
    }
    guard !summary.isStopped else { return }
    (found.elements, found.leftOut) = (summary.passed, summary.rowsLeftOut)
    report(found)
  }
}

extension QueryCell {
  fileprivate var words: String {
    switch kind {
    case .absent: "absent"
    case .null: "null"
    case .list: "[\(size.map { $0 == 0 ? "" : "\($0)" } ?? "")]"
    case .object: "{\(size.map { $0 == 0 ? "" : "\($0)" } ?? "")}"
    case .unreadable where isOfBrokenRow: "not JSON"
    case .unreadable, .boolean, .number, .date, .text: text.isEmpty ? "\"\"" : text
    }
  }

  fileprivate var number: Double { Double(text) ?? 0 }

  /// The text of a number with at most three digits after the point.
  fileprivate var roundedText: String {
    guard Int(text) == nil, abs(number) < 1e15 else { return text }
    let rounded = (number * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}

extension FilterPath {
  /// Parses a name as it is used in a filter.
  init(_ name: String, _ names: FilterNames) throws(FilterError) {
    guard !name.contains(" ") || name.contains("\\ ") || name.contains("\""),
      case .comparison(let comparison) = try Filter("\(name) = absent", names: names).condition
    else {
      throw FilterError(position: 0, reason: "this is no name; one with blanks has a \\ before each")
    }
    self = comparison.path
  }
}

extension Row {
  /// The name of the row in any element of a list it is in; nil for what has none.
  fileprivate func name(in list: Row, _ names: FilterNames) throws(FilterError) -> FilterPath? {
    guard list.id != id, list.id.contains(id) else { return nil }
    // Lists on the way need no step: a name means the values in all their elements.
    let keys = path.components.dropFirst(list.path.components.count + 1).compactMap { step in
      if case .key(let key) = step { key.filterName } else { nil }
    }
    guard !keys.isEmpty else {
      return isContainer || node == nil ? nil : try FilterPath("$value", names)
    }
    let name = keys.joined(separator: ".")
    do { return try FilterPath(name, names) } catch { return try FilterPath("." + name, names) }
  }
}

extension String {
  fileprivate func padded(to cells: Int) -> String { String.blanks(max(0, cells - count)) + self }
}
