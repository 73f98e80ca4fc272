import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Edits are written into the existing objects of an archive.
struct ArchivePatchTests {
  /// Opens an archive, replaces parts of its JSON, and returns the edited archive.
  private func edit(
    _ graph: ArchiveGraph, _ replacements: [(String, String)], copies: Bool = false,
    models: [ModelDescription] = RandomArchive.models, shared: (SharedObject) -> Void = { _ in }
  ) throws -> ArchiveGraph {
    let document = try ArchivedDocument(reading: try graph.bytes(), models: models)
    let text = document.json.text(0..<document.json.count)
    let splices = try replacements.map { old, new in
      let range = try #require(text.range(of: old), "\(old) in \(text)")
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return JSONSplice(start..<start + old.utf8.count, with: Array(new.utf8))
    }
    let edited = try JSONDocument(parsing: JSONBytes(try document.json.applying(splices))).root
    let origins = ValueOrigins(of: splices, from: try JSONDocument(parsing: document.json).root, to: edited)
    var edits = ArchivedDocument.Edits(origins: origins, copiesShared: copies)
    var found: [SharedObject] = []
    edits.reportShared = { found.append($0) }
    let bytes = try document.bytes(with: edited, as: .binary, edits)
    found.forEach(shared)
    return try ArchiveGraph(reading: bytes)
  }

  private func items(_ graph: ArchiveGraph) -> [ArchiveReference] {
    graph.root.flatMap { graph[$0].items } ?? []
  }

  private func value(_ name: String, of object: ArchiveReference, in graph: ArchiveGraph) -> ArchiveValue? {
    graph.field(name, of: object).map { graph[$0] }
  }

  /// Two trees that share their owner, each with a key that no property maps.
  private func trees(names: [String] = ["a", "b"]) -> ArchiveGraph {
    var builder = ArchiveBuilder()
    func object(_ name: String, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let reference = builder.reserve(ArchiveClass.model(name))
      builder.fill(reference, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }
    let owner = object("Owner", [("name", builder.string("owner"))])
    let trees = names.map { name in
      object(
        "Tree",
        [
          ("name", builder.string(name)), ("count", builder.integer(1)), ("owner", owner),
          ("secret", builder.string("secret of \(name)")),
        ])
    }
    builder.setTop(builder.array(trees))
    return builder.graph
  }

  @Test func newKeysAreWritten() throws {
    let graph = try edit(trees(), [(#""name":"a""#, #""brandnew":{"x":[1]},"name":"a""#)])
    let field = try #require(graph.field("brandnew", of: items(graph)[0]))
    guard case .dictionary(let entries) = graph[field] else {
      Issue.record("\(graph[field])")
      return
    }
    #expect(graph[entries[0].key] == .string("x"))
    #expect(graph.field("brandnew", of: items(graph)[1]) == nil)
  }

  @Test(arguments: ["MTLModelVersion", "$class"]) func editingRejectsReservedKeys(_ key: String) throws {
    let failure = try #require(throws: DecodingFailure.self) {
      try edit(trees(), [(#""name":"a""#, "\"\(key)\":1,\"name\":\"a\"")])
    }
    #expect(failure.diagnostics[0].message.contains("reserved"), "\(failure)")
  }

  /// A property keeps its key in the archive, which another key must not take.
  @Test func editingRejectsArchiveKeysOfProperties() throws {
    let graph = try Archive.graph(of: Renamed(title: "t"))
    let failure = try #require(throws: DecodingFailure.self) {
      try edit(graph, [(#""headline""#, #""archived":1,"headline""#)], models: [Renamed.modelDescription])
    }
    #expect(failure.diagnostics[0].message.contains("`title`"), "\(failure)")
  }

  @Test func renamedKeysKeepTheirValues() throws {
    let original = trees()
    let when = Date(timeIntervalSinceReferenceDate: 1e8)
    var builder = ArchiveBuilder(original)
    let owner = builder.graph.field("owner", of: items(original)[0]) ?? .null
    let fields = builder.graph.fields(of: owner)
    builder.fill(owner, fields + [ArchiveField(builder.key("at"), builder.date(when))])
    let graph = try edit(builder.graph, [(#""at""#, #""since""#)])
    let changed = try #require(graph.field("owner", of: items(graph)[0]))
    #expect(value("since", of: changed, in: graph) == .date(when))
    #expect(graph.field("at", of: changed) == nil)
  }

  /// An element is found by its place, also if it becomes equal to another one in all that the model knows.
  @Test(arguments: ["b", "c"]) func editedElementsKeepTheirUnmappedKeys(_ name: String) throws {
    let graph = try edit(trees(), [(#""name":"a""#, "\"name\":\"\(name)\"")])
    #expect(
      items(graph).map { value("secret", of: $0, in: graph) } == [
        .string("secret of a"), .string("secret of b"),
      ])
    #expect(value("name", of: items(graph)[0], in: graph) == .string(name))
  }

  @Test func editingSharedObjectChangesAllReferences() throws {
    var reports: [SharedObject] = []
    let graph = try edit(trees(), [(#""name":"owner""#, #""name":"new""#)]) { reports.append($0) }
    let owners = items(graph).map { graph.field("owner", of: $0) }
    #expect(owners[0] == owners[1])
    #expect(value("name", of: try #require(owners[0]), in: graph) == .string("new"))
    #expect(
      reports.map(\.words) == ["the Owner at `[0].owner` is shared by 2: the edit changes it for all of them"]
    )
  }

  @Test func editingCopiesSharedObjectOnRequest() throws {
    let graph = try edit(trees(), [(#""name":"owner""#, #""name":"new""#)], copies: true) {
      Issue.record("\($0)")
    }
    let names = items(graph).map { item in
      graph.field("owner", of: item).flatMap { value("name", of: $0, in: graph) }
    }
    #expect(names == [.string("new"), .string("owner")])
  }

  @Test func conflictingEditsOfSharedObjectAreRejected() throws {
    let document = try ArchivedDocument(reading: try trees().bytes(), models: RandomArchive.models)
    var text = document.json.text(0..<document.json.count)
    text = text.replacing(#""name":"owner""#, with: #""name":"x""#, maxReplacements: 1)
    let same = text.replacing(#""name":"owner""#, with: #""name":"x""#)
    _ = try document.rewritten(try JSONDocument(same).root)
    let other = text.replacing(#""name":"owner""#, with: #""name":"y""#)
    let failure = try #require(throws: DecodingFailure.self) {
      try document.rewritten(try JSONDocument(other).root)
    }
    #expect(failure.diagnostics[0].message.contains("`[0].owner.name`"), "\(failure)")
  }

  /// Foundation has one empty array, which every empty list of an archive refers to.
  @Test func editingKeepsSharedEmptyArray() throws {
    var builder = ArchiveBuilder()
    let none = builder.array([])
    let trees = ["a", "b"].map { name in
      let tree = builder.reserve(ArchiveClass.model("Tree"))
      let fields = [("name", builder.string(name)), ("count", builder.integer(1)), ("kids", none)]
      builder.fill(tree, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return tree
    }
    builder.setTop(builder.array(trees))
    let graph = try edit(builder.graph, [(#""kids":[]"#, #""kids":[{"name":"k","count":0}]"#)])
    let kids = items(graph).map { item in graph.field("kids", of: item).flatMap { graph[$0].items }?.count }
    #expect(kids == [1, 0])
  }

  @Test func editsPreserveAttributedStringsAndDecimals() throws {
    var builder = ArchiveBuilder()
    func object(_ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      builder.append(.object(fields.map { ArchiveField(builder.key($0.0), $0.1) }), class: archiveClass)
    }
    let bold = builder.dictionary([ArchiveEntry(key: builder.string("bold"), value: builder.bool(true))])
    let text = object(
      ArchiveClass("NSAttributedString", chain: ["NSObject"]),
      [("NSString", builder.string("text")), ("NSAttributes", bold)])
    let decimal = try builder.json(Array("12345678901234567890.5".utf8))
    let tree = object(
      ArchiveClass.model("Tree"), [("name", text), ("count", builder.integer(1)), ("extra", decimal)])
    builder.setTop(builder.array([tree]))
    let other = try edit(builder.graph, [(#""count":1"#, #""count":2"#)])
    let edited = try edit(
      builder.graph, [(#""text""#, #""other""#), ("12345678901234567890.5", "12345678901234567890.75")])
    for graph in [other, edited] {
      let item = items(graph)[0]
      let name = try #require(graph.field("name", of: item))
      #expect(graph.archiveClass(of: name)?.name == "NSAttributedString")
      #expect(graph.field("NSAttributes", of: name) != nil)
      let extra = try #require(graph.field("extra", of: item))
      #expect(graph.decimal(extra) != nil)
    }
    let name = try #require(edited.field("name", of: items(edited)[0]))
    #expect(edited.attributedText(name) == "other")
  }

  /// The library's own weak parents: the program edits the archive, and the library decodes it again.
  @Test(arguments: [true, false]) func editingKeepsConditionalParents(_ isKnown: Bool) throws {
    let root = Node(name: "root")
    root.children = [Node(name: "one"), Node(name: "two")]
    for child in root.children { child.parent = root }
    let models = isKnown ? [Node.modelDescription] : [OpenNode.modelDescription]
    let graph = try edit(try Archive.graph(of: root), [(#""name":"root""#, #""name":"new""#)], models: models)
    let again = try Archive.decode(Node.self, from: try graph.bytes())
    #expect(again.name == "new")
    #expect(again.children.map(\.name) == ["one", "two"])
    #expect(again.children.allSatisfy { $0.parent === again })
  }

  /// An element that is added refers to the existing objects.
  @Test func addedElementsReferToTheExistingObjects() throws {
    let root = Node(name: "root")
    root.children = [Node(name: "one")]
    let graph = try edit(
      try Archive.graph(of: root), [(#"[{"name":"one","#, #"[{"name":"zero","children":[]},{"name":"one","#)],
      models: [Node.modelDescription])
    let again = try Archive.decode(Node.self, from: try graph.bytes())
    #expect(again.children.map(\.name) == ["zero", "one"])
  }

  @Test func copiedElementsBecomeSeparateObjects() throws {
    let original = trees()
    let document = try ArchivedDocument(reading: try original.bytes(), models: RandomArchive.models)
    let elements = try JSONDocument(parsing: document.json).root.elements.map(\.rawText)
    var origins = ValueOrigins()
    origins.elements[JSONKeyPath()] = ElementOrigins([0, 0, 1])
    let copy = elements[0].replacing(#""name":"a""#, with: #""name":"copy""#)
    let edited = try JSONDocument("[\(elements[0]),\(copy),\(elements[1])]").root
    let graph = try document.rewritten(edited, ArchivedDocument.Edits(origins: origins))
    #expect(
      items(graph).map { value("name", of: $0, in: graph) } == [.string("a"), .string("copy"), .string("b")])
    #expect(
      items(graph).map { value("secret", of: $0, in: graph) }.prefix(2) == [
        .string("secret of a"), .string("secret of a"),
      ])
    #expect(Set(items(graph).map { graph.field("owner", of: $0) }).count == 1)
  }
}

private final class Node: ArchivableModel {
  var name: String
  var children: [Node] = []
  weak var parent: Node?

  init(name: String) { self.name = name }
  init(_ name: String, _ children: [Node], _ parent: Node?) {
    (self.name, self.children, self.parent) = (name, children, parent)
  }

  static let archive = ModelArchive("Node")
  static let properties = Properties(of: Node.self) {
    Property(\.name)
    Property(\.children)
    Property(local: \.parent) { nil }.retention(.transient).archivedConditionally()
  }
  static let mapping = Mapping(Node.init(_:_:_:), properties)
}

/// A node whose parent is unmapped.
private struct OpenNode: ArchivableModel {
  var name: String
  var children: [OpenNode]

  static let archive = ModelArchive("Node")
  static let properties = Properties(of: OpenNode.self) {
    Property(\.name)
    Property(\.children)
  }
  static let mapping = Mapping(OpenNode.init, properties)
}

private struct Renamed: ArchivableModel {
  var title: String

  static let archive = ModelArchive("Renamed")
  static let properties = Properties(of: Renamed.self) {
    Property(\.title, "headline").archived(as: "archived")
  }
  static let mapping = Mapping(Renamed.init, properties)
}
