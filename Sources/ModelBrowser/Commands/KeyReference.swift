/// The commands of the browser as a manual lists them.
package enum KeyReference {
  package struct Entry: Sendable {
    package let keys: String
    package let help: String
  }

  /// The groups, in the order of the help screen.
  package static var sections: [(title: String, entries: [Entry])] {
    Command.Group.allCases.map { group in
      (
        group.rawValue,
        CommandTable.standard.all.filter { $0.group == group }
          .map { Entry(keys: HelpScreen.keys($0), help: $0.help) }
      )
    }
  }
}
