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
    let counter = ValueCounter(path)
    let test = Filter(counting: counter, among: outline.filter(of: list)?.test)
    if let container = list.container {
      count(&browser, ElementSearch(in: container, of: list, outline, test), counter)
    } else {
      _ = list.elements(passing: test, in: outline)
    }
    browser.values = counter.values
    try show(&browser, .values)
  }

  private static func count(
    _ browser: inout Browser, _ search: ElementSearch, _ counter: ValueCounter
  ) {
    browser.start(.values) { link in
      var toldAt = ContinuousClock.now
      search.run { _, _ in
        // Each report rebuilds the list.
        if toldAt.duration(to: .now) > .milliseconds(250) {
          link.report(.values(counter.values))
          toldAt = .now
        }
        return !link.isCancelled()
      }
      link.report(.values(counter.values))
      link.report(.done)
    }
  }

  /// Each value with the number of elements that have it, and their share: ` 17   34 %  Berlin`.
  static func valueGroup(_ values: CountedValues) -> Group {
    let counts = values.counts.sorted { $0.key < $1.key }
    let column = String(counts.reduce(0) { max($0, $1.value) }).count
    let items = counts.map { value, count in
      let share = Int((Double(count) * 100 / Double(max(1, values.elements))).rounded())
      let number = "\(count)".padded(to: column)
      let percent = (share == 0 ? "<1" : "\(share)").padded(to: 3)
      let text = value.text.isEmpty ? "\"\"" : value.text
      return Item(
        target: .filter(values.filter(for: value), goal: values.path.words),
        text: "\(number)  \(percent) %  \(text)", times: count)
    }
    return Group(title: "\(values.path.words) in \(values.words)", count: items.count, items: items)
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
