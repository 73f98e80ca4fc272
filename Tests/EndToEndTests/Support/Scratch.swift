import Foundation

/// A folder of files made for one test, gone with it.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("mantle-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and answers its path.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

  /// A copy of one of the sample files.
  func sample(_ name: String) throws -> String {
    try file(name, Data(contentsOf: SampleData.url(name)))
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// A file's text; empty where it cannot be read.
  func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// The files the README uses.
enum SampleData {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleData")

  static func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
