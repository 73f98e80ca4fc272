import Foundation
import Mantle

@testable import MantleStore

/// A database file that is deleted with the instance.
final class TemporaryStore {
  let folder: URL
  let store: Store
  var path: String { folder.appending(path: "models.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(folder.appending(path: "models.sqlite").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A second store on the same file, as another program would open it.
  func reopened() throws -> Store { try Store(path) }

  /// Runs SQL as another program would.
  func run(_ sql: String) throws { try Connection(path).run(sql) }

  /// The rows of a statement as the shell of SQLite shows them: `a|b`.
  func shell(_ sql: String) throws -> [String] {
    let connection = try Connection(path)
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { statement.value(at: $0).shellText }.joined(separator: "|"))
    }
    return rows
  }
}

extension SQLiteValue {
  fileprivate var shellText: String { self == .null ? "" : words }
}
