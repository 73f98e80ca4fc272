import Foundation
import Mantle
@testable import MantleReports
import Testing

struct ExplanationTests {
  /// The codes as the sources declare them.
  private static func declaredCodes() throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let enumerator = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var codes: Set<String> = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("extension Diagnostic.Code {") else { continue }
      for match in text.matches(of: /static let \w+: Self = "([a-z-]+)"/) { codes.insert(String(match.1)) }
    }
    return codes
  }

  @Test func everyDiagnosticCodeHasAnExplanation() throws {
    let codes = try Self.declaredCodes()
    #expect(codes.count > 20)
    #expect(Set(Explanation.all.map(\.code.rawValue)) == codes)
    #expect(Explanation.all.count == codes.count)
  }

  @Test(arguments: Explanation.all.filter { $0.example != nil }.map(\.code.rawValue))
  func explanationExampleHasItsProblem(code: String) throws {
    let page = try #require(Explanation.of(code))
    let example = try #require(page.example)
    var policy = CheckPolicy()
    policy.failsOn = [.unmapped]
    let result = Samples.check(example.json, as: example.model, policy: policy)
    let codes = Set(result.problems.map(\.code) + (result.unmapped.isEmpty ? [] : [.unmappedKey]))
    #expect(codes.contains(page.code), "\(codes)")
    #expect(page.lines.first == "\(code): \(page.title)")
  }

  @Test func explanationLookupIgnoresCase() {
    #expect(Explanation.of("Missing")?.code == .missing)
    #expect(Explanation.of("no such code") == nil)
  }
}
