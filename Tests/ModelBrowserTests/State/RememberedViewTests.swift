import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// A file opened again is shown as it was left.
@Suite(.ownFolders) struct RememberedViewTests {
  /// Opens a file and presses keys.
  ///
  /// - Returns: the rows at first, and those when it was left.
  @discardableResult
  private func visit(
    _ path: String, _ keys: String = "", largestRecord: Int = 1 << 20,
    _ configuration: Configuration = Configuration(), isPicking: Bool = false
  ) throws -> (first: [String], last: [String], message: String) {
    var source = try DocumentSource.file(path, models: Session.gitHub)
    source.largestRecord = largestRecord
    let terminal = ScriptedTerminal(keys, then: [.resumed, .terminate])
    var loop = BrowserLoop(source, on: terminal, configuration, isPicking: isPicking)
    loop.patience = .seconds(60)
    loop.run()
    let shown = terminal.frames.map {
      $0.marked.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return (
      shown.first?.dropLast(2) ?? [], Array(shown.last?.dropLast(2) ?? []),
      terminal.frames.first?.plainLines.last ?? ""
    )
  }

  /// A new file each time: threads of the last visit may still read the one that was there.
  private func file(_ folder: Folder, _ text: String = Samples.issues) throws -> String {
    try? FileManager.default.removeItem(atPath: folder.path + "/t.json")
    return try folder.file("t.json", text)
  }

  @Test(
    arguments: [
      "j", "jlj", "jl3jzt", ":goto [2].title<Enter>", "zRG", "zR", "jzO", "jjlGzC", "grjl",
      "grzR10j", ":goto [1].labels<Enter>l",
    ], [1, 1 << 20])
  func reopeningRestoresTheLastScreen(keys: String, largestRecord: Int) throws {
    let folder = try Folder()
    let path = try file(folder)
    let left = try visit(path, keys, largestRecord: largestRecord)
    let next = try visit(path, largestRecord: largestRecord)
    #expect(left.last == next.first)
    #expect(left.first != left.last)
  }

  @Test func reopeningMessageNamesTheKeyForTheTop() throws {
    let folder = try Folder()
    let path = try file(folder)
    try visit(path, ":goto [2].title<Enter>")
    #expect(try visit(path).message.hasPrefix("Last position: [2].title  (gg: the top"))
  }

  /// As though opened for the first time: nothing is kept of it.
  @Test func initialViewIsNotRemembered() throws {
    let folder = try Folder()
    let path = try file(folder)
    let first = try visit(path, "jl").first
    try visit(path, "hgg")
    let third = try visit(path)
    #expect(third.first == first)
    #expect(third.message.hasPrefix("F1 help"))
    // All of a small file was open: when it has grown, it is a list.
    _ = try file(folder, #"[{"a": [1]}, {"a": [2]}]"#)
    try visit(path)
    _ = try file(folder, "[" + (1...100).map { #"{"a": [\#($0)]}"# }.joined(separator: ", ") + "]")
    #expect(try visit(path).first.contains { $0.contains("[2]") })
  }

  @Test(arguments: [1, 1 << 20])
  func reopeningChangedFileFollowsThePath(largestRecord: Int) throws {
    let folder = try Folder()
    let path = try file(folder, #"{"a": {"b": [10, 20, 30]}, "c": 1}"#)
    try visit(path, ":goto a.b[1]<Enter>", largestRecord: largestRecord)
    _ = try file(folder, #"{"new": [1, 2, 3], "a": {"x": 0, "b": [1000, 2000, 3000]}, "c": 1}"#)
    #expect(try visit(path, largestRecord: largestRecord).message.contains("Last position: a.b[1] "))
    // What is gone leaves the cursor on what was around it.
    _ = try file(folder, #"{"a": {"x": 0}}"#)
    #expect(try visit(path, largestRecord: largestRecord).message.contains("Last position: a "))
    _ = try file(folder, "[]")
    #expect(try visit(path, largestRecord: largestRecord).message.hasPrefix("No model fits"))
  }

  @Test func discardedEditsKeepTheRememberedPath() throws {
    let folder = try Folder()
    let path = try file(folder)
    try visit(path, ":goto [1].title<Enter>ccA much longer title<Enter>j:q!<Enter>")
    #expect(try visit(path).message.contains("[1].body"))
  }

  @Test func rememberedViewsCanBeDisabled() throws {
    let folder = try Folder()
    let path = try file(folder)
    let first = try visit(path, "jl:set noremember<Enter>").first
    #expect(try visit(path).first == first)
    try visit(path, "jl")
    let none = Configuration(JSONBytes(#"{"options": {"remember": false}}"#), name: "c")
    #expect(try visit(path, "", none).first == first)
    // What is picked from begins at the top, and is not remembered either.
    #expect(try visit(path, "jjl", isPicking: true).first == first)
    #expect(try visit(path).first != first)
  }

  @Test func everyFileRemembersItsCursor() throws {
    let folder = try Folder()
    let path = try file(folder)
    let other = try folder.file("other.json", #"{"x": {"y": 1}}"#)
    try visit(other, ":goto x.y<Enter>")
    let there = try visit(path, "jl:e \(other)<Enter>")
    #expect(there.last.contains { $0.contains("y") })
    #expect(try visit(path).message.contains("Last position: [0]"))
  }

  @Test func rememberedViewsAreBoundedAndPrivate() throws {
    for number in 0..<105 {
      let view = RememberedView(
        file: "/no/\(number)", size: 0, modified: [], cursor: .init(pointer: "", offset: nil), line: 0,
        isRaw: false, level: 1, folds: [])
      RememberedViews.keep(view, of: "/no/\(number)")
    }
    #expect(RememberedViews.view(of: "/no/4") == nil)
    #expect(RememberedViews.view(of: "/no/5") != nil)
    let path = try #require(OwnFolders.current.state) + "/places.json"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(OwnFolders.current.stateFiles == ["places.json"])
  }

  @Test(arguments: ["", "{", #"{"views": 3}"#, #"{"views": [{"file": 1}]}"#])
  func damagedViewFileIsIgnored(text: String) throws {
    let folder = try Folder()
    let path = try file(folder)
    let state = try OwnFolders.current.madeState()
    try text.write(toFile: state + "/places.json", atomically: false, encoding: .utf8)
    #expect(try visit(path, "jl").message.hasPrefix("F1 help"))
    #expect(try visit(path).message.hasPrefix("Last position"))
  }

  /// A remembered place may be anything: the file is found all the same.
  @Test(arguments: ["/0/title", "/99", "no pointer", "/~2", "", nil], [0, -5, 1 << 40, nil])
  func invalidRememberedPlacesAreTolerated(pointer: String?, offset: Int?) throws {
    let folder = try Folder()
    let path = try file(folder)
    let fingerprint = try #require(FileFingerprint(path: path))
    let place = RememberedView.Place(pointer: pointer, offset: offset)
    let view = RememberedView(
      file: path.resolvedPath, size: Int(fingerprint.size), modified: fingerprint.modified,
      cursor: place, line: -3, isRaw: false, level: -7,
      folds: [
        .init(place: place, isOpen: true, isDeep: true), .init(place: place, isOpen: false, isDeep: false),
      ])
    RememberedViews.keep(view, of: path)
    #expect(try visit(path).first.contains { $0.contains("t.json") || $0.contains("#14") })
  }
}
