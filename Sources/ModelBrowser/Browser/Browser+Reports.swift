import Mantle

/// Answers from the world: what became of what the browser wanted done.
extension Browser {
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
    case .listed(let folder, let names):
      LinePrompt.complete(&self, folder: folder, names: names)
    case .edited(let order, let text):
      EditorOrder.take(&self, order, text)
    case .offered(let source, let order):
      show(source, order)
    case .journal(let outcome):
      apply(outcome)
    case .onDisk(let found):
      notice(onDisk: found)
    case .unrecoverable(let order, let reason): passOver(order, reason)
    case .failed(let words):
      message = .error(words)
    case .work(let report):
      return apply(report)
    }
    return []
  }

  /// The file to keep an eye on; nil where the text came from none.
  var watchedPath: String? { document.path }

  /// Says once, and not over something else, that what is shown is no longer what is on disk.
  private mutating func notice(onDisk found: FileFingerprint?) {
    guard case .browsing = mode, message == nil, update({ $0.hasChanged(onDisk: found) }) else { return }
    message =
      found == nil
      ? .warning("\(document.name) was deleted on disk  (:w! writes it anew)")
      : .warning("\(document.name) changed on disk  (:e! reads it anew, :w! overwrites it)")
  }

  private mutating func saved(_ order: SaveOrder, _ fingerprint: FileFingerprint, _ bytes: Int) -> [Effect] {
    let changes = order.changes.map { ": \($0)" } ?? ""
    message = .note("\(order.path): saved, \(Words.count(bytes, "byte"))\(changes)")
    var effects: [Effect] = []
    if order.isOwnFile {
      // What was taken over is in the file now.
      if let recovery = document.recovery { effects.append(.discard([recovery.leftover])) }
      let text = currentText.splices
      update { $0.markSaved(as: order.path, fingerprint, text) }
    }
    return effects + (order.quits ? [.quit] : [])
  }

  private mutating func replaceDocument(_ source: DocumentSource) -> [Effect] {
    let isSameFile = source.path == document.path
    var fresh = Browser(source, size: size, commands: commands)
    fresh.typed = typed
    fresh.options = options
    fresh.registers = registers
    fresh.keys = keys
    if isSameFile { fresh.view.restorePosition(of: view) }
    fresh.running = running.ended
    let cancelled = running.kinds.map { Effect.cancel($0) }
    self = fresh
    view.keepInSight()
    message = document.recoveryMessage ?? .note("\(document.name): opened")
    if !isSameFile { showAsLeft() }
    return cancelled + begin()
  }
}
