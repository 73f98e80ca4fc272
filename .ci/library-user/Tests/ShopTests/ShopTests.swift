import Foundation
import Mantle
import MantleArchiving
@testable import Shop
import Testing

@Test func aGenericModel() throws {
  let text = #"{"items":[{"reference":"R1"},{"reference":"R2"}],"next":"https://example.com/2"}"#
  let page = try Page<Transfer>.decode(json: text)
  #expect(page.items.map(\.reference) == ["R1", "R2"])
  #expect(try page.json() == text)
  let mixed = try Page<Payment>.decode(json: #"{"items":[{"kind":"transfer","reference":"R1"}],"next":null}"#)
  #expect(mixed.items == [.transfer(Transfer(reference: "R1"))])
  let mistake = try Page<Transfer>.report(json: #"{"items":[{"reference":1},{}]}"#)
  #expect(mistake.diagnostics.map(\.path.description) == ["items[0].reference", "items[1].reference"])
}

@Test func anObservableClass() throws {
  let cart = try Cart.decode(json: #"{"owner":{"login":"ann"}}"#)
  cart.count += 2
  #expect(try cart.json() == #"{"owner":{"login":"ann"},"count":2}"#)
}

@Test func aCluster() throws {
  let text = #"[{"kind":"card","last_digits":"4242","paid_at":"2026-01-02T03:04:05Z"},{"kind":"transfer","reference":"R1"}]"#
  let payments = try [Payment].decode(json: text)
  #expect(payments.last == .transfer(Transfer(reference: "R1")))
  #expect(try payments.json() == text)
  #expect(throws: DecodingFailure.self) { try Payment.decode(json: #"{"kind":"cash"}"#) }
}

/// Used by nothing else, so that its mapping is made, checked and compiled where all threads ask for it at once.
struct Ticket: Model, Equatable {
  let seat: Int
  let paid: Payment?
  let day: Date

  static let properties = Properties(of: Ticket.self) {
    Property(\.seat, "seat")
    Property(\.paid, "paid")
    Property(\.day, "day", .iso8601)
  }
  static let mapping = Mapping(Ticket.init, properties)
}

@Test func manyThreadsAtFirstUse() async throws {
  let line = #"{"seat":7,"paid":{"kind":"transfer","reference":"R1"},"day":"2026-01-02T03:04:05Z"}"#
  let text = "[" + Array(repeating: line, count: 15_000).joined(separator: ",") + "]"  // several threads take more than 1 MB
  try await withThrowingTaskGroup(of: [Ticket].self) { group in
    for threads in [1, 2, 4] {
      group.addTask { try [Ticket].decode(json: JSONBytes(text), threads: threads) }
    }
    for _ in 0..<4 {
      group.addTask {
        let ticket = try Ticket.decode(json: line)
        _ = try Page<Ticket>.decode(json: "{\"items\":[\(line)]}").json()
        return [try Archive.decode(Ticket.self, from: Archive.encode(ticket))]
      }
    }
    for try await tickets in group { #expect(Set(tickets.map(\.seat)) == [7]) }
  }
}
