import Foundation
import Mantle
import Testing

/// The code of the tutorial.
enum TutorialArticle {
  // snippet
  enum State: String, CaseIterable { case open, closed }

  struct Ticket: Model, Equatable {
    let id: Int
    let title: String
    let state: State
    let author: String
    let labels: [String]
    let createdAt: Date
    var comments: Int

    static let properties = Properties(of: Ticket.self) {
      Property(\.id, "id").identity()
      Property(\.title, "title")
      Property(\.state, "state", .cases)
      Property(\.author, "user.login")
      Property(\.labels, "labels[].name").default([])
      Property(\.createdAt, "created_at", .iso8601)
      Property(\.comments, "comments").default(0)
    }
    static let mapping = Mapping(Ticket.init, properties)
  }

  struct SearchResult: Model {
    let total: Int
    let tickets: [Ticket]

    static let properties = Properties(of: SearchResult.self) {
      Property(\.total, "total_count")
      Property(\.tickets, "items")
    }
    static let mapping = Mapping(SearchResult.init, properties)
  }
  // end

  private static func payload() throws -> String {
    let package = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: "SampleData/search.json"), encoding: .utf8)
  }

  @Test static func searchResultDecodes() throws {
    let text = try payload()
    // snippet
    let result = try SearchResult.decode(json: text)
    let newest = result.tickets.max { $0.createdAt < $1.createdAt }
    // end
    #expect(result.tickets.count > 1)
    #expect(newest?.createdAt == result.tickets.map(\.createdAt).max())
  }

  @Test static func lenientDecodingReportsProblems() throws {
    let tickets = try SearchResult.decode(json: payload()).tickets.prefix(2)
    let good = try tickets[1].json()
    let changed =
      #"{"total_count":2,"items":[{"id":1,"state":"merged","title":"","#
      + #""user":{"login":"a"},"created_at":"2026-01-01T00:00:00Z","comments":0,"labels":[]},"# + good + "]}"
    var log: [String] = []
    // snippet
    let decoded = try SearchResult.report(json: changed, options: .lenient)
    for problem in decoded.diagnostics {
      log.append("\(problem)")
    }
    // end
    #expect(decoded.value?.tickets == [tickets[1]])
    #expect(
      log == [
        "1:27: warning: SearchResult.tickets: the element cannot be decoded and was left out  [items[0]]",
        #"1:43: warning: Ticket.state: expected "open" or "closed", found "merged"  [items[0].state]"#,
      ])
  }

  @Test static func encodingIncludesOnlyTheChange() throws {
    var ticket = try SearchResult.decode(json: payload()).tickets[0]
    ticket.comments = 2
    // snippet
    ticket.comments += 1
    let change = try ticket.json(EncodingOptions(including: ["comments"]))  // {"comments":3}
    // end
    #expect(change == #"{"comments":3}"#)
  }

  @Test static func mergingTakesTheUpdate() throws {
    let ticket = try SearchResult.decode(json: payload()).tickets[0]
    var update = ticket
    update.comments = 9
    // snippet
    let merged = try ticket.merging(update)
    // end
    #expect(merged.comments == 9)
  }
}
