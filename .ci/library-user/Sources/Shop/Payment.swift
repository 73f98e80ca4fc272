import Foundation
import Mantle

/// A payment of one of several kinds: a cluster, told apart by a key.
public enum Payment: PolymorphicModel, Equatable, Sendable {
  case card(Card)
  case transfer(Transfer)

  public static let cluster = Cluster<Payment>(
    by: "kind",
    [
      .model(Card.self, when: "card", wrap: Payment.card) { if case .card(let card) = $0 { card } else { nil } },
      .model(Transfer.self, when: "transfer", wrap: Payment.transfer) {
        if case .transfer(let transfer) = $0 { transfer } else { nil }
      },
    ])
}

public struct Card: Model, Equatable, Sendable {
  public let lastDigits: String
  public let paidAt: Date

  public static let properties = Properties(of: Card.self) {
    Property(\.lastDigits, "last_digits")
    Property(\.paidAt, "paid_at", .iso8601)
  }
  public static let mapping = Mapping(Card.init, properties)
}

public struct Transfer: Model, Equatable, Sendable {
  public let reference: String

  public static let properties = Properties(of: Transfer.self) {
    Property(\.reference, "reference")
  }
  public static let mapping = Mapping(Transfer.init, properties)
}
