import Mantle

extension Browser {
  mutating func performFile(_ invocation: Invocation) -> [Effect] {
    switch invocation.id {
    case .commandLine:
      mode = .typing(LinePrompt(purpose: .command, line: LineEditor(history: typed[":"] ?? [])))
    case .write: return write(to: invocation.argument, forced: false)
    case .writeForced: return write(to: invocation.argument, forced: true)
    case .writeAndQuit:
      return document.isModified ? write(to: "", forced: false, quits: true) : [.quit]
    case .quit: return leave(.quit, else: Invocation(.quitForced))
    case .quitForced: return [.quit]
    case .reopen: return reopen(invocation.argument)
    case .reopenForced: return open(path(or: invocation.argument))
    case .export: return export(to: invocation.argument, forced: false)
    case .exportForced: return export(to: invocation.argument, forced: true)
    case .archive: return archive(to: invocation.argument, forced: false)
    case .archiveForced: return archive(to: invocation.argument, forced: true)
    case .recover: return recover()
    case .discard: return discard(invocation.argument)
    case .information: mode = .reading(document.information)
    case .diff: mode = .reading(document.differences.screen(document.name, width: size.columns))
    case .suspend: return [.suspend]
    case .cancel: return cancel()
    default: break
    }
    return []
  }

  // MARK: - Saving

  private mutating func write(to path: String, forced: Bool, quits: Bool = false) -> [Effect] {
    guard let target = path.isEmpty ? document.path : path else {
      message = .error("There is no file to save to; :w PATH names one")
      return []
    }
    guard target == document.path else { return writeCopy(to: target, forced: forced) }
    if !document.isModified, !forced {
      message = .note("\(document.name): nothing to save")
      return quits ? [.quit] : []
    }
    return saveIfWritable(
      SaveOrder(
        content: document.currentText(), path: target, replacing: replacingOwnFile(forced),
        form: document.ownForm, source: forced ? nil : document.mapped, isOwnFile: true, quits: quits,
        changes: document.changeWords))
  }

  private func replacingOwnFile(_ forced: Bool) -> FileSaver.Replacing {
    guard !forced, let fingerprint = document.fingerprint else { return .anything }
    return .file(fingerprint)
  }

  private mutating func writeCopy(to path: String, forced: Bool) -> [Effect] {
    saveIfWritable(
      copy(to: path, as: document.form(for: path), forced: forced, isOwnFile: document.adopts(path)))
  }

  private func copy(to path: String, as form: SavedForm?, forced: Bool, isOwnFile: Bool) -> SaveOrder {
    SaveOrder(
      content: document.currentText(), path: path, replacing: forced ? .anything : .nothing, form: form,
      source: forced ? nil : document.mapped, isOwnFile: isOwnFile)
  }

  private mutating func saveIfWritable(_ order: SaveOrder) -> [Effect] {
    if case .archive? = order.form, let reason = document.archive?.whyReadOnly {
      message = .error("This archive is read-only: \(reason)  (:w PATH.json saves its JSON)")
      return []
    }
    return save(order)
  }

  private mutating func export(to path: String, forced: Bool) -> [Effect] {
    if case .archive? = FileSuffix(of: path) {
      message = .error(":export writes JSON  (:archive \(path) writes an archive)")
      return []
    }
    return document.exportOrder(path: path, forced: forced).map { [.export($0)] } ?? []
  }

  private mutating func archive(to path: String, forced: Bool) -> [Effect] {
    var format = ArchiveFormat.binary
    if case .archive(let named)? = FileSuffix(of: path) { format = named }
    var order = copy(
      to: path, as: .archive(document.saving(as: format)), forced: forced, isOwnFile: false)
    order.forced = ":archive!"
    return saveIfWritable(order)
  }

  // MARK: - Leaving and opening

  private mutating func leave(_ id: CommandID, else forced: Invocation) -> [Effect] {
    guard document.isModified else { return [.quit] }
    mode = .asking(.leaving(Sanitized(document.name).text, then: forced))
    return []
  }

  private mutating func reopen(_ argument: String) -> [Effect] {
    guard !document.isModified else {
      message = .warning("There are unsaved edits (:w saves them, :e! drops them)")
      return []
    }
    return open(path(or: argument))
  }

  private mutating func open(_ path: String) -> [Effect] {
    guard !path.isEmpty else {
      message = .error("There is no file to open anew; :e PATH names one")
      return []
    }
    return [.open(path: path)]
  }

  private func path(or argument: String) -> String { argument.isEmpty ? document.path ?? "" : argument }

  private mutating func cancel() -> [Effect] {
    let kinds = running.keys.filter { $0 != .count }
    if kinds.isEmpty {
      search.isHighlighting = false
      return []
    }
    // Whether a file was written before it could be stopped is still to be heard; counting is soon over.
    for kind in kinds where kind != .save { end(kind) }
    search.stepsLeft = 0
    findings.stop()
    message = .note("Cancelled")
    return kinds.map { Effect.cancel($0) }
  }
}

extension Browser {
  // MARK: - Typing at the bottom line

  mutating func type(_ key: Key, _ prompt: LinePrompt) -> [Effect] {
    switch key {
    case .escape, .control("c"):
      mode = .browsing
    case .backspace where prompt.line.text.isEmpty:
      mode = .browsing
    case .enter:
      mode = .browsing
      return accept(prompt)
    case .control("l"):
      return [.redraw]
    default:
      var prompt = prompt
      prompt.line.handle(key)
      mode = .typing(prompt)
    }
    return []
  }

  private mutating func accept(_ prompt: LinePrompt) -> [Effect] {
    let text = prompt.line.text
    let shelf = prompt.purpose == .command ? ":" : "/"
    if !text.isEmpty, typed[shelf]?.last != text { typed[shelf, default: []].append(text) }
    switch prompt.purpose {
    case .search(let forward): return startSearch(text, forward: forward)
    case .command: break
    }
    switch TypedCommand.read(text) {
    case .nothing: return []
    case .refused(let reason):
      message = .error(reason)
      return []
    case .invoke(let invocation): return perform(invocation)
    }
  }

  // MARK: - Answers from the world

  /// Takes in what an effect or background work came to.
  public mutating func receive(_ report: Report) -> [Effect] {
    switch report {
    case .saved(let order, let fingerprint, let bytes):
      return saved(order, fingerprint, bytes)
    case .copied(let words):
      message = .note(words)
    case .exported(let path, let bytes):
      message = .note("\(path): exported, \(Words.count(bytes, "byte"))")
    case .opened(let source):
      return replaceDocument(source)
    case .onDisk(let found):
      notice(onDisk: found)
    case .failed(let words):
      message = .error(words)
    case .work(let report):
      return take(report)
    }
    return []
  }

  /// The file to keep an eye on; nil where the text came from none.
  var watchedPath: String? { document.path }

  /// Says once, and not over something else, that what is shown is no longer what is on disk.
  private mutating func notice(onDisk found: FileFingerprint?) {
    guard case .browsing = mode, message == nil, document.hasChanged(onDisk: found) else { return }
    message = .warning("\(document.name) changed on disk  (:e! reads it anew, :w! overwrites it)")
  }

  private mutating func saved(_ order: SaveOrder, _ fingerprint: FileFingerprint, _ bytes: Int) -> [Effect] {
    let changes = order.changes.map { ": \($0)" } ?? ""
    message = .note("\(order.path): saved, \(Words.count(bytes, "byte"))\(changes)")
    var effects: [Effect] = []
    if order.isOwnFile {
      // What was taken over is in the file now.
      if let recovery = document.recovery { effects.append(.discard([recovery.leftover])) }
      document.markSaved(as: order.path, fingerprint)
    }
    return effects + (order.quits ? [.quit] : [])
  }

  /// Shows what another browser shows of the file as it was.
  private mutating func stand(like old: Browser) {
    outline = Outline(document, view: old.outline.view, folds: outline.folds)
    let fresh = outline
    outline.folds = old.outline.folds.moved { id in
      guard let row = old.outline.row(id) else { return nil }
      let same = fresh.row(like: row)
      return same.depth == row.depth ? same.id : nil
    }
    cursor = outline.row(like: old.cursor)
    cursorLine = old.cursorLine
  }

  private mutating func replaceDocument(_ source: DocumentSource) -> [Effect] {
    let isSameFile = source.path == document.path
    var fresh = Browser(source, size: size)
    fresh.typed = typed
    fresh.options = options
    fresh.register = register
    if isSameFile { fresh.stand(like: self) }
    let cancelled = fresh.succeed(self)
    self = fresh
    keepInSight()
    message = document.recoveryMessage ?? .note("\(document.name): opened")
    return cancelled + begin()
  }
}
