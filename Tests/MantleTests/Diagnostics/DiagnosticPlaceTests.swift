import Testing

@testable import Mantle

/// Where lines of a long text are counted, and where not yet.
@Suite struct DiagnosticPlaceTests {
  struct Tag: Model {
    let name: String

    static let properties = Properties(of: Tag.self) { Property(\.name, "name") }
    static let mapping = Mapping(Tag.init, properties)
  }

  private static let lines = 1_000_000

  /// Eight bytes a line, and an object on the last.
  private static func text(_ last: String) -> (bytes: JSONBytes, range: Range<Int>) {
    let bytes = JSONBytes(String(repeating: "1234567\n", count: lines) + last)
    return (bytes, lines * 8..<bytes.count)
  }

  @Test func errorLocationIsComputedOnDemand() throws {
    let (bytes, range) = Self.text(#"  {"name": 1}"#)
    let document = try JSONDocument(parsing: bytes, in: range)
    let diagnostics = Tag.modelDescription.diagnose(document.root)
    #expect(bytes.countedLinesEnd == 0)
    #expect(
      diagnostics.map(\.location) == [
        SourceLocation(line: Self.lines + 1, column: 12, offset: range.lowerBound + 11)
      ])
    #expect(bytes.countedLinesEnd > range.lowerBound - (1 << 14))
  }

  @Test func syntaxErrorLocationIsComputedOnDemand() throws {
    let (bytes, range) = Self.text("[1,]")
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes, in: range) }
    let diagnostic = error.diagnostic(in: bytes)
    #expect(bytes.countedLinesEnd == 0)
    #expect(
      diagnostic.location == SourceLocation(line: Self.lines + 1, column: 4, offset: range.lowerBound + 3))
  }

  @Test func locationIsIndependentOfRequestTime() throws {
    let (bytes, range) = Self.text(#"{"name": 1}"#)
    let document = try JSONDocument(parsing: bytes, in: range)
    let early = Tag.modelDescription.diagnose(document.root)
    _ = bytes.location(at: bytes.count)
    let late = Tag.modelDescription.diagnose(document.root)
    #expect(early == late)
    #expect(Set(early) == Set(late))
    var moved = try #require(early.first)
    moved.location = nil
    #expect(moved.location == nil && moved != early.first)
  }

  struct Unlucky: JSONConvertible, Equatable {
    static let valueShape = ValueShape.string

    static func decode(_ json: JSONCursor) throws -> Unlucky { throw TransformError(expected: "luck") }
    func encode(to writer: inout JSONWriter) throws { writer.writeNull() }
  }

  struct Inner: Model {
    let value: Unlucky

    static let properties = Properties(of: Inner.self) {
      Property(\.value, "value", or: ["other", "deep.value", "list[1]"])
    }
    static let mapping = Mapping(Inner.init, properties)
  }

  struct Holder: Model {
    let inner: Inner

    static let properties = Properties(of: Holder.self) { Property(\.inner, "") }
    static let mapping = Mapping(Holder.init, properties)
  }

  /// An error that does not know its place has that of the value, wherever the value was found.
  @Test(arguments: [
    (#"{"value": 1}"#, 11), (#"{"other": 1}"#, 11), (#"{"deep": {"value": 1}}"#, 20),
    (#"{"list": [0, 1]}"#, 14),
  ])
  func errorsOfAliasedValuesHaveTheirLocation(_ text: String, _ column: Int) throws {
    for model in [Inner.modelDescription, Holder.modelDescription] {
      let diagnostics = model.diagnose(try JSONDocument(text).root)
      #expect(diagnostics.errors.map(\.location?.column) == [column], "\(diagnostics)")
    }
  }
}
