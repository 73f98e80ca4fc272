import Foundation
import Mantle
import MantleStore

/// The contenders that save the same issues in a database and fetch them, with separate rows for labels.
final class Stores {
  private let input: Input
  private let folder = "\(NSTemporaryDirectory())/stores-\(getpid())"

  /// The tasks and names of the contenders, which are known before the issues are made, because making them takes a
  /// while.
  static let names: [(Contender.Work, String)] = [
    (.save, "Mantle: new"), (.save, "Mantle: again"), (.save, "C API"), (.fetch, "Mantle"), (.fetch, "JSON"),
  ]

  init(_ input: Input) throws {
    self.input = input
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Store(path("full")).save(contentsOf: input.issues)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var contenders: [Contender] {
    [
      saving("Mantle: new") { try Store($0.newPath()).save(contentsOf: $0.input.issues) },
      saving("Mantle: again") { try Store($0.path("full")).save(contentsOf: $0.input.issues) },
      saving("C API") { try PlainDatabase($0.newPath()).save($0.input.issues) },
      fetching("Mantle") { try Store($0.path("full")).fetchAll(Issue.self) },
      fetching("JSON") { try [Issue].decode(JSONDocument(parsing: $0.input.bytes).root) },
    ]
  }

  private func saving(_ name: String, _ save: @escaping (Stores) throws -> Int) -> Contender {
    .making(.save, name, bytes: input.data.count, tally: { Tally(count: $0) }) { try save(self) }
  }

  private func fetching(_ name: String, _ fetch: @escaping (Stores) throws -> [Issue]) -> Contender {
    .making(.fetch, name, bytes: input.data.count, tally: { Tally($0) }) { try fetch(self) }
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).sqlite" }

  /// Returns the path of a file that does not exist yet, for a new database.
  private func newPath() throws -> String {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path("new") + suffix) }
    return path("new")
  }
}
