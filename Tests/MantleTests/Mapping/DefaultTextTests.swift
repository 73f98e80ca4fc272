import Foundation
import Testing

@testable import Mantle

/// Defaults that are given as JSON.
struct DefaultTextTests {
  struct Settings: Model, Equatable {
    var home: URL
    var limits: [String: Int]

    static let properties = Properties(of: Settings.self) {
      Property(\.home, "home").defaultJSON(#""https://example.com""#)
      Property(\.limits, "limits").defaultJSON(#"{"max": 3}"#)
    }
    static let mapping = Mapping(Settings.init, properties)
  }

  struct Wrong: Model {
    let size: Int
    static let properties = Properties(of: Wrong.self) { Property(\.size, "size").defaultJSON(#""large""#) }
    static let mapping = Mapping(Wrong.init, properties)
  }

  @Test func standsForAnAbsentKey() throws {
    let settings = try Settings.decode(json: "{}")
    #expect(settings.home.absoluteString == "https://example.com")
    #expect(settings.limits == ["max": 3])
    #expect(try Settings.decode(json: #"{"limits": {}}"#).limits.isEmpty)
  }

  @Test func isAMistakeWhereItIsNoValue() throws {
    let error = #expect(throws: MappingError.self) { try Wrong.mapping.check() }
    #expect(error?.properties == ["size"])
    #expect("\(error.map { "\($0)" } ?? "")".contains("the default is not a value of the property"))
    #expect(throws: MappingError.self) { try Wrong.decode(json: #"{"size": 1}"#) }
  }
}
