import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleStore

private struct Entry: MappedHashable, Sendable {
  let id: Int
  var text: String
  var numbers: [Int]

  static let properties = Properties(of: Entry.self) {
    Property(\.id, "id").identity()
    Property(\.text, "text").indexed()
    Property(\.numbers, "numbers")
  }
  static let mapping = Mapping(Entry.init, properties)

  static func some(_ count: Int, round: Int = 0) -> [Entry] {
    (0..<count).map { Entry(id: round * count + $0, text: "text \($0)", numbers: [$0, $0 + 1]) }
  }
}

@Suite struct StoreDamageTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 300

  /// The number of writers that are killed.
  private static let kills =
    ProcessInfo.processInfo.environment["MANTLE_KILLS"].flatMap { Int($0) } ?? 5

  /// A law: a malformed file gives models or an error. Nothing crashes.
  @Test func malformedDatabaseGivesModelsOrErrors() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: Entry.some(200))
    try temporary.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let intact = try Data(contentsOf: URL(filePath: temporary.path))
    var random = SeededGenerator(seed: 1)
    var failures = 0
    for round in 0..<Self.rounds {
      var bytes = intact
      for _ in 0...random.below(8) {
        switch random.below(10) {
        case 0: bytes = bytes.prefix(random.below(bytes.count) + 1)
        case 1: bytes[random.below(min(100, bytes.count))] = UInt8(random.below(256))
        default: bytes[random.below(bytes.count)] = UInt8(random.below(256))
        }
      }
      let file = temporary.folder.appending(path: "\(round).sqlite")
      try bytes.write(to: file)
      do {
        try Self.readTables(of: file.path)
        try Self.useEverything(of: file.path)
      } catch {
        failures += 1
        #expect(error is StoreError && !"\(error)".isEmpty, "round \(round): \(error)")
      }
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    }
    #expect(failures > Self.rounds / 10)
  }

  private static func readTables(of path: String) throws {
    let file = try DatabaseFile(path)
    for table in try file.tables().prefix(10) { try file.writeLines(of: table) { _ in true } }
  }

  private static func useEverything(of path: String) throws {
    let store = try Store(path)
    _ = try store.check()
    var problem: (any Error)?
    for result in try store.models(Entry.self, where: "text != b", order: "text").prefix(1_000) {
      do { _ = try result.get() } catch { problem = error }
    }
    _ = try store.count(Entry.self, where: "text = \"text 7\"")
    try store.save(Entry(id: 7, text: "new", numbers: []))
    try store.delete(Entry.self, where: "id < 50")
    if let problem { throw problem }
  }

  @Test func openingAForeignFileIsRefused() throws {
    let temporary = try TemporaryStore()
    let path = temporary.folder.appending(path: "issues.json").path
    try Data(repeating: 0x5B, count: 2_000).write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try Store(path) }
    #expect(error?.reason == .damaged)
    #expect(error?.description == "\(path): file is not a database (restore the file from a backup)")
    #expect(throws: StoreError.self) { try Store("/no/such/folder/x.sqlite") }
  }

  #if os(Linux) || os(macOS)
    /// Only whole batches are in a file whose writer was killed at any moment.
    @Test func killedWriterLeavesOnlyWholeBatches() async throws {
      var random = SeededGenerator(seed: UInt64.random(in: 0...UInt64.max))
      for _ in 0..<Self.kills {
        let temporary = try TemporaryStore()
        let path = temporary.path
        let delay = 1_000 + random.below(60_000)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as Int] in
          Thread.detachNewThread {
            usleep(UInt32(delay))
            kill(getpid(), SIGKILL)
          }
          let store = try Store(path)
          for round in 0... {
            if round % 3 == 0 {
              try store.save(Entry(id: -1 - round, text: "edit", numbers: []))
            } else {
              try store.save(contentsOf: Entry.some(500, round: round))
            }
          }
        }
        let store = try Store(path)
        #expect(try store.check() == [])
        #expect(try store.count(Entry.self, where: "id >= 0") % 500 == 0)
        #expect(try store.models(Entry.self).allSatisfy { (try? $0.get()) != nil })
      }
    }
  #endif
}
