import Mantle

/// The keywords of JSON Schema that represent a type that contains no other types.
struct SchemaKeyword: Hashable {
  /// The value of the keyword `type`, such as `string`.
  let kind: String
  /// The value of the keyword `format`, such as `date-time`; nil without a format.
  var format: String?
  /// The value of the keyword `contentEncoding`, such as `base64`; nil without an encoding.
  var encoding: String?
  /// Whether other types have the same keywords, so that the schema also names the type under ``type``.
  var isAmbiguous = false

  /// The keyword whose value is the text of a type of definitions. Validators ignore it.
  static let type = "x-mantle-type"
}

extension DefinedType {
  /// The keywords of JSON Schema that represent a scalar type.
  var schemaKeyword: SchemaKeyword {
    switch self {
    case .boolean: SchemaKeyword(kind: "boolean")
    case .integer, .unsigned: SchemaKeyword(kind: "integer")
    case .sized(let width): SchemaKeyword(kind: "integer", format: width.rawValue)
    case .double: SchemaKeyword(kind: "number")
    case .decimal: SchemaKeyword(kind: "number", format: "decimal")
    case .instant: SchemaKeyword(kind: "string", format: "date-time")
    case .date: SchemaKeyword(kind: "string", isAmbiguous: true)
    case .url: SchemaKeyword(kind: "string", format: "uri")
    case .uuid(let lowercase): SchemaKeyword(kind: "string", format: "uuid", isAmbiguous: !lowercase)
    case .transformed(.iso8601Day): SchemaKeyword(kind: "string", format: "date")
    case .transformed(.base64): SchemaKeyword(kind: "string", encoding: "base64")
    case .transformed(.base64URL): SchemaKeyword(kind: "string", encoding: "base64url")
    case .transformed(.absoluteURL): SchemaKeyword(kind: "string", format: "uri", isAmbiguous: true)
    case .transformed(let named):
      SchemaKeyword(kind: named.isNumber ? "integer" : "string", isAmbiguous: true)
    default: SchemaKeyword(kind: "string")
    }
  }

  /// The types that JSON Schema represents by a `format` or a `contentEncoding`.
  private static let withKeyword: [DefinedType] =
    [
      .transformed(.base64), .transformed(.base64URL), .transformed(.iso8601Day), .instant, .url,
      .uuid(lowercase: true), .decimal,
    ] + IntegerWidth.allCases.map { .sized($0) }

  /// Creates the type that the format or the encoding of a schema selects; nil if they select none, or a type of another kind of
  /// values.
  init?(kind: String, keywordsOf schema: JSONNode) {
    let format = schema["format"]?.displayText
    let encoding = schema["contentEncoding"]?.displayText
    let found = Self.withKeyword.first { type in
      let keyword = type.schemaKeyword
      guard keyword.kind == kind else { return false }
      return keyword.encoding.map { $0 == encoding } ?? (keyword.format == format)
    }
    if let found {
      self = found
    } else if kind == "number", format == "double" || format == "float" {
      self = .double
    } else {
      return nil
    }
  }

  /// Creates the type that a schema names under `x-mantle-type`; nil if it names none, or if standard keywords determine the
  /// type.
  init?(kind: String, namedBy schema: JSONNode) {
    guard let type = schema[SchemaKeyword.type].flatMap({ try? DefinedType($0.displayText) }),
      type.schemaKeyword.isAmbiguous, type.schemaKeyword.kind == kind
    else { return nil }
    self = type
  }
}
