import Mantle
import MantleArchiving
import MantleFiles
import MantlePlatform

/// The conversion of a document to the bytes of its file.
extension Document {
  /// The conversion of the text when it is saved to the open file; nil if the bytes are written unchanged.
  var ownForm: SavedForm? { self.archive.map { .archive(saving(as: $0.format)) } }

  /// Returns the conversion of the text when it is saved to another path; nil if the bytes are written unchanged.
  func form(for path: String) -> SavedForm? {
    let (archive, wanted) = (self.archive, FileSuffix(of: path))
    if archive != nil, case .json? = wanted { return nil }
    if archive == nil, wanted == FileSuffix(of: self.name) { return nil }
    switch wanted {
    case .archive(let format): return .archive(saving(as: format, .keyedArchive))
    case .propertyList(let format): return .archive(saving(as: format))
    case .lines: return archive == nil && layout.isSequence ? nil : .lines
    case .json: return layout.isSequence ? .array : nil
    case nil: return ownForm
    }
  }

  /// Returns whether saving to a path makes it the document's own file. The document must have no file yet, and the format of
  /// the path must lose nothing.
  func adopts(_ path: String) -> Bool {
    guard self.path == nil else { return false }
    guard let archive = self.archive else { return form(for: path) == nil }
    if case .archive(let saving)? = form(for: path) {
      return saving.format == archive.format && [nil, archive.graph.kind].contains(saving.kind)
    }
    return false
  }

  /// Returns the conversion that saves the document as an archive.
  ///
  /// - Parameter kind: nil for the kind of the open file; for JSON, nil makes an archive if there are models.
  func saving(as format: ArchiveFormat, _ kind: ArchiveGraph.Kind? = nil) -> ArchiveSaving {
    // An inferred model does not correspond to a class of a program.
    let model = kind == nil && isReadAsInferred ? nil : model
    return ArchiveSaving(
      format: format, kind: kind, original: self.archive, models: self.models, model: model, place: pick.path)
  }

  /// The name under which the text can be read again; nil for a text that cannot be read again.
  var readableName: String? { self.path ?? self.writeRows.map { _ in self.identity } }

  /// Returns the request to write the unsaved edits to a rescue file; nil if the document has no unsaved edits.
  func rescueRequest(_ text: SplicedBytes) -> RescueRequest? {
    guard isModified else { return nil }
    return RescueRequest(
      content: text, name: self.name, paths: SessionFiles.rescuePaths(of: self.journalPath),
      identity: self.identity, source: self.mapped)
  }

  /// Returns a function that makes the journal of the unsaved edits, for another thread, because comparing and
  /// hashing the texts takes time. The result is nil if there are no unsaved edits or if the document cannot be
  /// written back to its source.
  func journal(of text: SplicedBytes) -> (@Sendable () throws -> JournalFile.Content)? {
    guard isModified, let path = self.journalPath, let fingerprint = self.journalFingerprint else {
      return nil
    }
    let (base, written, isArchive, included) = (base, written, self.archive != nil, recovered?.allNames ?? [])
    return {
      func content(_ content: Journal.Content, _ base: JournalFile.Base?) -> JournalFile.Content {
        JournalFile.Content(
          edits: Journal(file: path.resolvedPath, fingerprint, content, includes: included).bytes, base: base)
      }
      if isArchive { return content(.text(try base.applying(text.splices)), nil) }
      let saved = SplicedBytes(base, splices: written)
      let changes = try SpliceDifference(base: base, earlier: saved.splices, later: text.splices).splices()
      let mark = try TextMark(saved)
      guard mark.size <= Recovery.maximumMerged else { return content(.changes(of: mark, changes), nil) }
      let whole = JournalFile.Base(identity: "\(mark.size) \(mark.hash) \(fingerprint.modified)") {
        _ = try saved.original.write(applying: saved.splices, to: $0.descriptor)
      }
      return content(.changes(of: mark, changes), whole)
    }
  }

  /// Returns the request of `:export`, which writes only the mapped keys through the reverse transformers; nil if the document
  /// has no model.
  func exportRequest(_ text: SplicedBytes, path: String, forced: Bool) -> ExportRequest? {
    guard model != nil else { return nil }
    return ExportRequest(
      path: path, source: text, places: pick.places, name: self.name, mapped: self.mapped, isForced: forced)
  }
}

extension JSONBytes {
  func isEqual(to other: JSONBytes) -> Bool { count == other.count && begins(with: other) }

  /// Returns whether the bytes start with the bytes of another text.
  ///
  /// - Complexity: O(*n*), where *n* is the size of `other`.
  func begins(with other: JSONBytes) -> Bool {
    guard count >= other.count else { return false }
    return withBytes(in: 0..<other.count) { start in
      other.withBytes(in: 0..<other.count) { whole in
        start.hasBytes(of: whole)
      }
    }
  }
}
