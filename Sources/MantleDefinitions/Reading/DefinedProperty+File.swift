import Mantle
import MantlePlatform

/// The form of a property in a definition file.
extension DefinedProperty: Model {
  /// The members of the JSON object for a property, with their defaults.
  static let mapping = Mapping(
    DefinedProperty.init(
      name:path:aliases:type:cases:unknown:defaultValue:isRequired:onNull:onNil:isMutable:direction:
      minimum:maximum:minLength:maxLength:pattern:oneOf:isIdentity:merge:isArchived:archiveKey:column:
      isIndexed:storage:documentation:notes:),
    Properties(of: DefinedProperty.self) {
      Property(\.name, "name").documented("The name of the property in programs and messages.")
      Property(\.path, "path", JSONTransformer.keyPath.optional).named("path").encodeNil(as: .omitted)
        .documented("Its path in JSON, if it is not a key of the same name: user.login, items[0].")
      Property(\.aliases, "aliases", JSONTransformer.keyPath.array).default([])
        .documented("Alternative paths, tried in order.")
      Property(\.type, "type", .definedType)
        .documented(
          "string, boolean, integer, unsigned, double, decimal, date, date(dd.MM.yyyy), url, uuid, UUID, enum, json, "
            + "a transformer or a model; [T] a list, {T} an object whose keys are data, T? with null or nothing, A | B one of several."
        )
      Property(\.cases, "cases").named("cases").encodeNil(as: .omitted).documented("The strings of an enum.")
      Property(\.unknown, "unknown", .cases).named("unknown").encodeNil(as: .omitted)
        .documented("The treatment of a string that is not a case of the enum; by default, it is kept.")
      Property(\.defaultValue, "default").encodeNil(as: .omitted).documented("The value for an absent key.")
      Property(\.isRequired, "required").default(false)
        .documented("Whether an absent key is an error although the type is optional or there is a default.")
      Property(\.onNull, "onNull", .cases).encodeNil(as: .omitted)
        .documented("The meaning of null: the same as an absent key, or a fallback to the next alias.")
      Property(\.onNil, "onNil", .cases).encodeNil(as: .omitted)
        .documented(
          "The encoding of nil: null, no key, the default, or the form in the input (keep: null and absence are distinguished)."
        )
      Property(\.isMutable, "mutable").default(true).documented("Whether it can be edited.")
      Property(\.direction, "direction", .cases).default(.both)
        .documented("Whether it is read and written, only read, or only written.")
      Property(\.rules.minimum, "minimum").named("minimum").encodeNil(as: .omitted).documented(
        "The minimum of a number.")
      Property(\.rules.maximum, "maximum").named("maximum").encodeNil(as: .omitted).documented(
        "The maximum of a number.")
      Property(\.rules.minLength, "minLength").named("minLength").encodeNil(as: .omitted)
        .documented("The minimum number of characters, elements or entries.")
      Property(\.rules.maxLength, "maxLength").named("maxLength").encodeNil(as: .omitted)
        .documented("The maximum number of characters, elements or entries.")
      Property(\.rules.pattern, "pattern").named("pattern").encodeNil(as: .omitted)
        .documented("A regular expression that matches a part of the string; ^ and $ are its ends.")
      Property(\.rules.oneOf, "oneOf").named("oneOf").encodeNil(as: .omitted).documented(
        "The permitted values.")
      Property(\.isIdentity, "identity").default(false)
        .documented(
          "Whether the property identifies the model in merged archives and in a database.")
      Property(\.merge, "merge", .cases).encodeNil(as: .omitted)
        .documented(
          "The merge policy: take the newer value, keep the older one, or unite lists."
        )
      Property(\.isArchived, "archived").default(true).documented("Whether it is part of archives.")
      Property(\.archiveKey, "archiveKey").encodeNil(as: .omitted)
        .documented("The key in archives, if it is not the name.")
      Property(\.column, "column").encodeNil(as: .omitted)
        .documented("The name of its column in a database, if it is not the name of the property.")
      Property(\.isIndexed, "indexed").default(false)
        .documented("Whether the database has an index of the property.")
      Property(\.storage, "stored", .cases).default(.json)
        .documented(
          "Whether a list of models is JSON text in its column of a database, or a table of its own.")
      Property(\.documentation, "documentation").encodeNil(as: .omitted).documented(
        "The documentation of the property.")
      Property(\.notes, "notes").default([]).documented("The notes of inference about the property.")
    }
  ).named("Property")

  /// Creates a property from the members of a definition file.
  ///
  /// - Parameters:
  ///   - path: the location of the value; nil for a key that equals the name.
  ///   - cases: the cases of the enumerations in the type, which the file stores in a separate
  ///     member.
  ///   - unknown: the policy for unknown cases; nil for ``UnknownCases/keep``.
  init(
    name: String, path: JSONKeyPath?, aliases: [JSONKeyPath] = [], type: DefinedType, cases: [String]? = nil,
    unknown: UnknownCases? = nil, defaultValue: JSONValue? = nil, isRequired: Bool = false,
    onNull: NullReading? = nil, onNil: DefinedNilPolicy? = nil, isMutable: Bool = true,
    direction: Direction = .both, minimum: Decimal? = nil, maximum: Decimal? = nil, minLength: Int? = nil,
    maxLength: Int? = nil, pattern: String? = nil, oneOf: [JSONValue]? = nil, isIdentity: Bool = false,
    merge: Merge? = nil, isArchived: Bool = true, archiveKey: String? = nil, column: String? = nil,
    isIndexed: Bool = false, storage: PersistedForm = .json, documentation: String? = nil,
    notes: [String] = []
  ) {
    self.name = name
    keyPath = path ?? JSONKeyPath(key: name)
    self.aliases = aliases
    // Types made in code have their cases already.
    self.type = cases == nil && unknown == nil ? type : type.completed(cases: cases, unknown: unknown)
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.onNull = onNull
    self.onNil = onNil
    self.isMutable = isMutable
    self.direction = direction
    rules = DefinedRules(
      minimum: minimum, maximum: maximum, minLength: minLength, maxLength: maxLength, pattern: pattern,
      oneOf: oneOf)
    self.isIdentity = isIdentity
    self.merge = merge
    self.isArchived = isArchived
    self.archiveKey = archiveKey
    self.column = column
    self.isIndexed = isIndexed
    self.storage = storage
    self.documentation = documentation
    self.notes = notes
  }

  /// The key path to write to a definition file; nil if it is a key that equals the property's name.
  private var path: JSONKeyPath? { keyPath == JSONKeyPath(key: name) ? nil : keyPath }
  /// The cases to write to a definition file; nil if the type contains no enumeration.
  private var cases: [String]? { type.enumeration?.cases }
  /// The policy for unknown cases to write to a definition file; nil for the default.
  private var unknown: UnknownCases? { type.enumeration?.unknown == .refuse ? .refuse : nil }
}

extension DefinedType {
  /// Returns the type with the cases that a definition file stores next to it.
  ///
  /// - Parameters:
  ///   - cases: the cases of every enumeration in the type.
  ///   - unknown: the policy of the enumerations for unknown cases; nil for ``UnknownCases/keep``.
  func completed(cases: [String]?, unknown: UnknownCases?) -> DefinedType {
    mapLeaves { leaf in
      switch leaf {
      case .enumeration: .enumeration(cases ?? [], unknown: unknown ?? .keep)
      default: leaf
      }
    }
  }
}

extension JSONTransformer where Value == DefinedType {
  /// The transformer between a type and its text in a definition file.
  static var definedType: JSONTransformer {
    .custom("definedType", forward: { (text: String) in try DefinedType(text) }, reverse: \.text)
  }
}

extension JSONTransformer where Value == JSONKeyPath {
  /// The transformer between a key path and its text in a definition file.
  static var keyPath: JSONTransformer {
    .custom("keyPath", forward: { (text: String) in try JSONKeyPath(text) }, reverse: \.description)
  }
}
