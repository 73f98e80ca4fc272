import Mantle
import MantlePlatform

extension JSONBytes {
  /// Maps a file into memory: nothing is read until it is looked at, at any size.
  ///
  /// - Throws: `FileReadError`. An empty file is fine.
  public static func map(path: String) throws(FileReadError) -> JSONBytes {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    return try map(fileDescriptor: descriptor, path: path)
  }

  /// Reads a file into memory, where what becomes of the file does no harm; one of more than so many bytes is mapped.
  ///
  /// - Throws: `FileReadError`.
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
    return JSONBytes(bytes)
  }

  private static func opened(_ path: String) throws(FileReadError) -> Int32 {
    // Without O_NONBLOCK, opening a pipe that is not written to would wait for ever.
    let descriptor = path.withSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
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
  /// - Throws: `FileReadError`.
  package static func map(fileDescriptor: Int32, path: String? = nil) throws(FileReadError) -> JSONBytes {
    let count = try size(ofFile: fileDescriptor, path)
    return count == 0 ? JSONBytes([]) : try map(fileDescriptor, count: count, path: path)
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
      release: { munmap($0, length) })
  }

  /// Copies a text that is mapped from a file to another file, and maps that in its place: whatever is then written to the
  /// first file leaves the text as it is. A text in memory stays where it is.
  ///
  /// Unsafe: the new mapping has the addresses of the old one and the same bytes, so that those who read meanwhile see no
  /// difference; the pages after the last one, which are the padding, stay.
  ///
  /// - Parameter fileDescriptor: an empty file, open to be read and written. It may be closed afterwards.
  /// - Throws: ``JSONSpliceError``; the text is then where it was.
  package func move(to fileDescriptor: Int32) throws(JSONSpliceError) {
    guard isMapping else { return }
    try write(to: fileDescriptor)
    let moved = withBytes(in: 0..<count) { bytes in
      mmap(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress), count, PROT_READ, MAP_PRIVATE | MAP_FIXED,
        fileDescriptor, 0)
    }
    if moved == MAP_FAILED { throw .write(String(cString: strerror(errno))) }
  }
}
