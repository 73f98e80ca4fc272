import Mantle
import MantleFiles

// The reports about the open file, and about files that were read or written.
extension Report {
  static func saved(_ request: SaveRequest, _ fingerprint: FileFingerprint, bytes: Int) -> Report {
    Report { $0.saved(request, fingerprint, bytes) }
  }

  static func rowsSaved(_ request: RowsRequest, _ stored: JSONBytes?) -> Report {
    Report { request.finish(&$0, stored) }
  }

  static func exported(_ request: ExportRequest, bytes: Int) -> Report {
    Report {
      let part = request.part.map { " \($0.words)" } ?? ""
      $0.editor.message = .note(
        "\(request.path): exported\(part), \(Words.count(bytes, "byte"))\($0.leftOut)")
    }
  }

  static func defined(_ request: DefinitionRequest, bytes: Int) -> Report {
    Report {
      $0.editor.view.outline.update { $0.keep(request.decisions) }
      $0.editor.message = .note("\(request.path): written, \(Words.count(bytes, "byte"))")
    }
  }

  static func opened(_ source: DocumentSource, _ edits: UnsavedEdits = .kept) -> Report {
    Report { $0.open(source, edits) }
  }

  /// Returns a report that values were appended to the text.
  ///
  /// - Parameters:
  ///   - text: the previous text, followed by the new values.
  ///   - fingerprint: the new fingerprint of the file; nil if the text is not from a file.
  ///   - incoming: the input that is still being read; nil if it has ended.
  static func grown(
    _ text: JSONBytes, _ fingerprint: FileFingerprint?, _ incoming: (any IncomingText)?
  ) -> Report {
    Report { $0.grow(text, fingerprint, incoming) }
  }

  /// A report that more of the stream, or its end, has arrived.
  static let incoming = Report { $0.showIncoming() }

  /// Returns a report of the current fingerprint of the file; nil if the file was removed.
  static func onDisk(_ found: FileFingerprint?) -> Report { Report { $0.notice(onDisk: found) } }

  /// Returns a report of the outcome of writing the unsaved edits to the journal.
  static func journal(_ outcome: JournalFile.Outcome) -> Report { Report { $0.apply(outcome) } }

  /// Returns a report of the file with the edits of an earlier session, for the user to decide about.
  static func offered(_ source: DocumentSource, _ request: RecoveryRequest) -> Report {
    Report { request.show(source, in: &$0) }
  }

  /// Returns a report of edits of an earlier session that cannot be recovered, and of the reason.
  static func unrecoverable(_ request: RecoveryRequest, reason: String) -> Report {
    Report { request.passOver(reason, in: &$0) }
  }
}

extension Browser {
  /// The path of the file to watch; nil if the document was not read from a file.
  var watchedPath: String? { document.path }

  /// Whether the file is checked for changes periodically.
  var followsFile: Bool { options.follow && document.path != nil }

  /// Whether the document can change without user input (a followed file or an open pipe).
  var isWatching: Bool { followsFile || document.incoming != nil }

  /// Shows more of a text that is still being read. If the text must be read from its beginning, running work is finished
  /// first: fast input would otherwise restart it again and again.
  fileprivate mutating func showIncoming() {
    guard case .browsing = mode, let incoming = document.incoming,
      canGrow || !document.isModified && !isBusy
    else { return }
    request(.readOn(incoming))
  }

  /// Reloads the file if it is followed. Otherwise reports once, unless another message is shown, that the
  /// file on disk has changed.
  fileprivate mutating func notice(onDisk found: FileFingerprint?) {
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

  fileprivate mutating func saved(_ request: SaveRequest, _ fingerprint: FileFingerprint, _ bytes: Int) {
    let changes = request.changes.map { ": \($0)" } ?? ""
    var part = document.isPart ? " (the input so far)" : ""
    if request.path != document.path, editor.isNarrowed {
      part += " (the whole file; :export writes the shown or selected elements)"
    }
    var left = ""
    if case .archive? = request.form, document.archive == nil { left = leftOut }
    editor.message = .note("\(request.path): saved, \(Words.count(bytes, "byte"))\(part)\(changes)\(left)")
    if request.isOwnFile {
      // The file now contains the recovered edits, so that their journal can be deleted.
      if let leftover = document.recovered { self.request(.discard([leftover])) }
      if document.path == nil { files.remove(document.identity) }
      let text = editor.currentText.splices
      // A reload is necessary for the other references to a changed object to show its new contents.
      if !request.quits, editor.hasSharedEdits { self.request(.open(path: request.path, .saved)) }
      editor.update { $0.markSaved(as: request.path, fingerprint, text) }
    }
    if request.quits { OpenFiles.quit(&self, .kept, isSavingAll: true) }
  }

  /// A note about the unmapped keys that the written file lacks; empty if there are none.
  fileprivate var leftOut: String {
    let count = editor.findings.unmapped.count
    return count == 0 ? "" : ", without \(Words.count(count, "unmapped key"))  (gu lists them)"
  }
}
