import Testing

@testable import Mantle

/// Models that are arrays in JSON, such as `[9.5, 48]`.
struct ArrayModelTests {
  /// A place with an optional height.
  struct Place: MappedHashable {
    var longitude: Double
    var latitude: Double
    var height: Double?

    static let properties = Properties(of: Place.self) {
      Property(\.longitude, "[0]")
      Property(\.latitude, "[1]")
      Property(\.height, "[2]")
    }
    static let mapping = Mapping(Place.init, properties).encodeNil(as: .omitted)
  }

  /// A model that holds places.
  struct Trip: MappedHashable {
    var start: Place
    var stops: [Place]
    var named: [String: Place]
    var end: Place?

    static let properties = Properties(of: Trip.self) {
      Property(\.start, "start")
      Property(\.stops, "stops")
      Property(\.named, "named")
      Property(\.end, "end")
    }
    static let mapping = Mapping(Trip.init, properties)
  }

  @Test(arguments: ["[9.5,48]", "[9.5,48,1200]", "[0,-1]"]) func arrayModelRoundTrips(_ text: String) throws {
    let place = try Place.decode(json: text)
    #expect(try place.json() == text)
  }

  @Test func otherModelsMayContainArrayModels() throws {
    let text = #"{"start":[1,2],"stops":[[3,4],[5,6,7]],"named":{"a":[8,9]},"end":null}"#
    let trip = try Trip.decode(json: text)
    #expect(trip.stops[1] == Place(longitude: 5, latitude: 6, height: 7))
    #expect(try trip.json() == text)
    #expect(try Trip.report(json: text).diagnostics.isEmpty)
    let patched = try trip.applying(mergePatch: ["start": [1, 3], "end": [0, 0]])
    #expect(patched.start.latitude == 3 && patched.end?.longitude == 0)
  }

  @Test(arguments: [
    (#"{"0":1}"#, "1:1 type-mismatch  expected array"), ("[1]", "1:1 missing [1] expected number"),
    ("[]", "1:1 missing [0] expected number"), (#"[1,"x"]"#, "1:4 type-mismatch [1] expected number"),
    ("[null,2]", "1:2 unexpected-null [0] expected number"), ("7", "1:1 type-mismatch  expected array"),
  ]) func errorsHaveTheLocationOfTheElement(_ text: String, _ expected: String) throws {
    let first = try #require(try Place.report(json: text).diagnostics.first)
    let place = "\(first.location?.line ?? 0):\(first.location?.column ?? 0)"
    #expect("\(place) \(first.code.rawValue) \(first.path) expected \(first.expected ?? "")" == expected)
  }

  @Test func missingElementIsReportedByIndex() throws {
    #expect(try Place.report(json: "[1]").diagnostics.first?.found == "no element `[1]`")
  }

  @Test func mappingCheckAcceptsArrayModels() throws {
    try Place.mapping.check()
    try Trip.mapping.check()
  }

  @Test func presentPropertiesFollowTheElements() throws {
    #expect(try Place.report(json: "[1,2]").presentProperties == ["longitude", "latitude"])
  }

  @Test func mixingKeysAndIndicesIsRejected() {
    struct Mixed: Model {
      let a: Int
      let b: Int
      static let properties = Properties(of: Mixed.self) {
        Property(\.a, "[0]")
        Property(\.b, "b")
      }
      static let mapping = Mapping(Mixed.init, properties)
    }
    struct Flat: Model {
      let id: Int
      let place: Place
      static let properties = Properties(of: Flat.self) {
        Property(\.id, "id")
        Property(\.place, "")
      }
      static let mapping = Mapping(Flat.init, properties)
    }
    #expect(throws: MappingError.self) { try Mixed.mapping.check() }
    #expect(throws: MappingError.self) { try Flat.mapping.check() }
  }
}
