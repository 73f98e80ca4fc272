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

  @Test static func clusterRoundTripsItsMembers() throws {
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
  struct Size: JSONConvertible, Equatable {
    let width: UInt
    let height: UInt

    static func decode(_ json: JSONCursor) throws -> Size {
      let parts = try json.string().split(separator: "x").map { UInt($0) }
      guard parts.count == 2, let width = parts[0], let height = parts[1] else {
        throw json.mismatch(expected: "a size such as \"640x480\"", code: .invalidValue)
      }
      return Size(width: width, height: height)
    }

    func encode(to writer: inout JSONWriter) throws { writer.writeString("\(width)x\(height)") }
  }
  // end

  @Test static func handWrittenCodingRoundTrips() throws {
    // snippet
    let sizes = try [Size].decode(json: #"["640x480","32x32"]"#)
    // end
    #expect(sizes == [Size(width: 640, height: 480), Size(width: 32, height: 32)])
    #expect(try sizes.json() == #"["640x480","32x32"]"#)
    let failure = #expect(throws: DecodingFailure.self) { try Size.decode(json: #""12""#) }
    #expect(failure?.diagnostics.first?.message.contains("a size such as") == true)
  }
}
