import Testing

@testable import ModelBrowser
@testable import TerminalText

private let commands = CommandTable.standard

/// - Parameter name: of a command that there is.
private func invocation(
  _ name: String, count: Int? = nil, argument: String = "", isForced: Bool = false
) -> Invocation {
  let command = commands.all.first { $0.name == name } ?? commands.all[0]
  #expect(command.name == name)
  return Invocation(command, count: count, argument: argument, isForced: isForced)
}

struct CommandTableTests {
  @Test func everyCommandIsInTheTableOnce() {
    #expect(Set(commands.all.map(\.name)).count == commands.all.count)
  }

  @Test func everyCommandCanBeAskedForAndHasHelp() {
    for command in commands.all {
      #expect(!command.help.isEmpty)
      #expect(
        !command.bindings.isEmpty || !command.names.isEmpty, "\(command.name) has neither keys nor a name")
    }
  }

  /// The keys of a table hide those of the tree while it is shown.
  @Test(arguments: [false, true]) func noKeysAreTheBeginningOfOthersOrUsedTwice(inTable: Bool) {
    let all = commands.all.filter { ($0.group == .table) == inTable }.flatMap {
      $0.bindings.map { KeyNotation.keys($0.keys) }
    }
    #expect(Set(all).count == all.count)
    for keys in all {
      for other in all where other.count > keys.count {
        #expect(!other.starts(with: keys), "\(KeyNotation.text(keys)) hides \(KeyNotation.text(other))")
      }
    }
  }

  /// Few enough to learn; other keys for the same commands work, and are not listed.
  @Test func helpListsAtMost110Keys() {
    let keys = commands.all.flatMap { command in
      // The letters of a register or a mark are one key of the list.
      command.listedBindings.count > 3
        ? [HelpScreen.keys(command)] : command.listedBindings.map(\.keys)
    }
    #expect(Set(keys).count <= 110)
  }

  @Test func noCommandLineNameIsUsedTwice() {
    let names = commands.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func theHelpScreenListsEveryCommand() {
    let text = HelpScreen.make(commands, width: 400).lines.map { $0.reduce(into: "") { $0 += $1.text } }
    for command in commands.all {
      #expect(text.contains { $0.contains(command.helpLine) && $0.contains(HelpScreen.keys(command)) })
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
    ("j", invocation("down")), ("12j", invocation("down", count: 12)), ("gg", invocation("top")),
    ("17G", invocation("bottom", count: 17)), ("z3", invocation("fold to level", argument: "3")),
    ("0", invocation("first sibling")), ("10J", invocation("next sibling", count: 10)),
    ("yy", invocation("copy value")),
    ("99999999999j", invocation("down", count: 999_999_999)),
  ])
  func keysBecomeCommands(keys: String, expected: Invocation) {
    var input = KeyInput(commands.bindings)
    let answers = KeyNotation.keys(keys).map { input.feed($0) }
    #expect(answers.last == .invoke(expected))
    #expect(answers.dropLast().allSatisfy { $0 == .pending })
    #expect(input.pendingText.isEmpty)
  }

  @Test func escapeCancelsPendingKeys() {
    var input = KeyInput(commands.bindings)
    _ = input.feed(.character("4"))
    _ = input.feed(.character("z"))
    #expect(input.pendingText == "4z")
    #expect(input.feed(.escape) == .cancelled)
    #expect(input.pendingText.isEmpty)
  }

  @Test func unknownKeysAreNamed() {
    var input = KeyInput(commands.bindings)
    _ = input.feed(.character("z"))
    #expect(input.feed(.character("?")) == .unknown("z?"))
    #expect(input.feed(.function(12)) == .unknown("F12"))
  }
}

struct TypedCommandTests {
  @Test(arguments: [
    ("w", TypedCommand.Answer.invoke(invocation("write"))),
    (" w  a file.json ", .invoke(invocation("write", argument: "a file.json"))),
    ("q!", .invoke(invocation("quit", isForced: true))), ("17", .invoke(invocation("go to", argument: "17"))),
    ("", .nothing), ("   ", .nothing),
    ("model Issue", .invoke(invocation("choose model", argument: "Issue"))),
    ("nonsense", .refused("Not a command: :nonsense  (:help lists them)")),
    ("q now", .refused(":q takes no argument")), ("export", .refused("Usage: :export PATH")),
  ])
  func linesAreRead(text: String, expected: TypedCommand.Answer) {
    #expect(TypedCommand.read(text, commands) == expected)
  }
}
