import Mantle
import MantlePlatform
import Synchronization

extension JSONBytes {
  /// Makes the process survive another program cutting short a file that is mapped: the bytes that are gone
  /// read as zeros from then on, which no parser takes for JSON.
  ///
  /// Without this, reading them ends the process with SIGBUS. It takes the place of the handler of that signal for
  /// the whole process, so it is for the program to call, and again after whatever else takes that place. What is no
  /// lost page goes on to the handler before it.
  package static func surviveTruncation() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = replaceLostPage
    #else
      action.__sigaction_handler.sa_sigaction = replaceLostPage
    #endif
    // What is read here is made here: a handler must not be the first to ask for it.
    _ = lostPages
    sigaction(SIGBUS, &action, previousAction)
  }

  /// How many pages were replaced by zeros so far.
  static var lostPages: Int { losses.load(ordering: .relaxed) }
}

private let losses = Atomic(0)

/// Puts a page of zeros where a mapped file has none any more. Calls nothing but the kernel.
private func replaceLostPage(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  if let info, info.pointee.si_code == lostPage, let address = faultAddress(info) {
    let size = Int(getpagesize())
    let page = UnsafeMutableRawPointer(bitPattern: Int(bitPattern: address) & ~(size - 1))
    if mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED {
      losses.add(1, ordering: .relaxed)
      return
    }
  }
  // Not ours: the one before us has it. Should that one hand it back to us, the process ends.
  var action = previousAction.pointee
  previousAction.pointee = sigaction()
  sigaction(SIGBUS, &action, nil)
  // A fault happens again as soon as this returns; what was sent must be sent again.
  if let info, info.pointee.si_code > 0 { return }
  raise(SIGBUS)
}

/// Who had the signal before; all zeros stand for what happens by default.
///
/// Unsafe: written when the handler is installed and read by the handler, and never freed.
nonisolated(unsafe) private let previousAction: UnsafeMutablePointer<sigaction> = {
  let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  memory.initialize(to: sigaction())
  return memory
}()

private func faultAddress(_ info: UnsafeMutablePointer<siginfo_t>) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    info.pointee.si_addr
  #else
    info.pointee._sifields._sigfault.si_addr
  #endif
}

/// `BUS_ADRERR`: there is no memory behind a mapped address.
private var lostPage: Int32 { 2 }
