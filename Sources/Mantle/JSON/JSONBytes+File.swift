import MantlePlatform

extension JSONBytes {
  /// Maps a file into memory: nothing is read until it is looked at, at any size.
  ///
  /// - Throws: ``FileReadError``. An empty file is fine.
  public static func map(path: String) throws(FileReadError) -> JSONBytes {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    return try map(fileDescriptor: descriptor, path: path)
  }

  /// Reads a file into memory, where truncating it does no harm; one of more than 64 MB is mapped.
  ///
  /// - Throws: ``FileReadError``.
  static func reading(path: String) throws(FileReadError) -> JSONBytes {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    let count = try size(ofFile: descriptor, path)
    guard count <= 64 << 20 else { return try map(fileDescriptor: descriptor, path: path) }
    var cause: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        let got = read(descriptor, memory.baseAddress.map { $0 + filled }, count - filled)
        if got == 0 { return }
        if got > 0 { filled += got } else if errno != EINTR { return cause = errno }
      }
    }
    guard cause == 0 else { throw FileReadError(path: path, errno: cause) }
    return JSONBytes(bytes)
  }

  private static func opened(_ path: String) throws(FileReadError) -> Int32 {
    // Without O_NONBLOCK, opening a pipe that is not written to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileReadError(path: path, errno: errno) }
    return descriptor
  }

  /// - Throws: for what is no regular file.
  private static func size(ofFile descriptor: Int32, _ path: String?) throws(FileReadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileReadError(path: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw FileReadError(path: path, cause: .directory)
    default: throw FileReadError(path: path, cause: .notRegular)
    }
  }

  /// Maps an open regular file; the descriptor may be closed afterwards.
  ///
  /// - Parameter path: named in errors only.
  /// - Throws: ``FileReadError``.
  package static func map(fileDescriptor: Int32, path: String? = nil) throws(FileReadError) -> JSONBytes {
    let count = try size(ofFile: fileDescriptor, path)
    return count == 0 ? JSONBytes([]) : try map(fileDescriptor, count: count, path: path)
  }

  /// Copies everything a pipe, socket or terminal delivers to an unlinked temporary file and maps that.
  ///
  /// Blocks until the other side closes. The file is made in `TMPDIR` or `/tmp` and is gone with the last
  /// reference to the bytes.
  ///
  /// - Parameter goesOn: told how much has come, also while nothing comes; once it says false, that is all.
  /// - Throws: ``FileReadError``.
  package static func spooling(
    _ fileDescriptor: Int32, goesOn: (Int) -> Bool = { _ in true }
  ) throws(FileReadError) -> JSONBytes {
    let spool = try TemporaryFile()
    try Self.spool(fileDescriptor, into: spool, goesOn: goesOn)
    return try spool.bytes()
  }

  /// Copies everything a pipe, socket or terminal delivers to a file, which may be read meanwhile.
  ///
  /// - Throws: ``FileReadError``.
  package static func spool(
    _ fileDescriptor: Int32, into spool: borrowing TemporaryFile, goesOn: (Int) -> Bool
  ) throws(FileReadError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var count = 0
    while goesOn(count) {
      var wait = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      // What is no descriptor is passed over there, and refused by what follows.
      guard fileDescriptor < 0 || poll(&wait, 1, 100) > 0 else { continue }
      let got = read(fileDescriptor, chunk.baseAddress, chunk.count)
      if got == 0 { break }
      if got > 0 {
        try spool.append(UnsafeRawBufferPointer(rebasing: chunk[..<got]))
        count += got
      } else if errno != EINTR, errno != EAGAIN {
        throw FileReadError(path: nil, errno: errno)
      }
    }
  }

  /// The file is mapped over the start of a larger anonymous reservation, whose zero pages stay readable
  /// behind the file's last page: that is the padding.
  private static func map(
    _ descriptor: Int32, count: Int, path: String?
  ) throws(FileReadError) -> JSONBytes {
    let page = Int(getpagesize())
    let length = (count + page - 1) / page * page + page
    guard let reserved = mmap(nil, length, PROT_READ, MAP_PRIVATE | MAP_ANON, -1, 0), reserved != MAP_FAILED
    else { throw FileReadError(path: path, errno: errno) }
    let file = mmap(reserved, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0)
    guard let file, file != MAP_FAILED else {
      let cause = errno
      munmap(reserved, length)
      throw FileReadError(path: path, errno: cause)
    }
    return JSONBytes(
      base: UnsafePointer(file.assumingMemoryBound(to: UInt8.self)), count: count,
      owner: .mapping(length: length))
  }
}

extension FileReadError {
  /// The cause an `errno` value stands for.
  package init(path: String?, errno code: Int32) {
    let cause: Cause =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM: .permission
      case EISDIR: .directory
      default: .system(String(cString: strerror(code)))
      }
    self.init(path: path, cause: cause)
  }
}
