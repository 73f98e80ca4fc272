import Mantle
import MantleQuery
import TerminalText

/// The browser without a terminal: events go in, effects and frames come out.
///
/// A value type: the results of ``handle(_:)`` and ``receive(_:)`` depend only on the state and on how far large containers
/// have been counted, and the methods change only the state and the cache in ``Records``. The browser reads the mapped
/// bytes of its document. All other access to the system is requested as ``Effect``s, whose results arrive as ``Report``s.
@dynamicMemberLookup
struct Browser {
  var editor: Editor
  var mode = Mode.browsing
  let commands: CommandTable
  var keys: KeyInput
  /// The errors in the configuration file.
  var configurationProblems: [String] = []
  var options = Options() {
    didSet {
      editor.copiesShared = options.copy
      resize(size)
    }
  }
  var search = Search()
  /// The latest edit, which `.` repeats; nil before the first edit.
  var lastEdit: LastEdit?
  /// The command that most recently opened an editor for a value, for `.` to repeat; nil before the first one.
  var begun: Invocation?
  /// The history of typed lines, by the sign of the prompt: `:`, `/` or `&`.
  var typed: [String: [String]] = [:]
  var running = RunningWork()
  /// Whether the latest attempt to write the journal of unsaved edits failed.
  var isJournalMissing = false
  /// The list pane that was shown most recently, which commands reopen or step through; nil before the first one.
  var lastList: ListPane?
  /// The view and the search before the search prompt was opened, which Esc restores; nil without a search prompt.
  @Shared var searchOrigin: (view: Viewport, search: Search)?
  /// The question or the list that reappears when the user leaves a screen of text; nil to return to browsing.
  var modeToReturnTo: Mode?
  /// The divider or column edge that the mouse is dragging; nil if it drags nothing.
  var dragged: Dragged?
  /// Whether Enter exits and prints the value under the cursor.
  var isPicking = false
  var files = OpenFiles()
  /// The file that was open before the current one, which `#` denotes; nil if no other file was open.
  var otherFile: String?
  /// The element that the cursor goes to once the element is counted; nil if no such jump is pending.
  var awaitedElement: ElementNumber?
  /// The requested effects that are not performed yet, in order.
  var effects: [Effect] = []

  /// The options of the browser, which `:set` and the configuration file change.
  struct Options: Sendable {
    /// Whether the detail pane is visible; nil shows it on wide screens.
    var detail: Bool?
    var wrap = true
    var mouse = true
    /// Whether search patterns are regular expressions.
    var regex = false
    /// Whether the ancestors of the first visible row are pinned above it.
    var sticky = true
    /// Whether the browser restores the last view of a reopened file and the history of typed lines.
    var remember = true
    /// Whether a file that grows or changes is reloaded automatically.
    var follow = false
    var theme = Theme.standard
    var ascii = false
    /// Whether editing an object with several references in an archive changes a copy of the object.
    var copy = false
    /// The detail pane's share of the width or height of the screen, from 0 to 1.
    var detailShare = Layout.usualShare
  }

  init(_ source: DocumentSource, size: ScreenSize, commands: CommandTable) {
    self.init(Editor(Document(source), Layout(size, wantsDetail: nil)), commands: commands)
  }

  init(_ editor: Editor, commands: CommandTable) {
    self.commands = commands
    keys = KeyInput(commands.bindings)
    self.editor = editor
  }

  subscript<Value>(dynamicMember path: KeyPath<Editor, Value>) -> Value { editor[keyPath: path] }

  subscript<Value>(dynamicMember path: WritableKeyPath<Editor, Value>) -> Value {
    get { editor[keyPath: path] }
    _modify { yield &editor[keyPath: path] }
  }

  var document: Document { editor.document }
  var cursor: Row { editor.cursor }
  var layout: Layout { editor.layout }
  var size: ScreenSize { editor.size }
  var outline: Outline { editor.outline }

  var isSaving: Bool { running[.save] != nil }

  mutating func resize(_ size: ScreenSize) {
    let size = ScreenSize(rows: max(1, size.rows), columns: max(1, size.columns))
    let hasResult = editor.view.result != nil
    let heading =
      hasResult ? 2 : editor.view.table.map { $0.order == nil && outline.filters.isEmpty ? 1 : 2 } ?? 0
    // A table uses the whole width unless the pane was requested. The pane is never shown for a result.
    let detail = hasResult ? false : options.detail ?? (heading > 0 ? false : nil)
    let footing = hasResult || editor.view.table?.totals.isEmpty != false || size.rows < 8 ? 0 : 1
    let layout = Layout(
      size, wantsDetail: detail, share: options.detailShare, heading: min(heading, max(0, size.rows - 4)),
      footing: footing)
    if layout != editor.view.layout { editor.view.layout = layout }
  }

  /// Requests an effect. The loop performs the effect after the browser has handled the current event.
  mutating func request(_ effect: Effect) { effects.append(effect) }

  /// Starts background work; earlier work of the same kind is cancelled.
  mutating func start(_ kind: Work.Kind, _ body: @escaping @Sendable (Work.Link) -> Void) {
    request(.start(running.start(kind, body)))
  }

  mutating func cancel(_ kind: Work.Kind) {
    running.end(kind)
    request(.cancel(kind))
  }

  /// Returns the effects that were requested since the last call.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Handles an event.
  ///
  /// - Complexity: independent of the size of the file, except that a search in a small file runs immediately.
  mutating func handle(_ event: Event) {
    let before = tablePlace
    defer {
      inferAgain()
      settle(since: before)
    }
    switch event {
    case .key(let key): handle(key)
    case .paste(let text):
      if !mode.insert(text, layout.textSize) { Registers.paste(&self, text) }
    case .mouse(let mouse): mouse.perform(in: &self)
    case .resize(let size): resize(size)
    case .resumed: request(.redraw)
    case .terminate:
      keepDraft()
      for editor in [editor] + files.edited.compactMap(\.left) {
        if let order = editor.document.rescueRequest(editor.currentText) { request(.rescue(order)) }
      }
      request(.quit)
    case .wake: break
    }
  }

  private mutating func handle(_ key: Key) {
    if key == .control("z") { return request(.suspend) }
    let isBrowsing = if case .browsing = mode { true } else { false }
    if key == .control("l"), !isBrowsing { return request(.redraw) }
    // Esc and a letter that arrive together are two keys, unless they were mapped.
    if case .alt(let character) = key, !(mode.isTyping && LineEditor.takesAlt(character)),
      !(isBrowsing && keys.isMapped(key))
    {
      handle(.escape)
      return handle(.character(character))
    }
    switch mode {
    case .browsing: browse(key)
    case .typing(let prompt): LinePrompt.type(&self, key, prompt)
    case .editing(let edit): continueEditing(key, edit)
    case .writing(let edit): TextEdit.type(&self, key, edit)
    case .filling(let form): ElementForm.type(&self, key, form)
    case .choosing(let chooser): continueChoosing(key, chooser)
    case .asking(let question): Question.type(&self, key, question)
    case .reading(let screen): TextScreen.type(&self, key, screen)
    case .listing(let pane): ListPane.handle(&self, key, pane)
    }
  }

  mutating func browse(_ key: Key) {
    let former = editor.message
    editor.message = nil
    if key == .character("q"), former?.isOutput == true, keys.pendingText.isEmpty { return }
    awaitedElement = nil
    if keys.keys.isEmpty {
      if ResultTable.move(&self, key) { return }
      keys.bindings =
        editor.view.result != nil
        ? commands.resultBindings : editor.view.table == nil ? commands.bindings : commands.tableBindings
    }
    switch keys.feed(key) {
    case .pending, .cancelled: break
    case .unknown(let text):
      let advice = CommandsElsewhere.advice(forKeys: text) ?? "F1 shows all"
      editor.message = .warning("No command has the key \(text)  (\(advice))")
    case .invoke(let invocation): perform(invocation)
    case .typed(let keys): type(keys)
    }
  }

  /// Handles the keys that a mapping expands to. Mappings do not apply to these keys.
  private mutating func type(_ typed: [Key]) {
    let wasMapping = keys.usesMaps
    keys.usesMaps = false
    defer { keys.usesMaps = wasMapping }
    for key in typed { handle(key) }
  }

  /// Performs a command, or shows why it is not possible.
  mutating func perform(_ invocation: Invocation) {
    let command = invocation.command
    // A register selected with `"` applies to the next command.
    defer { if command != .useRegister { editor.registers.wanted = nil } }
    attempt { browser in
      // A command that does not work on results closes them first.
      if browser.view.result != nil, !command.worksOnResults {
        guard command.group != .table, !command.editsAtCursor else { throw ResultTable.isNotOfElements }
        ResultTable.leaveAll(&browser)
      }
      if try command.tablePart?.aim(in: &browser) == true { return }
      if let reason = command.disabledReason(browser) { throw Message.warning(reason) }
      try command.action(&browser, invocation)
    }
  }

  /// Performs an action, or shows the message that it throws.
  mutating func attempt(_ action: (inout Browser) throws -> Void) {
    do { try action(&self) } catch { editor.message = error as? Message ?? .error("\(error)") }
  }

  /// Rebuilds the rows with a new record cache, since another thread still uses the old one.
  mutating func forgetRecords() {
    let records = Records()
    editor.view.use(records)
    searchOrigin?.view.use(records)
  }
}

extension Document {
  /// The initial folds of a document: the path to the models is expanded, and a single model too. If the models are nested
  /// inside the elements of a list, the elements stay collapsed.
  var initialFolds: FoldSet {
    guard model != nil else { return FoldSet(openTo: 1) }
    let way = pick.path.components
    let element = way.indices.dropLast().first { way[$0] == .each && way[$0 + 1] != .each }
    return FoldSet(openTo: max(1, element.map { $0 + 1 } ?? way.count))
  }
}

/// The number of an element to go to, counted from 1 like line numbers.
struct ElementNumber {
  let number: Int

  /// Returns the list that element numbers and percentages refer to: the list of the table, the nearest list that encloses the
  /// cursor, the list under the cursor, or the list of the models; nil if there is none.
  static func list(of browser: Browser) -> Row? {
    if let list = browser.view.scopes.table { return list }
    let around = sequence(first: browser.cursor, next: \.parent).dropFirst()
    return around.first(where: \.isList)
      ?? (browser.cursor.isList ? browser.cursor : browser.outline.mainContainer)
  }

  /// Goes to an element of the list, or to a row of the outermost object. If the element has not been counted yet, the cursor
  /// goes there as soon as it has been.
  func go(in browser: inout Browser) throws {
    browser.awaitedElement = nil
    let outline = browser.outline
    let container = Self.list(of: browser) ?? outline.root
    let isObject = container.container == nil && !container.isList
    let row =
      isObject
      ? outline.unfiltered.child(of: container, at: number - 1)
      : number > 0 ? outline.unfiltered.element(number - 1, of: container) : nil
    if let row { return browser.editor.reveal(row) }
    let count = outline.count(of: container)
    guard number > 0, count == nil else {
      let what = isObject ? "row" : "element"
      throw Message.warning("There is no \(what) \(number)" + (count.map { "; there are \($0)" } ?? ""))
    }
    browser.awaitedElement = self
    browser.message = .note("Counting up to element \(number); any key cancels")
  }

  /// Goes to the element whose number was typed before the element was counted, if it has been counted since.
  static func goToAwaited(_ browser: inout Browser) {
    guard let awaited = browser.awaitedElement, case .browsing = browser.mode else { return }
    browser.message = nil
    browser.attempt { try awaited.go(in: &$0) }
  }

  /// Goes to the element at a percentage of the list.
  static func go(percent: Int, in browser: inout Browser) throws {
    let percent = max(0, min(percent, 100))
    guard let list = list(of: browser) else {
      throw Message.warning("There is no list here: N% goes to a part of a list")
    }
    guard let count = browser.outline.count(of: list), count > 0 else {
      throw Message.note("The elements are still being counted")
    }
    let number = max(1, min(count, count * percent / 100 + (percent < 100 ? 1 : 0)))
    try ElementNumber(number: number).go(in: &browser)
  }
}

extension Browser {
  /// Interprets the file as another model, and keeps that choice for reloads.
  mutating func choose(_ pick: ModelPick) {
    editor.update { $0.choose(pick) }
    read(as: pick)
  }

  /// Interprets the file as another model, and checks it again.
  mutating func read(as pick: ModelPick) {
    let place = document.textPlace(of: cursor.firstInText, end: false)
    outline.records.removeAll()
    editor.selection = Selection()
    editor.view.outline.update { $0.read(as: pick) }
    editor.otherFolds = document.initialFolds
    let fresh = Outline(
      like: outline, view: .model, folds: editor.otherFolds, filters: outline.filtersOfAnyView)
    editor.view.show(fresh, at: place == .original(0) ? fresh.root : fresh.row(at: place) ?? fresh.root)
    editor.view.readTableAgain()
    editor.message = .note(pick.model == nil ? "Read as raw JSON" : "Read as \(pick.names)")
    restartChecking()
  }
}
