import Mantle

/// Answers from the world: what became of what the browser wanted done.
extension Browser {
  /// Takes in what an effect or background work came to.
  mutating func receive(_ report: Report) {
    defer { inferAnew() }
    switch report {
    case .saved(let order, let fingerprint, let bytes): saved(order, fingerprint, bytes)
    case .noted(let words): editor.message = .note(words)
    case .exported(let order, let bytes):
      let part = order.part.map { " \($0.words)" } ?? ""
      editor.message = .note("\(order.path): exported\(part), \(Words.count(bytes, "byte"))\(leftOut)")
    case .defined(let order, let bytes):
      editor.view.outline.update { $0.keep(order.decisions) }
      editor.message = .note("\(order.path): written, \(Words.count(bytes, "byte"))")
    case .opened(let source): replaceDocument(source)
    case .other(let path, let bytes, .compare):
      editor.comparison = nil
      compare(JSONKeyPath(), with: path, bytes)
    case .other(let path, let bytes, .merge): merge(path, bytes)
    case .listed(let folder, let names): LinePrompt.complete(&self, folder: folder, names: names)
    case .edited(let order, let text): EditorOrder.take(&self, order, text)
    case .offered(let source, let order): show(source, order)
    case .journal(let outcome): apply(outcome)
    case .onDisk(let found): notice(onDisk: found)
    case .incoming: showIncoming()
    case .unrecoverable(let order, let reason): passOver(order, reason)
    case .failed(let words): editor.message = .error(words)
    default: break
    }
  }

  /// The file to keep an eye on; nil where the text came from none.
  var watchedPath: String? { document.path }

  /// Whether the file is looked at now and then, whatever is done.
  var followsFile: Bool { options.follow && document.path != nil }

  /// Whether there is something new to be seen now and then, whatever is done.
  var isWatching: Bool { followsFile || document.incoming != nil }

  /// Shows more of a text that is still being read, while nothing in it is edited, and not before what there was is counted:
  /// what comes faster would otherwise be begun again and again.
  private mutating func showIncoming() {
    guard case .browsing = mode, !document.isModified, running[.count] == nil,
      let incoming = document.incoming
    else { return }
    request(.readOn(incoming))
  }

  /// Reloads the file if it is followed. Otherwise reports once, unless another message is shown, that the
  /// file on disk has changed.
  private mutating func notice(onDisk found: FileFingerprint?) {
    guard case .browsing = mode else { return }
    if followsFile, found != nil, !document.isModified, let path = document.path {
      return request(.open(path: path))
    }
    guard editor.message == nil, editor.update({ $0.hasChanged(onDisk: found) }) else { return }
    editor.message =
      found == nil
      ? .warning("\(document.name) was deleted on disk  (:w! writes it anew)")
      : .warning("\(document.name) changed on disk  (:compare % shows how, :e! reads it, :w! overwrites it)")
  }

  private mutating func saved(_ order: SaveOrder, _ fingerprint: FileFingerprint, _ bytes: Int) {
    let changes = order.changes.map { ": \($0)" } ?? ""
    var part = document.isPart ? " (what had come so far)" : ""
    if order.path != document.path, editor.isNarrowed {
      part += " (the whole file; :export writes what is shown or selected)"
    }
    var left = ""
    if case .archive? = order.form, document.archive == nil { left = leftOut }
    let words = Message.note("\(order.path): saved, \(Words.count(bytes, "byte"))\(part)\(changes)\(left)")
    editor.message = words
    if order.opens { messageOnOpening = (order.path, words) }
    if order.isOwnFile {
      // What was taken over is in the file now.
      if let recovery = document.recovery { request(.discard([recovery.leftover])) }
      let text = editor.currentText.splices
      editor.update { $0.markSaved(as: order.path, fingerprint, text) }
    }
    if order.opens { request(.open(path: order.path)) }
    if order.quits { request(.quit) }
  }

  /// A note about the unmapped keys that a file with only the models lacks.
  private var leftOut: String {
    let count = editor.findings.unmapped.count
    return count == 0 ? "" : ", without \(Words.count(count, "unmapped key"))  (gu lists them)"
  }

  private mutating func replaceDocument(_ source: DocumentSource) {
    let isSameFile = source.path == document.path
    let (continuing, former) = (document.incoming != nil && isSameFile, editor.message)
    let saved = messageOnOpening.flatMap { $0.path == source.path ? $0.message : nil }
    var fresh = Browser(source, size: size, commands: commands)
    fresh.typed = typed
    fresh.options = options
    fresh.registers = editor.registers.elsewhere
    fresh.keys = keys
    fresh.otherFile = isSameFile ? otherFile : document.path ?? otherFile
    let filters = isSameFile ? outline.filters.map(\.words) : []
    if isSameFile {
      if !document.decisions.isEmpty, fresh.document.isReadAsInferred == document.isReadAsInferred {
        try? fresh.editor.read(deciding: document.decisions)
      }
      fresh.showAgain(self)
    }
    for kind in running.kinds { cancel(kind) }
    (fresh.running, fresh.effects) = (running, effects)
    fresh.configurationProblems = configurationProblems
    let isFolded = isSameFile && !isFoldedAsOpened
    self = fresh
    if !isFolded, !options.follow { editor.view.openWhatFits() }
    editor.view.keepInSight()
    editor.message =
      document.recoveryMessage ?? saved ?? .note("\(document.name): \(isSameFile ? "read anew" : "opened")")
    if continuing { editor.message = former }
    if !isSameFile { showAsLeft() }
    startChecking()
    for filter in filters { attempt { try ElementFilter.narrow(&$0, filter) } }
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
    if options.follow, old.cursor.id == old.outline.last.id { editor.view.setCursor(outline.last) }
  }
}
