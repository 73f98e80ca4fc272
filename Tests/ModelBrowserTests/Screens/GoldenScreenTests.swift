import Foundation
import Mantle
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
    ("tableExploded", "T:column labels<Enter>zMj"),
    ("tableMissing", "T:column node_id<Enter>j:column body<Enter>"),
  ]

  private static let results = [
    ("frequency", ":values city<Enter>"), ("ranges", ":values n<Enter>Fj"),
    ("statistics", "TIj"), ("groups", ":group city, at aggregate count, mean(n) sort count desc<Enter>l"),
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Golden/Screens").standardizedFileURL

  @Test(arguments: screens) func screensMatchGoldenFiles(name: String, keys: String) throws {
    try expect(Samples.issues, keys, looksAs: name)
  }

  @Test(arguments: tables) func tablesMatchGoldenFiles(name: String, keys: String) throws {
    try expect(Samples.table, keys, looksAs: name)
  }

  @Test(arguments: results) func resultsMatchGoldenFiles(name: String, keys: String) throws {
    try expect(Samples.figures, keys, looksAs: name)
  }

  private func expect(_ json: String, _ keys: String, looksAs name: String) throws {
    try expectScreens(name, Self.sizes) { columns, rows in
      var session = Session(json, columns: columns, rows: rows)
      session.press(keys)
      return session
    }
  }

  /// Two versions of a list, with wide characters, long texts, null, absent and nested values.
  private static let versions = (
    #"""
    [{"id": 1, "title": "Crash when opening the window of the settings twice in a row 🎉", "note": null, "tags": ["a"]},
     {"id": 2, "title": "日本語のタイトル、とても長いタイトルです。とても長いタイトルです。", "done": false},
     {"id": 3, "title": "Third"}, {"id": 4, "title": "Fourth", "by": {"login": "eve"}}]
    """#,
    #"""
    [{"id": 4, "title": "Fourth", "by": {"login": "mallory", "id": 7}},
     {"id": 1, "title": "Crash when opening the window of the settings once in a row 🎉", "note": "", "tags": ["b", "a"]},
     {"id": 2, "title": "日本語のタイトル、とても長いタイトルです。とても短いタイトルです。", "done": true},
     {"id": 5, "title": "Fifth\nwith\u001b[31m lines", "tags": []}]
    """#
  )

  @Test(arguments: ["comparison", "merge"]) func comparisonsMatchGoldenFiles(name: String) throws {
    try expectScreens(name, [(80, 24), (120, 40)]) { columns, rows in
      let source = DocumentSource(
        JSONBytes(Self.versions.0), name: "old.json", models: [], inference: Inferring())
      var session = Session(source, columns: columns, rows: rows)
      let use = name == "merge" ? OtherFileUse.merge : .compare
      session.receive(.other(path: "new.json", JSONBytes(Self.versions.1), use))
      session.press("jj")
      return session
    }
  }

  @Test func fileListMatchesGoldenFile() throws {
    let folder = try Folder()
    let paths = [
      try folder.file("issues.json", Samples.issues), try folder.file("漢字.json", "[1, 2"),
      try folder.file("three.ndjson", "{\"n\": 1}\n{\"n\": 2}\n"),
    ]
    try expectScreens("files", [(80, 24)]) { columns, rows in
      guard let source = try? DocumentSource.file(paths[0], models: []) else { return Session("0") }
      var session = Session(source, columns: columns, rows: rows)
      session.opensFiles = true
      session.press("jdd" + paths[1...].map { ":e \($0)<Enter>" }.joined() + ":ls<Enter>")
      return session
    }
  }

  /// The first screens of files of other programs, which are next to the screens, and the names of their models at the root.
  private static let foreignFiles = [
    ("customers.json", "Root"), ("players.json", "Player"), ("harbours.geojson", "Root"),
    ("tides.ipynb", "Root"),
    ("bom.json", "Root"), ("service.log.ndjson", "Service"), ("package-lock.json", "Root"),
    ("session.har", "Root"),
    ("tsconfig.json", "Root"), ("events.json", "Event"), ("pods.json", "Root"), ("search.json", "Root"),
    ("articles.json", "Root"), ("measurements.csv", "Measurement"),
  ]

  @Test(arguments: foreignFiles) func foreignFilesLookAsTheyDid(name: String, root: String) throws {
    let path = Self.folder.appendingPathComponent("../Foreign/\(name)").standardizedFileURL.path
    try expectScreens("foreign-\(name)", [(80, 24), (120, 40)]) { columns, rows in
      guard
        let source = try? DocumentSource.contents(
          of: path, models: Session.gitHub, inference: Inferring(root: root))
      else { return Session("0") }
      var session = Session(source, columns: columns, rows: rows)
      session.openWhatFits()
      return session
    }
  }

  private func expectScreens(
    _ name: String, _ sizes: [(Int, Int)], _ session: (_ columns: Int, _ rows: Int) -> Session
  ) throws {
    var text = ""
    for (columns, rows) in sizes {
      text += "== \(columns)x\(rows)\n\(session(columns, rows).browser.render().marked)\n"
    }
    // The names of temporary folders differ.
    text = text.replacing(/…[0-9A-F-]+\//, with: "…/")
    let file = Self.folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["MANTLE_RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
