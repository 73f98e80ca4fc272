import Mantle
import Testing

/// The code about class clusters and hand-written conformances.
enum ClassClustersArticle {
  // snippet
  struct Circle: Model, Equatable {
    let radius: Double

    static let properties = Properties(of: Circle.self) { Property(\.radius, "radius") }
    static let mapping = Mapping(Circle.init, properties)
  }

  struct Square: Model, Equatable {
    let side: Double

    static let properties = Properties(of: Square.self) { Property(\.side, "side") }
    static let mapping = Mapping(Square.init, properties)
  }

  enum Shape: PolymorphicModel, Equatable {
    case circle(Circle), square(Square)

    static let cluster = Cluster<Shape>(
      by: "kind",
      [
        .model(Circle.self, when: "circle", wrap: Shape.circle),
        .model(Square.self, when: "square", wrap: Shape.square),
      ])
  }
  // end

  @Test static func clusters() throws {
    // snippet
    let shapes = try [Shape].decode(json: #"[{"kind":"circle","radius":2},{"kind":"square","side":1}]"#)
    let text = try shapes.json()
    // end
    #expect(shapes == [.circle(Circle(radius: 2)), .square(Square(side: 1))])
    #expect(try [Shape].decode(json: text) == shapes)
    let failure = #expect(throws: DecodingFailure.self) { try Shape.decode(json: #"{"kind":"oval"}"#) }
    #expect(failure?.diagnostics.first?.message.contains(#""circle" or "square""#) == true)
  }

  // snippet
  struct Money: JSONConvertible, Equatable {
    let cents: Int

    static func decode(_ json: JSONCursor) throws -> Money {
      let text = try json.string()
      let parts = text.split(separator: ".")
      guard parts.count == 2, parts[1].count == 2, let whole = Int(parts[0]), let cents = Int(parts[1]) else {
        throw json.mismatch(expected: "an amount such as \"12.50\"", code: .invalidValue)
      }
      return Money(cents: whole * 100 + cents)
    }

    func encode(to writer: inout JSONWriter) throws {
      writer.string("\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)")
    }
  }
  // end

  @Test static func byHand() throws {
    // snippet
    let prices = try [Money].decode(json: #"["12.50","3.05"]"#)
    // end
    #expect(prices == [Money(cents: 1250), Money(cents: 305)])
    #expect(try prices.json() == #"["12.50","3.05"]"#)
    let failure = #expect(throws: DecodingFailure.self) { try Money.decode(json: #""12""#) }
    #expect(failure?.diagnostics.first?.message.contains("an amount such as") == true)
  }
}
