import Mantle
import Testing

@testable import ModelBrowser

/// What Tab makes of a line after `:` or `&`.
struct CompletionTests {
  private func line(after keys: String) -> String {
    var session = Session(Samples.issues)
    session.press(keys)
    guard case .typing(let prompt) = session.browser.mode else { return "nothing typed" }
    return prompt.line.text
  }

  @Test(arguments: [
    (":dif<Tab>", "diff"), (":ex<Tab>", "export"), (":se<Tab><Tab>", "set-all"),
    (":se<Tab><BackTab>", "set"), (":set no<Tab>", "set no"),
    (":set no<Tab><Tab>", "set nowrap"), (":set no<Tab><BackTab>", "set noascii"),
    (":model Pull<Tab>", "model PullRequest"), (":goto [0].ti<Tab>", "goto [0].title"),
    (":goto [0].user.lo<Tab>", "goto [0].user.login"), (":goto [9].ti<Tab>", "goto [9].ti"),
    (":goto 2ulogin<Tab>", "goto [2].user.login"), (":goto name<Tab>", "goto [0].labels[0].name"),
    (":filter sta<Tab>", "filter state"),
    (":filter state=open and repo<Tab>", "filter state=open and reporterLogin"),
    ("&labels.na<Tab>", "labels.name"), ("&state = cl<Tab>", "state = closed"),
    ("&has-u<Tab>", "has-unmapped"), (":set-all sta<Tab>", "set-all state"),
    (":set-all state ope<Tab>", "set-all state open"), (":set-all locked t<Tab>", "set-all locked true"),
    (":set-all closedAt to<Tab><Tab>", "set-all closedAt today"),
    (":set-all title Wr<Tab>", "set-all title Wrong colour"),
    ("&(locked = f<Tab>", "(locked = false"),
    ("&starts<Tab>", "starts_with("), ("&upp<Tab>", "upper("), ("&upper(ti<Tab>", "upper(title"),
    (":column x = roun<Tab>", "column x = round("),
    (":column x = round(numb<Tab>", "column x = round(number"),
    (":column x = number * comm<Tab>", "column x = number * comments"), (":column ti<Tab>", "column title"),
    ("&sta<Tab>", "state"), (":xyz<Tab>", "xyz"), (":q now<Tab>", "q now"), ("/sta<Tab>", "state"),
  ])
  func tabCompletesTheCommandLine(keys: String, expected: String) {
    #expect(line(after: keys) == expected)
  }

  @Test func completionsStayInStatusBarUntilNextKey() {
    var session = Session(Samples.issues)
    session.press(":set no<Tab>")
    #expect(session.status == " nowrap  nodetail  nomouse  noregex  nosticky  noremember  nofollow  …")
    session.press("w")
    #expect(session.status.contains("test.json"))
  }

  @Test func commandNamesAreListedWithDescriptions() {
    var session = Session(Samples.issues, columns: 80)
    session.press(":co<Tab>")
    #expect(session.lines.contains { $0.hasPrefix("   config") && $0.contains("Show the settings") })
    #expect(session.lines.contains { $0.hasPrefix("   conflicts") })
    // Aliases are not among them.
    #expect(!session.lines.contains { $0.hasPrefix("   columns") })
    session.press("<Tab>")
    #expect(session.lines.contains { $0.hasPrefix(" ▸ conflicts") })
  }

  @Test func tabCompletesFileNames() throws {
    let folder = try Folder()
    for name in ["alpha.json", "alpine.json", ".hidden"] { _ = try folder.file(name, "[]") }
    #expect(line(after: ":w \(folder.path)/alp<Tab>") == "w \(folder.path)/alp")
    #expect(line(after: ":w \(folder.path)/alp<Tab><Tab>") == "w \(folder.path)/alpha.json")
    #expect(line(after: ":w \(folder.path)/.h<Tab>") == "w \(folder.path)/.hidden")
  }
}
