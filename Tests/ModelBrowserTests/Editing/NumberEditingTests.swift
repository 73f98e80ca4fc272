import Foundation
import Mantle
import Testing

@testable import ModelBrowser

struct NumberEditingTests {
  private struct Price: Model {
    var text: Decimal
    var number: Double
    static let properties = Properties(of: Price.self) {
      Property(\.text, "text", .decimalString)
      Property(\.number, "number")
    }
    static let mapping = Mapping(Price.init, properties)
  }

  private static let before = #"{"text": "9.90", "number": 9.90}"#

  /// Zeros at the end are kept as they are typed and counted.
  @Test(arguments: [
    ("jcc12.50<Enter>", #"{"text": "12.50", "number": 9.90}"#),
    ("j^A", #"{"text": "10.90", "number": 9.90}"#), ("jj^A", #"{"text": "9.90", "number": 10.90}"#),
    ("jj^X", #"{"text": "9.90", "number": 8.90}"#),
    ("jjcc12.50<Enter>", #"{"text": "9.90", "number": 12.50}"#),
    // What the type cannot hold is what it becomes.
    (
      "jjcc0.1000000000000000055511151231257827<Enter>", #"{"text": "9.90", "number": 0.1}"#
    ),
  ])
  func trailingZerosAreKept(keys: String, after: String) {
    var session = Session(Self.before, models: [Price.modelDescription])
    session.press(keys)
    #expect(session.text == after)
  }

  @Test(arguments: [("jccabc", "number"), ("jcc12,50", "number"), ("jjccabc", "a number")])
  func editorReportsInvalidNumber(keys: String, words: String) {
    var session = Session(Self.before, models: [Price.modelDescription], columns: 100)
    session.press(keys)
    let verdict = session.lines.last ?? ""
    #expect(verdict.hasPrefix("✗") && verdict.contains(words), "\(verdict)")
  }
}
