import Mantle

/// The browser without a terminal: events go in, effects and frames come out.
///
/// A value: nothing but ``handle(_:)`` and ``receive(_:)`` changes it, and ``render()`` is a function of it.
/// It reads the mapped bytes of its document and touches nothing else; what it wants done in the world it
/// returns as ``Effect``s, and the answers come back as ``Report``s.
public struct Browser {
  var document: BrowserDocument
  var outline: Outline
  /// The outline of the other view, with its folds.
  var otherFolds: FoldSet
  var cursor: Row
  /// The cursor's line on the screen; what is above follows from it.
  var cursorLine = 0
  var detailTop = 0
  var size: ScreenSize
  var mode = Mode.browsing
  let commands: CommandTable
  var keys: KeyInput
  var message: Message?
  var options = Options()
  var search = Search()
  var jumps = JumpList()
  var findings = Findings()
  private(set) var lines = LineCache()
  /// The value copied or deleted last, and the key it stood under.
  var register: Register?
  /// Lines typed before, by sign: `:` and `/`.
  var typed: [String: [String]] = [:]
  /// The work that was started and has not ended, by its ticket: late news of what was given up have another one.
  private(set) var running: [Work.Kind: Int] = [:]
  private var ticket = 0
  var searchesForward = true
  /// Whether the last writing down of the unsaved edits failed.
  var isJournalMissing = false
  /// The element to go to once it is counted.
  var awaitedElement: Int?

  struct Options: Sendable {
    /// Nil while nobody has said: shown on wide screens.
    var detail: Bool?
    var wrap = true
  }

  init(_ source: DocumentSource, size: ScreenSize, commands: CommandTable) {
    self.commands = commands
    keys = KeyInput(commands.bindings)
    document = BrowserDocument(source)
    let folds = document.initialFolds
    outline = Outline(document, view: .model, folds: folds)
    otherFolds = folds
    cursor = outline.root
    self.size = size
    message = document.openingMessage ?? .note(Self.greeting)
  }

  /// What somebody needs who never saw it.
  private static let greeting = "F1 help · jk move · lh open, close · / search · e edit · :w save · :q leave"

  /// What should be started as soon as the browser is shown.
  public mutating func begin() -> [Effect] { startChecking() }

  var layout: Layout { Layout(size, wantsDetail: options.detail) }

  /// Answers an event.
  ///
  /// - Complexity: independent of the size of the file, except that the search of a file that is not large runs at once.
  public mutating func handle(_ event: Event) -> [Effect] { answer(event) + startCounting() }

  private mutating func answer(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key):
      return handle(key)
    case .paste(let text):
      paste(text)
      return []
    case .resize(let size):
      self.size = ScreenSize(rows: max(1, size.rows), columns: max(1, size.columns))
      keepInSight()
      return []
    case .resumed:
      return [.redraw]
    case .terminate:
      return document.rescueOrder.map { [.rescue($0), .quit] } ?? [.quit]
    case .wake:
      return []
    }
  }

  private mutating func handle(_ key: Key) -> [Effect] {
    if key == .control("z") { return [.suspend] }
    switch mode {
    case .browsing: return browse(key)
    case .typing(let prompt): return type(key, prompt)
    case .editing(let edit): return continueEditing(key, edit)
    case .choosing(let chooser): return continueChoosing(key, chooser)
    case .asking(let question): return answer(key, question)
    case .reading(let screen): return read(key, screen)
    }
  }

  private mutating func browse(_ key: Key) -> [Effect] {
    message = nil
    awaitedElement = nil
    switch keys.feed(key) {
    case .pending, .cancelled: return []
    case .unknown(let text):
      message = .warning("No command has the key \(text)  (F1 shows all)")
      return []
    case .invoke(let invocation): return perform(invocation)
    }
  }

  /// Does what was asked for, or says why not.
  mutating func perform(_ invocation: Invocation) -> [Effect] {
    invocation.command.perform(&self, invocation)
  }

  private mutating func paste(_ text: String) {
    switch mode {
    case .typing(var prompt):
      prompt.line.insert(text)
      mode = .typing(prompt)
    case .editing(var edit):
      edit.insert(text)
      mode = .editing(edit)
    default:
      message = .warning("Nothing is being typed that could take the pasted text")
    }
  }

  private mutating func read(_ key: Key, _ screen: TextScreen) -> [Effect] {
    if key == .control("l") { return [.redraw] }
    var screen = screen
    mode = screen.handle(key, height: max(1, size.rows - 2)) ? .reading(screen) : .browsing
    return []
  }

  private mutating func answer(_ key: Key, _ question: Question) -> [Effect] {
    if let answer = question.answer(to: key) {
      mode = .browsing
      return answer.perform(&self)
    }
    if key == .escape || key == .control("c") || key == .character("q") { mode = .browsing }
    return []
  }
}

// MARK: - Work in the background

extension Browser {
  /// Makes work that counts as running from now on.
  mutating func work(_ kind: Work.Kind, _ body: @escaping @Sendable (Work.Link) -> Void) -> Work {
    ticket += 1
    running[kind] = ticket
    return Work(kind, ticket: ticket, body)
  }

  mutating func end(_ kind: Work.Kind) { running[kind] = nil }

  var isSaving: Bool { running[.save] != nil }

  /// Whether news are of work that was not given up meanwhile.
  func awaits(_ report: WorkReport) -> Bool { running[report.kind] == report.ticket }

  /// Takes over from a browser of the file as it was: what that one had started ends.
  mutating func succeed(_ old: Browser) -> [Effect] {
    ticket = old.ticket
    return old.running.keys.map { .cancel($0) }
  }
}
