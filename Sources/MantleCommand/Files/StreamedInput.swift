import Mantle
import MantleFiles
import ModelBrowser

/// A stream while it is read, on a thread of its own.
final class StreamedInput: IncomingText {
  /// The progress of the reading thread.
  private struct State {
    var count = 0
    var isStopped = false
    /// Nil while it is read.
    var end: Result<Void, FileReadError>?
  }

  private let state = Locked(State())
  private let spool: FileDraft

  /// Begins to read.
  ///
  /// - Parameter wake: called when something has come, and when the end has.
  /// - Returns: nil where the system has no thread left.
  /// - Throws: where there is no place to keep what comes.
  init?(_ stream: Int32, name: String, wake: @escaping @Sendable () -> Void) throws(FileReadError) {
    spool = try FileDraft.temporary()
    let isReading = LargeStackThread.start { [self] in
      let end: Result<Void, FileReadError>
      do throws(FileReadError) {
        end = .success(try JSONBytes.spool(stream, into: spool) { goesOn($0) })
      } catch {
        end = .failure(FileReadError(path: error.path ?? name, cause: error.cause))
      }
      state.withLock { $0.end = end }
      wake()
    }
    if !isReading { return nil }
  }

  var count: Int { state.withLock { $0.count } }
  var isOver: Bool { state.withLock { $0.end != nil } }

  func text() throws(FileReadError) -> JSONBytes {
    try state.withLock { $0.end }?.get()
    return try spool.text()
  }

  /// Ends it with what has come so far.
  func stop() { state.withLock { $0.isStopped = true } }

  private func goesOn(_ count: Int) -> Bool {
    state.withLock { state in
      state.count = count
      return !state.isStopped
    }
  }
}
