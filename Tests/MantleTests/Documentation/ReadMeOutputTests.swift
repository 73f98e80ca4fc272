import Foundation
import Mantle
import Testing

/// The outputs that the README shows.
struct ReadMeOutputTests {
  /// The contents of the fenced blocks with a language, or without one.
  private func blocks(_ language: String) throws -> [String] {
    try Article.blocks(language, in: Article.text("README"))
  }

  @Test func codableReportsOneError() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let payload = try #require(blocks("json").first)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(ReadMe.WithCodable.Issue.self, from: Data(payload.utf8))
    }
    guard case .typeMismatch(_, let context)? = error else { throw try #require(error) }
    #expect(context.codingPath.map(\.stringValue) == ["number"])
    #if compiler(>=6.3)
      try #expect(blocks("").first == error.map { "\($0)" })
    #endif
  }

  @Test func mantleReportsFiveErrors() throws {
    let payload = try #require(blocks("json").first)
    let failure = try #require(
      #expect(throws: DecodingFailure.self) { try ReadMe.Issue.decode(json: payload) })
    #expect(failure.diagnostics.count == 5)
    try #expect(blocks("").dropFirst().first == "\(failure)")
  }
}
