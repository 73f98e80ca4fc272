/// A command: its keys, its form on the command line, its line in the help, and its action.
struct Command: Sendable, Equatable {
  /// The sections of the key reference, into which the commands are grouped.
  enum Group: String, Sendable, CaseIterable {
    case motion = "Moving"
    case folding = "Folding"
    case search = "Searching"
    case lists = "Lists and marks"
    case editing = "Editing"
    case copying = "Copying"
    case view = "Looking"
    case table = "Tables (T)"
    case file = "Files and leaving"
    case shell = "Commands of the system"
  }

  /// A key sequence that invokes a command.
  struct Binding: Sendable {
    let keys: String
    /// The argument that the key sequence passes to the command, such as `3` for `z3`; nil if the keys imply
    /// no argument.
    let argument: String?
    /// Whether a count may also precede the last key, as in `d3j`.
    var takesInnerCount = false
  }

  /// Parses a binding: its keys and, after a space, the argument.
  private static func binding(_ text: String) -> Binding {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    return Binding(keys: parts[0], argument: parts.count > 1 ? parts[1] : nil)
  }

  /// The argument of a command on the command line.
  struct Argument: Sendable {
    /// The placeholder in the help, such as `PATH`; in brackets if the argument is optional.
    let form: String
    let completion: CompletionSource

    init(_ form: String, _ completion: CompletionSource = .none) {
      self.form = form
      self.completion = completion
    }

    var isOptional: Bool { form.hasPrefix("[") }

    /// Whether the argument contains names of properties or keys.
    var takesNames: Bool {
      switch completion {
      case .filter, .column, .assignment: true
      case .none, .words, .models, .types, .places, .files: false
      }
    }
  }

  /// The part of a table that a command acts on.
  enum TablePart: Sendable {
    /// The value under the cursor, or the values in its column of all selected rows.
    case cell
    /// The element that contains the cursor, or the selected elements.
    case row
    /// The value under the cursor, or a new value of an object that lacks the key.
    case cellOrNew
    /// The value under the cursor, or all of the selected elements.
    case cellOrRows
    case list
  }

  /// The function that performs a command with its count and argument.
  typealias Action = @Sendable (inout Browser, Invocation) throws -> Void

  /// The name of the command in words, such as `open URL`, unique among the commands.
  let name: String
  let group: Group
  let bindings: [Binding]
  /// The bindings that the help lists; all other bindings of the command are alternatives.
  let listedBindings: [Binding]
  /// The names on the command line, such as `w` and `write`, of which the help lists the first.
  let names: [String]
  /// The argument after the name; nil for a command without an argument.
  let argument: Argument?
  let help: String
  /// The effect of a `!` after the name, for the help; nil if the command does not take one.
  let force: String?
  /// Whether the command is allowed while a file is being written.
  let isAllowedWhileSaving: Bool
  /// Whether the command changes every selected row; other editing commands require that no rows are selected.
  let takesSelection: Bool
  /// The part of a table that the command acts on; nil for a command that does not act on a part.
  let tablePart: TablePart?
  private let reason: @Sendable (Browser) -> String?
  let action: Action

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - keys: keys, each with its argument after a space; the help lists the first one.
  ///   - bindings: further listed keys.
  ///   - aliases: keys that the help does not list, in the format of `keys`.
  ///   - line: the names on the command line; the help lists the first one.
  ///   - takesSelection: whether the command changes every selected row.
  ///   - disabled: returns why the command is currently unavailable; nil if it is available.
  ///   - perform: the action of the command.
  init(
    _ name: String, _ group: Group, keys: [String] = [], bindings: [Binding] = [], aliases: [String] = [],
    line: [String] = [], argument: Argument? = nil, _ help: String, force: String? = nil,
    isAllowedWhileSaving: Bool? = nil,
    takesSelection: Bool = false, inTable: TablePart? = nil,
    disabled: @escaping @Sendable (Browser) -> String? = { _ in nil }, perform: @escaping Action
  ) {
    self.name = name
    self.group = group
    let keys = keys.map(Self.binding)
    listedBindings = keys.prefix(1) + bindings
    self.bindings = listedBindings + keys.dropFirst() + aliases.map(Self.binding)
    names = line
    self.argument = argument
    self.help = help
    self.force = force
    self.isAllowedWhileSaving = isAllowedWhileSaving ?? (group != .editing)
    self.takesSelection = takesSelection
    tablePart = inTable
    reason = disabled
    action = perform
  }

  /// Whether the command edits values that the cursor or the shown list determines, unlike undo and redo.
  var editsAtCursor: Bool { group == .editing && name != "undo" && name != "redo" }

  /// Whether the command works on the result of a query; other commands first close the result.
  var worksOnResults: Bool {
    switch group {
    case .view, .file, .shell: self != .openTable
    case .table: !Self.notOnResults.contains(name)
    case .lists: Self.results.contains(self)
    case .search: Self.searchesOfResults.contains(name)
    case .motion, .folding, .editing, .copying: false
    }
  }

  /// The help line of the command, with the effect of `!` in parentheses if the command takes a `!`.
  var helpLine: String { help + (force.map { " (! \($0))" } ?? "") }

  static func == (a: Command, b: Command) -> Bool { a.name == b.name }

  /// Returns why the command is currently unavailable; nil if it is available.
  func disabledReason(_ browser: Browser) -> String? {
    if browser.isSaving, !isAllowedWhileSaving { return "A file is being written (Esc stops that)" }
    if group == .table, browser.view.grid == nil { return "No table is shown  (T shows one)" }
    if browser.selection.isActive, group == .editing, !takesSelection {
      return "This command works on one row (Esc ends the selection)"
    }
    return reason(browser)
  }
}

/// A command with the count and the argument that the user entered.
struct Invocation: Sendable, Equatable {
  let command: Command
  let count: Int?
  let argument: String
  /// Whether the user typed a `!` after the name of the command.
  let isForced: Bool

  init(_ command: Command, count: Int? = nil, argument: String = "", isForced: Bool = false) {
    self.command = command
    self.count = count
    self.argument = argument
    self.isForced = isForced
  }

  /// The typed count, or 1.
  var times: Int { max(1, count ?? 1) }
}
