import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// What a row says of a model whose mapping has a summary.
struct SummaryTests {
  private func row(_ summary: String, _ json: String) -> String {
    let models = [Departure.mapping.summary(summary).description]
    return Session("[\(json)]", models: models, columns: 100).rows.first { $0.contains("[0]") } ?? ""
  }

  static let whole = #"{"line": "S1", "to": "Spandau", "delay": -2, "at": "2024-05-01T10:00:00Z"}"#

  @Test(arguments: [
    ("{line} to {direction}", whole, "S1 to Spandau"), ("{{{line}} {delay} min", whole, "{S1} -2 min"),
    ("{at}", whole, "2024-05-01T10:00:00Z"), ("{delay}", #"{"line": "S1", "to": "a", "delay": "x"}"#, "x"),
    ("{line}", #"{"line": "a\u001bb", "to": "x", "delay": 1}"#, "a\\eb"),
  ])
  func aRowSaysWhatTheSummarySays(summary: String, json: String, words: String) {
    #expect(row(summary, json).contains(words), "\(row(summary, json))")
  }
}

private struct Departure: Model {
  let line: String
  let direction: String
  let delay: Int
  let at: Date?

  static let properties = Properties(of: Departure.self) {
    Property(\.line, "line")
    Property(\.direction, "to")
    Property(\.delay, "delay")
    Property(\.at, "at", .iso8601)
  }
  static let mapping = Mapping(Departure.init, properties)
}
