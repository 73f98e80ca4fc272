import Mantle

/// The browser without a terminal: events go in, effects and frames come out.
///
/// A value: what ``handle(_:)`` and ``receive(_:)`` do depends on nothing else but how far large containers are counted,
/// and changes nothing else but what is remembered in ``Records``. It reads the mapped bytes of its document and touches
/// nothing else; what it wants done in the world it returns as ``Effect``s, and the answers come back as ``Report``s.
package struct Browser {
  var view: Viewport
  /// The folds of the other view.
  var otherFolds: FoldSet
  var mode = Mode.browsing
  let commands: CommandTable
  var keys: KeyInput
  var message: Message?
  /// The message to show when a file is opened after it was saved under that name.
  var messageOnOpening: (path: String, message: Message)?
  /// The errors in the configuration file.
  var configurationProblems: [String] = []
  /// The level that was expanded on opening; nil for the level of the models.
  var openedLevel: Int?
  var options = Options() { didSet { resize(size) } }
  var search = Search()
  var findings = CheckStatus()
  var registers = Registers()
  var selection = Selection()
  /// The `let` properties that may be changed in this session.
  var unlocked: Set<PropertyLock> = []
  /// The edit that `.` repeats.
  var lastEdit: LastEdit?
  /// The command that opened the editor.
  var begun: Invocation?
  /// The row that the last deletion emptied; a repeated press of the same key does not delete the row
  /// itself.
  var emptied: RowID?
  /// Lines typed before, by sign: `:` and `/`.
  var typed: [String: [String]] = [:]
  var running = RunningWork()
  /// Whether the last writing down of the unsaved edits failed.
  var isJournalMissing = false
  /// The values that were counted last.
  var values: CountedValues?
  /// The list that was left last.
  var lastList: ListPane?
  var marks: [Character: Mark] = [:]
  /// The view before a search was typed, which Esc returns to.
  @Shared var searchOrigin: (view: Viewport, search: Search)?
  /// The question to return to after leaving a screen of text.
  var unanswered: Question?
  var isDraggingDivider = false
  /// Whether Enter ends the program with what is under the cursor.
  var isPicking = false
  /// The file that was open before this one.
  var otherFile: String?
  /// The element to go to once it is counted.
  var awaitedElement: Int?

  /// The settings of the browser.
  struct Options: Sendable {
    /// Nil while it was not chosen: shown on wide screens.
    var detail: Bool?
    var wrap = true
    var mouse = true
    /// Whether what is searched for is a regular expression.
    var regex = false
    /// Whether the rows around those in sight stay at the top.
    var sticky = true
    /// Whether the browser restores the last view of a reopened file and the history of typed lines.
    var remember = true
    /// Whether a file that grows or changes is reloaded automatically.
    var follow = false
    var theme = Theme.standard
    var ascii = false
    /// How much of the screen the detail pane has.
    var detailShare = Layout.usualShare
  }

  init(_ source: DocumentSource, size: ScreenSize, commands: CommandTable) {
    self.commands = commands
    keys = KeyInput(commands.bindings)
    let document = Document(source)
    let folds = document.initialFolds
    view = Viewport(
      Outline(document, Records(), view: .model, folds: folds), Layout(size, wantsDetail: nil))
    otherFolds = folds
    message = document.openingMessage ?? .note(Self.greeting)
  }

  /// The key hints for new users.
  private static let greeting = "F1 help · :q leave · jk move · lh open, close · / search · e edit · :w save"

  var document: Document { view.outline.document }
  var cursor: Row { view.cursor }
  var layout: Layout { view.layout }
  var size: ScreenSize { view.layout.size }
  var outline: Outline { view.outline }

  var isSaving: Bool { running[.save] != nil }

  /// The text that a save writes: the original bytes with the edited ranges replaced.
  var currentText: SplicedBytes { document.currentText(outline.records) }

  /// Whether a filter or a selection excludes part of the text.
  var isNarrowed: Bool { selection.isActive || outline.filter != nil }

  mutating func resize(_ size: ScreenSize) {
    let size = ScreenSize(rows: max(1, size.rows), columns: max(1, size.columns))
    view.layout = Layout(size, wantsDetail: options.detail, share: options.detailShare)
  }

  /// Returns the background work to start when the browser opens.
  package mutating func begin() -> [Effect] { startChecking() }

  /// Handles an event.
  ///
  /// - Complexity: independent of the size of the file, except that the search of a file that is not large runs at once.
  package mutating func handle(_ event: Event) -> [Effect] {
    defer { inferAnew() }
    return answer(event)
  }

  private mutating func answer(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key):
      return handle(key)
    case .paste(let text):
      paste(text)
      return []
    case .mouse(let mouse):
      return mouse.perform(in: &self)
    case .resize(let size):
      resize(size)
      return []
    case .resumed:
      return [.redraw]
    case .terminate:
      keepDraft()
      return document.rescueOrder(currentText).map { [.rescue($0), .quit] } ?? [.quit]
    case .wake:
      return []
    }
  }

  private mutating func handle(_ key: Key) -> [Effect] {
    if key == .control("z") { return [.suspend] }
    // Esc and a letter that arrive together are two keys, unless they were mapped.
    if case .alt(let character) = key, !(mode.isTyping && LineEditor.takesAlt(character)), !isMapped(key) {
      return handle(.escape) + handle(.character(character))
    }
    switch mode {
    case .browsing: return browse(key)
    case .typing(let prompt): return LinePrompt.type(&self, key, prompt)
    case .editing(let edit): return continueEditing(key, edit)
    case .writing(let edit): return TextEdit.type(&self, key, edit)
    case .filling(let form): return ElementForm.type(&self, key, form)
    case .choosing(let chooser): return continueChoosing(key, chooser)
    case .asking(let question): return answer(key, question)
    case .reading(let screen): return read(key, screen)
    case .listing(let pane): return ListPane.handle(&self, key, pane)
    }
  }

  private func isMapped(_ key: Key) -> Bool {
    if case .browsing = mode { keys.isMapped(key) } else { false }
  }

  private mutating func browse(_ key: Key) -> [Effect] {
    message = nil
    awaitedElement = nil
    switch keys.feed(key) {
    case .pending, .cancelled: return []
    case .unknown(let text):
      let advice = CommandsElsewhere.advice(forKeys: text) ?? "F1 shows all"
      message = .warning("No command has the key \(text)  (\(advice))")
      return []
    case .invoke(let invocation): return perform(invocation)
    case .typed(let keys): return type(keys)
    }
  }

  /// Presses the keys that others are mapped to; these are not mapped again.
  private mutating func type(_ typed: [Key]) -> [Effect] {
    let wasMapping = keys.usesMaps
    keys.usesMaps = false
    defer { keys.usesMaps = wasMapping }
    return typed.flatMap { handle($0) }
  }

  /// Does what was asked for, or says why not.
  mutating func perform(_ invocation: Invocation) -> [Effect] {
    let command = invocation.command
    // A letter typed with `"` is for the next command.
    defer { if command.id != Command.useRegister.id { registers.wanted = nil } }
    if let reason = command.disabledReason(self) {
      message = .warning(reason)
      return []
    }
    return command.action(&self, invocation)
  }

  private mutating func paste(_ text: String) {
    switch mode {
    case .typing(var prompt):
      prompt.line.insert(text)
      mode = .typing(prompt)
    case .editing(var edit):
      edit.insert(text)
      mode = .editing(edit)
    case .writing(var edit):
      edit.insert(text)
      edit.showCursor(layout.textSize)
      mode = .writing(edit)
    case .filling(var form):
      form.paste(text)
      mode = .filling(form)
    default:
      message = .warning("Pasted text is only accepted while typing")
    }
  }

  private mutating func read(_ key: Key, _ screen: TextScreen) -> [Effect] {
    if key == .control("l") { return [.redraw] }
    var screen = screen
    // A question is to be answered first.
    if key == .character(":"), !screen.search.isTyping, unanswered == nil {
      mode = .browsing
      return handle(key)
    }
    guard !screen.handle(key, height: max(1, size.rows - 2)) else {
      mode = .reading(screen)
      return []
    }
    mode = unanswered.map { .asking($0) } ?? .browsing
    unanswered = nil
    return []
  }

  private mutating func answer(_ key: Key, _ question: Question) -> [Effect] {
    if let answer = question.answer(to: key) {
      mode = .browsing
      return answer.perform(&self)
    }
    if key == .escape || key == .control("c") || key == .character("q") {
      mode = .browsing
      question.back?(&self)
      return []
    }
    // While an operation waits for the answer, no other key has an effect. Letters after a line that was to
    // be cleared may be a value that is typed immediately.
    if case .character(let character) = key, !":/?".contains(character) { return [] }
    if key == .control("u") { return [] }
    guard question.back == nil, key != .enter else { return [] }
    mode = .browsing
    return browse(key)
  }

  /// Changes the document otherwise than by an edit.
  mutating func update<Result>(_ change: (inout Document) -> Result) -> Result {
    defer { refresh() }
    return view.outline.update(change)
  }

  /// Rebuilds the rows.
  mutating func refresh() { view.refresh() }

  /// Rebuilds the rows with a new record cache, since another thread still uses the old one.
  mutating func forgetRecords() {
    let records = Records()
    view.use(records)
    searchOrigin?.view.use(records)
  }
}

extension Document {
  /// The folds of a document just opened: the way to the models is open, a single model too; but not every element of a
  /// list for what stands somewhere inside it.
  var initialFolds: FoldSet {
    guard model != nil else { return FoldSet(openTo: 1) }
    let way = pick.path.components
    let element = way.indices.dropLast().first { way[$0] == .each && way[$0 + 1] != .each }
    return FoldSet(openTo: max(1, element.map { $0 + 1 } ?? way.count))
  }
}

extension Browser {
  /// Goes to an element of the array the models are in, or to a row of an object, counted from 1, as lines are; to one that
  /// is not counted yet as soon as it is.
  mutating func goTo(element number: Int) {
    awaitedElement = nil
    let container = outline.mainContainer ?? outline.root
    let isObject = container.container == nil && !container.isList
    let row =
      isObject
      ? outline.unfiltered.child(of: container, at: number - 1)
      : number > 0 ? outline.unfiltered.element(number - 1, of: container) : nil
    if let row { return reveal(row) }
    let count = container.container.map { outline.children(of: $0).count } ?? container.childRows.valueCount
    guard number > 0, count == nil else {
      let what = isObject ? "row" : "element"
      message = .warning("There is no \(what) \(number)" + (count.map { "; there are \($0)" } ?? ""))
      return
    }
    awaitedElement = number
    message = .note("Counting up to element \(number); any key cancels")
  }

  /// Goes to the element that was asked for before it was counted, if it is counted now.
  mutating func goToAwaitedElement() {
    guard let number = awaitedElement, case .browsing = mode else { return }
    message = nil
    goTo(element: number)
  }
}

extension Browser {
  /// Interprets the file as another model, and keeps that choice for reloads.
  mutating func choose(_ pick: ModelPick) -> [Effect] {
    update { $0.choose(pick) }
    return read(as: pick)
  }

  /// Reads the file as another model.
  mutating func read(as pick: ModelPick) -> [Effect] {
    let place = document.textPlace(of: cursor.firstInText, end: false)
    outline.records.removeAll()
    selection = Selection()
    view.outline.update { $0.read(as: pick) }
    otherFolds = document.initialFolds
    let fresh = Outline(like: outline, view: .model, folds: otherFolds, filters: outline.filtersOfAnyView)
    view.show(fresh, at: place == .original(0) ? fresh.root : fresh.row(at: place) ?? fresh.root)
    message = .note(pick.model == nil ? "Read as raw JSON" : "Read as \(pick.names)")
    return [.cancel(.check), .cancel(.infer)] + startChecking()
  }
}
