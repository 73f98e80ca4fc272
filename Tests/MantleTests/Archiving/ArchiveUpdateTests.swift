import Foundation
import Testing

@testable import Mantle

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

  @Test func unknownPartsAreKept() throws {
    let opened = opened()
    var items = try #require(try Archive.decoding([Item].self, in: opened).value)
    items[1].name = "renamed"
    items[1].note = nil
    let updated = try Archive.graph(of: items, updating: opened)
    let graph = try ArchiveGraph(reading: try updated.bytes())
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

  @Test func elementsAreFoundByIdentityWhenSomeAreGone() throws {
    let opened = opened()
    let items = try #require(try Archive.decoding([Item].self, in: opened).value)
    let graph = try Archive.graph(of: [items[1], Item(id: 3, name: "new", note: nil)], updating: opened)
    let root = try #require(graph.root)
    guard case .array(let references) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(graph.field("unknown", of: references[0]).map { graph[$0] } == .string("extra 2"))
    #expect(graph.field("unknown", of: references[1]) == nil)
    #expect(graph.archiveClass(of: references[1])?.name == "Item")
  }

  @Test func anUnchangedModelGivesTheSameContent() throws {
    let graph = ArchiveSamples.everything()
    let written = try ArchiveGraph(reading: try graph.bytes())
    let updated = try Archive.graph(of: [String](), updating: written)
    #expect(updated.top.map(\.name) == ["root"])
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
