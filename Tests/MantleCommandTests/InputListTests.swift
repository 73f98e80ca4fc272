import Foundation
import Testing

@testable import MantleCommand

struct InputListTests {
  private func withFolder(_ body: (FileName) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mantle-list-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [
      "b.json", "a.NDJSON", "c.txt", ".d.json", "x.model.json", "in/e.plist", ".git/f.json", "empty/g",
      "map.geojson", "n.json.gz", "o.log.gz", "x.model.json.gz",
    ] {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: file)
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("loop"), withDestinationURL: folder)
    try body(FileName(folder.path))
  }

  private func names(_ words: FileName...) throws -> [String] { try InputList(words).sources.map(\.name) }

  @Test func folderExpandsToItsFiles() throws {
    try withFolder { (folder: FileName) throws in
      let root = folder.shown
      #expect(
        try names(folder)
          == ["a.NDJSON", "b.json", "in/e.plist", "map.geojson", "n.json.gz"].map { "\(root)/\($0)" })
      #expect(try names("x", "-") == ["x", "<stdin>"])
      let error = #expect(throws: CommandError.self) { try names(folder.appending("empty".utf8)) }
      #expect(error?.message.contains("no file in this folder has a known suffix") == true)
    }
  }

  @Test func listExpandsToItsFiles() throws {
    try withFolder { folder in
      let list = folder.shown + "/list"
      try Data("\(folder.shown)/in\r\n\nz.json\n".utf8).write(to: URL(fileURLWithPath: list))
      #expect(try names(FileName("@" + list)) == ["\(folder.shown)/in/e.plist", "z.json"])
      #expect(throws: (any Error).self) { try names("@/no/such/list") }
    }
  }
}
