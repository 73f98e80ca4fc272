import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// A request to read a file with the unsaved edits of an earlier session.
struct RecoveryRequest: Sendable {
  /// The purpose of reading the recovered edits.
  enum Purpose: Sendable, Hashable {
    /// Ask the user whether to recover the edits.
    case ask
    case show
    case take
  }

  let path: String
  let leftover: Leftover
  let purpose: Purpose

  /// Reads the file with the edits; nothing is written, moved or deleted.
  ///
  /// - Throws: an error whose description says why the edits cannot be recovered; the edits are retained.
  func perform(by reader: DocumentSource.Reader) throws -> DocumentSource {
    var source = try reader(path, nil)
    source.findEarlierSessions()
    if let incoming = source.incoming {
      while !incoming.isOver { usleep(1_000) }
      (source.bytes, source.incoming) = (try incoming.text(), nil)
    }
    guard let file = OwnedFile(leftover.path) else {
      throw EditRefused(description: "\(leftover.path) was deleted")
    }
    let recovered: (text: JSONBytes, conflicts: [MergeConflict]?)
    if leftover.form == .journal {
      guard let journal = Journal(reading: try file.bytes()), journal.file == source.journalPath?.resolvedPath
      else { throw EditRefused(description: "\(leftover.path) is damaged") }
      recovered = try text(of: journal, source)
    } else {
      recovered = (try file.bytes(), nil)
    }
    source.leftovers.removeAll { $0 == leftover }
    source.recovery = Recovery(
      text: recovered.text, leftover: leftover, summary: "recovered the edits of \(leftover.date)",
      conflicts: recovered.conflicts)
    return source
  }

  private func text(
    of journal: Journal, _ source: DocumentSource
  ) throws -> (text: JSONBytes, conflicts: [MergeConflict]?) {
    switch journal.content {
    case .text(let text):
      // The recovered text of an archive may only be valid for the archive that it was converted from.
      guard journal.fits(source.journalFingerprint) else { throw changed(path) }
      return (JSONBytes(text, isNDJSON: source.bytes.isNDJSON), nil)
    case .changes(let mark, let splices):
      guard try TextMark(SplicedBytes(source.bytes)) == mark,
        mark.isExact || journal.fits(source.journalFingerprint)
      else { return try merged(splices, of: mark, with: source.bytes) }
      return (try SplicedBytes(source.bytes, splices: splices).held(), nil)
    }
  }

  /// Merges the edits with a file that has changed since.
  private func merged(
    _ splices: [JSONSplice], of mark: TextMark, with file: JSONBytes
  ) throws -> (text: JSONBytes, conflicts: [MergeConflict]?) {
    guard file.count <= Recovery.maximumMerged, let kept = JournalFile.base(of: leftover.path),
      let base = try? kept.bytes(), try TextMark(SplicedBytes(base)) == mark
    else { throw changed(path) }
    let merge = try ThreeWayMerge(
      base: base, edited: SplicedBytes(base, splices: splices).text(), file: file)
    return (try SplicedBytes(file, splices: merge.splices).text(), merge.conflicts)
  }

  private func changed(_ path: String) -> EditRefused {
    EditRefused(description: "\(path) has changed since; the edits are in \(leftover.path)")
  }
}

/// Unsaved edits to apply to a file that was read: from an earlier session, or from this session when the file is reloaded.
struct Recovery: Sendable {
  /// The text of the file with the unsaved edits.
  let text: JSONBytes
  /// The unsaved edits of the earlier session; nil if the edits are from this session.
  let leftover: Leftover?
  /// The description of the undo step that applies the edits.
  let summary: String
  /// The values that also changed in the file, as conflicts; nil if the file did not change.
  var conflicts: [MergeConflict]?
}

extension SplicedBytes {
  /// Returns the text in memory or, if it is large, in a temporary file that is deleted when the text is released.
  func held() throws -> JSONBytes {
    guard count > 1 << 26, let draft = try? FileDraft.temporary(),
      (try? original.write(applying: splices, to: draft.descriptor)) == true
    else { return try text() }
    return try draft.text()
  }
}
