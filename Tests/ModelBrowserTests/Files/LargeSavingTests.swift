import Foundation
import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// A large file is written in the background, and nothing else changes it meanwhile.
@Suite(.ownFolders) struct LargeSavingTests {
  private static let text =
    "[\n" + String(repeating: "  {\"a\": \"" + String(repeating: "x", count: 1000) + "\"},\n", count: 9000)
    + "  7\n]\n"

  private func browser(of file: String) throws -> Browser {
    var browser = Browser(try DocumentSource.file(file, models: []), size: ScreenSize(rows: 12, columns: 80))
    for key in KeyNotation.keys("G") { browser.handle(.key(key)) }
    for key in KeyNotation.keys("e^U8<Enter>") { browser.handle(.key(key)) }
    return browser
  }

  private func press(_ keys: String, _ browser: inout Browser) -> [Effect] {
    _ = browser.takeEffects()
    for key in KeyNotation.keys(keys) { browser.handle(.key(key)) }
    return browser.takeEffects()
  }

  private func work(_ effects: [Effect]) throws -> Work {
    let works = effects.compactMap { effect in if case .start(let work) = effect { work } else { nil } }
    return try #require(works.first)
  }

  @Test func largeFileIsSavedInTheBackground() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", Self.text)
    var browser = try browser(of: file)
    let work = try work(press(":w<Enter>", &browser))
    #expect(press(":w<Enter>", &browser).isEmpty)
    #expect(browser.message?.text == "A file is being written (Esc stops that)")
    #expect(press("e", &browser).isEmpty)
    // Nor is the save given up by leaving.
    for keys in [":q!<Enter>", "ZQ"] { #expect(press(keys, &browser).isEmpty) }
    #expect(browser.message?.text == "A file is being written (Esc stops that)")
    var shares = 0
    work.run { report in
      if report.report.share != nil { shares += 1 }
      browser.receive(report)
    }
    #expect(shares > 0)
    #expect(browser.message?.text.contains("saved, ") == true)
    #expect(!browser.document.history.isModified)
    #expect(try folder.read("a.json") == Self.text.replacing("  7\n", with: "  8\n"))
    #expect(try folder.names == ["a.json"])
  }

  /// So is what is made of it: its models, and the model itself.
  @Test(arguments: ["export", "infer"], [false, true])
  func exportAndInferRunInTheBackground(command: String, isStopped: Bool) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", Self.text.replacing(",\n  7", with: ""))
    let source = try DocumentSource.file(file, models: [], inference: Inferring())
    var browser = Browser(source, size: ScreenSize(rows: 12, columns: 80))
    let work = try work(press(":\(command) \(folder.path)/b.json<Enter>", &browser))
    #expect(press("dd", &browser).isEmpty)
    #expect(browser.message?.text == "A file is being written (Esc stops that)")
    work.run(isCancelled: { isStopped }) { browser.receive($0) }
    #expect(browser.message?.text.hasSuffix("b.json: not saved: stopped") == isStopped)
    #expect(try folder.names == (isStopped ? ["a.json"] : ["a.json", "b.json"]))
  }

  /// A save does not replace a file that another program saved meanwhile.
  @Test func saveKeepsFileThatChangedMeanwhile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", Self.text)
    var browser = try browser(of: file)
    let work = try work(press(":w<Enter>", &browser))
    work.run { report in
      if report.report.share != nil { try? "[1]".write(toFile: file, atomically: true, encoding: .utf8) }
      browser.receive(report)
    }
    #expect(browser.message?.text.contains("not saved: the file changed on disk") == true)
    #expect(browser.document.history.isModified)
    #expect(try folder.read("a.json") == "[1]")
    #expect(try folder.names == ["a.json"])
  }

  @Test func cancelledSaveLeavesFileUnchanged() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", Self.text)
    var browser = try browser(of: file)
    let work = try work(press(":w<Enter>", &browser))
    let effects = press("<Esc>", &browser)
    #expect(effects.contains { if case .cancel(.save) = $0 { true } else { false } })
    work.run(isCancelled: { true }) { browser.receive($0) }
    #expect(browser.message?.text == "\(file): not saved: stopped")
    #expect(browser.document.history.isModified)
    #expect(try folder.read("a.json") == Self.text)
    #expect(try folder.names == ["a.json"])
    _ = press("u", &browser)
    #expect(!browser.document.history.isModified)
  }
}
