/// The settings of a property's column in a store.
package struct ColumnSettings: Sendable {
  package var name: String?
  package var isIndexed = false
  package var storage = StoredForm.json

  package init() {}
}

/// The form in which a property with a list of models is stored.
public enum StoredForm: String, Sendable, Hashable, CaseIterable {
  /// JSON text in the column of the property.
  case json
  /// A row for each model in a table of the list, in the order of the list. The column of the property has their number.
  case table
}

extension Property {
  /// Sets the name of the property's column in a `Store`, which is the name of the property by default.
  ///
  /// ```swift
  /// Property(\.updatedAt, "updated_at", .iso8601).column("updated")
  /// ```
  public func column(_ name: String) -> Property { with { $0.traits.column.name = name } }

  /// Creates an index for the property's column in a `Store`, so that rows are found by its value without reading
  /// the whole table.
  public func indexed() -> Property { with { $0.traits.column.isIndexed = true } }

  /// Sets the form in which a list of models is stored in a `Store`. The default is JSON text.
  ///
  /// ```swift
  /// Property(\.labels, "labels").stored(as: .table)
  /// ```
  ///
  /// A table needs an identity property in the enclosing model. Its rows are found by SQL, and saving the enclosing model
  /// replaces them.
  public func stored(as form: StoredForm) -> Property { with { $0.traits.column.storage = form } }
}

extension PropertyTraits {
  /// The settings of the property's column in a store.
  package var column: ColumnSettings {
    get { attachments[ColumnSettings.self] ?? ColumnSettings() }
    set { attachments[ColumnSettings.self] = newValue }
  }
}
