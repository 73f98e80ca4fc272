import Mantle
import MantleFiles

/// Handles reports: the results of effects and of background work.
extension Browser {
  /// Handles the result of an effect or of background work.
  mutating func receive(_ report: Report) {
    let before = tablePlace
    defer {
      settle(since: before)
      inferAnew()
    }
    switch report {
    case .saved(let order, let fingerprint, let bytes): saved(order, fingerprint, bytes)
    case .rowsSaved(let order, let stored): order.finish(&self, stored)
    case .noted(let words): editor.message = .note(words)
    case .exported(let order, let bytes):
      let part = order.part.map { " \($0.words)" } ?? ""
      editor.message = .note("\(order.path): exported\(part), \(Words.count(bytes, "byte"))\(leftOut)")
    case .defined(let order, let bytes):
      editor.view.outline.update { $0.keep(order.decisions) }
      editor.message = .note("\(order.path): written, \(Words.count(bytes, "byte"))")
    case .opened(let source, let edits): open(source, edits)
    case .grown(let text, let fingerprint, let incoming): grow(text, fingerprint, incoming)
    case .other(let path, let bytes, .compare):
      editor.comparison = nil
      Comparison.start(in: &self, at: JSONKeyPath(), with: path, bytes)
    case .other(let path, let bytes, .merge): MergedText.start(in: &self, with: path, bytes)
    case .listed(let folder, let names): LinePrompt.complete(&self, folder: folder, names: names)
    case .edited(let order, let text): EditorOrder.take(&self, order, text)
    case .offered(let source, let order): order.show(source, in: &self)
    case .journal(let outcome): apply(outcome)
    case .onDisk(let found): notice(onDisk: found)
    case .incoming: showIncoming()
    case .unrecoverable(let order, let reason): order.passOver(reason, in: &self)
    case .failed(let words): editor.message = .error(words)
    default: break
    }
  }

  /// The path of the file to watch; nil if the document was not read from a file.
  var watchedPath: String? { document.path }

  /// Whether the file is checked for changes periodically.
  var followsFile: Bool { options.follow && document.path != nil }

  /// Whether the document can change without user input (a followed file or an open pipe).
  var isWatching: Bool { followsFile || document.incoming != nil }

  /// Shows more of a text that is still being read. A text that is read again from its beginning waits for its work: what
  /// comes faster would otherwise be begun again and again.
  private mutating func showIncoming() {
    guard case .browsing = mode, let incoming = document.incoming,
      canGrow || !document.isModified && !isBusy
    else { return }
    request(.readOn(incoming))
  }

  /// Reloads the file if it is followed. Otherwise reports once, unless another message is shown, that the
  /// file on disk has changed.
  private mutating func notice(onDisk found: FileFingerprint?) {
    guard case .browsing = mode else { return }
    if followsFile, found != nil, canGrow || !isBusy, let path = document.path {
      // A file that cannot be read is read again when it changes.
      editor.update { _ = $0.hasChanged(onDisk: found) }
      return request(.open(path: path, .kept))
    }
    guard editor.message == nil, editor.update({ $0.hasChanged(onDisk: found) }) else { return }
    editor.message =
      found == nil
      ? .warning("\(document.name) was deleted on disk  (:w! writes it again)")
      : .warning(
        "\(document.name) changed on disk  (:compare % shows how, :e reloads it, :w! overwrites it)")
  }

  private mutating func saved(_ order: SaveOrder, _ fingerprint: FileFingerprint, _ bytes: Int) {
    let changes = order.changes.map { ": \($0)" } ?? ""
    var part = document.isPart ? " (what had come so far)" : ""
    if order.path != document.path, editor.isNarrowed {
      part += " (the whole file; :export writes what is shown or selected)"
    }
    var left = ""
    if case .archive? = order.form, document.archive == nil { left = leftOut }
    editor.message = .note("\(order.path): saved, \(Words.count(bytes, "byte"))\(part)\(changes)\(left)")
    if order.isOwnFile {
      // The file now contains the recovered edits, so that their journal can be deleted.
      if let leftover = document.recovered { request(.discard([leftover])) }
      if document.path == nil { files.remove(document.identity) }
      let text = editor.currentText.splices
      // The other references to the changed objects show their contents after a reload.
      if !order.quits, editor.hasSharedEdits { request(.open(path: order.path, .saved)) }
      editor.update { $0.markSaved(as: order.path, fingerprint, text) }
    }
    if order.quits { OpenFiles.quit(&self, .kept, isSavingAll: true) }
  }

  /// A note about the unmapped keys that a file with only the models lacks.
  private var leftOut: String {
    let count = editor.findings.unmapped.count
    return count == 0 ? "" : ", without \(Words.count(count, "unmapped key"))  (gu lists them)"
  }
}
