@testable import Mantle
import Testing

/// The cases about nested models and arrays of models.
struct JSONAdapterNestingConformance {
  static let defaultJSON = #"{"username":null,"count":"1","nested":{"name":null}}"#

  @Test("JA-33, JA-34, JA-35: a nested model round-trips")
  func nestedModelRoundTrips() throws {
    let transformer = JSONTransformer<TestModel>.natural
    #expect(transformer.isReversible)
    let outer = try Outer.decode(json: "{\"inner\":\(Self.defaultJSON)}")
    #expect(outer.inner == TestModel())
    #expect(try outer.json() == "{\"inner\":\(Self.defaultJSON)}")
  }

  @Test("JA-36: null is not a nested model")
  func nullIsAnInvalidNestedModel() throws {
    let error = try onlyError(decoding: Outer.self, #"{"inner":null}"#)
    #expect(error.code == .unexpectedNull)
    #expect(error.property == "inner")
  }

  @Test("JA-38, JA-39, JA-40: null keeps its place in an array of optionals")
  func nullElementsKeepTheirPlace() throws {
    let elements = (0..<10).map {
      $0 == 2 ? "null" : #"{"username":null,"count":"\#($0)","nested":{"name":null}}"#
    }
    let text = "[\(elements.joined(separator: ","))]"
    let models = try [TestModel?].decode(json: text)
    #expect(models == (0..<10).map { $0 == 2 ? nil : TestModel(count: UInt($0)) })
    #expect(JSONTransformer<[TestModel?]>.natural.isReversible)
    #expect(try models.json() == text)
  }

  @Test("JA-41: null is not an array")
  func nullIsAnInvalidArray() throws {
    let error = try onlyError(decoding: [TestModel].self, "null")
    #expect(error.code == .unexpectedNull)
    #expect(error.found == "null")
  }

  @Test("JA-45, JA-49: an array of models keeps its order")
  func arrayOfModelsKeepsItsOrder() throws {
    let models = try [TestModel].decode(json: #"[{"username":"foo"},{"username":"bar"}]"#)
    #expect(models.map(\.name) == ["foo", "bar"])
    let written = try JSONValue(json: try models.json())
    #expect(written.node.elements.map { $0["username"]?.displayText } == ["foo", "bar"])
  }

  @Test("JA-47: each string in an array of models is an error with its index")
  func stringsInArrayOfModelsAreErrors() throws {
    let errors = try allErrors(decoding: [TestModel].self, #"["foo","bar"]"#)
    #expect(errors.map(\.path.description) == ["[0]", "[1]"])
    #expect(errors.allSatisfy { $0.code == .typeMismatch && $0.expected == "object" })
  }
}

private struct Outer: Model, Equatable, Sendable {
  let inner: TestModel
  static let properties = Properties(of: Outer.self) { Property(\.inner, "inner") }
  static let mapping = Mapping(Outer.init, properties)
}
