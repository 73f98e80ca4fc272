import Testing

@testable import Mantle

/// Models in models share the context's memory for tables of places, and go beyond it when they are many.
struct NestingFastPathTests {
  struct Folder: Model, Equatable {
    let name: String
    let folders: [Folder]

    static let properties = Properties(of: Folder.self) {
      Property(\.name, "name")
      Property(\.folders, "folders").default([])
    }
    static let mapping = Mapping(Folder.init, properties)
  }

  private func nested(_ depth: Int, inner: String) -> String {
    String(repeating: #"{"name":"a","folders":["#, count: depth) + inner
      + String(repeating: "]}", count: depth)
  }

  @Test(arguments: [1, 2, 100, 400]) func deeplyNestedModelsRoundTrip(depth: Int) throws {
    let json = nested(depth, inner: #"{"name":"b","folders":[]}"#)
    for _ in 0..<2 { #expect(try Folder.decode(json: json).json() == json) }
  }

  @Test func deeplyNestedProblemsAreReportedOnce() throws {
    let inner = #"{"name":1,"folders":[{"name":2},{"name":"fine"}]},{"folders":7}"#
    _ = try Folder.decode(json: nested(1, inner: #"{"name":"b"}"#))
    let decoded = try Folder.report(json: nested(300, inner: inner))
    let errors = decoded.diagnostics.filter { $0.severity == .error }
    #expect(decoded.value == nil)
    #expect(errors.map(\.code) == [.typeMismatch, .typeMismatch, .missing, .typeMismatch])
    #expect(errors.allSatisfy { $0.model == "Folder" })
    #expect(errors.map(\.property) == ["name", "name", "name", "folders"])
  }

  @Test func arraysOfAnyLengthDecodeCompletely() throws {
    for count in [0, 1, 15, 16, 17, 300, 5_000] {
      let json = "[" + (0..<count).map { #"{"name":"\#($0)"}"# }.joined(separator: ",") + "]"
      let folders = try [Folder].decode(json: json)
      #expect(folders.map(\.name) == (0..<count).map(String.init))
      #expect(try [Folder].report(json: json).value == folders)
    }
  }
}
