import Mantle
import MantlePlatform

/// A file without a name that pieces are put into and taken from; made with the first piece, gone with the session.
final class StoredFile: Sendable {
  /// -1 where there is none yet.
  private let descriptor = Locked<Int32>(-1)

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }

  /// - Returns: where the piece is; nil where no disk takes it.
  func append(_ bytes: [UInt8]) -> Range<Int>? {
    descriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = Self.make() ?? -1 }
      let end = Int(lseek(descriptor, 0, SEEK_END))
      guard end >= 0,
        (try? SplicedBytes(original: JSONBytes(bytes), splices: []).write(to: descriptor)) == true
      else { return nil }
      return end..<end + bytes.count
    }
  }

  /// - Returns: nil where it cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    descriptor.withLock { descriptor in
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        while count < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let read = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
          if read > 0 { count += read } else if read == 0 || errno != EINTR { break }
        }
      }
      return bytes.count == range.count ? bytes : nil
    }
  }

  /// On a disk of the user's, rather than where temporary files may be in memory.
  private static func make() -> Int32? {
    let folders = OwnFolders.current
    for folder in [try? folders.madeState(), folders.temporary].compactMap(\.self) {
      let path = "\(folder)/.mantle-undo-\(OwnName.random())"
      guard let descriptor = try? FileCalls.create(path, mode: 0o600) else { continue }
      FileCalls.remove(path)
      return descriptor
    }
    return nil
  }
}
