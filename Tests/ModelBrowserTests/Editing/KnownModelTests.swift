import Testing

@testable import ModelBrowser

/// Models of the file, picked where one is typed.
struct KnownModelTests {
  private static let bug = #"{"id":5,"name":"bug","color":"d73a4a"}"#
  private static let ada = #"{"login":"ada","id":1,"type":"User"}"#

  private func session() -> Session { Session(Samples.issues, columns: 110, rows: 40) }

  @Test func menuOffersModelsFoundInTheFile() {
    var session = session()
    session.press(":goto [1].assignee<Enter>e<Tab>")
    #expect(session.screen.contains("User in this file"), "\(session.screen)")
    for name in ["ada", "bob", "eve"] { #expect(session.lines.contains { $0.contains(" \(name)") }) }
    session.press("ada<Enter>")
    #expect(session.plain.contains(#""assignee":\#(Self.ada)"#), "\(session.text)")
    // The same elsewhere.
    session.press(":goto [2].assignee<Enter>.")
    #expect(session.plain.ranges(of: #""assignee":\#(Self.ada)"#).count == 2, "\(session.message)")
    session.press("uu")
    #expect(session.text == Samples.issues)
    session.press("e<Tab><Esc>")
    #expect(session.text == Samples.issues)
  }

  @Test func tabCompletesModelFromItsSummary() {
    var session = session()
    session.press(":goto [1].assignee<Enter>cceV<Tab>")
    #expect(session.lines.last?.hasPrefix(#"✓ {"login": "eve", "id": 3"#) == true, "\(session.screen)")
    session.press("<Enter>")
    #expect(session.plain.contains(#""assignee":{"login":"eve","id":3,"type":"User"}"#))
    session.press("ucczzz<Tab><Esc>")
    #expect(session.text == Samples.issues)
  }

  @Test func tabAddsKnownModelToList() {
    var session = session()
    session.press(":goto [1].labels<Enter>e<Tab><Enter>")
    #expect(session.plain.contains(#""labels":[\#(Self.bug)]"#), "\(session.text)")
    session.press("e<Tab><Enter>")
    #expect(session.plain.contains(#""labels":[\#(Self.bug),\#(Self.bug)]"#))
    session.press("uu:goto [0].labels[0]<Enter>o^T<Tab><Enter>")
    #expect(session.plain.contains(#""labels":[\#(Self.bug),\#(Self.bug)]"#), "\(session.screen)")
  }

  @Test func valuesWithoutKnownModelsIgnoreTab() {
    var session = session()
    session.press(":goto [0].number<Enter>e<Tab><Esc>")
    #expect(session.text == Samples.issues)
    session = Session("[1]")
    session.press("je<Tab>2<Enter>")
    #expect(session.text == "[12]" || session.text == "[2]")
  }
}

extension Session {
  /// The text without white space.
  fileprivate var plain: String { text.filter { !$0.isWhitespace } }
}
