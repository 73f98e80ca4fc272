import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// An opened archive, changed and written again, keeps what its models do not know.
@Suite struct ArchiveUpdateTests {
  /// Two items of a subclass with keys of its own, one of them holding an object of an unknown class; a second
  /// entry point; a mutable array as the root.
  private func opened() -> ArchiveGraph {
    var builder = ArchiveBuilder()
    let stranger = builder.append(
      .object([ArchiveField(builder.key("inside"), builder.string("kept"))]),
      class: ArchiveClass("XYStranger", chain: ["NSObject"]))
    var items: [ArchiveReference] = []
    for number in 1...2 {
      let item = builder.reserve(ArchiveClass.model("Special", superclasses: ["Item"]))
      var fields = [
        ArchiveField(builder.key("id"), builder.integer(Int64(number))),
        ArchiveField(builder.key("name"), builder.string("item \(number)")),
        ArchiveField(builder.key("unknown"), builder.string("extra \(number)")),
        ArchiveField(builder.key("note"), builder.string("a note")),
      ]
      if number == 2 { fields.append(ArchiveField(builder.key("strange"), stranger)) }
      builder.fill(item, fields)
      items.append(item)
    }
    builder.setTop(builder.append(.array(items), class: ArchiveLeaf.mutableArray.archiveClass))
    builder.setTop(builder.string("second"), name: "other")
    return builder.graph
  }

  /// The archive with an edit of its JSON.
  private func edited(_ edit: (String) -> String) throws -> ArchiveGraph {
    let document = try ArchivedDocument(reading: try opened().bytes(), models: [Item.modelDescription])
    let text = edit(document.json.text(0..<document.json.count))
    return try ArchiveGraph(reading: try document.bytes(with: try JSONDocument(text).root, as: .binary))
  }

  /// What `encodeInt` and the like wrote is inline, and only there `decodeInteger(forKey:)` reads it.
  @Test(arguments: ["XYSettings", "Item"], ["7", "2.5", "true", "-3"])
  func editedInlineNumbersStayInline(_ name: String, _ number: String) throws {
    var builder = ArchiveBuilder()
    let object = builder.reserve(ArchiveClass.model(name))
    let inline = ArchiveReference(builder.integer(5).index, isInline: true)
    let fields = [
      ArchiveField(builder.key("id"), inline), ArchiveField(builder.key("name"), builder.string("x")),
      ArchiveField(builder.key("shared"), builder.integer(5)),
    ]
    builder.fill(object, fields)
    builder.setTop(object)
    let document = try ArchivedDocument(
      reading: try builder.graph.bytes(), models: [Item.modelDescription])
    let json = document.json.text(0..<document.json.count)
    guard name != "Item" || !number.contains(where: { ".et".contains($0) }) else { return }
    for edited in [number, "5"] {
      let text = json.replacing(#""id":5"#, with: #""id":\#(edited)"#)
      let graph = try ArchiveGraph(
        reading: try document.bytes(with: try JSONDocument(text).root, as: .xml))
      let root = try #require(graph.root)
      #expect(graph.field("id", of: root)?.isInline == true)
      #expect(graph.field("shared", of: root)?.isInline == false)
    }
  }

  /// A string that was mutable stays one.
  @Test func editedStringsKeepTheirClass() throws {
    var builder = ArchiveBuilder()
    let text = builder.append(.string("x"), class: ArchiveLeaf.mutableString.archiveClass)
    builder.setTop(builder.array([text, builder.string("y")]))
    let document = try ArchivedDocument(reading: try builder.graph.bytes(), models: [])
    let graph = try document.rewritten(try JSONDocument(#"["z","$null"]"#).root)
    guard let root = graph.root, case .array(let items) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(items.map { graph.archiveClass(of: $0)?.name } == ["NSMutableString", "NSString"])
    #expect(items.map { graph[$0] } == [.string("z"), .string("$null")])
  }

  @Test func editingKeepsUnmappedFields() throws {
    let graph = try edited { text in
      text.replacing(#""name":"item 2","note":"a note""#, with: #""name":"renamed","note":null"#)
    }
    let root = try #require(graph.root)
    guard case .array(let references) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    let second = references[1]
    func text(_ name: String) -> ArchiveValue? { graph.field(name, of: second).map { graph[$0] } }
    #expect(graph.archiveClass(of: root)?.name == "NSMutableArray")
    #expect(graph.archiveClass(of: second)?.chain == ["Special", "Item", "MTLModel", "NSObject"])
    #expect(text("name") == .string("renamed"))
    #expect(text("unknown") == .string("extra 2"))
    #expect(text("note") == nil)
    let stranger = try #require(graph.field("strange", of: second))
    #expect(graph.archiveClass(of: stranger)?.name == "XYStranger")
    #expect(graph.field("inside", of: stranger).map { graph[$0] } == .string("kept"))
    #expect(graph.top.map(\.name) == ["root", "other"])
  }

  @Test func editedElementsAreMatchedByIdentity() throws {
    let graph = try edited { _ in
      #"{"root":[{"id":2,"name":"other","note":null},{"id":3,"name":"new","note":null}],"other":"second"}"#
    }
    let root = try #require(graph.root)
    guard case .array(let references) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(graph.field("unknown", of: references[0]).map { graph[$0] } == .string("extra 2"))
    #expect(graph.field("unknown", of: references[1]) == nil)
    #expect(graph.archiveClass(of: references[1])?.name == "Item")
  }

  /// Elements of a model that maps a part of them are put in another order, taken out, copied and edited: each keeps its
  /// own rest.
  @Test(arguments: [
    [0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 1, 0], [1, 2, 3], [0, 3], [2, 0, 0, 1, 3], [0, 1, 2, 3, 4], [4, 3, 0],
  ])
  func movedElementsKeepTheirUnmappedFields(order: [Int]) throws {
    for nested in [false, true] {
      let whole = (0..<4).map { WholePart(id: $0 + 100, name: "n\($0)", color: "c\($0)", user: "u\($0)") }
      let bytes =
        try nested ? Archive.bytes(of: WholeBox(title: "t", parts: whole)) : Archive.bytes(of: whole)
      let models = [KnownPart.modelDescription, KnownBox.modelDescription]
      let document = try ArchivedDocument(reading: bytes, models: models)
      // The last one of them is new, and one that is known has another name.
      for edited in [nil, order.first] {
        let parts = order.map { KnownPart(name: $0 == edited ? "other" : "n\($0)", color: "c\($0)") }
        let text = try nested ? KnownBox(title: "t", parts: parts).json() : parts.json()
        let graph = try document.rewritten(try JSONDocument(text).root)
        let rest =
          try nested
          ? Archive.decode(OpenBox.self, from: try graph.bytes()).parts
          : Archive.decode([OpenPart].self, from: try graph.bytes())
        #expect(rest.map(\.color) == order.map { "c\($0)" })
        #expect(rest.map(\.id) == order.map { $0 < 4 ? $0 + 100 : nil }, "\(order) \(edited ?? -1) \(nested)")
        #expect(rest.map(\.user) == order.map { $0 < 4 ? "u\($0)" : nil })
      }
    }
  }

}

private struct Item: Model, Equatable {
  let id: Int
  var name: String
  var note: String?

  static let properties = Properties(of: Item.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name")
    Property(\.note, "note")
  }
  static let mapping = Mapping(Item.init, properties)
}

/// What an app archives, what is known of it elsewhere, and the same read with nothing but the class in common.
private struct WholePart: ArchivableModel {
  let id: Int
  let name: String
  let color: String
  let user: String

  static let archive = ModelArchive("Part")
  static let properties = Properties(of: WholePart.self) {
    Property(\.id)
    Property(\.name)
    Property(\.color)
    Property(\.user)
  }
  static let mapping = Mapping(WholePart.init, properties)
}

private struct KnownPart: ArchivableModel {
  let name: String
  let color: String

  static let archive = ModelArchive("Part")
  static let properties = Properties(of: KnownPart.self) {
    Property(\.name)
    Property(\.color)
  }
  static let mapping = Mapping(KnownPart.init, properties)
}

private struct OpenPart: ArchivableModel {
  let id: Int?
  let color: String
  let user: String?

  static let archive = ModelArchive("Part")
  static let properties = Properties(of: OpenPart.self) {
    Property(\.id)
    Property(\.color)
    Property(\.user)
  }
  static let mapping = Mapping(OpenPart.init, properties)
}

private struct WholeBox: ArchivableModel {
  let title: String
  let parts: [WholePart]

  static let archive = ModelArchive("Box")
  static let properties = Properties(of: WholeBox.self) {
    Property(\.title)
    Property(\.parts)
  }
  static let mapping = Mapping(WholeBox.init, properties)
}

private struct KnownBox: ArchivableModel {
  let title: String
  let parts: [KnownPart]

  static let archive = ModelArchive("Box")
  static let properties = Properties(of: KnownBox.self) {
    Property(\.title)
    Property(\.parts)
  }
  static let mapping = Mapping(KnownBox.init, properties)
}

private struct OpenBox: ArchivableModel {
  let parts: [OpenPart]

  static let archive = ModelArchive("Box")
  static let properties = Properties(of: OpenBox.self) { Property(\.parts) }
  static let mapping = Mapping(OpenBox.init, properties)
}
