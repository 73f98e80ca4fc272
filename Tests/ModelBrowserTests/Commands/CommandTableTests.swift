import Testing

@testable import ModelBrowser

struct CommandTableTests {
  @Test func everyCommandIsInTheTableOnce() {
    #expect(CommandTable.all.map(\.id.rawValue).sorted() == CommandID.allCases.map(\.rawValue).sorted())
  }

  @Test func everyCommandCanBeAskedForAndHasHelp() {
    for command in CommandTable.all {
      #expect(!command.help.isEmpty)
      #expect(!command.bindings.isEmpty || command.line != nil, "\(command.id) has neither keys nor a name")
    }
  }

  @Test func noKeysAreTheBeginningOfOthersOrUsedTwice() {
    let all = CommandTable.all.flatMap { $0.bindings.map { KeyNotation.keys($0.keys) } }
    #expect(Set(all).count == all.count)
    for keys in all {
      for other in all where other.count > keys.count {
        #expect(!other.starts(with: keys), "\(KeyNotation.text(keys)) hides \(KeyNotation.text(other))")
      }
    }
  }

  @Test func noCommandLineNameIsUsedTwice() {
    let names = CommandTable.all.flatMap { $0.line?.names ?? [] }
    #expect(Set(names).count == names.count)
  }

  @Test func theHelpScreenListsEveryCommand() {
    let text = HelpScreen.make(width: 200).lines.map { $0.reduce(into: "") { $0 += $1.text } }
    for command in CommandTable.all {
      #expect(text.contains { $0.contains(command.help) && $0.contains(HelpScreen.keys(command)) })
    }
  }

  @Test(arguments: [
    ("gg", [Key.character("g"), .character("g")]), ("^D", [.control("d")]), ("<Down>", [.down]),
    ("<Space>", [.character(" ")]), ("z<S-Left>", [.character("z"), .shiftLeft]), ("<", [.character("<")]),
    ("<Alt-j>", [.alt("j")]), ("<F1>", [.function(1)]), ("<Caret>", [.character("^")]),
  ])
  func keysAreReadFromTheirNotation(text: String, keys: [Key]) {
    #expect(KeyNotation.keys(text) == keys)
  }
}

struct KeyInputTests {
  @Test(arguments: [
    ("j", Invocation(.down)), ("12j", Invocation(.down, count: 12)), ("gg", Invocation(.top)),
    ("17G", Invocation(.bottom, count: 17)), ("z3", Invocation(.foldToLevel, argument: "3")),
    ("0", Invocation(.firstSibling)), ("10J", Invocation(.nextSibling, count: 10)),
    ("yy", Invocation(.copyValue)),
    ("99999999999j", Invocation(.down, count: 999_999_999)),
  ])
  func keysBecomeCommands(keys: String, expected: Invocation) {
    var input = KeyInput(CommandTable.bindings)
    let answers = KeyNotation.keys(keys).map { input.feed($0) }
    #expect(answers.last == .invoke(expected))
    #expect(answers.dropLast().allSatisfy { $0 == .pending })
    #expect(input.pendingText.isEmpty)
  }

  @Test func escapeTakesBackWhatWasTyped() {
    var input = KeyInput(CommandTable.bindings)
    _ = input.feed(.character("4"))
    _ = input.feed(.character("z"))
    #expect(input.pendingText == "4z")
    #expect(input.feed(.escape) == .cancelled)
    #expect(input.pendingText.isEmpty)
  }

  @Test func unknownKeysAreNamed() {
    var input = KeyInput(CommandTable.bindings)
    _ = input.feed(.character("z"))
    #expect(input.feed(.character("?")) == .unknown("z?"))
    #expect(input.feed(.function(12)) == .unknown("F12"))
  }
}

struct TypedCommandTests {
  @Test(arguments: [
    ("w", TypedCommand.Answer.invoke(Invocation(.write))),
    (" w  a file.json ", .invoke(Invocation(.write, argument: "a file.json"))),
    ("q!", .invoke(Invocation(.quitForced))), ("17", .invoke(Invocation(.goTo, argument: "17"))),
    ("", .nothing), ("   ", .nothing), ("model Issue", .invoke(Invocation(.chooseModel, argument: "Issue"))),
    ("nonsense", .refused("Not a command: :nonsense  (:help lists them)")),
    ("q now", .refused(":q takes no argument")), ("export", .refused("Usage: :export PATH")),
  ])
  func linesAreRead(text: String, expected: TypedCommand.Answer) {
    #expect(TypedCommand.read(text) == expected)
  }
}
