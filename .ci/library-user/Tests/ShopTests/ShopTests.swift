import Foundation
import Mantle
@testable import Shop
import Testing

@Test func aGenericModel() throws {
  let text = #"{"items":[{"reference":"R1"},{"reference":"R2"}],"next":"https://example.com/2"}"#
  let page = try Page<Transfer>.decode(json: text)
  #expect(page.items.map(\.reference) == ["R1", "R2"])
  #expect(try page.json() == text)
  let mixed = try Page<Payment>.decode(json: #"{"items":[{"kind":"transfer","reference":"R1"}],"next":null}"#)
  #expect(mixed.items == [.transfer(Transfer(reference: "R1"))])
  let mistake = try Page<Transfer>.decoding(json: #"{"items":[{"reference":1},{}]}"#)
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
