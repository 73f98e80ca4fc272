import Foundation
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// Gives each test a state folder and a folder for temporary files of its own.
struct OwnFoldersTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let path = NSTemporaryDirectory() + "mantle-own-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/temporary", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folders = OwnFolders(state: path + "/state/mantle", temporary: path + "/temporary")
    try await OwnFolders.$current.withValue(folders) { try await function() }
  }
}

extension Trait where Self == OwnFoldersTrait {
  static var ownFolders: Self { OwnFoldersTrait() }
}

extension OwnFolders {
  /// What is in the state folder.
  var stateFiles: [String] {
    state.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0).sorted() } ?? []
  }
}
