import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// An archive in the original's layout that this library did not write: three issues of versions 2, 1 and 0, the first
/// of a subclass with an unmapped key, the first two with one assignee; mutable Foundation classes, and a boolean as
/// a number.
@Suite struct OriginalLayoutTests {
  private static func bytes() throws -> [UInt8] {
    [UInt8](try #require(Data(base64Encoded: archive, options: .ignoreUnknownCharacters)))
  }

  @Test(arguments: ArchiveFormat.allCases) func everyOriginalValueDecodes(_ format: ArchiveFormat) throws {
    let bytes = try ArchiveGraph(reading: try Self.bytes()).bytes(format)
    let issues = try Archive.decode([Original.Issue].self, from: bytes)
    try #require(issues.count == 3)
    let user = Original.User(login: "alice", id: 7, avatarURL: URL(string: "https://example.com/u/1"))
    let date = Date(timeIntervalSinceReferenceDate: 400_000_000.5)
    #expect(
      issues[0]
        == Original.Issue(
          url: URL(string: "https://example.com/issues/1"), htmlURL: nil, number: 1, state: .open,
          title: "Issue 1", body: "café 日本", assignee: user,
          labels: [Original.Label(name: "bug", color: "ff0000")], updatedAt: date, locked: true, score: 4.25,
          ratio: nil, delta: nil, bigNumber: nil, flag: nil, reactions: try JSONValue(json: #"{"+1":3}"#),
          participants: [user], blob: Data([1, 2, 127]),
          uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), mergeCommit: nil, commits: 3,
          retrievedAt: 7))
    #expect(issues.map(\.number) == [1, 5, 9])
    #expect(issues.map(\.title) == ["Issue 1", "Issue 2", "Issue 3"])
    #expect(issues.map(\.state) == [.open, .closed, .open])
    #expect(issues.map(\.assignee) == [user, user, nil])
    #expect(issues.map(\.locked) == [true, false, false])
    #expect(issues.map(\.updatedAt) == [date, nil, date])
  }

  @Test func decodingNotesUnmappedKeysAndMigrations() throws {
    let decoded = try Archive.report([Original.Issue].self, from: try Self.bytes())
    #expect(
      decoded.diagnostics.map { "\($0.path) \($0.code.rawValue)" } == [
        "[0].computed unmapped-key", "[1] migration", "[2] migration", "[2] migration",
        "[2].labels default-used", "[2].locked default-used",
      ])
  }

  /// Two hold one object, before and after it is written.
  @Test func sharedObjectsStaySharedAfterWriting() throws {
    for format in ArchiveFormat.allCases {
      let graph = try ArchiveGraph(reading: try ArchiveGraph(reading: try Self.bytes()).bytes(format))
      let root = try #require(graph.root)
      guard case .array(let items) = graph[root] else {
        Issue.record("the root is no array")
        return
      }
      #expect(graph.field("assignee", of: items[0]) != nil)
      #expect(graph.field("assignee", of: items[0]) == graph.field("assignee", of: items[1]))
      #expect(graph.field("updatedAt", of: items[0]) == graph.field("updatedAt", of: items[2]))
      #expect(
        graph.archiveClass(of: items[0])?.chain == ["GHPullRequest", "GHIssue", "MTLModel", "NSObject"])
    }
  }

  /// As Python's `plistlib` writes it.
  private static let archive = """
    YnBsaXN0MDDUAQIDBAUGBwpZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3BYJG9iamVjdHNfEA9OU0tleWVkQXJjaGl2ZXISAAGGoNEI\
    CVRyb290gAGvEDULDBQaHyEkJyotMTQ3Ozw9PkRFSElKVFVWXWBkZWZtcXV5ent5fH1lfn95oKF5oqSlra48r1UkbnVsbNINDg8Q\
    ViRjbGFzc1pOUy5vYmplY3RzgAKjERITgCmAMIA00hUWFxhaJGNsYXNzbmFtZVgkY2xhc3Nlc1dOU0FycmF5ohcZWE5TT2JqZWN0\
    0hUWGxxdR0hQdWxsUmVxdWVzdKQbHR4ZV0dISXNzdWVYTVRMTW9kZWzSFRYdIKMdHhnSFRYiI1ZHSFVzZXKjIh4Z0hUWJSZXR0hM\
    YWJlbKMlHhnSFRYoKVVOU1VSTKIoGdIVFissVk5TRGF0ZaIrGdIVFi4vXxATTlNNdXRhYmxlRGljdGlvbmFyeaMuMBlcTlNEaWN0\
    aW9uYXJ50hUWMjNVTlNTZXSiMhnSFRY1NlZOU1VVSUSiNRnSFRY4OV8QD05TTXV0YWJsZVN0cmluZ6M4OhlYTlNTdHJpbmcQAhAA\
    XxAcaHR0cHM6Ly9leGFtcGxlLmNvbS9pc3N1ZXMvMdMNP0BBQkNXTlMuYmFzZVtOUy5yZWxhdGl2ZYAHgACAD18QF2h0dHBzOi8v\
    ZXhhbXBsZS5jb20vdS8x0w0/QEFGR4AAgBFVYWxpY2UQB9UNS0xNTk9QUVJTXxAPTVRMTW9kZWxWZXJzaW9uVWxvZ2luVnVzZXJJ\
    RFlhdmF0YXJVUkyABYANgBOAFIASU2J1Z1ZmZjAwMDDUDUtXWFlaW1xUbmFtZVVjb2xvcoAGgA6AFoAX0g0OD16hX4AY0g1hYmNX\
    TlMudGltZYAII0G314QAgAAAUisxEAPTDWcOaGlrV05TLmtleXOACaFqgBuhbIAc0g0Obm+ACqFwgBXSDXJzdFxOUy51dWlkYnl0\
    ZXOAC08QEOYh4fjDbElak/wMJHo+bl/SDXZ3eFlOUy5zdHJpbmeADGcAYwBhAGYA6QAgZeVnLBABV0lzc3VlIDFUb3BlbiNAEQAA\
    AAAAAEMBAn9Ua2VwdN8QEg1LgIGCg4SFhoeIiYqLjI2Oj5BQkZKTlHCVlpeYmZqbnJ2en1NVUkxWbnVtYmVyVXRpdGxlVXN0YXRl\
    WGFzc2lnbmVlVmxhYmVsc1l1cGRhdGVkQXRWbG9ja2VkVXNjb3JlWXJlYWN0aW9uc1xwYXJ0aWNpcGFudHNUYmxvYlR1dWlkVGJv\
    ZHlXY29tbWl0c1hjb21wdXRlZIADgBCAIYAigCOAGYAagCSAJYAdgB6AJoAfgCCAJ4AoEAVXSXNzdWUgMtINDg+joAjYDUuBgoOE\
    hYemp6ipqnCrrIAEgCqAK4AsgC2ALoAvEAlXSXNzdWUgM9UNgVeDhqawsbKWgDGAMoAzAAgAEQAbACQAKQAyAEQASQBMAFEAUwCL\
    AJEAlgCdAKgAqgCuALAAsgC0ALkAxADNANUA2ADhAOYA9AD5AQEBCgEPARMBGAEfASMBKAEwATQBOQE/AUIBRwFOAVEBVgFsAXAB\
    fQGCAYgBiwGQAZcBmgGfAbEBtQG+AcABwgHhAegB8AH8Af4CAAICAhwCIwIlAicCLQIvAjoCTAJSAlkCYwJlAmcCaQJrAm0CcQJ4\
    AoEChgKMAo4CkAKSApQCmQKbAp0CogKqAqwCtQK4AroCwQLJAssCzQLPAtEC0wLYAtoC3ALeAuMC8ALyAwUDCgMUAxYDJQMnAy8D\
    NAM9A0EDRgNtA3EDeAN+A4QDjQOUA54DpQOrA7UDwgPHA8wD0QPZA+ID5APmA+gD6gPsA+4D8APyA/QD9gP4A/oD/AP+BAAEAgQE\
    BAwEEQQSBBMEJAQmBCgEKgQsBC4EMAQyBDQEPARHBEkESwAAAAAAAAIBAAAAAAAAALMAAAAAAAAAAAAAAAAAAARN
    """
}
