import Mantle
import MantleFiles
import TerminalText

/// The event loop: draws the browser's frames on a terminal, passes events to the browser, and performs its
/// effects.
package struct BrowserLoop {
  private var browser: Browser
  private let terminal: any Terminal
  private let work: BackgroundWork
  /// The frame that the terminal currently shows; nil before the first one.
  private var shown: Frame?
  /// The events that were typed while an answer was pending.
  private var typedAhead: [Event] = []
  /// The delay after which the screen shows that an answer is pending.
  var patience = Duration.milliseconds(80)
  private var journal = JournalKeeper()
  /// The journals of the files that were left with unsaved edits, by the identity of the file.
  private var otherJournals: [String: JournalKeeper] = [:]
  /// The lines that were typed in earlier sessions, by the sign of their prompt.
  private var typedBefore: [String: [String]] = [:]
  private var lastLook = ContinuousClock.now
  private var isDone = false
  /// Whether the terminal or a signal ended the loop, rather than the user.
  package private(set) var wasTerminated = false
  /// The messages to print after the terminal is restored, such as the path of the unsaved edits.
  package private(set) var exitMessages: [String] = []

  /// The values that the user picked; empty if the user quit otherwise.
  package private(set) var picked: [PickedValue] = []

  /// Creates a loop with the default configuration.
  init(_ source: DocumentSource, on terminal: any Terminal) {
    self.init(source, on: terminal, Configuration())
  }

  /// Creates a loop for a document.
  ///
  /// - Parameters:
  ///   - configuration: the user's options, key mappings and colors.
  ///   - isPicking: whether Enter ends the browser with the selected values.
  ///   - files: the files of the session; a list of several is shown first.
  ///   - other: the path of a file to compare the document with.
  ///   - sql: runs queries in SQL; nil in a program without SQL.
  ///   - reader: reads the other files; nil to read them with the models of the document.
  package init(
    _ source: DocumentSource, on terminal: any Terminal, _ configuration: Configuration,
    isPicking: Bool = false, files: [String] = [], comparingWith other: String? = nil,
    sql: QueriedText.Runner? = nil, reader: DocumentSource.Reader? = nil
  ) {
    self.terminal = terminal
    work = BackgroundWork(wake: terminal.waker)
    browser = Browser(source, size: terminal.size)
    if isPicking { browser.startPicking() }
    browser.apply(configuration)
    performEffects()
    browser.view.openWhatFits()
    if !browser.isLarge { browser.showAsLeft() }
    browser.showDelimited()
    (browser.files.reader, browser.files.sql) = (reader, sql)
    for file in files { browser.files.add(file) }
    if files.count > 1 { browser.attempt { try ListPane.show(&$0, .files) } }
    if let other { browser.request(.readOther(path: other, for: .compare)) }
  }

  /// Runs the browser until the user, the terminal or a signal ends it.
  package mutating func run() {
    defer {
      work.end()
      for var keeper in [journal] + otherJournals.values { keeper.end(keeping: false) }
      keepView()
      if browser.remembersViews { TypedLines.keep(browser.typed, after: typedBefore) }
    }
    // The first screen is drawn before any work starts.
    draw()
    if browser.isLarge {
      browser.showAsLeft()
      browser.showDelimited()
    }
    if browser.remembersViews { typedBefore = TypedLines.kept }
    browser.typed = typedBefore
    browser.startChecking()
    performEffects()
    var (isStale, isAnswered) = (true, false)
    while !isDone {
      let reports = work.takeReports()
      for report in reports where !isEnding { answer { $0.receive(report) } }
      if let outcome = journal.follow(browser) {
        browser.receive(.journal(outcome))
        isStale = true
      }
      if let writing = journal.work(for: browser) { work.start(writing) }
      guard !isDone else { return }
      if !isEnding, isStale || !reports.isEmpty {
        draw()
        // Drawing may have opened large containers.
        browser.startCounting()
        performEffects()
      }
      // The effect of a key is drawn before the file is checked, because a disk may be slow.
      isStale = isAnswered && isLookDue && lookForNews()
      isAnswered = false
      guard !isStale else { continue }
      guard let event = nextEvent(), event != .wake else {
        if browser.isWatching { isStale = lookForNews() }
        continue
      }
      if event == .terminate { wasTerminated = true }
      answer(event == .terminate ? .lasting : .event) { $0.handle(event) }
      (isStale, isAnswered) = (true, true)
    }
  }

  /// Passes changes of the file and arrived input to the browser.
  ///
  /// - Returns: whether the file has changed, or more of an input that is being read has arrived.
  private mutating func lookForNews() -> Bool {
    lastLook = .now
    var isNews = false
    if let path = browser.watchedPath, case let found = FileFingerprint(path: path),
      browser.document.isNews(onDisk: found)
    {
      browser.receive(.onDisk(found))
      performEffects()
      isNews = true
    }
    if browser.document.hasMore {
      browser.receive(.incoming)
      performEffects()
      isNews = true
    }
    return isNews
  }

  /// Whether to check the file for changes after a key. A file that grows constantly is checked less often.
  private var isLookDue: Bool {
    !browser.isWatching || lastLook.duration(to: .now) > .milliseconds(Self.betweenLooks)
  }

  /// Whether a signal requests the end of the program, which precedes all other work.
  private var isEnding: Bool { typedAhead.first == .terminate }

  private mutating func nextEvent() -> Event? {
    typedAhead.isEmpty ? terminal.nextEvent(timeout: timeout) : typedAhead.removeFirst()
  }

  private mutating func draw() {
    let frame = browser.render()
    terminal.draw(frame)
    shown = frame
  }

  private var timeout: Int? {
    [journal.timeout(), work.pollInterval, browser.isWatching ? Self.betweenLooks : nil].compactMap(\.self)
      .min()
  }

  /// The interval in milliseconds at which a followed file, or an input that is being read, is checked.
  private static let betweenLooks = 300

  private mutating func performEffects() {
    for effect in browser.takeEffects() where !isDone {
      if let report = perform(effect) { answer { $0.receive(report) } }
    }
  }

  private mutating func perform(_ effect: Effect) -> Report? {
    switch effect {
    case .quit: isDone = true
    case .pick(let values):
      picked = values
      isDone = true
    case .suspend: terminal.suspend()
    case .edit(let request): return request.report { terminal.run($0) }
    case .redraw: terminal.invalidate()
    case .copy(let text, let what): return .noted("\(what): \(terminal.copy(text))")
    case .mouse(let isOn): terminal.setMouse(isOn)
    case .theme(let theme): terminal.setTheme(theme)
    case .colors(let colors): terminal.setColors(colors)
    case .ascii(let isOn): terminal.setASCII(isOn)
    case .start(let work): self.work.start(work)
    case .cancel(let kind): work.cancel(kind)
    // Writing may take long, because files may be large and disks slow.
    case .write(let request): answer(.lasting) { $0.receive(request.report { _ in true }) }
    case .rescue(let request): rescue(request)
    case .discard(let leftovers): leftovers.forEach { $0.remove() }
    case .recover(let request): answer { $0.receive(request.report(by: $0.reader)) }
    case .listFolder(let path): return .listing(of: path)
    case .keep(let settings): return .keeping(settings)
    case .open(let path, let edits):
      if path != browser.document.path { keepView() }
      // Ending the journal deletes the dropped edits, so that the browser does not offer to recover them.
      if edits == .dropped { journal.end(keeping: false) }
      let before = browser
      answer { browser in
        guard !browser.resume(path, leaving: edits) else { return }
        browser.receive(.reading(path, edits, for: browser))
      }
      if browser.document.identity != before.document.identity { switchJournal(from: before) }
    case .readOther(let path, let use): answer { $0.receive(.reading(path, for: use, models: $0.models)) }
    case .readOn(let incoming): answer { $0.receive(.readingOn(incoming, for: $0)) }
    }
    return nil
  }

  /// Retains the journal of a file with unsaved edits that is no longer shown, and opens the journal of the shown file.
  private mutating func switchJournal(from left: Browser) {
    let name = left.document.identity
    if browser.files.edited.contains(where: { $0.name == name }), !left.unsaved.isEmpty {
      otherJournals[name] = journal.writeNow(left).map { _ in journal }
    } else {
      journal.end(keeping: false)
    }
    journal = otherJournals.removeValue(forKey: browser.document.identity) ?? JournalKeeper()
  }

  /// Saves the view of the file for the next time it is opened.
  private func keepView() {
    guard browser.remembersViews, let path = browser.document.path else { return }
    RememberedViews.keep(browser.rememberedView, of: path)
  }

  private mutating func rescue(_ request: RescueRequest) {
    do throws(SaveError) {
      // A large document keeps its journal instead, because a long write may be killed before it ends.
      if request.content.count > Self.maximumRescuedWhole, let fate = keepJournal(of: request.identity) {
        return exitMessages.append("\(request.name): the unsaved edits \(fate)")
      }
      exitMessages.append("\(request.name): the unsaved edits are in \(try request.perform())")
    } catch {
      let fate = keepJournal(of: request.identity) ?? "are lost"
      exitMessages += ["\(error)", "\(request.name): the unsaved edits \(fate)"]
    }
  }

  /// The size above which writing a document takes more than 50 ms.
  private static let maximumRescuedWhole = 1 << 24

  /// Leaves the journal of a file for the next session.
  ///
  /// - Returns: a message about the unsaved edits; nil if there is no journal.
  private mutating func keepJournal(of identity: String) -> String? {
    guard identity == browser.document.identity else {
      return otherJournals.removeValue(forKey: identity).map { keeper in
        var keeper = keeper
        keeper.end(keeping: true)
        return "can be recovered when the file is opened"
      }
    }
    return journal.writeNow(browser).map { path in
      journal.end(keeping: true)
      return "are in \(path), and can be recovered when the file is opened"
    }
  }
}

// MARK: - Long changes

extension BrowserLoop {
  /// The conditions under which a change of the browser may be canceled.
  private enum Duty {
    /// Canceled by Esc, ^C and the end of the program.
    case event
    /// Canceled only by the end of the program, because reports of completed work must not be lost.
    case report
    /// Never canceled, because a file is being written.
    case lasting
  }

  /// Changes the browser on another thread. The screen reports a change that takes long.
  private mutating func answer(_ duty: Duty = .report, _ change: @escaping PendingAnswer.Change) {
    defer { performEffects() }
    guard let answer = PendingAnswer(browser, wake: terminal.waker, change) else { return change(&browser) }
    if let changed = answer.result(within: patience) {
      browser = changed
      return
    }
    let stop = browser.outline.records.stop
    let start = ContinuousClock.now
    var stopped: ContinuousClock.Instant?
    while true {
      if let changed = answer.result(within: .zero) {
        stop.reset()
        if stopped != nil, duty == .event { return leaveStopped() }
        browser = changed
        return
      }
      if let stopped, stopped.duration(to: .now) > Self.longestStop {
        browser.forgetRecords()
        return leaveStopped()
      }
      let advice = duty == .event && stopped == nil ? "  (Esc stops it)" : ""
      show(start.duration(to: .now), advice, isStopped: stopped != nil)
      let timeout = terminal.waker == nil || stopped != nil ? 20 : 250
      if noteTyped(terminal.nextEvent(timeout: timeout), duty), stopped == nil {
        stopped = .now
        if duty == .event { stop.cancel() }
      }
    }
  }

  /// The time to wait for the end of a canceled change.
  private static let longestStop = Duration.milliseconds(50)

  private mutating func leaveStopped() {
    // An open command line is closed; a value editor stays open.
    if case .typing = browser.mode { browser.handle(.key(.escape)) }
    browser.message = .warning("Stopped: nothing was changed")
  }

  /// Stores an event for later, unless the event cancels the current change.
  ///
  /// - Returns: whether the event cancels the change.
  private mutating func noteTyped(_ event: Event?, _ duty: Duty) -> Bool {
    switch event {
    case nil, .wake: return false
    case .terminate:
      typedAhead = [.terminate]
      return duty != .lasting
    case .key(.control("c")) where duty == .event, .key(.escape) where duty == .event && typedAhead.isEmpty:
      typedAhead = []
      return true
    case .key where typedAhead.count > Self.maximumTypedAhead: return false
    case let event?:
      typedAhead.append(event)
      return false
    }
  }

  private static let maximumTypedAhead = 1000

  /// Shows the elapsed time of a pending change on the bottom line.
  private func show(_ time: Duration, _ advice: String, isStopped: Bool) {
    guard var frame = shown, !frame.lines.isEmpty else { return }
    let seconds = time.components.seconds
    let words = isStopped ? "Stopping" : seconds == 0 ? "Working" : "Working for \(seconds) s"
    let message = Message.note("\(words)…\(advice)")
    while frame.lines.count < frame.size.rows { frame.lines.append([]) }
    frame.lines[frame.lines.count - 1] = message.spans(cells: frame.size.columns)
    frame.cursor = nil
    terminal.draw(frame)
  }
}

extension Browser {
  /// The candidate models of the document.
  var models: [ModelDescription] { document.models }
  /// The inference of models for files that no candidate model fits; nil if the program infers no models.
  var inference: (any ModelInference)? { document.inference }
}
