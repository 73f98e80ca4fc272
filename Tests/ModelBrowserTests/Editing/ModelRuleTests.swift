import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Properties with transformers of one's own, and rules of a model, while values are edited.
struct ModelRuleTests {
  struct Booking: Model {
    var price: Decimal
    var discount: Decimal?
    var room: Room
    var from: Int
    var to: Int
    var note: String?

    struct Room: CustomStringConvertible, Sendable, Equatable {
      let number: Int
      var description: String { "room \(number)" }
    }

    struct Refused: Error, CustomStringConvertible {
      let description: String
    }

    static let cents = JSONTransformer<Decimal>.custom(
      "cents", from: Int.self, forward: { Decimal($0) / 100 },
      reverse: { price in
        guard let cents = Int((price * 100).description) else {
          throw TransformError(expected: "an amount in whole cents")
        }
        return cents
      })

    static let properties = Properties(of: Booking.self) {
      Property(\.price, "price", cents).validated { price in
        guard price > 0 else { throw Refused(description: "a room costs something") }
      }
      Property(\.discount, "discount", cents.optional)
      Property(
        \.room, "room", .custom("room", from: Int.self, forward: { Room(number: $0) }, reverse: \.number))
      Property(\.from, "from")
      Property(\.to, "to")
      Property(\.note, "note")
    }

    static let mapping = Mapping(Booking.init, properties).validated { booking in
      guard booking.from < booking.to else { throw Refused(description: "it ends before it begins") }
    }
  }

  static let text = #"[{"price": 1250, "discount": null, "room": 7, "from": 1, "to": 3}]"#

  private func session(_ text: String = text) -> Session {
    Session(text, models: [Booking.modelDescription], columns: 100, rows: 20)
  }

  enum Place: PolymorphicModel {
    case booking(Booking)

    static let cluster = Cluster<Place>(
      by: "kind",
      [
        .model(Booking.self, when: "booking", wrap: Place.booking) {
          if case .booking(let booking) = $0 { booking } else { nil }
        }
      ])
  }

  /// A discriminator is mapped, although it is not a property.
  @Test func discriminatorCountsAsMapped() {
    var session = Session(
      #"[{"kind": "booking", "price": 1250, "room": 7, "from": 1, "to": 3, "other": 1}]"#,
      models: [Place.modelDescription], columns: 100, rows: 20)
    session.press("jl")
    #expect(session.rows.contains { $0.contains("unmapped") && $0.contains("(1)  other") }, "\(session.rows)")
  }

  @Test func rowShowsModelValueAndJSON() {
    var session = session()
    session.press("jl")
    let prices = session.rows.filter { $0.contains("price") }
    #expect(prices.contains { $0.contains("12.5 ") && $0.contains("1250") }, "\(prices)")
    #expect(session.rows.contains { $0.contains("room 7") })
  }

  @Test(arguments: [
    ("price", "13.75", #""price": 1375"#), ("price", "1250", #""price": 125000"#),
    ("price", "0.01", #""price": 1"#),
    ("discount", "1.5", #""discount": 150"#), ("discount", "null", #""discount": null"#),
    // What has no spelling that its type reads is typed as its JSON.
    ("room", "8", #""room": 8"#),
  ])
  func typedModelValueIsEncodedAsJSON(property: String, typed: String, json: String) {
    var session = session()
    session.press(":goto [0].\(property)<Enter>cc\(typed)<Enter>")
    #expect(session.text.contains(json), "\(session.lines.last ?? "")")
  }

  @Test func incrementAppliesToModelValue() {
    var session = session()
    session.press(":goto [0].price<Enter>^A")
    #expect(session.text.contains(#""price": 1350"#))
    session.press("e")
    #expect(session.lines.contains { $0.contains("13.5") })
  }

  @Test(arguments: [
    ("price", "12.345", "✗ expected an amount in whole cents"),
    ("price", "cheap", "✗ expected a Decimal, found `cheap`"),
    ("price", "0", "✗ a room costs something"), ("from", "3", "✗ Booking: it ends before it begins"),
    ("to", "0", "✗ Booking: it ends before it begins"),
  ])
  func editorShowsRuleViolationWhileTyping(property: String, typed: String, words: String) {
    var session = session()
    session.press(":goto [0].\(property)<Enter>cc\(typed)")
    #expect(session.lines.last?.hasPrefix(words) == true, "\(session.lines.last ?? "")")
    session.press("<Enter>")
    #expect(session.text == Self.text)
    session.press("<Esc>")
    #expect(!session.isModified)
  }

  @Test func incrementAndSetAllRespectModelRules() {
    var session = session()
    session.press(":goto [0].from<Enter>2^A")
    #expect(session.message == "Not changed: Booking: it ends before it begins")
    session.press(":set-all to 1<Enter>")
    #expect(session.message == "Not changed: [0].to: Booking: it ends before it begins")
    #expect(!session.isModified)
  }

  /// A model that breaks its rule already can be edited, and mended.
  @Test func existingViolationsCanBeFixed() {
    let broken = #"[{"price": 1250, "discount": null, "room": 7, "from": 5, "to": 3}]"#
    var session = session(broken)
    session.press(":goto [0].price<Enter>cc1<Enter>:goto [0].to<Enter>cc9<Enter>")
    #expect(session.text == #"[{"price": 100, "discount": null, "room": 7, "from": 5, "to": 9}]"#)
    session.press("cc4<Enter>")
    #expect(session.text.contains("9"))
  }
}
