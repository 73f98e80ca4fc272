import Foundation
import Mantle
import Testing

@testable import MantleArchiving

/// Absent, null and a value are three things, both ways.
@Suite struct FieldTests {
  struct Change: Model, Equatable {
    var title = Field<String>.absent
    var due = Field<Date>.absent

    static let properties = Properties(of: Change.self) {
      Property(\.title, "title")
      Property(\.due, "meta.due", .iso8601)
    }
    static let mapping = Mapping(Change.init, properties)
    static let profiles = ["sparse": mapping.encodeNil(as: .omitted)]
  }

  static let epoch = Date(timeIntervalSince1970: 0)

  @Test(arguments: [
    ("{}", Change()), (#"{"title":null}"#, Change(title: .null)),
    (#"{"title":"a"}"#, Change(title: .value("a"))),
    (#"{"title":"a","meta":{"due":null}}"#, Change(title: .value("a"), due: .null)),
    (#"{"meta":{"due":"1970-01-01T00:00:00Z"}}"#, Change(due: .value(epoch))),
  ])
  func everyFieldStateRoundTrips(_ json: String, _ change: Change) throws {
    #expect(try Change.decode(json: json) == change)
    #expect(try change.json() == json)
    #expect(try change.json(EncodingOptions(profile: "sparse")) == json)
    #expect(try Change.decode(json: json, options: DecodingOptions(profile: "sparse")) == change)
    #expect(try Archive.decode(Change.self, from: Archive.bytes(of: change)) == change)
  }

  @Test func mistypedFieldIsAnError() throws {
    let failure = #expect(throws: DecodingFailure.self) { try Change.decode(json: #"{"title":1}"#) }
    #expect(failure?.diagnostics.map(\.property) == ["title"])
  }

  @Test func defaultReplacesAbsentKeyOnly() throws {
    struct Note: Model {
      let text: Field<String>
      static let properties = Properties(of: Note.self) { Property(\.text, "text").default(.value("none")) }
      static let mapping = Mapping(Note.init, properties)
    }
    #expect(try Note.decode(json: "{}").text == .value("none"))
    #expect(try Note.decode(json: #"{"text":null}"#).text == .null)
  }

  struct Nested: Model, Equatable {
    let count: Int??
    let day: Date??

    static let properties = Properties(of: Nested.self) {
      Property(\.count, "count")
      Property(\.day, "day", JSONTransformer.iso8601.optional)
    }
    static let mapping = Mapping(Nested.init, properties)
  }

  @Test(arguments: [
    ("{}", Nested(count: nil, day: nil)),
    (#"{"count":null,"day":null}"#, Nested(count: .some(nil), day: .some(nil))),
    (#"{"count":3,"day":"1970-01-01T00:00:00Z"}"#, Nested(count: 3, day: epoch)),
  ])
  func nestedOptionalDistinguishesNullFromAbsent(_ json: String, _ value: Nested) throws {
    #expect(try Nested.decode(json: json) == value)
    #expect(try value.json() == json)
    #expect(try Archive.decode(Nested.self, from: Archive.bytes(of: value)) == value)
  }

  enum Level: String, JSONConvertible, CaseIterable { case low, high }

  /// Types that stand in archives as their JSON only.
  struct Mark: Model, Equatable {
    var level = Field<Level>.absent
    var named = Field<Level>.absent
    var other: Level??
    var levels = Field<[Level]>.absent

    static let properties = Properties(of: Mark.self) {
      Property(\.level, "level")
      Property(\.named, "named", .cases)
      Property(\.other, "other")
      Property(\.levels, "levels")
    }
    static let mapping = Mapping(Mark.init, properties)
  }

  @Test(arguments: [
    "{}", #"{"level":null,"named":null,"other":null,"levels":null}"#,
    #"{"level":"low","named":"high","other":"low","levels":["low"]}"#, #"{"level":"low","other":null}"#,
    #"{"levels":[]}"#,
  ])
  func archivesDistinguishNullFromAbsent(_ json: String) throws {
    let mark = try Mark.decode(json: json)
    let archived = try Archive.decode(Mark.self, from: Archive.bytes(of: mark))
    #expect(archived == mark)
    #expect(try archived.json() == json)
  }
}
