import Mantle
import MantleDocuments

extension PlacePattern {
  /// Parses a path that may have conditions in the filter language: `items[?price > 10].sku`.
  ///
  /// - Throws: The mistake in the path, or in a condition.
  package init(filtered text: String) throws {
    try self.init(text) { try PlaceCondition(filter: $0) }
  }
}

extension PlaceCondition {
  /// Parses a filter for the elements of lists. Its names are resolved separately in each list.
  ///
  /// - Throws: a `FilterError` for a text that is not a filter of any list.
  package init(filter text: String) throws(FilterError) {
    // Other languages write `@.price > 10` and "price > `10`".
    guard !text.contains("@."), !text.contains("`") else {
      throw FilterError(
        position: 0, reason: "write names without @ and values without backquotes: [?price > 10]")
    }
    let filter = try Filter(text, names: FilterNames(model: nil, samples: []))
    if case .text = filter.condition {
      throw FilterError(position: 0, reason: "a comparison was expected, such as [?price > 10]")
    }
    self.init(text) { samples in
      let filter = try Filter(text, names: FilterNames(model: nil, samples: samples))
      return { child in
        var subject = FilterSubject(child.node)
        switch child.step {
        case .key(let key): subject.key = key
        case .index(let index): subject.index = index
        case .each: break
        }
        return filter.holds(for: subject)
      }
    }
  }
}
