import Foundation
import Testing

/// Real responses of GitHub, kept beside the repository.
enum Fixture {
  static let folder = SampleData.folder
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/fixtures/github")

  static var exist: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips, and says so, where the real responses are not at hand.
  static var needsFixtures: Self {
    .enabled("../shared/fixtures/github is absent: nothing was tried on real responses") { Fixture.exist }
  }
}

extension BrowserSession {
  /// Opens a copy of a real response.
  convenience init(fixture name: String, arguments: [String] = [], columns: Int = 120, rows: Int = 40) throws
  {
    let scratch = try Scratch()
    _ = try scratch.file(name, try Fixture.bytes(name))
    try self.init(name, in: scratch, arguments: arguments, columns: columns, rows: rows)
  }
}
