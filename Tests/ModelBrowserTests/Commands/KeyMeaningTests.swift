import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// The keys whose meaning depends on the screen, and the lines of keys.
struct KeyMeaningTests {
  private let commands = CommandTable.standard

  @Test(arguments: ["F", "H", "L", "(", ")", "-", "+", "<", ">", "o", "x", "h", "l"])
  func keysWithSeveralMeaningsAreListed(keys: String) throws {
    let meaning = try #require(KeyMeaning.all(in: commands).first { $0.keys == keys })
    #expect(meaning.meanings.count > 1)
    #expect(Set(meaning.meanings.map(\.help)).count == meaning.meanings.count, "\(meaning.words)")
  }

  @Test(arguments: ListPane.ownKeys.map(\.key)) func listsHandleTheirOwnKeys(key: Character) {
    let isHandled = ListPane.Kind.allCases.contains { kind in
      var pane = ListPane(kind, [])
      return pane.handle(.character(key), height: 10) != .unknown
    }
    #expect(isHandled)
  }

  /// A table names the keys that do something else in the tree.
  @Test(arguments: ["F", "H", "L", "(", ")", "-", "+", "<", ">"]) func tablesNameTheirOwnKeys(key: String) {
    let words = KeyLine.table.split(separator: " · ").map { $0.prefix { $0 != " " } }
    #expect(words.contains { $0.contains(key) })
  }

  @Test(arguments: [
    ("", "F1 help"), ("T", "q tree"), (":values state<Enter>", "q back · Enter elements"),
    (":statistics<Enter>", "q back · Enter values"), (":group state<Enter>", "q back · Enter elements"),
    ("T:column labels<Enter>zA", "q back · Enter element ·"), ("T<Enter>", "q back to the table"),
  ])
  func everyScreenHasItsLineOfKeys(keys: String, line: String) {
    var session = Session(Samples.table, columns: 100)
    session.press(keys)
    let text = KeyLine(session.browser).text
    #expect(text.hasPrefix(line))
    let view = session.browser.view
    let bindings =
      view.result != nil
      ? commands.resultBindings : view.table != nil ? commands.tableBindings : commands.bindings
    for piece in text.split(separator: " · ") {
      let word = String(piece.prefix { $0 != " " })
      let named = ["Enter": "<Enter>", "F1": "<F1>", "yt": "yt"][word].map { [$0] }
      for key in named ?? word.map(String.init) where !word.hasPrefix(":") {
        guard case .command = bindings.lookUp(KeyNotation.keys(key)) else {
          Issue.record("\(key) is not bound: \(text)")
          continue
        }
      }
    }
  }

  /// The name of the file is not a model of an object at the root.
  @Test func objectsWithoutDefinitionShowNoModelName() throws {
    let screens = ["pods.json", "p1.json"].map { name in
      let source = DocumentSource(
        JSONBytes(#"{"items": [{"name": "a"}, {"name": "b"}]}"#), name: name, inference: Inferring(root: name)
      )
      var session = Session(source, columns: 100, rows: 20)
      session.press("j")
      return session.screen.replacing(name, with: "NAME").split(separator: "\n").map {
        $0.split(separator: " ")
      }
    }
    #expect(screens[0] == screens[1])
  }
}
