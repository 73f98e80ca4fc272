import Mantle
import MantleQuery

extension Filter {
  /// Returns an SQL condition that holds for every row that passes the filter; nil if SQL cannot exclude any rows.
  ///
  /// The condition may hold for further rows, so the filter is applied to each row that SQLite finds. SQL comparisons
  /// differ from those of filters for text in different normal forms, large numbers, and values that are stored as
  /// blobs.
  func bound(in layout: TableLayout) -> SQLText? {
    guard let bound = condition.bound(in: layout), bound.values.count <= Self.maximumValues else {
      return nil
    }
    return bound
  }

  /// The maximum number of values in an SQL condition. SQLite allows 1,000 nested expressions, and each value takes
  /// two.
  private static let maximumValues = 300
}

extension Filter.Condition {
  fileprivate func bound(in layout: TableLayout) -> SQLText? {
    switch self {
    case .all(let parts):
      let bounds = parts.compactMap { $0.bound(in: layout) }
      return bounds.isEmpty ? nil : SQLText(bounds, joinedBy: " AND ")
    case .any(let parts):
      let bounds = parts.compactMap { $0.bound(in: layout) }
      return bounds.count < parts.count ? nil : SQLText(bounds, joinedBy: " OR ")
    case .comparison(let comparison): return comparison.bound(in: layout)
    case .not, .text, .flag: return nil
    }
  }
}

extension SQLText {
  fileprivate init(_ parts: [SQLText], joinedBy sign: String) {
    self.init(
      text: "(" + parts.map(\.text).joined(separator: sign) + ")", values: parts.flatMap(\.values))
  }
}

extension FilterComparison {
  fileprivate func bound(in layout: TableLayout) -> SQLText? {
    guard !isNegated, relation != .matches, relation != .identical, !operands.contains(where: \.isCalculated),
      let column = layout.columns.first(where: { path.leads(to: $0) })
    else { return nil }
    let bounds = operands.compactMap { bound(of: column, in: layout, $0) }
    return bounds.count < operands.count ? nil : SQLText(bounds, joinedBy: " OR ")
  }

  private func bound(of column: StoredColumn, in layout: TableLayout, _ operand: FilterOperand) -> SQLText? {
    let name = layout.qualified(column)
    // In SQL, blobs are greater than all other values. The filter decides about them.
    func bound(_ sign: String, _ value: SQLiteValue) -> SQLText {
      SQLText(text: "(\(name) \(sign) ? OR \(name) >= x'')", values: [value])
    }
    let sign = relation == .isIn ? "=" : relation.rawValue
    switch column.form {
    case .integer:
      guard operand.isPlain, let number = Int64(operand.text), "\(number)" == operand.text else { return nil }
      let isRowNumber = column.isIdentity && layout.hasNumberAsKey
      return isRowNumber
        ? SQLText(text: "\(name) \(sign) ?", values: [.integer(number)]) : bound(sign, .integer(number))
    case .boolean where sign == "=" && operand.isPlain && ["true", "false"].contains(operand.text):
      return bound("=", .integer(operand.text == "true" ? 1 : 0))
    case .text where sign == "=" && column.isCompared && operand.isExactText:
      return bound("=", .text(operand.text))
    default: return nil
    }
  }
}

extension FilterOperand {
  /// Whether no other text is equal to the operand of a filter, so that SQL may compare bytes. It is true for ASCII
  /// text without characters that have an equivalent character.
  fileprivate var isExactText: Bool {
    !isMeasure && (isPlain || isQuoted)
      && text.utf8.allSatisfy { $0 < 0x80 && !Self.equivalents.contains($0) }
  }

  /// The ASCII characters that have an equivalent character in Unicode: Kelvin sign, Greek question mark, varia.
  private static let equivalents = Array("K;`".utf8)
}

extension FilterPath {
  /// Returns whether the path in a filter leads to exactly the value that the column stores.
  fileprivate func leads(to column: StoredColumn) -> Bool {
    guard routes.count == 1, routes[0].count == column.path.count else { return false }
    return zip(routes[0], column.path).allSatisfy { step, key in
      if case .key(let own) = step { own.isExactly(key) } else { false }
    }
  }
}
