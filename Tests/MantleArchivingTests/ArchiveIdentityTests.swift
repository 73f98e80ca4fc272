import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Objects that several hold, hold each other, or are held weakly.
@Suite struct ArchiveIdentityTests {
  /// UX-99
  @Test func repeatedInstanceIsArchivedOnce() throws {
    let shared = Node("shared")
    let graph = try Archive.graph(of: [shared, Node("other"), shared])
    let root = try #require(graph.root)
    guard case .array(let items) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(items[0] == items[2] && items[0] != items[1])
    let decoded = try Archive.report([Node].self, in: graph)
    let nodes = try #require(decoded.value)
    #expect(nodes[0] === nodes[2] && nodes[0] !== nodes[1])
  }

  /// Two hold one array, so they hold the same elements.
  @Test func sharedArrayElementsKeepTheirIdentity() throws {
    var builder = ArchiveBuilder()
    func node(_ name: String, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let node = builder.reserve(Node.mapping.archive.archiveClass)
      let all = [("name", builder.string(name))] + fields
      builder.fill(node, all.map { ArchiveField(builder.key($0.0), $0.1) })
      return node
    }
    let children = builder.array([node("child", [("children", builder.array([]))])])
    let parents = [node("a", [("children", children)]), node("b", [("children", children)])]
    builder.setTop(builder.array(parents))
    let nodes = try #require(try Archive.report([Node].self, in: builder.graph).value)
    #expect(nodes[0].children.first != nil)
    #expect(nodes[0].children.first === nodes[1].children.first)
  }

  @Test func equalStructsRoundTrip() throws {
    let user = Original.User(login: "a", id: 1, avatarURL: nil)
    #expect(
      try Archive.decode([Original.User].self, from: try Archive.bytes(of: [user, user])) == [user, user])
  }

  @Test func cyclesOfClassesAreRestored() throws {
    let parent = Node("parent")
    let child = Node("child")
    parent.children = [child]
    child.owner = parent
    let read = try Archive.decode(Node.self, from: try Archive.bytes(of: parent))
    #expect(read.name == "parent")
    #expect(read.children.first?.name == "child")
    #expect(read.children.first?.owner === read)
  }

  @Test func structContainingItselfIsAnError() throws {
    var builder = ArchiveBuilder()
    let box = builder.reserve(ArchiveClass.model("Box"))
    builder.fill(box, [ArchiveField(builder.key("boxes"), builder.array([box]))])
    builder.setTop(box)
    let decoded = try Archive.report(Box.self, in: builder.graph)
    #expect(decoded.value == nil)
    #expect(decoded.diagnostics.map(\.path.description) == ["boxes[0]"])
  }

  /// NC-03, NC-15: a weak reference alone is not archived
  @Test func weakReferenceAloneDecodesAsNil() throws {
    let target = Node("target")
    let holder = Node("holder")
    holder.weakNode = target
    let alone = try Archive.decode(Node.self, from: try Archive.bytes(of: holder))
    #expect(alone.weakNode == nil)
  }

  /// NC-16, NC-17, NC-18
  @Test func weakReferenceIsRestoredIfItsObjectIsArchived() throws {
    let target = Node("target")
    let holder = Node("holder")
    holder.weakNode = target
    let both = try Archive.decode([Node].self, from: try Archive.bytes(of: [holder, target]))
    #expect(both.map(\.name) == ["holder", "target"])
    #expect(both[0].weakNode === both[1])
  }

  @Test func decodingRejectsLongChainsWithoutCrashing() throws {
    var builder = ArchiveBuilder()
    let key = builder.key("boxes")
    var box = builder.array([])
    for _ in 0..<5000 {
      let next = builder.reserve(ArchiveClass.model("Box"))
      builder.fill(next, [ArchiveField(key, builder.array([box]))])
      box = next
    }
    builder.setTop(box)
    let decoded = try Archive.report(Box.self, in: builder.graph)
    #expect(decoded.diagnostics.map(\.code) == [.limit])
  }
}

private final class Node: Model {
  var name: String
  var children: [Node]
  var owner: Node?
  weak var weakNode: Node?

  init(_ name: String, _ children: [Node] = [], _ owner: Node? = nil, _ weakNode: Node? = nil) {
    self.name = name
    self.children = children
    self.owner = owner
    self.weakNode = weakNode
  }

  static let properties = Properties(of: Node.self) {
    Property(\.name, "name")
    Property(\.children, "children")
    Property(\.owner, "owner")
    Property(\.weakNode, "weak_node").named("weakNode").archivedConditionally()
  }
  static let mapping = Mapping(Node.init, properties)
}

private struct Box: Model {
  let boxes: [Box]

  static let properties = Properties(of: Box.self) {
    Property(\.boxes, "boxes")
  }
  static let mapping = Mapping(Box.init, properties)
}
