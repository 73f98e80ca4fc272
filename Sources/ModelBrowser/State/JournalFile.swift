import Mantle
import MantlePlatform

/// The journal file of a session, in the state folder, or in the document's directory if that is not
/// possible.
///
/// Each state of the edits is written to a new file, and the previous file is deleted after the new one is
/// on disk, so that a complete journal exists at every moment. The file is locked during its session, so
/// that other sessions know that its edits are in use.
final class JournalFile: Sendable {
  /// The state that the writing thread shares with the browser.
  private struct State {
    var current: (path: String, descriptor: Int32)?
    var number = 0
    /// The latest state of the edits that is written.
    var revision = -1
    var isOver = false
    var outcome: JournalOutcome?
  }

  private let name: OwnName
  private let folders = OwnFolders.current
  private let session = OwnName.random()
  private let state = Locked(State())

  init(for document: String) { name = OwnName(of: document) }

  /// The outcome of the last write; nil before the first one and during a write.
  var outcome: JournalOutcome? { state.withLockIfAvailable { $0.outcome } ?? nil }

  /// Whether it is being written.
  var isBusy: Bool { state.withLockIfAvailable { _ in } == nil }

  /// Writes a state of the edits; one that comes too late is left aside.
  @discardableResult
  func write(_ makeJournal: JournalMaker, revision: Int) -> JournalOutcome {
    state.withLock { state in
      if let outcome = state.outcome, revision <= state.revision { return outcome }
      guard !state.isOver else { return .failed("the session is over") }
      let outcome = write(makeJournal, &state)
      if case .kept = outcome { state.revision = revision }
      state.outcome = outcome
      return outcome
    }
  }

  private func write(_ makeJournal: JournalMaker, _ state: inout State) -> JournalOutcome {
    let bytes: [UInt8]
    do { bytes = try makeJournal().bytes } catch { return .failed(error.description) }
    state.number += 1
    let file = name.journal(session: session, state.number)
    var reasons: [String] = []
    for place in places {
      do throws(WriteFailure) {
        let (path, descriptor) = try write(bytes, to: file, in: place)
        clear(&state)
        state.current = (path, descriptor)
        return .kept(path: path, instead: reasons.first)
      } catch {
        reasons.append("\(place.folder): \(error.words)")
      }
    }
    return .failed(reasons[0])
  }

  private func write(_ bytes: [UInt8], to file: String, in place: Place) throws(WriteFailure) -> (
    String, Int32
  ) {
    let folder = place.isState ? try folders.madeState() : place.folder
    let path = "\(folder)/\(place.prefix)\(file)"
    let descriptor = try FileCalls.create(path, mode: 0o600)
    flock(descriptor, LOCK_EX | LOCK_NB)
    do throws(WriteFailure) {
      _ = try SplicedBytes(original: JSONBytes(bytes), splices: []).write(to: descriptor)
      try FileCalls.synchronise(descriptor)
      // Without it the file is there after a power cut or is not; it is nothing to give up the file for.
      try? FileCalls.synchronise(folder: folder)
      return (path, descriptor)
    } catch {
      FileCalls.remove(path)
      close(descriptor)
      throw error
    }
  }

  /// Ends it: nothing is written any more.
  ///
  /// - Parameter keeping: leave the file for a later session.
  func end(keeping: Bool) {
    state.withLock { state in
      state.isOver = true
      if keeping, let current = state.current {
        // A child that was just forked has the descriptor until it runs its program: closing alone would leave the lock.
        flock(current.descriptor, LOCK_UN)
        close(current.descriptor)
        state.current = nil
      }
      clear(&state)
    }
  }

  private func clear(_ state: inout State) {
    guard let current = state.current else { return }
    FileCalls.remove(current.path)
    close(current.descriptor)
    state.current = nil
  }

  /// A folder where a journal may be.
  private struct Place {
    let folder: String
    /// Hides the journal among the files of others.
    var prefix = ""
    var isState = false
  }

  /// The folders where the journal may be, the best first.
  private var places: [Place] {
    [
      Place(folder: folders.state ?? "~/.local/state/mantle", isState: true),
      Place(folder: name.folder, prefix: "."), Place(folder: folders.temporary),
    ]
  }
}

/// The outcome of writing unsaved edits to the journal.
enum JournalOutcome: Sendable, Equatable {
  /// They are in the file; `instead` says why it is not where it should be.
  case kept(path: String, instead: String?)
  case failed(String)
}
