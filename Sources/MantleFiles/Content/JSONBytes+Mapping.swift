import Mantle
import MantlePlatform

extension JSONBytes {
  /// Maps a file of any size into memory, so that pages are read only when they are accessed.
  ///
  /// ```swift
  /// let bytes = try JSONBytes.map(contentsOf: URL(filePath: "issues.json"))
  /// ```
  ///
  /// An empty file is valid. If another program truncates the file, reading the missing part terminates the process
  /// with the signal SIGBUS. If that may happen, read the file with `JSONBytes(Data(contentsOf: url))`.
  ///
  /// - Throws: A `FileReadError`, in particular for directories, pipes and devices.
  public static func map(contentsOf url: URL) throws(FileReadError) -> JSONBytes {
    try map(path: url.path(percentEncoded: false))
  }

  /// Maps the file at a path into memory.
  package static func map(path: String) throws(FileReadError) -> JSONBytes {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    return try map(fileDescriptor: descriptor, path: path)
  }

  /// Reads a file into memory, so that later changes of the file do not affect the bytes. A file of more than `most`
  /// bytes is mapped instead.
  ///
  /// - Throws: A `FileReadError`.
  package static func reading(path: String, upTo most: Int = 64 << 20) throws(FileReadError) -> JSONBytes {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    let count = try size(ofFile: descriptor, path)
    guard count <= most else { return try map(fileDescriptor: descriptor, path: path) }
    var cause: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        let got = read(descriptor, memory.baseAddress.map { $0 + filled }, count - filled)
        if got == 0 { return }
        if got > 0 { filled += got } else if errno != EINTR { return cause = errno }
      }
    }
    guard cause == 0 else { throw FileReadError(path: path, errno: cause) }
    return JSONBytes(bytes, isNDJSON: path.isNDJSONName)
  }

  private static func opened(_ path: String) throws(FileReadError) -> Int32 {
    // Without O_NONBLOCK, opening a pipe without a writer would block forever.
    let descriptor = path.withSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw FileReadError(path: path, errno: errno) }
    return descriptor
  }

  /// Returns the size of a regular file.
  ///
  /// - Throws: A `FileReadError` for every other kind of file.
  private static func size(ofFile descriptor: Int32, _ path: String?) throws(FileReadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileReadError(path: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw FileReadError(path: path, cause: .directory)
    default: throw FileReadError(path: path, cause: .notRegular)
    }
  }

  /// Maps an open regular file. The descriptor may be closed afterward.
  ///
  /// - Parameter path: The path for error messages, whose suffix may indicate NDJSON.
  /// - Throws: A `FileReadError`.
  package static func map(fileDescriptor: Int32, path: String? = nil) throws(FileReadError) -> JSONBytes {
    let count = try size(ofFile: fileDescriptor, path)
    return count == 0
      ? JSONBytes([], isNDJSON: path?.isNDJSONName ?? false)
      : try map(fileDescriptor, count: count, path: path)
  }

  /// Maps a regular file that is not empty.
  ///
  /// The file is mapped over the start of a larger anonymous mapping. The zero pages after the file's last page are the
  /// padding.
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
      isNDJSON: path?.isNDJSONName ?? false, release: { munmap($0, length) })
  }

  /// Copies a mapped file to another file and replaces the mapping with the copy, so that later changes of
  /// the original file do not affect the bytes. Bytes in memory are unchanged.
  ///
  /// This is safe for concurrent readers because the new mapping has the same addresses and the same content;
  /// the padding pages are kept.
  ///
  /// - Parameter fileDescriptor: An empty file that is open for reading and writing. It may be closed
  ///   afterwards.
  /// - Throws: A ``WriteFailure``, in which case the mapping is unchanged.
  func move(to fileDescriptor: Int32) throws(WriteFailure) {
    guard isMapping else { return }
    try write(to: fileDescriptor)
    let moved = withBytes(in: 0..<count) { bytes in
      mmap(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress), count, PROT_READ, MAP_PRIVATE | MAP_FIXED,
        fileDescriptor, 0)
    }
    if moved == MAP_FAILED { throw WriteFailure(code: errno) }
  }
}

extension JSONBytes {
  /// Copies everything from a pipe, socket or terminal to a temporary file, which may be read at the same
  /// time.
  ///
  /// - Parameter goesOn: Called with the number of bytes so far, at least every 100 ms; returns false to end the input.
  /// - Throws: A ``FileReadError``.
  package static func spool(
    _ fileDescriptor: Int32, into spool: FileDraft, goesOn: (Int) -> Bool
  ) throws(FileReadError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var count = 0
    while goesOn(count) {
      var wait = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      // `poll` ignores negative descriptors; the following `read` reports them as an error.
      guard fileDescriptor < 0 || poll(&wait, 1, 100) > 0 else { continue }
      let got = read(fileDescriptor, chunk.baseAddress, chunk.count)
      if got == 0 { break }
      if got > 0 {
        do throws(WriteFailure) {
          try FileCalls.writeAll(UnsafeRawBufferPointer(rebasing: chunk[..<got]), to: spool.descriptor)
        } catch {
          throw FileReadError(path: "temporary file", errno: error.code)
        }
        count += got
      } else if errno != EINTR, errno != EAGAIN {
        throw FileReadError(path: nil, errno: errno)
      }
    }
  }
}
