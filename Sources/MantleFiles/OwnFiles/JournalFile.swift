import Mantle
import MantlePlatform

/// The file with a session's unsaved edits. It is in the state folder or, if that is not possible, in the document's directory.
///
/// Each state of the edits is written to a new file, and the previous file is deleted after the new file is on disk.
/// Therefore a complete journal exists at every moment. The session locks its file, so that other sessions know that
/// the edits are in use.
package final class JournalFile: Sendable {
  /// The outcome of writing the journal.
  package enum Outcome: Sendable, Equatable {
    /// The edits are in the file at `path`. `instead` is the reason why the file is not in the state folder; nil if it
    /// is.
    case kept(path: String, instead: String?)
    case failed(String)
  }

  /// The content of a journal: edits, and the text to which they apply.
  package struct Content {
    let edits: [UInt8]
    let base: Base?

    /// Creates the content of a journal.
    ///
    /// - Parameter base: The text to which the edits apply; nil if they cannot be merged into another text.
    package init(edits: [UInt8], base: Base?) { (self.edits, self.base) = (edits, base) }
  }

  /// The text to which the edits of a journal apply. With it, the edits can be merged into a file that has changed
  /// since.
  package struct Base {
    /// The identity of the text, which distinguishes it from other revisions.
    let identity: String
    let write: (FileDraft) throws -> Void

    package init(identity: String, write: @escaping (FileDraft) throws -> Void) {
      (self.identity, self.write) = (identity, write)
    }
  }

  /// The state of the journal, which the writing thread shares with the browser.
  private struct State {
    var current: (path: String, file: FileDraft)?
    /// The path and the identity of the text that was last written as the base; nil if none was written.
    var base: (path: String, identity: String)?
    var number = 0
    /// The latest revision of the edits that was written; -1 if none was written.
    var revision = -1
    var isOver = false
    var outcome: Outcome?
  }

  private let name: OwnName
  private let folders = OwnFolders.current
  private let session = String.randomName
  private let state = Locked(State())

  /// Creates the journal of a document; nothing is written yet.
  package init(for document: String) { name = OwnName(of: document) }

  /// The outcome of the last write of the journal; nil before the first write and during a write.
  package var outcome: Outcome? { state.withLockIfAvailable { $0.outcome } ?? nil }

  /// Whether the journal is being written.
  package var isBusy: Bool { state.withLockIfAvailable { _ in } == nil }

  /// Writes a revision of the edits, unless a later revision has been written.
  ///
  /// - Parameter content: returns the content of the journal; called on the caller's thread.
  @discardableResult
  package func write(revision: Int, _ content: () throws -> Content) -> Outcome {
    state.withLock { state in
      if let outcome = state.outcome, revision <= state.revision { return outcome }
      guard !state.isOver else { return .failed("the session is over") }
      let outcome = write(content, &state)
      if case .kept = outcome { state.revision = revision }
      state.outcome = outcome
      return outcome
    }
  }

  private func write(_ content: () throws -> Content, _ state: inout State) -> Outcome {
    let new: Content
    do { new = try content() } catch { return .failed(errorText(error)) }
    state.number += 1
    let file = name.journal(session: session, state.number)
    var reasons: [String] = []
    for place in places {
      do throws(WriteFailure) {
        let written = try write(new.edits, to: file, in: place)
        if let current = state.current { FileCalls.remove(current.path) }
        state.current = written
        write(new.base, beside: written.path, &state)
        return .kept(path: written.path, instead: reasons.first)
      } catch {
        reasons.append("\(place.folder): \(error.description)")
      }
    }
    return .failed(reasons[0])
  }

  private func write(
    _ bytes: [UInt8], to file: String, in place: Place
  ) throws(WriteFailure) -> (path: String, file: FileDraft) {
    let folder = place.isState ? try folders.madeState() : place.folder
    let path = "\(folder)/\(place.prefix)\(file)"
    let draft = try FileDraft(in: folder)
    try draft.append(bytes[...])
    try FileCalls.synchronise(draft.descriptor)
    try draft.take(freeName: path)
    // A failure is ignored, because the file is only missing if a power failure follows.
    try? FileCalls.synchronise(folder: folder)
    return (path, draft)
  }

  /// Writes the text to which the edits apply, unless it was already written. Without this text, the edits can be
  /// recovered only if the file does not change.
  private func write(_ base: Base?, beside journal: String, _ state: inout State) {
    guard let path = OwnName.base(of: journal),
      state.base?.path != path || state.base?.identity != base?.identity
    else { return }
    if let former = state.base { FileCalls.remove(former.path) }
    state.base = nil
    guard let base, let draft = try? FileDraft(in: path.parentFolder), (try? base.write(draft)) != nil,
      (try? draft.take(freeName: path)) != nil
    else { return }
    state.base = (path, base.identity)
  }

  /// Opens the text to which the edits in a journal apply; nil if the text was not stored.
  package static func base(of journal: String) -> OwnedFile? {
    OwnName.base(of: journal).flatMap(OwnedFile.init)
  }

  /// Ends the journal of the session. Later writes fail.
  ///
  /// - Parameter keeping: whether the journal remains for a later session.
  package func end(keeping: Bool) {
    state.withLock { state in
      state.isOver = true
      if keeping, let current = state.current {
        // A forked child process holds the descriptor until it executes its program, so closing the file would not unlock it.
        flock(current.file.descriptor, LOCK_UN)
      } else if let current = state.current {
        SessionFiles.remove(current.path)
      }
      state.current = nil
    }
  }

  /// A folder in which the journal may be stored.
  private struct Place {
    let folder: String
    /// The prefix of the file name, which hides the journal among the files of other programs.
    var prefix = ""
    var isState = false
  }

  /// The folders in which the journal may be stored, the best first.
  private var places: [Place] {
    [
      Place(folder: folders.state ?? "~/.local/state/mantle", isState: true),
      Place(folder: name.folder, prefix: "."), Place(folder: folders.temporary),
    ]
  }
}
