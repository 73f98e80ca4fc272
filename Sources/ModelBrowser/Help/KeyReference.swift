/// The commands of the browser as a manual lists them.
package enum KeyReference {
  /// An entry of the key reference: the keys or the name of a command, and its help line.
  package typealias Entry = (keys: String, help: String)

  /// The help topics besides the commands.
  package static var topics: [(name: String, lines: [String])] {
    HelpTopic.all.map { ($0.name, $0.lines) }
  }

  /// The groups, in the order of the help screen.
  package static var sections: [(title: String, entries: [Entry])] {
    Command.Group.allCases.map { group in
      (
        group.rawValue,
        CommandTable.standard.all.filter { $0.group == group }
          .map { (keys: HelpScreen.keys($0), help: $0.helpLine) }
      )
    }
  }
}
