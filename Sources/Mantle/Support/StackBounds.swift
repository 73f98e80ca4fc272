import MantlePlatform

/// The part of a thread's stack that recursive calls may use. The rest of the stack is reserved for calls that
/// do not check the bounds.
struct StackBounds {
  let lowest: UInt
  let size: UInt

  /// Returns whether an address is in the part of the stack that may be used.
  @inline(__always) func contains(_ address: UInt) -> Bool { address &- lowest < size }

  /// Bounds that contain no address, for a thread whose stack is not known yet.
  static let none = StackBounds(lowest: 0, size: 0)

  /// Creates the bounds of a stack without its reserve, which is a quarter of the stack and at most 96 KB. The
  /// reserve is enough for a few nesting levels of a debug build.
  private init(bottom: UInt, size: UInt) {
    let reserve = min(size / 4, 96 << 10)
    (lowest, self.size) = (bottom + reserve, size - reserve)
  }

  private init(lowest: UInt, size: UInt) { (self.lowest, self.size) = (lowest, size) }

  /// The address of a local variable, which is near the end of the used part of the current thread's stack.
  @inline(__always) static var address: UInt {
    var place: UInt8 = 0
    return withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
  }

  /// Returns whether the stack of the current thread has room for further calls; true if its bounds are
  /// unknown. If these bounds are those of another thread's stack, they are replaced.
  @inline(__always) mutating func hasRoom() -> Bool {
    let address = Self.address
    return contains(address) || findRoom(around: address)
  }

  @inline(never) private mutating func findRoom(around address: UInt) -> Bool {
    guard let current = Self.current(around: address) else { return true }
    self = current
    return contains(address)
  }

  /// Returns the stack bounds of the current thread. Nil if the system does not provide them, or if the
  /// address is not on the stack of this thread.
  static func current(around address: UInt) -> StackBounds? {
    guard let (bottom, size) = Self.stack, address &- bottom < size else { return nil }
    return StackBounds(bottom: bottom, size: size)
  }

  private static var stack: (bottom: UInt, size: UInt)? {
    #if canImport(Darwin)
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
    #elseif canImport(Glibc)
      return KnownStack.current
    #else
      return nil
    #endif
  }
}

#if canImport(Glibc)
  /// The stack of a thread, cached in thread-specific data because glibc reads a file to determine the stack of
  /// the main thread.
  private final class KnownStack {
    let bottom: UInt
    let size: UInt

    /// The function `pthread_getattr_np`, which is looked up by name because Swift does not import its
    /// declaration.
    private static let attributesOfThread: AttributesOfThread? = dlsym(nil, "pthread_getattr_np").map {
      unsafeBitCast($0, to: AttributesOfThread.self)
    }
    private typealias AttributesOfThread =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    private init?() {
      var attributes = pthread_attr_t()
      guard let read = Self.attributesOfThread, read(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var address: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &address, &size) == 0, let address else { return nil }
      (bottom, self.size) = (UInt(bitPattern: address), UInt(size))
    }

    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { object in
        if let object { Unmanaged<KnownStack>.fromOpaque(object).release() }
      }
      return status == 0 ? key : nil
    }()

    static var current: (bottom: UInt, size: UInt)? {
      guard let key else { return nil }
      if let known = pthread_getspecific(key) {
        let stack = Unmanaged<KnownStack>.fromOpaque(known).takeUnretainedValue()
        return (stack.bottom, stack.size)
      }
      guard let stack = KnownStack() else { return nil }
      let object = Unmanaged.passRetained(stack)
      if pthread_setspecific(key, object.toOpaque()) != 0 { object.release() }
      return (stack.bottom, stack.size)
    }
  }
#endif
