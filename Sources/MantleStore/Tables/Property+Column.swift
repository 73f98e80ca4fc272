import Mantle

/// The settings of a property's column.
struct ColumnSettings: Sendable {
  var name: String?
  var isIndexed = false
}

extension Property {
  /// Sets the name of the property's column in a `Store`, which is the name of the property by default.
  ///
  ///     Property(\.updatedAt, "updated_at", .iso8601).column("updated")
  public func column(_ name: String) -> Property { with { $0.traits.column.name = name } }

  /// Creates an index for the property's column in a `Store`, so that rows are found by its value without reading
  /// the whole table.
  public func indexed() -> Property { with { $0.traits.column.isIndexed = true } }
}

extension PropertyTraits {
  /// The settings of the property's column.
  var column: ColumnSettings {
    get { attachments[ColumnSettings.self] ?? ColumnSettings() }
    set { attachments[ColumnSettings.self] = newValue }
  }
}
