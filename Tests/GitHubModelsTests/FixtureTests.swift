import Foundation
import GitHubModels
import Mantle
import Testing

struct FixtureTests {
  @Test(.enabled(if: Fixtures.exist, "the shared fixtures are absent"))
  func everyIssueOfAPageDecodes() throws {
    let text = try String(contentsOfFile: Fixtures.path("github/issues-page.json"), encoding: .utf8)
    let decoded = try [GitHubModels.Issue].report(json: text)
    for diagnostic in decoded.diagnostics.prefix(20) { print(diagnostic) }
    #expect(decoded.value?.count == 30)
    #expect(!decoded.hasErrors)
  }
}

enum Fixtures {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/fixtures")
  static var exist: Bool { FileManager.default.fileExists(atPath: root.path) }
  static func path(_ name: String) -> String { root.appending(path: name).path }
}
