import Mantle

/// The annotation of types that JSON Schema cannot express, which validators ignore.
extension DefinedType {
  /// The keyword, whose value is the text of the type.
  static let schemaKeyword = "x-mantle-type"

  /// The JSON Schema type of the values, if the type needs the annotation; otherwise nil.
  var kindLostInSchemas: String? {
    switch self {
    case .date, .uuid(lowercase: false): "string"
    case .transformed(.iso8601Day), .transformed(.base64), .transformed(.base64URL): nil
    case .transformed(let named): named.isNumber ? "integer" : "string"
    default: nil
    }
  }

  /// Creates the type that a schema is annotated with; nil without a valid annotation.
  init?(keywordOf schema: JSONNode) {
    guard let type = schema[Self.schemaKeyword].flatMap({ try? DefinedType($0.displayText) }) else {
      return nil
    }
    self = type
  }
}
