import Mantle
import MantleFiles
import ModelBrowser

/// An input that another thread reads. Reading stops when the last reference is released.
final class StreamedInput: IncomingText {
  /// The file or standard input that is read.
  let source: InputSource
  private let reading: Reading

  /// A function that appends input to a temporary file. It calls `goesOn` with the number of bytes so far, and stops if
  /// `goesOn` returns false.
  typealias Reader =
    @Sendable (FileDraft, _ goesOn: (Int) -> Bool) throws(FileReadError) -> Void

  /// Starts to read the input on another thread.
  ///
  /// - Parameter wake: called when input has arrived, and at its end.
  /// - Returns: nil if no thread can be created.
  /// - Throws: an error if the temporary file for the input cannot be created.
  init?(
    _ source: InputSource, wake: @escaping @Sendable () -> Void, _ read: @escaping Reader
  ) throws(FileReadError) {
    self.source = source
    reading = try Reading()
    let isReading = LargeStackThread.start { [reading] in
      let end: Result<Void, FileReadError>
      do throws(FileReadError) { end = .success(try read(reading.spool) { reading.goesOn($0) }) } catch {
        end = .failure(FileReadError(path: error.path ?? source.name, cause: error.cause))
      }
      reading.state.withLock { $0.end = end }
      wake()
    }
    if !isReading { return nil }
  }

  deinit { stop() }

  var count: Int { reading.state.withLock { $0.count } }
  var isOver: Bool { reading.state.withLock { $0.end != nil } }

  func text() throws(FileReadError) -> JSONBytes {
    try reading.state.withLock { $0.end }?.get()
    return try reading.spool.text(named: source.name)
  }

  /// Stops reading. The input then consists of the bytes that have arrived.
  func stop() { reading.state.withLock { $0.isStopped = true } }
}

/// The state of reading, which the reading thread shares with other threads.
private final class Reading: Sendable {
  struct State {
    var count = 0
    var isStopped = false
    /// The result of reading the input: success, or the error that ended it; nil until the input has ended.
    var end: Result<Void, FileReadError>?
  }

  let state = Locked(State())
  let spool: FileDraft

  init() throws(FileReadError) { spool = try FileDraft.temporary() }

  func goesOn(_ count: Int) -> Bool {
    state.withLock { state in
      state.count = count
      return !state.isStopped
    }
  }
}
