import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Whatever is thrown says what it means where only a localised description is shown.
@Suite struct ErrorTextTests {
  @Test(
    arguments: [
      TransformError(expected: "a number", found: "x"),
      MappingError(model: "M", properties: ["p"], reason: .swapped),
      DecodingFailure([Diagnostic(.error, .missing, expected: "integer")]),
      ElementError(index: 3, underlying: TransformError(expected: "a number")),
      ArchiveError(.notAPropertyList),
      DecodingProblem(expected: "text", found: "number"),
      ValidationFailure(problems: [
        ValidationProblem(model: "M", property: "p", underlying: TransformError(expected: "at most 3"))
      ]),
    ] as [any Error])
  func localizedDescriptionIsTheErrorMessage(_ error: any Error) {
    #expect(error.localizedDescription == "\(error)")
    #expect(!error.localizedDescription.contains("The operation could not be completed"))
    #expect(!error.localizedDescription.contains("(expected:"))
  }

  @Test func errorUsesTheMessageOfTheRule() {
    let failure = #expect(throws: DecodingFailure.self) { try Ruled.decode(json: #"{"n":1}"#) }
    #expect(failure?.localizedDescription.contains("is not even") == true)
  }

  /// An error thrown by an initializer has the path of its object at any depth.
  @Test func errorOfInitializerHasThePathOfItsObject() throws {
    let failure = try #require(throws: DecodingFailure.self) {
      try [Whole].decode(json: "[{\"part\": {\"n\": 2}},\n {\"part\": {\"n\": 3}}]")
    }
    let error = try #require(failure.diagnostics.first)
    #expect(failure.diagnostics.count == 1)
    #expect(error.model == "Part" && error.property == nil && error.path.description == "[1].part")
    #expect("\(error)".contains("2:11: error: Part: is not even"))
  }

  @Test func propertyValueDescribesItsValue() {
    #expect(Ruled(n: 2).propertyValues.map(\.description) == ["n: 2"])
    #expect(Ruled(n: 2).propertyValues.first?.anyValue as? Int == 2)
  }
}

private struct NotEven: LocalizedError {
  var errorDescription: String? { "is not even" }
}

private struct Part: Model {
  let n: Int
  init(n: Int) throws {
    guard n % 2 == 0 else { throw NotEven() }
    self.n = n
  }
  static let properties = Properties(of: Part.self) { Property(\.n, "n") }
  static let mapping = Mapping(Part.init, properties)
}

private struct Whole: Model {
  let part: Part
  static let properties = Properties(of: Whole.self) { Property(\.part, "part") }
  static let mapping = Mapping(Whole.init, properties)
}

private struct Ruled: Model {
  let n: Int
  static let properties = Properties(of: Ruled.self) {
    Property(\.n, "n").validated { n in
      guard n % 2 == 0 else { throw NotEven() }
    }
  }
  static let mapping = Mapping(Ruled.init, properties)
}
