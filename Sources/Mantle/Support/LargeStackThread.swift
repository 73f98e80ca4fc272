import MantlePlatform

/// A namespace for starting threads with the stack size of a main thread (8 MiB). Decoding deeply nested
/// models needs this size because it is recursive.
package enum LargeStackThread {
  /// Starts a detached thread.
  ///
  /// - Parameter body: The function to run on the thread.
  /// - Returns: False if the system cannot start a thread, as in WebAssembly.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if os(WASI) || os(Windows)
      return false
    #else
      return startPOSIX(body)
    #endif
  }

  #if !os(WASI) && !os(Windows)
    /// Starts a detached POSIX thread.
    private static func startPOSIX(_ body: @escaping @Sendable () -> Void) -> Bool {
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return false }
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setstacksize(&attributes, 8 << 20)
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
      let body = Unmanaged.passRetained(Body(run: body))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      guard pthread_create(&thread, &attributes, { run($0) }, body.toOpaque()) == 0 else {
        body.release()
        return false
      }
      return true
    }
  #endif

  /// An object that contains the function of a thread, because the system passes a single pointer to a new
  /// thread.
  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The entry point of a thread, which releases and runs its ``LargeStackThread/Body``.
private func run(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  body.map { Unmanaged<LargeStackThread.Body>.fromOpaque($0).takeRetainedValue().run() }
  return nil
}
