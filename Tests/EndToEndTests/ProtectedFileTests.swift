import Foundation
import Testing

/// A file that is write-protected or has other names is replaced only with `--force`.
struct ProtectedFileTests {
  static let commands: [[String]] = [
    ["set", "a.json", "a", "2"], ["merge", "a.json", "b.json", "--output", "a.json"],
  ]

  private func outcome(_ words: [String], in scratch: Scratch) throws -> Executable.Outcome {
    let paths = words.map { $0.hasSuffix(".json") ? scratch.path($0) : $0 }
    return try Executable.outcome(of: MantleBinary.url(), paths, input: nil)
  }

  @Test(arguments: commands) func writeProtectedFileIsReplacedOnlyByForce(_ words: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.json", #"{"a":1}"#)
    _ = try scratch.file("b.json", #"{"a":2}"#)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let refused = try outcome(words, in: scratch)
    #expect(
      refused.status == 2 && refused.errors.contains("write-protected (--force replaces it)"),
      "\(refused.errors)")
    #expect(scratch.text("a.json") == #"{"a":1}"#)
    #expect(try outcome(words + ["--force"], in: scratch).status == 0)
    #expect(scratch.text("a.json").contains("2"))
  }

  @Test(arguments: commands) func hardLinkedFileIsReplacedOnlyByForce(_ words: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.json", #"{"a":1}"#)
    _ = try scratch.file("b.json", #"{"a":2}"#)
    try FileManager.default.linkItem(atPath: file, toPath: scratch.path("other.json"))
    let refused = try outcome(words, in: scratch)
    #expect(refused.status == 2 && refused.errors.contains("2 names"), "\(refused.errors)")
    #expect(scratch.text("a.json") == #"{"a":1}"#)
    #expect(try outcome(words + ["--force"], in: scratch).status == 0)
    #expect(scratch.text("a.json").contains("2") && scratch.text("other.json") == #"{"a":1}"#)
  }
}
