/// Something a person can ask for: its name, keys, command line form, and the words help shows for it.
struct Command: Sendable {
  enum Group: String, Sendable, CaseIterable {
    /// Changes nothing but what is looked at, so it may be done ahead: see ``Foresight``.
    case motion = "Moving"
    case folding = "Folding"
    case search = "Searching"
    case editing = "Editing"
    case copying = "Copying"
    case view = "Looking"
    case file = "Files and leaving"
  }

  struct Binding: Sendable {
    let keys: String
    /// What the keys stand for, where several bindings share a command (`z3`: `3`).
    let argument: String?
  }

  /// The command line form: `:w [PATH]`.
  struct LineForm: Sendable {
    let names: [String]
    /// What may follow the name, e.g. `[PATH]`; nil where nothing may.
    let argument: String?
  }

  let id: CommandID
  let group: Group
  let bindings: [Binding]
  let line: LineForm?
  let help: String

  init(
    _ id: CommandID, _ group: Group, keys: [String] = [], bindings: [Binding] = [], line: [String] = [],
    argument: String? = nil, _ help: String
  ) {
    self.id = id
    self.group = group
    self.bindings = keys.map { Binding(keys: $0, argument: nil) } + bindings
    self.line = line.isEmpty ? nil : LineForm(names: line, argument: argument)
    self.help = help
  }
}

/// A command as asked for: with its count and argument.
struct Invocation: Sendable, Equatable {
  let id: CommandID
  let count: Int?
  let argument: String

  init(_ id: CommandID, count: Int? = nil, argument: String = "") {
    self.id = id
    self.count = count
    self.argument = argument
  }

  /// How often, or how far: the count, or once.
  var times: Int { max(1, count ?? 1) }
}

/// The name of every command.
enum CommandID: String, Sendable, CaseIterable {
  case down, up, close, open, nextSibling, previousSibling, firstSibling, lastSibling, parent
  case top, bottom, goTo, jumpBack, jumpToAndFro
  case halfPageDown, halfPageUp, pageDown, pageUp, scrollDown, scrollUp
  case cursorToTop, cursorToMiddle, cursorToBottom
  case toggleFold, openFold, closeFold, openAllBelow, closeAllBelow, closeAll, openAll, foldToLevel
  case filter
  case searchForward, searchBackward, nextMatch, previousMatch, searchName, searchNameBackward
  case edit, editOrToggle, delete, setNull, append, insertAfter, insertBefore, putAfter, putBefore, rename
  case moveDown, moveUp, undo, redo
  case copyValue, copyLine, copyText, copyKey, copyPath, copyPointer, copyQuery
  case toggleView, toggleDetail, detailDown, detailUp, redraw, set, chooseModel, help, position
  case nextProblem, previousProblem
  case commandLine, write, writeForced, writeAndQuit, quit, quitForced, reopen, reopenForced, export,
    exportForced, archive, archiveForced, diff, information, recover, discard
  case suspend, cancel
}
