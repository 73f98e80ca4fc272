import Observation
import Testing

@testable import Mantle
@testable import MantleArchiving
@testable import TerminalText

@Suite struct NilOfMembersTests {
  struct Span: Equatable, Sendable { let start, length: Int }

  struct Period: Equatable, Sendable {
    let first: Int
    let last: Int?
  }

  struct Event: Model, Equatable {
    let id: Int
    let period: Period?

    static let properties = Properties(of: Event.self) {
      Property(\.id, "id")
      Property(\.period, from: Member<Int>("first"), Member<Int>("last")) {
        Period(first: $0 ?? 0, last: $1)
      } reverse: {
        ($0?.first, $0?.last)
      }.default(Period(first: 9, last: 9))
    }
    static let mapping = Mapping(Event.init, properties)
  }

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

  @Test func nilOfAllMembersRoundTrips() throws {
    let nothing = Mark(span: nil)
    #expect(try nothing.json() == #"{"start":null,"length":null}"#)
    #expect(try Mark.decode(json: nothing.json()) == nothing)
    #expect(try Mark.decode(json: "{}") == nothing)
    #expect(try Mark.decode(json: #"{"start":null,"length":2}"#) == Mark(span: Span(start: 0, length: 2)))
  }

  @Test(arguments: [
    (#"{"last":null}"#, Period(first: 1, last: nil)), (#"{"last":3}"#, Period(first: 1, last: 3)),
    (#"{"first":null}"#, Period(first: 0, last: 2)), (#"{"first":null,"last":5}"#, Period(first: 0, last: 5)),
    (#"{"first":null,"last":null}"#, nil), (#"{"id":1}"#, Period(first: 1, last: 2)),
  ])
  func mergePatchesChangeSingleMembers(_ patch: String, _ period: Period?) throws {
    try Event.mapping.check()
    let event = Event(id: 1, period: Period(first: 1, last: 2))
    let expected = Event(id: 1, period: period)
    #expect(try event.applying(mergePatch: JSONValue(json: patch)) == expected)
    #expect(try event.applying(mergePatch: event.mergePatch(to: expected)) == expected)
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

  @Test func initializerPropertiesAreNamedAsDeclared() throws {
    try WatchedFromOutside.mapping.check()
    #expect(
      WatchedFromOutside.propertyNames == [
        "id", "firstName", "lastName", "isOpen", "isDone", "isOld", "next",
      ])
    let watched = try WatchedFromOutside.decode(
      json: #"{"id":1,"first":"a","last":"b","open":true,"done":true,"old":false}"#)
    #expect(try watched.json(EncodingOptions(including: ["lastName"])) == #"{"last":"b"}"#)
    #expect(try Archive.decode(WatchedFromOutside.self, from: Archive.bytes(of: watched)).lastName == "b")
    #expect(WatchedFromOutside.profiles["short"]?.properties.map(\.name).last == "next")
  }
}

@Observable final class WatchedFromOutside: Model {
  let id: Int
  var firstName: String
  var lastName: String
  var isOpen: Bool
  var isDone: Bool
  var isOld: Bool
  var next: WatchedFromOutside?
  @ObservationIgnored var cache = 0

  init(
    id: Int, firstName: String, lastName: String, isOpen: Bool, isDone: Bool, isOld: Bool,
    next: WatchedFromOutside?
  ) {
    (self.id, self.firstName, self.lastName) = (id, firstName, lastName)
    (self.isOpen, self.isDone, self.isOld, self.next) = (isOpen, isDone, isOld, next)
  }

  static let properties = Properties(of: WatchedFromOutside.self) {
    Property(\.id, "id")
    Property(\.firstName, "first")
    Property(\.lastName, "last")
    Property(\.isOpen, "open")
    Property(\.isDone, "done")
    Property(\.isOld, "old")
    Property(\.next, "next")
  }
  static let mapping = Mapping(WatchedFromOutside.init, properties).unmapped(\.cache)
  static var profiles: [String: Mapping<WatchedFromOutside>] { ["short": mapping.encodeNil(as: .omitted)] }
}
