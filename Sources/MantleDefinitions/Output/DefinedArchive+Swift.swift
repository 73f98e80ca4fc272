import Mantle
import MantleArchiving

extension DefinedArchive {
  /// The Swift source of the archive settings: a call of `ModelArchive`.
  var swiftSource: String {
    var arguments = [SwiftName.literal(className)]
    func list(_ texts: [String]) -> String {
      "[" + texts.map(SwiftName.literal).joined(separator: ", ") + "]"
    }
    if !superclasses.isEmpty { arguments.append("superclasses: \(list(superclasses))") }
    if !aliases.isEmpty { arguments.append("aliases: \(list(aliases))") }
    if version != 0 { arguments.append("version: \(version)") }
    if !migrations.isEmpty {
      arguments.append("migrations: [" + migrations.map(\.swiftSource).joined(separator: ", ") + "]")
    }
    return "ModelArchive(" + arguments.joined(separator: ", ") + ")"
  }
}

extension DefinedMigration {
  /// The Swift source of the migration: a call of `Migration`.
  fileprivate var swiftSource: String {
    let steps = self.steps
    let head = "Migration(from: \(from), \(SwiftName.literal(migration.note)))"
    return steps.isEmpty ? head : head + " { fields in\n" + steps.joined() + "  }"
  }

  /// The Swift statements of a migration that change the fields, one per line.
  private var steps: [String] {
    func text(_ key: String) -> String { SwiftName.literal(key) }
    func value(_ json: JSONValue) -> String { json.archived?.swiftSource ?? ".null" }
    var steps = rename.sorted { $0.key < $1.key }.map {
      "    fields.rename(\(text($0.key)), to: \(text($0.value)))\n"
    }
    func list(_ keys: [String]) -> String { "[" + keys.map(text).joined(separator: ", ") + "]" }
    steps += split.inOrder.map { key, split in
      "    fields.split(\(text(key)), by: \(text(split.separator)), into: \(list(split.keys)))\n"
    }
    steps += join.inOrder.map { key, join in
      "    fields.join(\(list(join.keys)), with: \(text(join.separator)), into: \(text(key)))\n"
    }
    for (key, table) in values.sorted(by: { $0.key < $1.key }) {
      steps.append("    switch fields[\(text(key))] {\n")
      for (old, new) in table.sorted(by: { $0.key < $1.key }) {
        steps.append(
          "    case \(Self.patterns(old).joined(separator: ", ")): fields[\(text(key))] = \(value(new))\n")
      }
      steps.append("    default: break\n    }\n")
    }
    for (key, json) in defaults.sorted(by: { $0.key < $1.key }) {
      steps.append("    if fields[\(text(key))] == nil { fields[\(text(key))] = \(value(json)) }\n")
    }
    return steps + remove.map { "    fields.remove(\(text($0)))\n" }
  }

  /// Returns the Swift patterns for archived values with a given text: for the string and, if the text is that of a number or
  /// boolean, for this value too.
  private static func patterns(_ text: String) -> [String] {
    var patterns = [".string(\(SwiftName.literal(text)))?"]
    if let flag = Bool(text) { patterns.append(".bool(\(flag))?") }
    if let number = Int64(text), "\(number)" == text { patterns.append(".integer(\(number))?") }
    if let number = Double(text), "\(number)" == text { patterns.append(".real(\(number))?") }
    return patterns
  }
}

extension ArchivedValue {
  /// The Swift source of an archived scalar; nil for other values.
  fileprivate var swiftSource: String? {
    switch self {
    case .null: ".null"
    case .bool(let value): ".bool(\(value))"
    case .integer(let value): ".integer(\(value))"
    case .unsigned(let value): ".unsigned(\(value))"
    case .real(let value): ".real(\(value))"
    case .string(let text): ".string(\(SwiftName.literal(text)))"
    default: nil
    }
  }
}
