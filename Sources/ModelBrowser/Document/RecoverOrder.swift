import Mantle
import MantleDocuments
import MantleFiles

/// A request to read a file with the unsaved edits of an earlier session.
struct RecoverOrder: Sendable {
  /// The purpose of reading the recovered edits.
  enum Purpose: Sendable, Hashable {
    /// Ask whether to recover the edits.
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
  func perform(
    models: [ModelDescription], inference: (any ModelInference)? = nil
  ) throws -> DocumentSource {
    let original = try DocumentSource.file(path, models: models, inference: inference)
    guard let file = OwnedFile(leftover.path) else {
      throw RecoverError(description: "\(leftover.path) is gone")
    }
    if leftover.form == .text {
      return original.recovered(
        try file.bytes(),
        Recovery(leftover: leftover, original: original.bytes, base: original.bytes, rescued: leftover.name),
        mapped: MappedFile(path: leftover.path, fingerprint: file.fingerprint))
    }
    guard let journal = Journal(reading: try file.bytes()), journal.file == path.resolvedPath else {
      throw RecoverError(description: "\(leftover.path) is damaged")
    }
    return try recovered(journal, original)
  }

  private func recovered(_ journal: Journal, _ original: DocumentSource) throws -> DocumentSource {
    switch journal.content {
    case .text(let text):
      // The edits of an archive are those of its text, which another archive need not have.
      guard journal.fits(original.fingerprint) else { throw changed(path) }
      return original.recovered(
        JSONBytes(text), Recovery(leftover: leftover, original: original.bytes, base: original.bytes),
        mapped: nil)
    case .changes(let mark, let rounds):
      var base = original.bytes
      if let name = journal.rescued {
        guard let rescued = leftover.included.first(where: { $0.name == name }),
          let file = OwnedFile(rescued.path)
        else { throw RecoverError(description: "\(name), which the edits are of, is gone") }
        base = try file.bytes()
      }
      let text = SplicedBytes(base)
      guard try TextMark(text) == mark,
        mark.isExact || journal.rescued != nil || journal.fits(original.fingerprint)
      else { throw changed(path) }
      var recovery = Recovery(
        leftover: leftover, original: original.bytes, base: base, rescued: journal.rescued)
      recovery.rounds = rounds
      return original.recovered(
        try rounds.reduce(base) { try SplicedBytes($0, splices: $1).held() }, recovery, mapped: nil)
    }
  }

  private func changed(_ path: String) -> RecoverError {
    RecoverError(description: "\(path) has changed since; the edits are in \(leftover.path)")
  }
}

/// The reason why the edits of an earlier session cannot be recovered.
struct RecoverError: Error, CustomStringConvertible {
  let description: String
}

/// A text that the file has no more or not yet: recovered from an earlier session, or carried over when the file was reloaded.
struct Recovery: Sendable {
  /// Where the edits of an earlier session are; nil if none were recovered.
  let leftover: Leftover?
  /// The file's own text, which a save would replace.
  let original: JSONBytes
  /// The text that the rounds of changes are of.
  let base: JSONBytes
  /// The rescued text this is, by the last part of its path; nil where the base is the file's own text.
  var rescued: String?
  /// The changes that turned the base into the text.
  var rounds: [[JSONSplice]] = []
  /// The conflicts of a reload; nil for edits of an earlier session, which are in a file.
  var conflicts: [MergeConflict]?
}

extension SplicedBytes {
  /// The text: in memory or, if it is large, in a temporary file that is deleted with it.
  func held() throws -> JSONBytes {
    guard count > 1 << 26, let draft = try? FileDraft.temporary(),
      (try? original.write(applying: splices, to: draft.descriptor)) == true
    else { return try text() }
    return try draft.text()
  }
}
