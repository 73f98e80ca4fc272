import Mantle
import Testing

@testable import MantleArchiving

/// Two models of one name, each nested in a type of its own, are two models in archives too.
@Suite struct NestedNameTests {
  enum Order {
    struct Item: Model, Equatable {
      let count: Int
      static let properties = Properties(of: Item.self) { Property(\.count, "count") }
      static let mapping = Mapping(Item.init, properties)
    }
  }

  enum Stock {
    struct Item: Model, Equatable {
      let count: Int
      static let properties = Properties(of: Item.self) { Property(\.count, "count") }
      static let mapping = Mapping(Item.init, properties)
    }
  }

  @Test func archivesDistinguishEqualNestedTypeNames() throws {
    let bytes = try Archive.bytes(of: Order.Item(count: 3))
    #expect(try Archive.decode(Order.Item.self, from: bytes) == Order.Item(count: 3))
    #expect(throws: DecodingFailure.self) { try Archive.decode(Stock.Item.self, from: bytes) }
  }

  @Test func archivesWithPlainTypeNamesDecode() throws {
    struct Item: Model {
      let count: Int
      static let properties = Properties(of: Item.self) { Property(\.count, "count") }
      static let mapping = Mapping(Item.init, properties)
    }
    let bytes = try Archive.bytes(of: Item(count: 3))
    #expect(try Archive.decode(Order.Item.self, from: bytes) == Order.Item(count: 3))
  }

  /// Messages say the plain name, as one reads it in the source; where two types share it, one of them is given another.
  @Test func messagesUseTheNameGivenToTheType() throws {
    struct Sale: Model {
      struct Item: Model {
        let count: Int
        static let properties = Properties(of: Item.self) { Property(\.count, "count") }
        static let mapping = Mapping(Item.init, properties).named("Sale.Item")
      }
      let item: Item
      let stocked: Stock.Item
      static let properties = Properties(of: Sale.self) {
        Property(\.item, "item")
        Property(\.stocked, "stocked")
      }
      static let mapping = Mapping(Sale.init, properties)
    }
    let failure = try #require(throws: DecodingFailure.self) {
      try Sale.decode(json: #"{"item": {"count": true}, "stocked": {"count": true}}"#)
    }
    #expect(failure.diagnostics.map(\.model) == ["Sale.Item", "Item"])
  }
}
