import Testing

@testable import Mantle

/// Objects that refer to each other end, in words and as JSON.
@Suite struct CycleTests {
  @Test func aDescriptionEnds() {
    let ann = Friend("ann"), bob = Friend("bob")
    (ann.friend, bob.friend, bob.others) = (bob, ann, [ann, bob])
    #expect(
      ann.description
        == #"Friend(name: "ann", friend: Friend(name: "bob", friend: Friend(…), others: [Friend(…), Friend(…)]), others: [])"#
    )
  }

  @Test func jsonOfACycleIsAnError() {
    let ann = Friend("ann"), bob = Friend("bob")
    (ann.friend, bob.friend) = (bob, ann)
    let problem = #expect(throws: EncodingProblem.self) { try ann.json() }
    #expect(problem?.description.contains("objects that do not hold themselves") == true)
    bob.friend = nil
    #expect(throws: Never.self) { try ann.json() }
  }

  @Test func oneObjectInManyPlacesIsNone() throws {
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
