import Foundation
import Mantle
import Testing

private enum State: String, CaseIterable, Sendable { case open, closed }

private struct Reporter: Model, Equatable {
  let login: String
  let id: Int?
  static let properties = Properties(of: Reporter.self) {
    Property(\.login, "login")
    Property(\.id, "id")
  }
  static let mapping = Mapping(Reporter.init, properties)
}

private struct Ticket: Model, Equatable {
  let number: Int
  let state: State
  let reporter: String
  let assignee: Reporter?
  let updatedAt: Date
  var title: String
  var tags: [String]
  var weight: Double
  static let properties = Properties(of: Ticket.self) {
    Property(\.number, "number")
    Property(\.state, "state", .cases)
    Property(\.reporter, "user.login")
    Property(\.assignee, "assignee")
    Property(\.updatedAt, "updated_at", .iso8601)
    Property(\.title, "title")
    Property(\.tags, "tags").default([])
    Property(\.weight, "weight").default(1.5)
  }
  static let mapping = Mapping(Ticket.init, properties)
}

struct MappingTests {
  static let text = """
    {"number":7,"state":"open","user":{"login":"ann"},"assignee":{"login":"bob","id":3},
     "updated_at":"2011-04-22T13:33:48Z","title":"T\\u00e9st","tags":["a","b"]}
    """

  @Test func ticketRoundTrips() throws {
    let ticket = try Ticket.decode(json: Self.text)
    #expect(ticket.number == 7)
    #expect(ticket.title == "Tést")
    #expect(ticket.assignee == Reporter(login: "bob", id: 3))
    #expect(ticket.updatedAt.timeIntervalSince1970 == 1_303_479_228)
    let json = try ticket.json()
    #expect(
      json
        == #"{"number":7,"state":"open","user":{"login":"ann"},"assignee":{"login":"bob","id":3},"updated_at":"2011-04-22T13:33:48Z","title":"Tést","tags":["a","b"],"weight":1.5}"#
    )
    for _ in 0..<100 { #expect(try Ticket.decode(json: json) == ticket) }
    #expect(try ticket.json() == json)
  }

  @Test func decodingReportsEveryProblem() throws {
    let decoded = try Ticket.report(
      json:
        #"{"number":"7","state":"reopened","user":"ann","assignee":{"id":true},"updated_at":"2011-02-30T00:00:00Z","tags":["a",1]}"#
    )
    let lines = decoded.diagnostics.map {
      "\($0.location?.column ?? 0) \($0.model ?? "").\($0.property ?? "") [\($0.path)] \($0.code.rawValue)"
    }
    #expect(decoded.value == nil)
    #expect(
      lines == [
        "1 Ticket.title [title] missing", "1 Ticket.weight [weight] default-used",
        "11 Ticket.number [number] type-mismatch", "23 Ticket.state [state] unknown-case",
        "41 Ticket.reporter [user] blocked-path", "58 Reporter.login [assignee.login] missing",
        "64 Reporter.id [assignee.id] type-mismatch", "83 Ticket.updatedAt [updated_at] invalid-value",
        "118 Ticket.tags [tags[1]] type-mismatch",
      ])
  }
}
