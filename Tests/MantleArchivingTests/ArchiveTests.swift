import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

@Suite struct ArchiveTests {
  /// NC-01, NC-02, NC-11
  @Test(arguments: ArchiveFormat.allCases) func modelsRoundTripInEveryFormat(_ format: ArchiveFormat) throws {
    let issues = [Original.Issue.sample(1), .sample(2)]
    let bytes = try Archive.bytes(of: issues, as: format)
    let decoded = try Archive.report([Original.Issue].self, from: bytes)
    #expect(decoded.value == issues)
    #expect(decoded.diagnostics == [])
    #expect(try Archive.bytes(of: decoded.value ?? [], as: format) == bytes)
  }
}
