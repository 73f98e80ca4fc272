import Mantle
import Synchronization

/// A stream while it is read: how much has come so far, and the whole of it once it has ended, or once no more is wanted.
final class StreamedInput: Sendable {
  private struct State {
    var count = 0
    var isStopped = false
    var result: Result<JSONBytes, FileReadError>?
  }

  private let state = Mutex(State())

  /// Begins to read on a thread of its own.
  ///
  /// - Parameter wake: called when the end has come.
  /// - Returns: nil where the system has no thread left.
  init?(_ stream: Int32, name: String, wake: @escaping @Sendable () -> Void) {
    let isReading = LargeStackThread.start { [self] in
      let result: Result<JSONBytes, FileReadError>
      do throws(FileReadError) {
        result = .success(try JSONBytes.spooling(stream) { goesOn($0) })
      } catch {
        result = .failure(FileReadError(path: error.path ?? name, cause: error.cause))
      }
      state.withLock { $0.result = result }
      wake()
    }
    if !isReading { return nil }
  }

  /// How many bytes have come.
  var count: Int { state.withLock { $0.count } }

  /// The stream, once it has ended or was stopped; nil before.
  var result: Result<JSONBytes, FileReadError>? { state.withLock { $0.result } }

  /// Ends it with what has come so far.
  func stop() { state.withLock { $0.isStopped = true } }

  private func goesOn(_ count: Int) -> Bool {
    state.withLock { state in
      state.count = count
      return !state.isStopped
    }
  }
}
