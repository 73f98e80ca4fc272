import Mantle

/// A step from a version to the next one: what becomes of the keys of older archives, in the order of these properties.
package struct DefinedMigration: Sendable, Hashable {
  /// The version it starts from.
  package var from: Int
  /// What it does, in words; made of the rest where there are none.
  package var note: String?
  /// The new names of keys, by their old ones.
  package var rename: [String: String] = [:]
  /// By key, how its text is divided among several.
  package var split: [String: DefinedSplit] = [:]
  /// By key, the texts it is made of.
  package var join: [String: DefinedJoin] = [:]
  /// By key, what becomes of values: texts, numbers and booleans by their text. Values that are not listed stay.
  package var values: [String: [String: JSONValue]] = [:]
  /// The values of keys that are not there.
  package var defaults: [String: JSONValue] = [:]
  /// Keys that are dropped.
  package var remove: [String] = []

  package init(from: Int) { self.from = from }

  private init(
    from: Int, note: String?, rename: [String: String], split: [String: DefinedSplit],
    join: [String: DefinedJoin], values: [String: [String: JSONValue]], defaults: [String: JSONValue],
    remove: [String]
  ) {
    self.init(from: from)
    self.note = note
    self.rename = rename
    self.split = split
    self.join = join
    self.values = values
    self.defaults = defaults
    self.remove = remove
  }

  var migration: Migration {
    Migration(from: from, note ?? words) { fields in
      for (old, new) in rename.inOrder { fields.rename(old, to: new) }
      for (key, split) in split.inOrder { fields.split(key, by: split.separator, into: split.keys) }
      for (key, join) in join.inOrder { fields.join(join.keys, with: join.separator, into: key) }
      for (key, table) in values {
        if let text = fields[key]?.scalarText, let value = table[text] { fields[key] = value.archived }
      }
      for (key, value) in defaults where fields[key] == nil { fields[key] = value.archived }
      for key in remove { fields.remove(key) }
    }
  }

  private var words: String {
    func list(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }
    let parts =
      rename.inOrder.map { "`\($0.key)` is now `\($0.value)`" }
      + split.inOrder.map { "`\($0.key)` is divided into \(list($0.value.keys))" }
      + join.inOrder.map { "`\($0.key)` is made of \(list($0.value.keys))" }
      + values.keys.sorted().map { "`\($0)` has other values" }
      + defaults.inOrder.map { "`\($0.key)` is \($0.value.text)" }
      + remove.map { "`\($0)` is dropped" }
    return parts.isEmpty ? "nothing to change" : parts.joined(separator: "; ")
  }
}

/// How a text is divided among several keys.
package struct DefinedSplit: Sendable, Hashable {
  /// Where the text is divided.
  package var separator: String
  /// The keys of the parts, the last of which takes what is left.
  package var keys: [String]

  package init(by separator: String, into keys: [String]) {
    self.separator = separator
    self.keys = keys
  }
}

/// How a text is made of those of several keys.
package struct DefinedJoin: Sendable, Hashable {
  /// The keys of the parts, in their order; they are dropped.
  package var keys: [String]
  /// What stands between the parts.
  package var separator: String

  package init(of keys: [String], with separator: String) {
    self.keys = keys
    self.separator = separator
  }
}

extension Dictionary where Key == String {
  var inOrder: [(key: String, value: Value)] { sorted { $0.key < $1.key } }
}

extension DefinedMigration: Model {
  package static let mapping = Mapping(
    DefinedMigration.init(from:note:rename:split:join:values:defaults:remove:),
    Properties(of: DefinedMigration.self) {
      Property(\.from, "from").documented("The version it starts from; it leads to the one after.")
      Property(\.note, "note").onNil(.omit).documented("What it does, in words.")
      Property(\.rename, "rename").default([:]).documented("The new names of keys, by their old ones.")
      Property(\.split, "split").default([:]).documented(
        "By key, how its text is divided among several keys.")
      Property(\.join, "join").default([:]).documented("By key, the keys whose texts it is made of.")
      Property(\.values, "values").default([:])
        .documented("By key, the new values by the text of the old ones.")
      Property(\.defaults, "defaults").default([:]).documented("The values of keys that are not there.")
      Property(\.remove, "remove").default([]).documented("Keys that are dropped.")
    }
  ).named("Migration")
}

extension DefinedSplit: Model {
  package static let mapping = Mapping(
    DefinedSplit.init(by:into:),
    Properties(of: DefinedSplit.self) {
      Property(\.separator, "by").documented("Where the text is divided.")
      Property(\.keys, "into").documented("The keys of the parts, the last of which takes what is left.")
    }
  ).named("Split")
}

extension DefinedJoin: Model {
  package static let mapping = Mapping(
    DefinedJoin.init(of:with:),
    Properties(of: DefinedJoin.self) {
      Property(\.keys, "of").documented("The keys of the parts, in their order; they are dropped.")
      Property(\.separator, "with").documented("What stands between the parts.")
    }
  ).named("Join")
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
