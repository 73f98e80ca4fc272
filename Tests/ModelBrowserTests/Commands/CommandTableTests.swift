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
  @Test func commandNamesAreUnique() {
    #expect(Set(commands.all.map(\.name)).count == commands.all.count)
  }

  @Test func everyCommandHasHelpAndKeysOrName() {
    for command in commands.all {
      #expect(!command.help.isEmpty)
      #expect(
        !command.bindings.isEmpty || !command.names.isEmpty, "\(command.name) has neither keys nor a name")
    }
  }

  /// The keys of a table hide those of the tree while it is shown.
  @Test(arguments: [false, true]) func keyBindingsAreUniqueAndPrefixFree(inTable: Bool) {
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
  @Test func helpHasAtMost100EntriesIn250Lines() {
    let entries = Command.Group.allCases.flatMap { HelpEntry.all(of: $0, in: commands) }
    #expect(entries.count <= 100)
    #expect(HelpScreen.make(commands, width: 100).lines.count <= 250)
  }

  @Test func helpEntriesAreCommandsOfTheirGroup() {
    for (group, entries) in HelpEntry.lists {
      for name in entries.flatMap(\.names) {
        #expect(commands.all.first { $0.name == name }?.group == group, "\(name)")
      }
    }
    let names = HelpEntry.lists.values.joined().flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func helpLinesAreShortSentences() {
    let lines = commands.all.map(\.help) + HelpEntry.lists.values.joined().compactMap(\.help)
    for line in lines {
      #expect(line.count <= 60 && !line.contains(";"), "\(line)")
      #expect(line.first?.isUppercase == true && line.last != ".", "\(line)")
    }
  }

  /// A command that the help does not list has a name on the command line, or a key that `:help` explains.
  @Test func unlistedCommandsHaveHelpLines() {
    let listed = HelpEntry.lists.values.joined().flatMap(\.names)
    for command in commands.all where !listed.contains(command.name) {
      let forms = command.names.map { ":" + $0 } + command.bindings.map(\.keys)
      #expect(forms.contains { HelpScreen.line(of: $0, in: commands)?.contains(command.help) == true })
    }
  }

  @Test func commandLineNamesAreUnique() {
    let names = commands.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func helpScreenShowsEveryEntry() {
    let text = HelpScreen.make(commands, width: 400).lines.map { $0.reduce(into: "") { $0 += $1.text } }
    for entry in Command.Group.allCases.flatMap({ HelpEntry.all(of: $0, in: commands) }) {
      #expect(text.contains { $0.contains(entry.help) && $0.contains(entry.keys) }, "\(entry.keys)")
    }
  }

  @Test(arguments: [
    ("gg", [Key.character("g"), .character("g")]), ("^D", [.control("d")]), ("<Down>", [.down]),
    ("<Space>", [.character(" ")]), ("z<S-Left>", [.character("z"), .shiftLeft]), ("<", [.character("<")]),
    ("<Alt-j>", [.alt("j")]), ("<F1>", [.function(1)]), ("<Caret>", [.character("^")]),
  ])
  func keyNotationParsesToKeys(text: String, keys: [Key]) {
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
  func keysInvokeCommandsWithCounts(keys: String, expected: Invocation) {
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

  @Test func unknownKeysAreReported() {
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
  func commandLineParsesToCommands(text: String, expected: TypedCommand.Answer) {
    #expect(TypedCommand.read(text, commands) == expected)
  }
}
