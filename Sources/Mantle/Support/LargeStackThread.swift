import MantlePlatform

/// Threads with the stack of a main thread: decoding models takes stack for each level of nesting.
package enum LargeStackThread {
  /// Starts a thread that ends by itself.
  ///
  /// - Returns: whether the system could start one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if os(WASI) || os(Windows)
      return false
    #else
      return startPOSIX(body)
    #endif
  }

  #if !os(WASI) && !os(Windows)
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

  /// What a thread runs, as an object: the system hands over one pointer.
  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

private func run(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  body.map { Unmanaged<LargeStackThread.Body>.fromOpaque($0).takeRetainedValue().run() }
  return nil
}
