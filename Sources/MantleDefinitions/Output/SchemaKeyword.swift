import Mantle

/// Types that JSON Schema has no words for stand in schemas under a keyword of their own, which validators pass over.
extension DefinedType {
  static let schemaKeyword = "x-mantle-type"

  /// What schemas call the values of a single type that they have no words for; nil for all other types.
  var kindLostInSchemas: String? {
    switch self {
    case .date, .uuid(lowercase: false): "string"
    case .transformed(.iso8601Day), .transformed(.base64), .transformed(.base64URL): nil
    case .transformed(let named): named.isNumber ? "integer" : "string"
    default: nil
    }
  }

  /// What a schema says under the keyword; nil where it says no type.
  init?(keywordOf schema: JSONNode) {
    guard let type = schema[Self.schemaKeyword].flatMap({ try? DefinedType($0.displayText) }) else {
      return nil
    }
    self = type
  }
}
