import Mantle
import MantleArchiving

/// A migration from one archive version to the next: the changes to the keys of older archives.
///
/// The changes are applied in the order of these properties: renaming first, removal last.
///
/// ```json
/// {
///   "from": 1,
///   "rename": { "name": "title" },
///   "split": { "title": { "by": ": ", "into": ["area", "title"] } },
///   "values": { "state": { "0": "open", "1": "closed" } },
///   "remove": ["cache"]
/// }
/// ```
struct DefinedMigration: Sendable, Hashable {
  /// The version that the migration applies to. The migrated object has the next version.
  var from: Int
  /// A description of the migration; nil for a description that is generated from the changes.
  var note: String?
  /// The new names of keys, by the old name.
  var rename: [String: String] = [:]
  /// The keys whose strings are split among several keys, with the rule for each.
  var split: [String: DefinedSplit] = [:]
  /// The keys whose values are joined from the strings of several keys, with the rule for each.
  var join: [String: DefinedJoin] = [:]
  /// For each key, the new values by the text of the old ones, which may be strings, numbers or
  /// booleans. Values that are not listed remain.
  var values: [String: [String: JSONValue]] = [:]
  /// The values that the migration sets for missing keys.
  var defaults: [String: JSONValue] = [:]
  /// The keys that the migration removes.
  var remove: [String] = []

  /// The migration as a function, in the form that archive settings use.
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

  /// The description of the changes, generated from the properties.
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

/// The rule to split one string among several keys.
struct DefinedSplit: Sendable, Hashable {
  /// The string that separates the parts of the string to split.
  var separator: String
  /// The keys that receive the parts, in order. The last key receives the remainder of the string.
  var keys: [String]
}

/// The rule to join the strings of several keys.
struct DefinedJoin: Sendable, Hashable {
  /// The keys whose strings are joined, in order. The keys are removed after joining.
  var keys: [String]
  /// The string to insert between the joined strings.
  var separator: String
}

extension Dictionary where Key == String {
  /// The entries of the dictionary, sorted by key, for a reproducible order.
  var inOrder: [(key: String, value: Value)] { sorted { $0.key < $1.key } }
}

/// The form of a migration in a definition file.
extension DefinedMigration: Model {
  /// The members of the JSON object for a migration, with their defaults.
  static let mapping = Mapping(
    DefinedMigration.init(from:note:rename:split:join:values:defaults:remove:),
    Properties(of: DefinedMigration.self) {
      Property(\.from, "from").documented("The version from which the step leads to the next version.")
      Property(\.note, "note").encodeNil(as: .omitted).documented("The description of the step.")
      Property(\.rename, "rename").default([:]).documented("The new names of keys, by their old names.")
      Property(\.split, "split").default([:]).documented(
        "By key, the division of its string among several keys.")
      Property(\.join, "join").default([:]).documented("By key, the keys whose strings are joined into it.")
      Property(\.values, "values").default([:])
        .documented("By key, the new values by the text of the old values.")
      Property(\.defaults, "defaults").default([:]).documented("The values of missing keys.")
      Property(\.remove, "remove").default([]).documented("Keys that are dropped.")
    }
  ).named("Migration")
}

/// The form of a split rule in a definition file.
extension DefinedSplit: Model {
  /// The members of the JSON object for a split rule, with their defaults.
  static let mapping = Mapping(
    DefinedSplit.init(separator:keys:),
    Properties(of: DefinedSplit.self) {
      Property(\.separator, "by").documented("The separator at which the string is divided.")
      Property(\.keys, "into").documented("The keys of the parts; the last one takes the rest.")
    }
  ).named("Split")
}

/// The form of a join rule in a definition file.
extension DefinedJoin: Model {
  /// The members of the JSON object for a join rule, with their defaults.
  static let mapping = Mapping(
    DefinedJoin.init(keys:separator:),
    Properties(of: DefinedJoin.self) {
      Property(\.keys, "of").documented("The keys of the parts, in their order; they are dropped.")
      Property(\.separator, "with").documented("The separator between the parts.")
    }
  ).named("Join")
}

extension ArchivedValue {
  /// The text by which a scalar is found among the old values of a migration; nil for null, data, dates and
  /// containers.
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
  /// The archive value of a JSON scalar; nil for arrays, objects and numbers that no double
  /// represents.
  var archived: ArchivedValue? {
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
