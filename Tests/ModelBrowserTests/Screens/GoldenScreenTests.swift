import Foundation
import Testing

@testable import ModelBrowser

/// Whole screens in four sizes, text and looks, beside what they were: `MANTLE_RECORD=1 swift test --filter GoldenScreen`
/// writes them anew.
struct GoldenScreenTests {
  private static let sizes = [(40, 12), (80, 24), (120, 40), (200, 60)]

  /// What is on the screen, and the keys that lead there.
  private static let screens = [
    ("list", ""), ("model", "jl"), ("error", "jjl5j"), ("pane", "jl7j:set detail<Enter>"), ("raw", "jlgr"),
    ("editing", "jl6je"), ("inserting", "jl11jo"), ("choosing", "jl5je"), ("asking", "jl3je"),
    ("search", "/crash<Enter>"),
    ("command", ":go"), ("problems", ":problems<Enter>"), ("filtered", "&number=14<Enter>"),
    ("differences", "jl6je^Unew<Enter>:diff<Enter>"), ("help", "<F1>"),
  ]

  private static let tables = [
    ("table", "T"), ("tableColumns", "T12lf$"), ("tableSorted", "T:column comments<Enter>ssj"),
    ("tableFiltered", "T:column locked<Enter>="), ("tableExpanded", "T:column user<Enter>("),
    ("tableEditing", "Tjj:column title<Enter>cc日本"), ("tableColumnPicker", "TC"),
    ("tableMissing", "T:column node_id<Enter>j:column body<Enter>"),
  ]

  private static let results = [
    ("frequency", ":values city<Enter>"), ("ranges", ":values n<Enter>Fj"),
    ("statistics", "TIj"), ("groups", ":group city, at aggregate count, mean(n) sort count desc<Enter>l"),
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Golden/Screens").standardizedFileURL

  @Test(arguments: screens) func screensLookAsTheyDid(name: String, keys: String) throws {
    try expect(Samples.issues, keys, looksAs: name)
  }

  @Test(arguments: tables) func tablesLookAsTheyDid(name: String, keys: String) throws {
    try expect(Samples.table, keys, looksAs: name)
  }

  @Test(arguments: results) func resultsLookAsTheyDid(name: String, keys: String) throws {
    try expect(Samples.figures, keys, looksAs: name)
  }

  private func expect(_ json: String, _ keys: String, looksAs name: String) throws {
    var text = ""
    for (columns, rows) in Self.sizes {
      var session = Session(json, columns: columns, rows: rows)
      session.press(keys)
      text += "== \(columns)x\(rows)\n\(session.browser.render().marked)\n"
    }
    let file = Self.folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["MANTLE_RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
