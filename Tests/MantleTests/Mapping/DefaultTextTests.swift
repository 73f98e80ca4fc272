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

  @Test func defaultTextReplacesAnAbsentKey() throws {
    let settings = try Settings.decode(json: "{}")
    #expect(settings.home.absoluteString == "https://example.com")
    #expect(settings.limits == ["max": 3])
    #expect(try Settings.decode(json: #"{"limits": {}}"#).limits.isEmpty)
  }

  @Test func invalidDefaultTextIsRejected() throws {
    let error = #expect(throws: MappingError.self) { try Wrong.mapping.check() }
    #expect(error?.properties == ["size"])
    #expect("\(error.map { "\($0)" } ?? "")".contains("the default is not a value of the property"))
    #expect(throws: MappingError.self) { try Wrong.decode(json: #"{"size": 1}"#) }
  }

  struct Sparse: MappedHashable {
    var a: Int
    var list: [Int]
    var name: String?
    var deep: Int

    static let properties = Properties(of: Sparse.self) {
      Property(\.a, "a").default(3).omitDefault()
      Property(\.list, "list").default([]).omitDefault()
      Property(\.name, "name").default("n").omitDefault()
      Property(\.deep, "x.deep").default(0).omitDefault()
    }
    static let mapping = Mapping(Sparse.init, properties)
  }

  struct Unfit: Model {
    let a: Int
    static let properties = Properties(of: Unfit.self) { Property(\.a, "[0]").default(3).omitDefault() }
    static let mapping = Mapping(Unfit.init, properties)
  }

  @Test(arguments: [
    (Sparse(a: 3, list: [], name: "n", deep: 0), "{}"),
    (Sparse(a: 1, list: [], name: nil, deep: 0), #"{"a":1,"name":null}"#),
    (Sparse(a: 3, list: [3], name: "n", deep: 1), #"{"list":[3],"x":{"deep":1}}"#),
  ])
  func defaultValueIsOmittedOnRequest(_ value: Sparse, _ json: String) throws {
    try Sparse.mapping.check()
    #expect(try value.json() == json)
    #expect(try Sparse.decode(json: json) == value)
    #expect(throws: MappingError.self) { try Unfit.mapping.check() }
  }
}
