import Testing

@testable import ModelBrowser

/// Paths with conditions, as `:goto` and the command line take them.
struct ConditionPlaceTests {
  private static let shop = #"{"items": [{"sku": "p", "price": 12}, {"sku": "q", "price": 20}]}"#

  @Test(arguments: [
    (":goto items[?price > 15].sku<Enter>", "items[1].sku", ""),
    (":items[?price > 1]<Enter>", "items[0]", ""),
    (":items[?sku = q].price<Enter>", "items[1].price", ""),
    (":items[?price > 99].sku<Enter>", "", "No element of items has price > 99"),
    (":items[?prise > 1]<Enter>", "", "did you mean price?"),
    (":items[?price > 1][*]<Enter>", "", "Only indices, keys and conditions lead to one place"),
    (":item[?price > 1]<Enter>", "", "did you mean items?"),
  ])
  func theCursorGoesToTheFirstElement(keys: String, path: String, message: String) {
    var session = Session(Self.shop)
    session.press(keys)
    #expect("\(session.browser.cursor.path)" == path)
    #expect(message.isEmpty || session.message.contains(message), "\(session.message)")
  }
}
