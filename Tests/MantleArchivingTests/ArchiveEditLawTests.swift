import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleArchiving

/// An edit of an archive changes the edited value and nothing else: before and after, the graphs of objects
/// are isomorphic but for this value. The archives are random graphs with shared objects, references back to
/// parents, cycles, subclasses, older versions, several entry points, nil and unmapped fields.
///
/// `MANTLE_FUZZ_ROUNDS=1000000 swift test -c release -Xswiftc -enable-testing --filter ArchiveEditLawTests`
struct ArchiveEditLawTests {
  static let rounds =
    (ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1000) / 10

  @Test func editsChangeOnlyTheEditedValue() throws {
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededGenerator(seed: seed)
      let format: ArchiveFormat = random.chance(50) ? .xml : .binary
      let bytes = try RandomArchive.graph(&random, entries: random.pick([1, 1, 3])).bytes(format)
      let document = try ArchivedDocument(reading: bytes, models: RandomArchive.models)
      try #require(document.isReadable, "seed \(seed): \(document.diagnostics.errors)")
      let before = ArchiveShape(try ArchiveGraph(reading: bytes)).upgraded
      let root = try JSONDocument(parsing: document.json).root
      let leaf = random.pick(RandomArchive.leaves(of: root))
      guard let value = RandomArchive.otherValue(than: leaf) else { continue }
      let (_, written) = try Self.edit(document, leaf, value, as: format)
      let after = ArchiveShape(try ArchiveGraph(reading: written)).upgraded
      let name = if case .key(let name)? = leaf.path.components.last { name } else { "?" }
      let differences = after.differences(from: before)
      let place = "seed \(seed): \(leaf.path) = \(value)"
      #expect(differences.count == 1, "\(place): \(differences)")
      #expect(differences.allSatisfy { $0.contains("\(name):") }, "\(place): \(differences)")
      // The archive is the edited JSON, except for other references to the edited object.
      let again = try ArchivedDocument(reading: written, models: RandomArchive.models)
      let reread = try JSONDocument(parsing: again.json).root
      #expect(reread.find(leaf.path)?.rawText == value, "\(place)")

      // An edit back gives the same graph.
      guard let changed = reread.find(leaf.path) else { continue }
      let (_, undone) = try Self.edit(again, changed, leaf.rawText, as: format)
      let undoneDifferences = ArchiveShape(try ArchiveGraph(reading: undone)).upgraded.differences(
        from: before)
      #expect(undoneDifferences.isEmpty, "\(place): \(undoneDifferences)")
      // An edit that is undone before the archive is saved leaves no trace.
      #expect(try document.bytes(with: root, as: format) == bytes, "\(place)")
    }
  }

  @Test(.enabled(if: ArchiveComparison() != nil, "python3 is not installed: plistlib compared no archives"))
  func plistlibSeesOnlyTheEditedValueChanged() throws {
    let comparison = try #require(ArchiveComparison())
    for seed in 0..<UInt64(min(max(Self.rounds / 5, 1), 1000)) {
      var random = SeededGenerator(seed: seed)
      let format: ArchiveFormat = random.chance(50) ? .xml : .binary
      let graph = RandomArchive.graph(&random, entries: random.pick([1, 3]), hasOlderVersions: false)
      let bytes = try graph.bytes(format)
      let document = try ArchivedDocument(reading: bytes, models: RandomArchive.models)
      let leaf = random.pick(RandomArchive.leaves(of: try JSONDocument(parsing: document.json).root))
      guard let value = RandomArchive.otherValue(than: leaf) else { continue }
      let (_, written) = try Self.edit(document, leaf, value, as: format)
      let differences = try comparison.differences(bytes, written)
      let keys = leaf.path.components.compactMap { if case .key(let key) = $0 { key } else { nil } }
      // The values of a dictionary are a list in the file.
      let place = keys.contains("extra") ? "extra[" : keys.last ?? ""
      #expect(
        differences.count == 1 && differences[0].contains(place), "seed \(seed): \(leaf.path): \(differences)"
      )
    }
  }

  @Test func removedAndMovedElementsKeepTheirObjects() throws {
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededGenerator(seed: seed)
      let bytes = try RandomArchive.graph(&random).bytes()
      let document = try ArchivedDocument(reading: bytes, models: RandomArchive.models)
      let root = try JSONDocument(parsing: document.json).root
      guard root.count > 1 else { continue }
      let elements = root.elements.map(\.rawText)
      let order = (0..<elements.count).reversed().map { $0 }
      var origins = ValueOrigins()
      origins.elements[JSONKeyPath()] = ElementOrigins(order)
      let edited = try JSONDocument("[" + order.map { elements[$0] }.joined(separator: ",") + "]").root
      let graph = try ArchiveGraph(
        reading: try document.bytes(with: edited, as: .binary, ArchivedDocument.Edits(origins: origins)))
      let original = try ArchiveGraph(reading: bytes)
      func names(_ graph: ArchiveGraph) -> [String] {
        (graph.root.flatMap { graph[$0].items } ?? []).map { item in
          graph.field("name", of: item).map { "\(graph[$0])" } ?? ""
        }
      }
      #expect(names(graph) == names(original).reversed(), "seed \(seed)")
      #expect(ArchiveShape(graph).objects.count == ArchiveShape(original).objects.count, "seed \(seed)")
    }
  }

  private static func edit(
    _ document: ArchivedDocument, _ leaf: JSONNode, _ value: String, as format: ArchiveFormat
  ) throws -> (JSONNode, [UInt8]) {
    let root = try JSONDocument(parsing: document.json).root
    let splices = [JSONSplice(leaf.byteRange, with: Array(value.utf8))]
    let edited = try JSONDocument(parsing: JSONBytes(try document.json.applying(splices))).root
    let origins = ValueOrigins(of: splices, from: root, to: edited)
    return (edited, try document.bytes(with: edited, as: format, ArchivedDocument.Edits(origins: origins)))
  }
}

/// A generator of random archives of trees.
enum RandomArchive {
  static let models = [Tree.modelDescription, Owner.modelDescription]

  /// - Parameters:
  ///   - entries: the number of entry points, which may share objects.
  ///   - hasOlderVersions: whether there are objects of an older version, which an edit upgrades.
  static func graph(
    _ random: inout SeededGenerator, entries: Int = 1, hasOlderVersions: Bool = true
  ) -> ArchiveGraph {
    var generator = Generator(random: random, hasOlderVersions: hasOlderVersions)
    defer { random = generator.random }
    for entry in 0..<entries {
      let roots = (0...generator.random.below(3)).map { number in
        generator.tree(depth: 0, parent: nil, "\(entry)\(number)")
      }
      generator.builder.setTop(generator.list(roots), name: entry == 0 ? "root" : "entry \(entry)")
    }
    return generator.builder.graph
  }

  /// The scalars of a document whose edit is an edit of one field.
  static func leaves(of root: JSONNode) -> [JSONNode] {
    var found: [JSONNode] = []
    var open = [root]
    while let node = open.popLast() {
      if node.kind.isContainer {
        open += node.elements.map { $0 } + node.members.map(\.value)
      } else if !node.isNull {
        found.append(node)
      }
    }
    return found.sorted { $0.startInText < $1.startInText }
  }

  /// Another value of the same type; nil if there is none.
  static func otherValue(than leaf: JSONNode) -> String? {
    switch (leaf.kind, leaf.path.components.last) {
    case (.string, .key("at")), (.string, .key("when")): "\"2022-03-04T05:06:07Z\""
    case (.string, .key("raw")): "\"AAEC\""
    case (.string, .key("link")): "\"https://example.com/edited\""
    case (.string, _): "\"edited\""
    case (.number, _): "42"
    case (.true, _): "false"
    case (.false, _): "true"
    default: nil
    }
  }

  private struct Generator {
    var random: SeededGenerator
    var builder = ArchiveBuilder()
    private var owners: [ArchiveReference] = []
    private var trees: [ArchiveReference] = []

    private let hasOlderVersions: Bool

    init(random: SeededGenerator, hasOlderVersions: Bool) {
      (self.random, self.hasOlderVersions) = (random, hasOlderVersions)
      owners = (0..<2).map { number in
        object(
          "Owner",
          [
            ("name", builder.string("owner \(number)")),
            ("at", builder.date(Date(timeIntervalSinceReferenceDate: Double(600_000_000 + number)))),
          ])
      }
    }

    private mutating func object(
      _ name: String, superclasses: [String] = [], _ fields: [(String, ArchiveReference)]
    ) -> ArchiveReference {
      let reference = builder.reserve(ArchiveClass.model(name, superclasses: superclasses))
      builder.fill(reference, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }

    mutating func list(_ items: [ArchiveReference]) -> ArchiveReference {
      builder.append(.array(items), class: random.chance(30) ? ArchiveLeaf.mutableArray.archiveClass : nil)
    }

    mutating func tree(depth: Int, parent: ArchiveReference?, _ place: String) -> ArchiveReference {
      let isLeaf = random.chance(20)
      let reference = builder.reserve(
        isLeaf ? .model("Leaf", superclasses: ["Tree"]) : ArchiveClass.model("Tree"))
      var fields: [(String, ArchiveReference)] = []
      let text = "tree \(place)"
      let version: Int64 = hasOlderVersions && random.chance(25) ? 0 : 1
      fields.append(
        (
          version == 0 ? "title" : "name",
          random.chance(20)
            ? builder.append(.string(text), class: ArchiveLeaf.mutableString.archiveClass)
            : builder.string(text)
        ))
      fields.append(("count", builder.integer(random.pick([0, 1, 7, 1 << 40]))))
      if !hasOlderVersions || random.chance(80) {
        fields.append(("MTLModelVersion", builder.integer(version)))
      }
      if random.chance(60) { fields.append(("owner", random.pick(owners))) }
      if random.chance(30) { fields.append(("note", random.pick([.null, nsNull(), builder.string("ü")]))) }
      if random.chance(40) { fields.append(("extra", extra())) }
      if let parent, random.chance(60) { fields.append(("back", parent)) }
      if let other = trees.last, random.chance(20) { fields.append(("friend", other)) }
      if random.chance(20) { fields.append(("myself", reference)) }
      if random.chance(20) { fields.append(("legacy", .null)) }
      if isLeaf { fields.append(("shade", builder.string("red"))) }
      trees.append(reference)
      if depth < 2 {
        let kids = (0..<random.below(3)).map { tree(depth: depth + 1, parent: reference, "\(place).\($0)") }
        fields.append(("kids", list(kids)))
      }
      builder.fill(reference, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }

    private mutating func nsNull() -> ArchiveReference {
      builder.append(.null, class: ArchiveLeaf.null.archiveClass)
    }

    /// A dictionary with values that JSON shows as other types.
    private mutating func extra() -> ArchiveReference {
      let url = builder.url(URL(string: "https://example.com/1") ?? URL(filePath: "/"))
      let alien = builder.append(
        .object([ArchiveField(builder.key("inside"), builder.string("kept"))]),
        class: ArchiveClass("Alien", chain: ["NSObject"]))
      let members: [(String, ArchiveReference)] = [
        ("when", builder.date(Date(timeIntervalSinceReferenceDate: 5e8))), ("raw", builder.data([0, 1])),
        ("flag", builder.bool(true)), ("one", builder.integer(1)), ("real", builder.real(1.5)),
        ("link", url), ("alien", alien), ("none", nsNull()),
      ]
      let entries = members.map { ArchiveEntry(key: builder.string($0.0), value: $0.1) }
      return builder.append(
        .dictionary(entries), class: random.chance(50) ? ArchiveLeaf.mutableDictionary.archiveClass : nil)
    }
  }
}

struct Tree: ArchivableModel {
  var name: String
  var count: Int
  var note: String?
  var owner: Owner?
  var kids: [Tree]
  var extra: JSONValue?

  static let archive = ModelArchive(
    "Tree", version: 1,
    migrations: [Migration(from: 0, "`title` is now `name`") { $0.rename("title", to: "name") }])
  static let properties = Properties(of: Tree.self) {
    Property(\.name)
    Property(\.count)
    Property(\.note)
    Property(\.owner)
    Property(\.kids).default([])
    Property(\.extra)
  }
  static let mapping = Mapping(Tree.init, properties)
}

struct Owner: ArchivableModel {
  var name: String
  var at: Date?

  static let archive = ModelArchive("Owner", version: 1)
  static let properties = Properties(of: Owner.self) {
    Property(\.name)
    Property(\.at, "at", .iso8601)
  }
  static let mapping = Mapping(Owner.init, properties)
}
