import Mantle
import Observation
import Testing

@Suite struct NilOfMembersTests {
  struct Span: Equatable, Sendable { let start, length: Int }

  struct Mark: Model, Equatable {
    let span: Span?

    static let properties = Properties(of: Mark.self) {
      Property(\.span, from: Member<Int>("start"), Member<Int>("length")) {
        Span(start: $0 ?? 0, length: $1 ?? 0)
      } reverse: {
        ($0?.start, $0?.length)
      }
    }
    static let mapping = Mapping(Mark.init, properties)
  }

  @Test func nilComesBackAsNil() throws {
    let nothing = Mark(span: nil)
    #expect(try nothing.json() == #"{"start":null,"length":null}"#)
    #expect(try Mark.decode(json: nothing.json()) == nothing)
    #expect(try Mark.decode(json: "{}") == nothing)
    #expect(try Mark.decode(json: #"{"start":null,"length":2}"#) == Mark(span: Span(start: 0, length: 2)))
  }
}

@Observable final class Watched: Model {
  var title = ""
  var pages = 0

  init() {}

  static let properties = Properties(of: Watched.self) {
    Property(\.title, "title")
    Property(\.pages, "pageCount")
  }
  static let mapping = Mapping(assigning: Watched.init, properties)
}

@Suite struct ObservableTests {
  @Test func propertiesAreNamedAsDeclared() throws {
    #expect(Watched.propertyNames == ["title", "pages"])
    let failure = #expect(throws: DecodingFailure.self) {
      try Watched.decode(json: #"{"title":1,"pageCount":2}"#)
    }
    #expect(failure?.diagnostics.map(\.property) == ["title"])
  }
}
