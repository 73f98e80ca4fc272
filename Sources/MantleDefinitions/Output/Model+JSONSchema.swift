import Mantle

extension Model {
  /// Returns the JSON Schema (draft 2020-12) of the model and of all models in it: the form in which they are
  /// encoded, without the forms that a property tolerates.
  ///
  /// ```swift
  /// let schema = try Issue.jsonSchema()
  /// ```
  ///
  /// - Parameter isClosed: whether the schema rejects unmapped keys.
  /// - Throws: a ``MappingError`` for a mistake in the definition of the mapping.
  public static func jsonSchema(isClosed: Bool = false) throws -> String {
    try mapping.check()
    return try Definition(describing: modelDescription).jsonSchema(title: mapping.name, isClosed: isClosed)
  }
}

extension PolymorphicModel {
  /// Returns the JSON Schema (draft 2020-12) of the class cluster and of all its models.
  ///
  /// - Parameter isClosed: whether the schema rejects unmapped keys.
  public static func jsonSchema(isClosed: Bool = false) throws -> String {
    try Definition(describing: modelDescription).jsonSchema(title: cluster.name, isClosed: isClosed)
  }
}
