import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// Unsaved edits when the browser is killed.
@Suite(.ownFolders) struct RescueTests {
  private func edited(_ path: String) throws -> Session {
    var session = Session(try DocumentSource.file(path, models: []))
    session.press("jdd")
    return session
  }

  @Test func rescueWritesEditsNextToFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try edited(file)
    session.handle(.terminate)
    #expect(session.hasQuit)
    #expect(session.rescued == file + ".unsaved")
    #expect(try folder.read("a.json") == "[1, 2]")
    #expect(try folder.read("a.json.unsaved") == "[2]")
  }

  @Test func rescueDoesNotOverwriteFiles() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    _ = try folder.file("a.json.unsaved", "precious")
    for number in 2...4 {
      var session = try edited(file)
      session.handle(.terminate)
      #expect(session.rescued == "\(file).unsaved-\(number)")
    }
    #expect(try folder.read("a.json.unsaved") == "precious")
    #expect(try folder.names.count == 5)
  }

  @Test func rescueWithoutEditsWritesNothing() throws {
    let folder = try Folder()
    var session = Session(try DocumentSource.file(try folder.file("a.json", "[1, 2]"), models: []))
    session.handle(.terminate)
    #expect(session.hasQuit)
    #expect(try folder.names == ["a.json"])
  }

  @Test func rescueOfPipedTextUsesCurrentFolder() {
    var session = Session("[1, 2]", name: "<stdin>")
    session.press("jdd")
    let order = session.browser.document.rescueRequest(session.browser.currentText)
    #expect(order?.paths.first == FileManager.default.currentDirectoryPath + "/stdin.json.unsaved")
    #expect(order?.paths.count == 2)
  }

  @Test func rescueTriesTheNextPath() throws {
    let folder = try Folder()
    let content = SplicedBytes(JSONBytes("[2]"))
    let order = RescueRequest(
      content: content, name: "a", paths: [folder.path + "/no/a", folder.path + "/b"], source: nil)
    #expect(try order.perform() == folder.path + "/b")
    let hopeless = RescueRequest(content: content, name: "a", paths: [folder.path + "/no/a"], source: nil)
    #expect(throws: SaveError.self) { try hopeless.perform() }
  }

  /// The exit message says where the edits are after the terminal is restored.
  @Test(arguments: [
    ("", "are in PATH/a.json.unsaved"), ("changed", "are in STATE/mantle-"),
  ])
  func exitMessageReportsRescuedEdits(newText: String, words: String) throws {
    // The check may be reading what is being cut short.
    JSONBytes.surviveTruncation()
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let terminal = ScriptedTerminal("jdd", then: [.terminate])
    var loop = BrowserLoop(try DocumentSource.file(file, models: [], maximumRead: 0), on: terminal)
    loop.patience = .seconds(60)
    terminal.beforeTerminate = { if !newText.isEmpty { _ = try? folder.file("a.json", newText) } }
    loop.run()
    #expect(loop.wasTerminated)
    let words = words.replacing("PATH", with: folder.path)
      .replacing("STATE", with: OwnFolders.current.state ?? "-")
    #expect(loop.exitMessages.last?.contains(words) == true)
  }
}
