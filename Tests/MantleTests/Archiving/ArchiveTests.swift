import Foundation
import Testing

@testable import Mantle

@Suite struct ArchiveTests {
  @Test(arguments: ArchiveFormat.allCases) func modelsSurvive(_ format: ArchiveFormat) throws {
    let issues = [Original.Issue.sample(1), .sample(2)]
    let bytes = try Archive.encode(issues, as: format)
    let decoded = try Archive.decoding([Original.Issue].self, from: bytes)
    #expect(decoded.value == issues)
    #expect(decoded.diagnostics == [])
    #expect(try Archive.encode(decoded.value ?? [], as: format) == bytes)
  }

  @Test func bench() throws {
    let issues = (0..<10_000).map(Original.Issue.sample)
    let clock = ContinuousClock()
    for _ in 0..<3 {
      var bytes: [UInt8] = []
      print("archive", try clock.measure { bytes = try Archive.encode(issues) } / 10_000, bytes.count)
      var graph = ArchiveGraph()
      print("  graph", try clock.measure { graph = try Archive.graph(of: issues) } / 10_000, graph.count)
      print("  write", try clock.measure { bytes = try graph.bytes() } / 10_000)
      print("  read", try clock.measure { graph = try ArchiveGraph(reading: bytes) } / 10_000)
      print(
        "unarchive", try clock.measure { _ = try Archive.decode([Original.Issue].self, from: bytes) } / 10_000
      )
    }
  }
}
