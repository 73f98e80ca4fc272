import Foundation
import Mantle
import MantleFormatters
import Testing

/// The code about the conveniences of other libraries.
enum ComingFromOtherLibrariesArticle {
  // snippet
  struct Shop: Model, Equatable {
    let ratings: [Int]
    let stock: Int
    let home: URL?
    let tags: [String]
    let zip: String
    let isOpen: Bool
    let openedAt: Date
    let holidays: [Date]

    static let properties = Properties(of: Shop.self) {
      Property(\.ratings, "ratings").lossy()
      Property(\.stock, "stock").default(0, for: .invalid)
      Property(\.home, "home", .url).absent(when: .empty)
      Property(\.tags, "tags").oneOrMany()
      Property(\.zip, "zip", .stringOrNumber)
      Property(\.isOpen, "open", .lenientBool)
      Property(\.openedAt, "opened_at", .iso8601.or(.unixSeconds))
      Property(\.holidays, "holidays", .array(.iso8601Day))
    }
    static let mapping = Mapping(Shop.init, properties)
  }
  // end

  @Test static func toleratedValuesAreWarnings() throws {
    // snippet
    let text = """
      {"ratings":[5,"x",4],"stock":"many","home":"","tags":"books","zip":10115,"open":"1",
       "opened_at":0,"holidays":["2026-12-25"]}
      """
    let shop = try Shop.report(json: text)
    for warning in shop.diagnostics where warning.severity == .warning { print(warning) }
    // end
    let value = try #require(shop.value)
    #expect(!shop.hasErrors)
    #expect(
      shop.diagnostics.filter { $0.severity == .warning }.map(\.path.description)
        == ["ratings[1]", "ratings[1]", "stock", "stock"])
    #expect(value.ratings == [5, 4] && value.stock == 0 && value.home == nil)
    #expect(value.tags == ["books"] && value.zip == "10115" && value.isOpen)
    #expect(value.openedAt == Date(timeIntervalSince1970: 0) && value.holidays.count == 1)
    #expect(try Shop.decode(json: text) == value)
    #expect(try Shop.decode(json: value.json()) == value)
    try Shop.mapping.check()
  }

  // snippet
  struct Push: Model, Equatable {
    let branch: String

    static let properties = Properties(of: Push.self) { Property(\.branch, "branch") }
    static let mapping = Mapping(Push.init, properties)
  }

  enum Hook: PolymorphicModel, Equatable {
    case push(Push), ping(Int)

    static let cluster = Cluster<Hook>(
      by: "type",
      [
        .content(Push.self, at: "data", when: "push", wrap: Hook.push),
        .content(Int.self, at: "data", when: "ping", wrap: Hook.ping),
      ])
  }

  enum Command: PolymorphicModel, Equatable {
    case push(Push), wait(Int)

    static let cluster = Cluster<Command>([
      .content(Push.self, at: "push", wrap: Command.push),
      .content(Int.self, at: "wait", wrap: Command.wait),
    ])
  }
  // end

  @Test static func contentIsDecodedByItsTag() throws {
    // snippet
    let hooks = try [Hook].decode(
      json: #"[{"type":"push","data":{"branch":"main"}},{"type":"ping","data":1}]"#)
    let commands = try [Command].decode(json: #"[{"push":{"branch":"main"}},{"wait":5}]"#)
    // end
    #expect(hooks == [.push(Push(branch: "main")), .ping(1)])
    #expect(commands == [.push(Push(branch: "main")), .wait(5)])
    #expect(try hooks.json() == #"[{"type":"push","data":{"branch":"main"}},{"type":"ping","data":1}]"#)
    #expect(try commands.json() == #"[{"push":{"branch":"main"}},{"wait":5}]"#)
  }

  // snippet
  struct Message: Model, Equatable {
    let text: String

    static let properties = Properties(of: Message.self) { Property(\.text, "text") }
    static let mapping = Mapping(Message.init, properties)
  }

  enum Packet: PolymorphicModel, Equatable {
    case first(Message), second(Message)

    static let messages = Cluster<Packet>(
      by: "version",
      [
        .model(Message.self, when: 1, wrap: Packet.first),
        .model(Message.self, when: 2, wrap: Packet.second),
      ])
    static let cluster = Cluster<Packet>(
      by: "type", [.cluster({ messages }, when: "message", wrap: { $0 }, unwrap: { $0 })])
  }
  // end

  @Test static func twoTagsSelectTheMember() throws {
    // snippet
    let packet = try Packet.decode(json: #"{"type":"message","version":2,"text":"hi"}"#)
    // end
    #expect(packet == .second(Message(text: "hi")))
    #expect(try Packet.decode(json: packet.json()) == packet)
  }

  @Test static func literalsBuildJSONValues() throws {
    // snippet
    let filter: JSONValue = ["labels": ["bug", "ui"], "open": true, "limit": 10, "after": nil]
    let shape = try JSONValue(encoding: Push(branch: "main"))
    // end
    #expect(filter.text == #"{"labels":["bug","ui"],"open":true,"limit":10,"after":null}"#)
    #expect(shape == ["branch": "main"])
    let values: [JSONValue] = [nil, true, 10, 1.5, "a\"b", [], [1, "x"], [:]]
    #expect(values.map(\.text) == ["null", "true", "10", "1.5", #""a\"b""#, "[]", #"[1,"x"]"#, "{}"])
  }

  // snippet
  struct Coordinate: Model, Equatable {
    let longitude: Double
    let latitude: Double
    let height: Double?

    static let properties = Properties(of: Coordinate.self) {
      Property(\.longitude, "[0]")
      Property(\.latitude, "[1]")
      Property(\.height, "[2]")
    }
    static let mapping = Mapping(Coordinate.init, properties).encodeNil(as: .omitted)
  }
  // end

  @Test static func arrayModelRoundTrips() throws {
    // snippet
    let route = try [Coordinate].decode(json: "[[9.2,48.8],[9.1,48.7,350]]")
    // end
    #expect(try route.json() == "[[9.2,48.8],[9.1,48.7,350]]")
    try Coordinate.mapping.check()
  }

  /// A small model for the sections about other sources.
  private struct Address: Model {
    let street: String
    let number: Int

    static let properties = Properties(of: Address.self) {
      Property(\.street, "street")
      Property(\.number, "number")
    }
    static let mapping = Mapping(Address.init, properties)
  }

  @Test static func asyncArrayElementsDecodeAsTheyArrive() async throws {
    let chunks = AsyncStream { continuation in
      for part in [#"{"data":{"addresses":[{"street":"A","num"#, #"ber":1},{"street":"B","number":2}]}}"#] {
        continuation.yield(Data(part.utf8))
      }
      continuation.finish()
    }
    // snippet
    var streets: [String] = []
    for try await address in Address.elements(of: chunks, at: "data.addresses") {
      streets.append(try address.result.get().street)
    }
    // end
    #expect(streets == ["A", "B"])
  }

  @Test static func modelsConvertToAndFromDictionaries() throws {
    // snippet
    let address = try Address.decode(jsonObject: ["street": "High Street", "number": 3])
    let dictionary: [String: Any] = try address.jsonObject()
    // end
    #expect(dictionary["number"] as? Int == 3)
  }
}
