import TerminalText

extension CommandTable {
  /// The commands of the browser. Each is one entry in the file of its group.
  static let standard = CommandTable(
    Command.motion + Command.folding + Command.search + Command.lists + [Command.compare, Command.merge]
      + Command.editing
      + Command.nesting
      + Command.selection
      + Command.copying
      + Command.view + Command.table
      + Command.saving + Command.file + Command.shell)
}

extension Browser {
  /// - Parameter size: the screen's size at first; later sizes come as events.
  init(_ source: DocumentSource, size: ScreenSize) {
    self.init(source, size: size, commands: .standard)
  }
}
