import Testing

@testable import Mantle

/// Objects that refer to each other end, in words and as JSON.
@Suite struct CycleTests {
  @Test func descriptionOfCycleTerminates() {
    let ann = Friend("ann"), bob = Friend("bob")
    (ann.friend, bob.friend, bob.others) = (bob, ann, [ann, bob])
    #expect(
      ann.description
        == #"Friend(name: "ann", friend: Friend(name: "bob", friend: Friend(…), others: [Friend(…), Friend(…)]), others: [])"#
    )
  }

  @Test func encodingACycleIsAnError() {
    let ann = Friend("ann"), bob = Friend("bob")
    (ann.friend, bob.friend) = (bob, ann)
    let problem = #expect(throws: EncodingProblem.self) { try ann.json() }
    #expect(problem?.description.contains("objects without reference cycles") == true)
    bob.friend = nil
    #expect(throws: Never.self) { try ann.json() }
  }

  @Test func cycleThroughAClusterIsDetected() throws {
    let link = Link()
    link.next = .link(link)
    #expect(link.description == "Link(id: 1, next: link(Link(…)))" || link.description.contains("Link(…)"))
    #expect(throws: EncodingProblem.self) { try link.json() }
    link.next = .link(Link())
    #expect(try link.json() == #"{"id":1,"next":{"kind":"link","id":1,"next":null}}"#)
  }

  @Test func mergingACycleIsAnError() throws {
    let ann = Friend("ann"), bob = Friend("bob")
    (ann.friend, bob.friend) = (bob, ann)
    #expect(throws: TransformError.self) { try ann.merging(ann, by: .recursive) }
    #expect(throws: Never.self) { try ann.merging(ann, by: .keepIfNil) }
    bob.friend = nil
    #expect(try ann.merging(ann, by: .recursive).friend?.name == "bob")
  }

  @Test func comparingAndHashingCyclesTerminates() {
    func circle(_ names: String...) -> Member {
      let members = names.map(Member.init(name:))
      for (member, next) in zip(members, members.dropFirst() + members.prefix(1)) {
        (member.next, member.all) = (next, members)
      }
      return members[0]
    }
    let ann = circle("ann", "bob")
    #expect(ann == ann && ann == circle("ann", "bob") && ann != circle("ann", "cem"))
    #expect(circle("ann") != ann && ann != circle("ann", "bob", "ann"))
    // Equal objects have equal hashes, however the objects in them refer to each other.
    let other = Member(name: "ann")
    (other.next, other.all) = (ann.next, ann.all)
    #expect(other == ann && Set([ann, other, circle("ann", "bob")]).count == 1)
  }

  @Test func sharedObjectDiffersFromCycle() throws {
    let shared = Friend("shared")
    let ann = Friend("ann")
    (ann.friend, ann.others) = (shared, Array(repeating: shared, count: 100))
    #expect(try ann.json().count > 2_000)
  }
}

private final class Friend: Model, MappedDescription {
  var name = ""
  var friend: Friend?
  var others: [Friend] = []

  init() {}
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }

  static let properties = Properties(of: Friend.self) {
    Property(\.name, "name")
    Property(\.friend, "friend")
    Property(\.others, "others")
  }
  static let mapping = Mapping(assigning: Friend.init, properties)
}

private final class Member: MappedHashable {
  var name = ""
  var next: Member?
  var all: [Member] = []

  init() {}
  convenience init(name: String) {
    self.init()
    self.name = name
  }

  static let properties = Properties(of: Member.self) {
    Property(\.name, "name")
    Property(\.next, "next")
    Property(\.all, "all")
  }
  static let mapping = Mapping(assigning: Member.init, properties)
}

private final class Link: Model, MappedDescription {
  var id = 1
  var next: Next?

  static let properties = Properties(of: Link.self) {
    Property(\.id, "id")
    Property(\.next, "next")
  }
  static let mapping = Mapping(assigning: Link.init, properties)
}

private enum Next: PolymorphicModel {
  case link(Link)

  static let cluster = Cluster<Next>(
    by: "kind",
    [.model(Link.self, when: "link", wrap: Next.link) { if case .link(let link) = $0 { link } else { nil } }])
}
