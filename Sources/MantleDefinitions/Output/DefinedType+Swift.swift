// Properties of types that the generation of Swift source needs.

extension DefinedType {
  /// The type inside all lists, dictionaries and optionals.
  var leaf: DefinedType {
    switch self {
    case .optional(let type), .array(let type), .set(let type), .dictionary(let type): type.leaf
    default: self
    }
  }

  /// The type with each transformed type replaced by its type in JSON, string or integer. A generated union needs such types,
  /// because it selects its case only by the kind of the JSON value.
  var withoutTransformers: DefinedType {
    mapLeaves { leaf in
      switch leaf {
      case .instant, .date, .uuid: .string
      case .transformed(let transformer): transformer.isNumber ? .integer : .string
      default: leaf
      }
    }
  }

  /// Whether encoding a value of the type can throw in generated code. The code must not contain a superfluous `try`,
  /// because that is a warning.
  var canFailToEncode: Bool {
    switch self {
    case .string, .boolean, .integer, .unsigned, .sized, .decimal, .url, .json: false
    default: true
    }
  }

  /// Whether the type contains no other type, is decoded without a transformer, and is `Hashable`
  /// in Swift.
  var isHashable: Bool {
    switch self {
    case .string, .boolean, .integer, .unsigned, .sized, .double, .decimal, .url, .uuid(lowercase: false),
      .enumeration(_, .keep):
      true
    default: false
    }
  }

  /// Whether the type is a list, a set or a dictionary.
  var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// The name of the type's case in a generated union, and the Swift condition that selects it, given a
  /// cursor `json`.
  var unionCase: (name: String, test: String) {
    switch self {
    case .boolean: ("boolean", "json.kind == .true || json.kind == .false")
    case .integer, .unsigned, .sized, .double, .decimal: ("number", "json.kind == .number")
    case .array, .set: ("array", "json.kind == .array")
    case .dictionary, .model: ("object", "json.kind == .object")
    case .json: ("json", "json.kind == .string")
    default: ("text", "json.kind == .string")
    }
  }
}
