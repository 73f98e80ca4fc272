import Mantle
import MantlePlatform
import Synchronization

extension JSONBytes {
  /// Installs a SIGBUS handler that lets the process survive the truncation of mapped files by other
  /// programs. Lost pages read as zeros, which no parser accepts as JSON.
  ///
  /// Without this handler, reading a lost page terminates the process. The handler affects the whole process,
  /// so only the program should install it, and again after other code has replaced it. Signals with other
  /// causes are passed to the previous handler.
  package static func surviveTruncation() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = replaceLostPage
    #else
      action.__sigaction_handler.sa_sigaction = replaceLostPage
    #endif
    // A signal handler must not initialize globals, so this one is initialized here.
    _ = lostPages
    sigaction(SIGBUS, &action, previousAction)
  }

  /// The number of pages of mapped files that were lost and replaced with zeros.
  static var lostPages: Int { losses.load(ordering: .relaxed) }
}

private let losses = Atomic(0)

/// Replaces a lost page of a mapped file with zeros. As a signal handler, it makes only system calls.
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
  // The signal has another cause, so the previous handler is reinstalled. If that handler calls this one in turn, the
  // default action ends the process.
  var action = previousAction.pointee
  previousAction.pointee = sigaction()
  sigaction(SIGBUS, &action, nil)
  // A fault recurs when this function returns, but a signal that was sent must be raised again.
  if let info, info.pointee.si_code > 0 { return }
  raise(SIGBUS)
}

/// The handler of SIGBUS before this program's handler was installed; all zeros represent the default action.
///
/// Unsafe because it is written when the handler is installed, read by the handler, and never freed.
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

/// The code of a SIGBUS signal for a mapped address without physical memory: `BUS_ADRERR`.
private var lostPage: Int32 { 2 }
