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
      receive(folder: folder, names: names)
    case .offered(let source, let order):
      show(source, order)
    case .journal(let outcome):
      take(outcome)
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

  func isNews(onDisk found: FileFingerprint?) -> Bool { document.isNews(onDisk: found) }

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
    var fresh = Browser(source, size: size, commands: commands)
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
