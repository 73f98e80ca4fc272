import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Keys and options of one's own.
struct ConfigurationTests {
  @Test func optionsAndKeysAreTakenOver() {
    let text = #"{"options": {"wrap": false, "regex": true}, "keys": {"X": ":goto [2]<Enter>", "gz": "jj"}}"#
    var session = Session("[1, 2, 3, 4]")
    session.configure(Configuration(JSONBytes(text), name: "c"))
    session.press("X")
    #expect(session.cursorPath == "[2]")
    session.press("gggz")
    #expect(session.cursorPath == "[1]")
    session.press(":set<Enter>")
    #expect(
      session.message == "nowrap  detail  mouse  regex  sticky  remember  nofollow  noascii  theme=standard"
        || session.message
          == "nowrap  nodetail  mouse  regex  sticky  remember  nofollow  noascii  theme=standard"
    )
    session.press(":map j k<Enter>j")
    #expect(session.cursorPath == "[0]")
    session.press(":map<Enter>")
    #expect(session.message.contains("j → k"))
  }

  @Test func themesAreChosen() {
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
    ("{\"kyes\": {}}", "c:1:2: there is no \"kyes\" (options, keys); did you mean keys?"),
    ("[]", "c:1:1: an object was expected"),
    ("{\"keys\": {\"a\": 1}}", "c:1:16: keys were expected"), ("{", "c:1:2"),
  ])
  func mistakesHaveTheirPlace(text: String, problem: String) {
    let problems = Configuration(JSONBytes(text), name: "c").problems
    #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
  }

  @Test func whatIsSetIsKept() throws {
    var session = Session("[1]")
    session.press(":set save<Enter>")
    #expect(session.message.hasPrefix("Everything is set as usual"))
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
