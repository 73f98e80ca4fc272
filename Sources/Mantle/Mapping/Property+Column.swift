/// The settings of a property's column in a store.
package struct ColumnSettings: Sendable {
  package var name: String?
  package var isIndexed = false
  package var isUnique = false
  package var storage = PersistedForm.json

  package init() {}
}

/// The form in which a property with a model or a list of models is stored.
///
/// ```swift
/// Property(\.labels, "labels").persisted(as: .table)
/// ```
///
/// See ``Property/persisted(as:)`` for the conditions of each form.
public enum PersistedForm: String, Sendable, Hashable, CaseIterable {
  /// JSON text in the column of the property.
  case json
  /// A table of the list's own, with a row for each model in the order of the list. The property's column has
  /// the number of models.
  case table
  /// A column for each property of a model, such as `assignee_login`. The model needs a required property.
  case columns
  /// A row in the table of the stored model's type, to which other rows may refer, too. The property's column
  /// has the identity of that row; a list has a table of identities. The model needs exactly one identity
  /// property.
  case reference
}

extension Property {
  /// Sets the name of the property's column in a `Store`, which is the name of the property by default.
  ///
  /// ```swift
  /// Property(\.updatedAt, "updated_at", .iso8601).column("updated")
  /// ```
  ///
  /// The JSON key identifies the column, so a property keeps its values if its column gets another name.
  public func column(_ name: String) -> Property { with { $0.traits.column.name = name } }

  /// Creates an index for the property's column in a `Store`, so that rows are found by its value without reading
  /// the whole table.
  ///
  /// ```swift
  /// Property(\.updatedAt, "updated_at", .iso8601).indexed()
  /// ```
  public func indexed() -> Property { with { $0.traits.column.isIndexed = true } }

  /// Refuses a second model in a `Store` with the same value of the property, other than nil. The property
  /// has an index.
  ///
  /// ```swift
  /// Property(\.email, "email").unique()
  /// ```
  ///
  /// Saving a second model with the value throws a `StoreError`. Identity properties are unique without this
  /// modifier.
  public func unique() -> Property { with { $0.traits.column.isUnique = true } }

  /// Sets the form in which a model or a list of models is stored in a `Store`. The default is JSON text.
  ///
  /// ```swift
  /// Property(\.labels, "labels").persisted(as: .table)
  /// Property(\.assignee, "assignee").persisted(as: .reference)
  /// ```
  ///
  /// A list that is stored as ``PersistedForm/table`` or ``PersistedForm/reference`` needs an identity
  /// property in the enclosing model. Saving the enclosing model replaces the rows of its list tables. Saving
  /// also updates the rows of models stored as ``PersistedForm/reference``, and never deletes them.
  public func persisted(as form: PersistedForm) -> Property { with { $0.traits.column.storage = form } }
}

extension PropertyTraits {
  /// The settings of the property's column in a store.
  package var column: ColumnSettings {
    get { attachments[ColumnSettings.self] ?? ColumnSettings() }
    set { attachments[ColumnSettings.self] = newValue }
  }
}
