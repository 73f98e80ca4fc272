import Testing

@testable import Mantle
@testable import MantleArchiving

/// Mistakes in definitions that compile: `check()` finds them, and so does the first use.
@Suite struct DefinitionMistakeTests {
  @Test func propertyListedTwiceIsRejected() {
    let error = #expect(throws: MappingError.self) { try Repeated.mapping.check() }
    #expect(error?.properties == ["a"])
    #expect(throws: MappingError.self) { try Repeated(a: 1, b: 2).json() }
    #expect(throws: MappingError.self) { try Repeated.decode(json: #"{"a":1,"b":2}"#) }
  }

  @Test func sharedArchiveKeyIsRejected() throws {
    #expect(try OneKey(a: 1, b: 2).json() == #"{"a":1,"b":2}"#)
    #expect(throws: MappingError.self) { try OneKey.mapping.check() }
    let error = #expect(throws: MappingError.self) { try Archive.bytes(of: OneKey(a: 1, b: 2)) }
    #expect(error?.properties == ["a", "b"])
  }

  @Test func addedKeyOfAPropertyIsRejected() {
    for mapping in [
      WrittenTag.mapping.writing("kind") { _ in 1 },
      WrittenTag.mapping.writing("total") { _ in 1 }.writing("total") { _ in 2 },
    ] {
      let error = #expect(throws: MappingError.self) { try mapping.check() }
      #expect("\(error as Any)".contains("is written twice"), "\(error as Any)")
    }
  }

  @Test func encodeOnlyPropertyWithoutDefaultIsRejected() {
    #expect(throws: MappingError.self) { try WrittenOnly.mapping.check() }
  }

  @Test func assigningToAConstantIsRejected() {
    let error = #expect(throws: MappingError.self) { try Constant.mapping.check() }
    #expect(error?.properties == ["name"])
  }

  @Test func inheritingFromUnrelatedClassIsRejected() {
    let error = #expect(throws: MappingError.self) { try Stray.mapping.check() }
    #expect(
      error?.description.contains("inherits the mapping of Base, which is not a superclass of it") == true)
  }

  @Test(arguments: [
    ("{titel}", "there is no property `titel`; did you mean `title`?"),
    ("{title", "expected `}` after `{title`"),
    ("#{}", "expected a property between `{` and `}`"),
    ("{labels.name}", "there is no property `labels.name`"),
    ("{owner.logn}", "there is no property `owner.logn`"),
    ("{owner}", "`owner` holds values that do not fit"),
  ])
  func invalidSummaryIsRejected(text: String, words: String) {
    let error = #expect(throws: MappingError.self) { try Summed.mapping.summary(text).check() }
    #expect(
      error.map { "\($0)" }?.contains("the summary `\(text)` cannot be used: \(words)") == true,
      "\(error as Any)")
  }

  /// The first line of a list of strings fits in a row.
  @Test func summaryMayShowAListOfStrings() throws { try Summed.mapping.summary("{title} {labels}").check() }

  @Test(arguments: ["", "#{title}", "{{title} {title}", "a } b", "{owner.name}"]) func validSummaryIsAccepted(
    text: String
  ) throws {
    try Summed.mapping.summary(text).check()
    #expect(Summed.mapping.summary(text).description.summary?.text == text)
  }

  @Test func membersWithTheSameTagAreRejected() {
    #expect(throws: MappingError.self) { try Shape.decode(json: #"{"kind":"circle"}"#) }
    #expect(throws: MappingError.self) { try Drawing.mapping.check() }
  }
}

private struct Repeated: Model {
  let a, b: Int
  static let properties = Properties(of: Repeated.self) {
    Property(\.a, "a")
    Property(\.a, "b")
  }
  static let mapping = Mapping(Repeated.init, properties)
}

private struct Summed: Model {
  let title: String
  let labels: [String]
  let owner: Owner
  static let properties = Properties(of: Summed.self) {
    Property(\.title, "title")
    Property(\.labels, "labels")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Summed.init, properties)
}

private struct Owner: Model {
  let name: String
  static let properties = Properties(of: Owner.self) {
    Property(\.name, "name")
  }
  static let mapping = Mapping(Owner.init, properties)
}

private struct OneKey: Model {
  let a, b: Int
  static let properties = Properties(of: OneKey.self) {
    Property(\.a, "a").archived(as: "k")
    Property(\.b, "b").archived(as: "k")
  }
  static let mapping = Mapping(OneKey.init, properties)
}

private struct WrittenOnly: Model {
  let a: Int
  static let properties = Properties(of: WrittenOnly.self) { Property(\.a, "a").encodeOnly() }
  static let mapping = Mapping(WrittenOnly.init, properties)
}

private class Base {
  var name = ""
  static let properties = Properties(of: Base.self) { Property(\.name, "name") }
  static let fields = Mapping(assigning: Base.init, properties)
}

private final class Stray: Model {
  var name = ""
  static let properties = Properties(of: Stray.self) { Property(\.name, "name") }
  static let mapping = Mapping(assigning: Stray.init, properties, inheriting: Base.fields.inherited())
}

private final class Constant: Model {
  let name = ""
  static let properties = Properties(of: Constant.self) { Property(\.name, "name") }
  static let mapping = Mapping(assigning: Constant.init, properties)
}

private enum Shape: PolymorphicModel {
  case circle(WrittenTag), other(WrittenTag)

  static let cluster = Cluster<Shape>(
    by: "kind",
    [
      .model(WrittenTag.self, when: "circle", wrap: Shape.circle) {
        if case .circle(let tag) = $0 { tag } else { nil }
      },
      .model(WrittenTag.self, when: "circle", wrap: Shape.other) {
        if case .other(let tag) = $0 { tag } else { nil }
      },
    ])
}

private struct WrittenTag: Model {
  let kind: String
  static let properties = Properties(of: WrittenTag.self) { Property(\.kind, "kind") }
  static let mapping = Mapping(WrittenTag.init, properties)
}

private struct Drawing: Model {
  let shapes: [Shape]?
  static let properties = Properties(of: Drawing.self) { Property(\.shapes, "shapes") }
  static let mapping = Mapping(Drawing.init, properties)
}
