import Synchronization
import Testing

@testable import Mantle

/// Generic models keep their mapping. One test after the other: they count how many mappings are made.
@Suite(.serialized) struct CachedMappingTests {
  @Test func mappingIsCreatedOncePerType() throws {
    let text = #"{"items":[{"items":[],"next":null}],"next":"x"}"#
    let page = try Page<Page<Int>>.decode(json: text)
    #expect(try page.json() == text)
    #expect(Page<Page<Int>>.mapping === Page<Page<Int>>.mapping)
    #expect(Page<Int>.mapping !== Page<String>.mapping)
    #expect(Page<Int>.profiles["short"] !== Page<Int>.mapping)
    let made = Self.made.load(ordering: .relaxed)
    for _ in 0..<100 { _ = try Page<Page<Int>>.decode(json: text) }
    #expect(Self.made.load(ordering: .relaxed) == made)
  }

  /// More types than there are places for those asked for last: each has its own mapping, whatever was asked for before.
  @Test func everyTypeHasItsOwnMapping() throws {
    func expectOwn<Item: JSONConvertible & Sendable>(_: Item.Type, left: Int) {
      #expect(Page<Item>.mapping === Page<Item>.mapping)
      #expect(Page<Item>.mapping !== Page<Item?>.mapping)
      if left > 0 { expectOwn([Item].self, left: left - 1) }
      #expect(Page<Item>.mapping.name == TypeName.plain(Page<Item>.self))
    }
    expectOwn(Int.self, left: 150)
  }

  fileprivate static let made = Atomic(0)
}

private struct Page<Item: JSONConvertible & Sendable>: Model {
  let items: [Item]
  let next: String?

  static var mapping: Mapping<Page> {
    .cached {
      CachedMappingTests.made.add(1, ordering: .relaxed)
      let properties = Properties(of: Page.self) {
        Property(\.items, "items")
        Property(\.next, "next")
      }
      return Mapping(Page.init, properties)
    }
  }

  static var profiles: [String: Mapping<Page>] {
    [
      "short": .cached("short") {
        let properties = Properties(of: Page.self) {
          Property(\.items, "i")
          Property(\.next, "n")
        }
        return Mapping(Page.init, properties)
      }
    ]
  }
}
