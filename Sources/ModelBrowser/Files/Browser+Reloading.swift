import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// The treatment of unsaved edits when their text is read again or another file is opened.
enum UnsavedEdits: Sendable {
  case kept, dropped
  /// There are no unsaved edits, because the text was just saved.
  case saved
}

/// Opening a file, reloading it, and appending data that was added to it.
extension Browser {
  /// Shows a document that was read: another file, or the current contents of the same file.
  mutating func open(_ source: DocumentSource, _ edits: UnsavedEdits) {
    attempt { browser in
      guard source.identity == browser.document.identity, edits == .kept, browser.document.isModified else {
        return try browser.replaceDocument(source, edits)
      }
      guard try !browser.document.savedText().isEqual(to: source.bytes) else {
        browser.editor.update { $0.markUnchanged(as: source.fingerprint) }
        throw Message.note(
          "\(browser.document.name) has not changed on disk; the unsaved edits are unchanged")
      }
      try Recovery.carry(in: &browser, over: source)
    }
  }

  fileprivate mutating func replaceDocument(_ source: DocumentSource, _ edits: UnsavedEdits = .dropped) throws
  {
    let isSameFile = source.identity == document.identity
    let (continuing, former) = (document.incoming != nil && isSameFile, editor.message)
    var fresh = Browser(source, size: size, commands: commands)
    fresh.options = options
    if let recovery = source.recovery { try fresh.editor.become(recovery.text, as: recovery.summary) }
    let filters = isSameFile ? outline.filters.map(\.words) : []
    if isSameFile {
      if !document.decisions.isEmpty, fresh.document.isReadAsInferred == document.isReadAsInferred {
        try? fresh.editor.read(deciding: document.decisions)
      }
      fresh.showAgain(self)
      let place = fresh.cursor.editedPlace
      fresh.editor.update { $0.history.lastView?.cursor = place }
    }
    let isFolded = isSameFile && !isFoldedAsOpened
    goOn(as: fresh, edits)
    if !isFolded, !options.follow { editor.view.openWhatFits() }
    editor.view.keepInSight()
    let news =
      edits == .saved
      ? former
      : source.recovery.map { _ in
        Message.note("Restored the unsaved edits: gc shows them, :w saves them, :e! drops them")
      } ?? document.leftoverMessage
    editor.message =
      news ?? document.noticeMessage
      ?? .note("\(document.name): \(isSameFile ? "reloaded" : "opened")")
    if continuing { editor.message = former }
    if !isSameFile {
      showAsLeft()
      showDelimited()
    }
    startChecking()
    for filter in filters { attempt { try ElementFilter.narrow(&$0, filter) } }
    editor.message = news ?? editor.message
    if let conflicts = source.recovery?.conflicts {
      Comparison.note(conflicts, in: &self, with: source.bytes)
    }
    OpenFiles.showGoal(&self)
  }

  /// Restores the state of another open file.
  ///
  /// - Returns: false if the file must be read, because it is not open, or changed on disk and has no unsaved edits.
  mutating func resume(_ name: String, leaving edits: UnsavedEdits) -> Bool {
    guard name != document.identity, let left = files.takeLeft(name) else { return false }
    let size = size
    goOn(as: Browser(left, commands: commands), edits)
    resize(size)
    editor.message =
      document.isModified
      ? .note("\(document.name): with its unsaved edits  (:w saves them, q asks)")
      : document.noticeMessage ?? .note("\(document.name): shown again")
    startChecking()
    OpenFiles.showGoal(&self)
    if files.isSavingAll, let saving = commands.command(named: "wq") {
      files.isSavingAll = false
      perform(Invocation(saving.command))
    }
    return true
  }

  /// Continues with another document. Keeps the state of the session and the unsaved edits of the previous file.
  private mutating func goOn(as other: Browser, _ edits: UnsavedEdits) {
    var fresh = other
    let isOther = other.document.identity != document.identity
    if isOther { files.leave(editor, edits) }
    files.add(other.document.identity)
    fresh.otherFile = isOther ? document.identity : otherFile
    fresh.lastList = isOther && lastList?.kind == .files ? lastList : nil
    (fresh.files, fresh.typed, fresh.options, fresh.keys) = (files, typed, options, keys)
    fresh.editor.registers = editor.registers.elsewhere
    (fresh.isPicking, fresh.configurationProblems) = (isPicking, configurationProblems)
    for kind in running.kinds where kind != .files { cancel(kind) }
    (fresh.running, fresh.effects) = (running, effects)
    self = fresh
  }

  /// Restores the view of the file after a reload. A cursor at the end of the file stays at the end.
  private mutating func showAgain(_ old: Browser) {
    editor.view.restorePosition(of: old.view)
    let rows = RowFollower(from: old.outline, to: outline, isReloaded: true)
    editor.marks = old.marks.compactMapValues { mark in
      guard mark.view == outline.view, let row = rows.id(after: mark.row) else { return nil }
      return Mark(row: row, view: mark.view, place: mark.place)
    }
    search = old.search
    search.hits = []
    search.counter = nil
    if options.follow, old.editor.view.isAtEnd { editor.view.goToEnd() }
  }

  // MARK: - Growing

  /// Whether values added at the end can be appended without reading the whole text again.
  var canGrow: Bool {
    document.canGrow && outline.filters.allSatisfy { if case .container = $0.list { true } else { false } }
  }

  /// Whether work is running that a reload would restart; a text may change faster than the work ends.
  var isBusy: Bool {
    [.count, .filter, .sort, .total, .columns, .result].contains { running[$0] != nil }
  }

  /// Whether text may be appended to the document, because its input is still arriving or its file is followed.
  var isGrowing: Bool { document.incoming != nil || options.follow }

  /// Appends data to the document. The work does not depend on the size of the document: rows keep their identifiers, and
  /// counts remain valid.
  mutating func grow(
    _ text: JSONBytes, _ fingerprint: FileFingerprint?, _ incoming: (any IncomingText)?
  ) {
    stayAtEnd { $0.grow(to: text) { $0.grow(to: text, fingerprint, incoming) } }
    let outline = outline
    editor.view.table?.grow(in: outline)
    ElementFilter.goOn(&self)
    cancel(.count)
    startCounting()
    guard running[.check] == nil, running[.infer] == nil else { return }
    // A large text is checked again when its size has doubled, so that each byte is checked only a few times.
    if isGrowing, text.count > InferredModel.maximumReadWhole, text.count < 2 * editor.findings.end {
      editor.findings.stop(before: text.count)
    } else {
      startChecking()
    }
  }
}

extension Browser {
  /// Changes the view. A cursor at the end of a followed file stays at the end.
  mutating func stayAtEnd(_ change: (inout Viewport) -> Void) {
    let isAtEnd = options.follow && editor.view.isAtEnd
    change(&editor.view)
    if isAtEnd { editor.view.goToEnd() }
  }
}

extension Recovery {
  /// Merges the unsaved edits into the current contents of the file, as one undo step, and finds the conflicts.
  ///
  /// - Throws: a message that says why the file is not reloaded; the edits are then unchanged.
  static func carry(in browser: inout Browser, over source: DocumentSource) throws {
    let document = browser.document
    func refusal(_ reason: String) -> Message {
      .error("\(document.name): not reloaded: \(reason)  (:w! overwrites the file, :e! drops the edits)")
    }
    let text = browser.currentText
    guard max(text.count, source.bytes.count) <= maximumMerged else {
      throw refusal("edits can be merged into files of up to 64 MB only")
    }
    do {
      let merge = try ThreeWayMerge(base: document.savedText(), edited: text.text(), file: source.bytes)
      var carrying = source
      carrying.recovery = Recovery(
        text: try SplicedBytes(source.bytes, splices: merge.splices).text(),
        leftover: document.recovered, summary: "kept the unsaved edits", conflicts: merge.conflicts)
      carrying.leftovers.removeAll { $0 == document.recovered }
      try browser.replaceDocument(carrying)
    } catch {
      throw refusal("\(error)")
    }
  }

  /// The maximum size of a text that is merged, since three texts are held in memory.
  static let maximumMerged = 1 << 26
}
