import Foundation
import Mantle
import MantleArchiving
import Testing

@testable import MantleStore

private struct Account: MappedHashable, Sendable {
  let id: Int
  var balance = 0
  var entries: [Entry] = []

  static let properties = Properties(of: Account.self) {
    Property(\.id, "id").identity()
    Property(\.balance, "balance")
    Property(\.entries, "entries").default([]).persisted(as: .table)
  }
  static let mapping = Mapping(Account.init, properties)
}

private struct Entry: MappedHashable, Sendable {
  var amount: Double
  static let properties = Properties(of: Entry.self) { Property(\.amount, "amount") }
  static let mapping = Mapping(Entry.init, properties)
}

private struct Stop: Error {}

@Suite struct StoreTransactionTests {
  // MO-01
  @Test func transactionSavesItsChangesTogether() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: [Account(id: 1, balance: 10), Account(id: 2)])
    let count = try store.transaction { transaction in
      var (from, to) = (
        try #require(try transaction.fetchOne(Account.self, id: 1)),
        try #require(try transaction.fetchOne(Account.self, id: 2))
      )
      from.balance -= 4
      to.balance += 4
      try transaction.save(contentsOf: [from, to])
      try transaction.save(Account(id: 3, entries: [Entry(amount: 1)]))
      let owners = try transaction.fetchAll(Account.self, where: "balance > 0", order: "id desc")
      #expect(owners.map(\.id) == [2, 1])
      #expect(try store.fetchAll(Account.self, where: "balance > 0").map(\.id) == [1])
      #expect(try transaction.delete(Account.self, id: 1))
      #expect(try !transaction.delete(Account.self, id: 1))
      return try transaction.delete(Account.self, where: "id = 3")
    }
    #expect(count == 1)
    #expect(try store.fetchAll(Account.self) == [Account(id: 2, balance: 4)])
    #expect(try temporary.shell("SELECT count(*) FROM Account_entries") == ["0"])
  }

  @Test func failedTransactionSavesNothing() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    #expect(throws: Stop.self) {
      try store.transaction { transaction in
        try transaction.save(Account(id: 1))
        throw Stop()
      }
    }
    // The table was created in the transaction, and is created again.
    #expect(try store.count(Account.self) == 0)
    try store.save(Account(id: 1))
    #expect(throws: StoreError.self) {
      try store.transaction { transaction in
        try transaction.delete(Account.self)
        try transaction.save(Account(id: 2, entries: [Entry(amount: .nan)]))
      }
    }
    #expect(try store.fetchAll(Account.self) == [Account(id: 1)])
  }

  @Test func caughtErrorRollsBackOnlyItsOwnChanges() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.transaction { transaction in
      try transaction.save(Account(id: 1))
      #expect(throws: StoreError.self) {
        try transaction.save(contentsOf: [Account(id: 2), Account(id: 1, entries: [Entry(amount: .nan)])])
      }
      #expect(throws: StoreError.self) { try transaction.delete(Account.self, where: "nothing = 1") }
      try transaction.save(Account(id: 3))
    }
    #expect(try store.fetchAll(Account.self).map(\.id) == [1, 3])
  }

  /// An error after which SQLite has rolled back by itself, such as a full disk.
  @Test func transactionSavesNothingAfterARollback() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Account(id: 1))
    try temporary.run(
      "CREATE TRIGGER full BEFORE INSERT ON Account WHEN new.id = 2 BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
    )
    #expect(throws: StoreError.self) {
      try store.transaction { transaction in
        try transaction.delete(Account.self, id: 1)
        try? transaction.save(Account(id: 2))
        try? transaction.save(Account(id: 3))
      }
    }
    #expect(try store.fetchAll(Account.self).map(\.id) == [1])
  }

  /// Nothing waits for a transaction of its own thread.
  @Test func writingTheStoreInATransactionIsRefused() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.transaction { transaction in
      try transaction.save(Account(id: 1))
      let uses: [() throws -> Void] = [
        { try store.save(Account(id: 2)) }, { _ = try store.fetchAll(Account.self) },
        { try store.delete(Account.self) },
        { try store.transaction { try $0.save(Account(id: 2)) } },
        { try store.backUp(to: URL(filePath: temporary.path + "2")) },
      ]
      for use in uses {
        let error = #expect(throws: StoreError.self) { try use() }
        #expect(error?.reason == .busy)
      }
    }
    #expect(try store.fetchAll(Account.self) == [Account(id: 1)])
  }

  @Test func observersSeeOnlyCommittedTransactions() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    var accounts = store.updates(of: Account.self).makeAsyncIterator()
    #expect(try await accounts.next()?.count == 0)
    try? store.transaction { transaction in
      try transaction.save(Account(id: 1))
      throw Stop()
    }
    try store.transaction { transaction in
      for id in 2...4 { try transaction.save(Account(id: id)) }
    }
    #expect(try await accounts.next()?.map(\.id) == [2, 3, 4])
  }

  @Test func olderRowsAreMigratedOutsideTransactions() throws {
    struct Old: MappedHashable, Sendable {
      let id: Int
      static let properties = Properties(of: Old.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Old.init, properties).named("Thing")
    }
    struct New: MappedHashable, ArchivableModel, Sendable {
      let id: Int
      static let properties = Properties(of: New.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(New.init, properties).named("Thing")
      static let archive = ModelArchive(
        "Thing", version: 1, migrations: [Migration(from: 0, "nothing") { _ in }])
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Old(id: 1))
    let store = try temporary.reopened()
    let error = #expect(throws: StoreError.self) {
      try store.transaction { try $0.fetchOne(New.self, id: 1) }
    }
    #expect(error?.reason == .version)
    #expect(try store.fetchAll(New.self) == [New(id: 1)])
    #expect(try store.transaction { try $0.fetchOne(New.self, id: 1) } == New(id: 1))
  }
}
