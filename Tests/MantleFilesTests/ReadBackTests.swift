import Foundation
import Mantle
import Testing

@testable import MantleFiles

/// A file that cannot be read again does not take its place.
@Suite struct ReadBackTests {
  private func save(_ content: SplicedBytes, _ reader: ReadBack = .text) -> (
    error: SaveError?, names: [String]
  ) {
    let folder = NSTemporaryDirectory() + "mantle-read-back-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do throws(SaveError) {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileSaver.save(content, to: folder + "/b", reader: reader)
      return (nil, folder.fileNames()?.filter { !$0.hasPrefix(".") } ?? [])
    } catch {
      return (error, folder.fileNames()?.filter { ![".", ".."].contains($0) } ?? [])
    }
  }

  @Test(arguments: [
    (ReadBack.value, "[1", false), (.value, "\n", false), (.value, "[1]\n", true), (.lines, "1\n{}\n", true),
    (.lines, "", true), (.lines, "[\n1]\n", false), (.lines, "1 2\n", false),
    (.lines, "1\n2", false), (.lines, "1\n\n2\n", false), (.lines, "1\r\n2\n", true),
    (.archive, "bplist00", false), (.text, "[1", true),
  ])
  func unreadableOutputIsNotSaved(reader: ReadBack, text: String, isGood: Bool) {
    let (error, names) = save(SplicedBytes(JSONBytes(text)), reader)
    #expect((error == nil) == isGood)
    #expect(error?.description.contains("not saved: the written file cannot be read back: ") != false)
    #expect(names == (isGood ? ["b"] : []))
  }

  /// An edit that would make valid JSON invalid is not written.
  @Test(arguments: [("[1, 2]", "x", false), ("[1, 2]", "9", true), ("[1, 2", "x", true)])
  func editsThatBreakTheTextAreNotSaved(original: String, splice: String, isGood: Bool) {
    let splices = [JSONSplice(1..<2, with: Array(splice.utf8))]
    #expect((save(SplicedBytes(JSONBytes(original), splices: splices)).error == nil) == isGood)
  }

  @Test func unreadableMetadataRestrictsPermissions() throws {
    let draft = try FileDraft.temporary()
    var status = stat()
    #expect(fchmod(draft.descriptor, 0o660) == 0 && fstat(draft.descriptor, &status) == 0)
    let lost = try FileMetadata(of: "/none", status).give(to: draft.descriptor)
    #expect(lost == ["its attributes, which cannot be read"])
    #expect(fstat(draft.descriptor, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }
}
