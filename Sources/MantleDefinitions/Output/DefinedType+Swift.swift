// What Swift source asks of a type.

extension DefinedType {
  /// The type inside lists, dictionaries and optionals.
  var leaf: DefinedType {
    switch self {
    case .optional(let type), .array(let type), .set(let type), .dictionary(let type): type.leaf
    default: self
    }
  }

  /// The type with what only a transformer reads as text: a union is read by the kinds of values alone.
  var withoutTransformers: DefinedType {
    switch self {
    case .instant, .date, .uuid: .string
    case .transformed(let transformer): transformer.isNumber ? .integer : .string
    case .array(let type): .array(type.withoutTransformers)
    case .set(let type): .set(type.withoutTransformers)
    case .dictionary(let type): .dictionary(type.withoutTransformers)
    case .optional(let type): .optional(type.withoutTransformers)
    default: self
    }
  }

  /// Whether writing a value can throw; a `try` too many would be a warning.
  var canFailToEncode: Bool {
    switch self {
    case .string, .boolean, .integer, .unsigned, .sized, .decimal, .url, .json: false
    default: true
    }
  }

  /// Whether it is a single type that is read in its natural way and can be hashed.
  var isHashable: Bool {
    switch self {
    case .string, .boolean, .integer, .unsigned, .sized, .double, .decimal, .url, .uuid(lowercase: false),
      .enumeration(_, .keep):
      true
    default: false
    }
  }

  var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  var caseName: String {
    switch self {
    case .boolean: "boolean"
    case .integer, .unsigned, .sized, .double, .decimal: "number"
    case .array, .set: "array"
    case .dictionary, .model: "object"
    case .json: "json"
    default: "text"
    }
  }

  var kindTest: String {
    switch self {
    case .boolean: "json.kind == .true || json.kind == .false"
    case .integer, .unsigned, .sized, .double, .decimal: "json.kind == .number"
    case .array, .set: "json.kind == .array"
    case .dictionary, .model: "json.kind == .object"
    default: "json.kind == .string"
    }
  }
}
