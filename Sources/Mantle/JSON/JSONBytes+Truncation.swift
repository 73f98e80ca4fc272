#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONBytes {
  /// Makes the process survive another program cutting short a file that is mapped: the bytes that are gone
  /// read as zeros from then on, which no parser takes for JSON.
  ///
  /// Without this, reading them ends the process with SIGBUS. It replaces the handler of that signal for the
  /// whole process, so it is for the program to call, once and early. Faults of other kinds still end the
  /// process.
  public static func surviveTruncation() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = replaceLostPage
    #else
      action.__sigaction_handler.sa_sigaction = replaceLostPage
    #endif
    sigaction(SIGBUS, &action, nil)
  }
}

/// Puts a page of zeros where a mapped file has none any more. Calls nothing but the kernel.
private func replaceLostPage(
  _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  if let info, info.pointee.si_code == lostPage, let address = faultAddress(info) {
    let size = Int(getpagesize())
    let page = UnsafeMutableRawPointer(bitPattern: Int(bitPattern: address) & ~(size - 1))
    if mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED { return }
  }
  // Not ours: the faulting instruction runs again, and this time ends the process.
  signal(SIGBUS, SIG_DFL)
}

private func faultAddress(_ info: UnsafeMutablePointer<siginfo_t>) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    info.pointee.si_addr
  #else
    info.pointee._sifields._sigfault.si_addr
  #endif
}

/// `BUS_ADRERR`: there is no memory behind a mapped address.
private var lostPage: Int32 { 2 }
