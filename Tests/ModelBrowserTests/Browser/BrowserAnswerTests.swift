import Foundation
import Mantle
import MantleDocuments
import MantleQuery
import TestSupport
import Testing

@testable import ModelBrowser

/// The law of one answer in the browser: filters, frequencies and statistics are those of a query, for each form of a document
/// and each size of its parts.
struct BrowserAnswerTests {
  private static let seeds =
    1...UInt64(
      ProcessInfo.processInfo.environment["MANTLE_ANSWER_ROUNDS"].flatMap { Int($0) } ?? 6)

  private static let filters = [
    "n > 3", "n = 7", #"s = "3""#, "tags = 3", "tags > 2", "o.a = 1", "s = absent", "n = null",
    "at < 2024-03-01", "items.k = x", "not (tags = 1) and id > 2", "s ~ é or n = 9007199254740993",
  ]

  /// Browsers of the forms of some rows, at the list.
  private static func sessions(_ rows: [RandomValue]) -> [(form: String, session: Session)] {
    let array = RandomValue.list(rows).text()
    let lines = rows.map { $0.text() + "\n" }.joined()
    let object = "{\"meta\": {\"page\": 1}, \"items\": \(array)}"
    let forms = [("array.json", array), ("lines.ndjson", lines), ("object.json", object)]
    return forms.flatMap { name, text in
      [1 << 20, 600].map { size in
        var source = DocumentSource(JSONBytes(Array(text.utf8), isNDJSON: name.isNDJSONName), name: name)
        source.largestRecord = size
        var session = Session(source, columns: 160, rows: 40)
        if name == "object.json" { session.press(":goto items<Enter>") }
        return ("\(name), records of \(size) bytes", session)
      }
    }
  }

  /// The result of a query over the rows, as CSV.
  private static func answer(_ query: String, _ rows: [RandomValue]) throws -> String {
    let bytes = JSONBytes(RandomValue.list(rows).text())
    let list = RecordList(bytes, [], sequence: nil)
    let query = try Query(QueryText(query), names: list.names)
    var writer = TableFormat.csv.writer(query.titles)
    var text = ""
    _ = QueryRun([(list, query)]).run { rows in
      text += writer.write(rows)
      return true
    }
    return text + writer.finish()
  }

  private func lines(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\r\n").dropFirst().map(String.init)
  }

  @Test(arguments: seeds) func tableFiltersMatchQueryResults(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let rows = document.rows()
    for filter in Self.filters {
      guard let expected = try? Self.answer("where \(filter) columns id", rows) else {
        continue
      }
      for (form, start) in Self.sessions(rows) {
        var session = start
        session.press("T")
        session.type("&\(filter)")
        session.press("<Enter>")
        if lines(expected).isEmpty {
          #expect(
            session.message.contains("No element"), "seed \(seed), \(filter), \(form): \(session.message)")
          continue
        }
        session.press(":copy table ndjson<Enter>")
        let found = (session.copied.last ?? "").split(separator: "\n").compactMap {
          $0.firstMatch(of: /"id":(\d+)/).map { String($0.1) }
        }
        #expect(found == lines(expected), "seed \(seed), \(filter), \(form): \(session.message)")
      }
    }
  }

  @Test(arguments: seeds, ["s", "tags", "o.a", "n", "at", "items.k"])
  func valueCountsMatchQueryResults(_ seed: UInt64, _ name: String) throws {
    var document = RandomDocument(seed: seed)
    let rows = document.rows()
    guard let expected = try? Self.answer("group \(name) aggregate count", rows) else { return }
    for (form, start) in Self.sessions(rows) {
      var session = start
      session.press(":values \(name)<Enter>:copy table csv<Enter>")
      let found = lines(session.copied.last).map {
        $0.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
      }
      #expect(found.sorted() == lines(expected).sorted(), "seed \(seed), \(name), \(form)")
    }
  }

  @Test(arguments: seeds) func statisticsAgreeAcrossFormats(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let rows = document.rows()
    var first: (form: String, lines: [String])?
    for (form, start) in Self.sessions(rows) {
      var session = start
      session.press("TI:copy table csv<Enter>")
      let found = lines(session.copied.last)
      let known = first ?? (form, found)
      first = known
      #expect(
        !found.isEmpty && found == known.lines,
        "seed \(seed): \(form), not as \(known.form): \(found) \(known.lines)")
    }
  }
}
