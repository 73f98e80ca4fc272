import Mantle

/// How a model stands in archives.
public struct DefinedArchive: Sendable, Hashable {
  /// The class as the app that writes the archives names it.
  public var className: String
  /// The model classes above it, nearest first.
  public var superclasses: [String] = []
  /// Further classes that are read as the model.
  public var aliases: [String] = []
  /// The version of the present properties.
  public var version = 0
  /// At most one from each older version.
  public var migrations: [DefinedMigration] = []

  public init(className: String) { self.className = className }

  private init(
    className: String, superclasses: [String], aliases: [String], version: Int, migrations: [DefinedMigration]
  ) {
    self.init(className: className)
    self.superclasses = superclasses
    self.aliases = aliases
    self.version = version
    self.migrations = migrations
  }

  var archive: ModelArchive {
    ModelArchive(
      className, superclasses: superclasses, aliases: aliases, version: version,
      migrations: migrations.map(\.migration))
  }
}

/// A step from a version to the next one: what becomes of the keys of older archives.
public struct DefinedMigration: Sendable, Hashable {
  /// The version it starts from.
  public var from: Int
  /// What it does, in words; made of the rest where there are none.
  public var note: String?
  /// The new names of keys, by their old ones.
  public var rename: [String: String] = [:]
  /// By key, what becomes of values: texts, numbers and booleans by their text. Values that are not listed stay.
  public var values: [String: [String: JSONValue]] = [:]
  /// The values of keys that are not there.
  public var defaults: [String: JSONValue] = [:]
  /// Keys that are dropped.
  public var remove: [String] = []

  public init(from: Int) { self.from = from }

  private init(
    from: Int, note: String?, rename: [String: String], values: [String: [String: JSONValue]],
    defaults: [String: JSONValue], remove: [String]
  ) {
    self.init(from: from)
    self.note = note
    self.rename = rename
    self.values = values
    self.defaults = defaults
    self.remove = remove
  }

  var migration: Migration {
    Migration(from: from, note ?? words) { fields in
      for (old, new) in rename.sorted(by: { $0.key < $1.key }) { fields.rename(old, to: new) }
      for (key, table) in values {
        if let text = fields[key]?.scalarText, let value = table[text] { fields[key] = value.archived }
      }
      for (key, value) in defaults where fields[key] == nil { fields[key] = value.archived }
      for key in remove { fields.remove(key) }
    }
  }

  private var words: String {
    let parts =
      rename.sorted { $0.key < $1.key }.map { "`\($0.key)` is now `\($0.value)`" }
      + values.keys.sorted().map { "`\($0)` has other values" }
      + defaults.sorted { $0.key < $1.key }.map { "`\($0.key)` is \($0.value.text)" }
      + remove.map { "`\($0)` is dropped" }
    return parts.isEmpty ? "nothing to change" : parts.joined(separator: "; ")
  }
}

extension DefinedArchive: Model {
  public static let mapping = Mapping(
    DefinedArchive.init(className:superclasses:aliases:version:migrations:),
    Properties(of: DefinedArchive.self) {
      Property(\.className, "class").documented("The class as the app that writes the archives names it.")
      Property(\.superclasses, "superclasses").default([])
        .documented("The model classes above it, nearest first, without MTLModel.")
      Property(\.aliases, "aliases").default([]).documented("Further classes that are read as the model.")
      Property(\.version, "version").default(0).documented("The version of the present properties.")
      Property(\.migrations, "migrations").default([])
        .documented("How older archives are read: at most one step from each older version.")
    }
  ).named("Archive")
}

extension DefinedMigration: Model {
  public static let mapping = Mapping(
    DefinedMigration.init(from:note:rename:values:defaults:remove:),
    Properties(of: DefinedMigration.self) {
      Property(\.from, "from").documented("The version it starts from; it leads to the one after.")
      Property(\.note, "note").onNil(.omit).documented("What it does, in words.")
      Property(\.rename, "rename").default([:]).documented("The new names of keys, by their old ones.")
      Property(\.values, "values").default([:])
        .documented("By key, the new values by the text of the old ones.")
      Property(\.defaults, "defaults").default([:]).documented("The values of keys that are not there.")
      Property(\.remove, "remove").default([]).documented("Keys that are dropped.")
    }
  ).named("Migration")
}

extension ArchiveValue {
  /// The text of a value that holds no others.
  fileprivate var scalarText: String? {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): value
    default: nil
    }
  }
}

extension JSONValue {
  /// A scalar as archives have it; nil for everything else.
  var archived: ArchiveValue? {
    switch node.kind {
    case .null: .null
    case .true: .bool(true)
    case .false: .bool(false)
    case .string: .string(node.displayText)
    case .number: Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
    case .array, .object: nil
    }
  }
}
