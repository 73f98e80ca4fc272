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
    if outline.filter != nil { return showAll() }
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
