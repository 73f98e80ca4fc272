import Mantle
import MantlePlatform
import Synchronization

/// A stream while it is read: how much has come so far, and the whole of it once it has ended, or once no more is wanted.
final class StreamedInput: Sendable {
  private struct State {
    var count = 0
    var isStopped = false
    var failure: Int32?
    var result: Result<JSONBytes, FileReadError>?
  }

  private let state = Mutex(State())
  private let name: String

  /// Begins to read on a thread of its own.
  ///
  /// - Parameter wake: called when the end has come.
  /// - Returns: nil where the system has no thread or pipe left.
  init?(_ stream: Int32, name: String, wake: @escaping @Sendable () -> Void) {
    self.name = name
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (outlet, inlet) = (ends[0], ends[1])
    let isSpooling = LargeStackThread.start { [self] in
      let result: Result<JSONBytes, FileReadError>
      do throws(FileReadError) { result = .success(try JSONBytes.spooling(outlet)) } catch {
        result = .failure(error)
      }
      close(outlet)
      state.withLock { $0.result = result }
      wake()
    }
    let isPumping =
      isSpooling
      && LargeStackThread.start { [self] in
        pump(stream, into: inlet)
        close(inlet)
      }
    guard isPumping else {
      close(inlet)
      if !isSpooling { close(outlet) }
      return nil
    }
  }

  /// How many bytes have come.
  var count: Int { state.withLock { $0.count } }

  /// The stream, once it has ended or was stopped; nil before.
  var result: Result<JSONBytes, FileReadError>? {
    state.withLock { state in
      guard let result = state.result else { return nil }
      guard let failure = state.failure else { return result }
      return .failure(FileReadError(path: name, cause: .system(String(cString: strerror(failure)))))
    }
  }

  /// Ends it with what has come so far.
  func stop() { state.withLock { $0.isStopped = true } }

  /// How often it is asked whether no more is wanted.
  private static let patience: Int32 = 100

  private func pump(_ stream: Int32, into inlet: Int32) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while !state.withLock({ $0.isStopped }) {
      var wait = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, Self.patience) == 0 { continue }
      let got = read(stream, &chunk, chunk.count)
      if got == 0 { return }
      guard got > 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        let failure = errno
        return state.withLock { $0.failure = failure }
      }
      var sent = 0
      while sent < got {
        let put = chunk[sent..<got].withUnsafeBytes { write(inlet, $0.baseAddress, $0.count) }
        if put > 0 { sent += put } else if errno != EINTR { return }
      }
      state.withLock { $0.count += got }
    }
  }
}
