import Mantle
import MantleQuery

extension Filter {
  /// A condition in SQL that every row fulfills that passes the filter; nil if SQL cannot narrow the rows.
  ///
  /// Other rows may fulfill the condition, so the filter decides about each row that SQLite finds. The comparisons of SQL
  /// differ from those of filters: text in different normal forms, large numbers, and values that are blobs here.
  func bound(in layout: TableLayout) -> SQLText? {
    guard let bound = condition.bound(in: layout), bound.values.count <= Self.maximumValues else {
      return nil
    }
    return bound
  }

  /// SQLite reads at most 1,000 nested expressions, and each value has two of them.
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
    // Blobs are greater than all other values. The filter decides about them.
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
  /// Whether only identical text is equal to the operand: no character of other scripts has its normal form.
  fileprivate var isExactText: Bool {
    !isMeasure && (isPlain || isQuoted)
      && text.utf8.allSatisfy { $0 < 0x80 && !Self.equivalents.contains($0) }
  }

  /// The Kelvin sign is K, the Greek question mark is a semicolon, and the varia is a grave accent.
  private static let equivalents = Array("K;`".utf8)
}

extension FilterPath {
  /// Whether the values are those of a column.
  fileprivate func leads(to column: StoredColumn) -> Bool {
    guard routes.count == 1, routes[0].count == column.path.count else { return false }
    return zip(routes[0], column.path).allSatisfy { step, key in
      if case .key(let own) = step { own.isExactly(key) } else { false }
    }
  }
}
