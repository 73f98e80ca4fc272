import Foundation
import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Keys and options of one's own.
struct ConfigurationTests {
  @Test func configurationAppliesOptionsAndKeys() {
    let text = #"{"options": {"wrap": false, "regex": true}, "keys": {"X": ":goto [2]<Enter>", "gz": "jj"}}"#
    var session = Session("[1, 2, 3, 4]")
    session.configure(Configuration(JSONBytes(text), name: "c"))
    session.press("X")
    #expect(session.cursorPath == "[2]")
    session.press("gggz")
    #expect(session.cursorPath == "[1]")
    session.press(":set<Enter>")
    #expect(
      session.message
        == "nowrap  detail  mouse  regex  sticky  remember  nofollow  nocopy  noascii  theme=standard"
        || session.message
          == "nowrap  nodetail  mouse  regex  sticky  remember  nofollow  nocopy  noascii  theme=standard"
    )
    session.press(":map j k<Enter>j")
    #expect(session.cursorPath == "[0]")
    session.press(":map<Enter>")
    #expect(session.message.contains("j → k"))
  }

  @Test(
    arguments: [
      ("<C-a>", [.control("a")]), ("<c-A>", [.control("a")]), ("<M-j>", [.alt("j")]), ("<CR>", [.enter]),
      ("<lt>", [.character("<")]), ("<C-i>", [.tab]), ("<C-m>", [.enter]), ("<C-[>", [.escape]),
      ("a<b>", "a<b>".map { .character($0) }),
    ] as [(String, [Key])])
  func keyNotationAcceptsVimSpellings(text: String, keys: [Key]) {
    #expect(KeyNotation.keys(text) == keys)
  }

  @Test func mapAcceptsKeyNotation() {
    var session = Session("[1, 2, 3]")
    session.press(":map <lt>M-j> jj<Enter>")
    session.press("<Alt-j>")
    #expect(session.cursorPath == "[1]", "\(session.message)")
    session.press(":map X :goto<lt>Space>[2]<lt>Enter><Enter>X")
    #expect(session.cursorPath == "[2]", "\(session.message)")
    session.press(":map ab j<Enter>:map a k<Enter>")
    #expect(session.message == "a is mapped to k; it hides ab")
  }

  @Test func configuredKeyMappingsAreValidated() {
    var session = Session("[1, 2]")
    let text = #"{"keys": {"X": ":nosuch<Enter>", "Y": "j"}}"#
    session.configure(Configuration(JSONBytes(text), name: "config.json"))
    #expect(session.message.hasPrefix("X is not mapped: "), "\(session.message)")
    session.press("Y")
    #expect(session.cursorPath == "[0]")
  }

  @Test func mapAndUnmapReportTheirEffect() {
    var session = Session("[1, 2, 3]")
    session.press(":map <lt>C-a> :goto [2]<lt>Enter><Enter>^A")
    #expect(session.cursorPath == "[2]", "\(session.message)")
    session.press(":unmap <lt>C-a><Enter>")
    #expect(session.message == "<C-a> is no longer mapped")
    session.press(":unmap X<Enter>")
    #expect(session.message == "X was not mapped  (:map lists the mapped keys)")
    session.press(":map <lt>Leader>w :w<Enter>")
    #expect(session.message.hasPrefix("Not mapped: there is no key <Leader>"))
    session.press(":map Z :nosuch<lt>Enter><Enter>")
    #expect(session.message.hasPrefix("Not mapped: Not a command: :nosuch"))
    session.press(":map y dd<Enter>")
    #expect(session.message.hasPrefix("y is mapped to dd; it hides y"), "\(session.message)")
  }

  @Test func configurationMistakesAreListed() {
    var session = Session("[1]", columns: 120)
    let text =
      #"{"options": {"wrp": true, "wrap": 1}, "keys": {"X": "jj"}, "colors": {"error": "red", "name": 80}}"#
    session.configure(Configuration(JSONBytes(text), name: "c"))
    #expect(session.message.hasSuffix("(1 more: :config lists them)"), "\(session.message)")
    #expect(session.effects == ["colors error=1 name=80"])
    session.press(":config<Enter>")
    for words in ["c:1:14: there is no \"wrp\"", "c:1:35: wrap is true or false", "X → jj", "theme=standard"]
    {
      #expect(session.screen.contains(words), "\(words) in \(session.screen)")
    }
  }

  @Test func optionsSetThemeAndASCII() {
    var session = Session("[1]")
    session.configure(Configuration(JSONBytes(#"{"options": {"theme": "dark", "ascii": true}}"#), name: "c"))
    #expect(session.effects == ["theme dark", "ascii true"])
    session.press(":set theme=light<Enter>:set noascii<Enter>")
    #expect(session.effects.suffix(2) == ["theme light", "ascii false"])
    session.press(":set theme=pink<Enter>")
    #expect(session.message == "No such option: theme=pink  (standard, dark, light, monochrome, contrast)")
    session.press(":set nosuch<Enter>")
    #expect(session.message.hasPrefix("No such option: nosuch  (wrap, detail, "))
  }

  @Test(arguments: [
    (
      "{\"options\": {\"theme\": \"pink\"}}",
      "c:1:23: theme is one of standard, dark, light, monochrome, contrast"
    ),
    ("{\"options\": {\"wrp\": true}}", "c:1:14: there is no \"wrp\""),
    ("{\"options\": {\"wrap\": 1}}", "c:1:22: wrap is true or false"),
    ("{\"kyes\": {}}", "c:1:2: there is no \"kyes\" (options, keys, colors); did you mean keys?"),
    ("[]", "c:1:1: an object was expected"),
    ("{\"keys\": {\"a\": 1}}", "c:1:16: keys were expected"), ("{", "c:1:2"),
    ("{\"keys\": {\"<Leader>w\": \":w\"}}", "c:1:11: there is no key <Leader>"),
    ("{\"keys\": {\"a\": \":w<Entr>\"}}", "c:1:16: there is no key <Entr>"),
    ("{\"colors\": {\"strin\": 1}}", "c:1:13: there is no \"strin\""),
    ("{\"colors\": {\"string\": 256}}", "c:1:23: a color is a number from 0 to 255"),
  ])
  func configurationMistakesHaveAPosition(text: String, problem: String) {
    let problems = Configuration(JSONBytes(text), name: "c").problems
    #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
  }

  @Test func setSaveWritesChangedSettings() throws {
    var session = Session("[1]")
    session.press(":set save<Enter>")
    #expect(session.message.hasPrefix("All settings have their defaults"))
    session.press(":set nowrap<Enter>:set theme=dark<Enter>:set save<Enter>")
    #expect(session.effects.last == "keep nowrap theme=dark")
    let folder = try Folder()
    let path = folder.path + "/new/config.json"
    let settings = [Setting.flag("wrap", false), .theme(.dark)]
    _ = try Configuration.keep(settings, in: path)
    let fresh = try String(contentsOfFile: path, encoding: .utf8)
    #expect(fresh == "{\n  \"options\": {\n    \"wrap\": false,\n    \"theme\": \"dark\"\n  }\n}\n")
    #expect(Configuration(JSONBytes(fresh), name: "c").options == settings)
    // What else is there stays as it is.
    for (before, after) in [
      (
        #"{"keys": {"X": ":w<Enter>"}}"#,
        #"{"keys": {"X": ":w<Enter>"}, "options": {"wrap": false, "theme": "dark"}}"#
      ),
      (
        #"{"options": {"theme": "light","mouse":false}}"#,
        #"{"options": {"theme": "dark","mouse":false,"wrap": false}}"#
      ),
    ] {
      try before.write(toFile: path, atomically: true, encoding: .utf8)
      _ = try Configuration.keep(settings, in: path)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == after)
    }
    try "[1]".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try Configuration.keep(settings, in: path) }
  }
}
