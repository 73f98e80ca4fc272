import Mantle
import MantleFiles
import MantlePlatform

/// A file the user wrote, opened to be read: no link, no pipe, and nobody else's.
struct OwnedFile: ~Copyable {
  let path: String
  let descriptor: Int32
  let fingerprint: FileFingerprint

  /// - Returns: nil for anything else.
  init?(_ path: String) {
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    let descriptor = path.withSystemPath { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    fingerprint = FileFingerprint(status)
  }

  deinit { close(descriptor) }

  /// Whether no session that is still running holds it.
  var isAbandoned: Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 }

  func bytes() throws(FileReadError) -> JSONBytes {
    try JSONBytes.map(fileDescriptor: descriptor, path: path)
  }
}

/// The names of a folder's files.
enum FolderListing {
  /// - Parameter prefixes: only names that begin with one of these are made texts: a folder may hold millions.
  static func names(in folder: String, startingWith prefixes: [String]) -> [String] {
    guard let stream = folder.withSystemPath({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    let wanted = prefixes.map(\.fileNameBytes)
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> String? in
        guard wanted.contains(where: { bytes.starts(with: $0) }) else { return nil }
        return String(fileName: bytes.prefix { $0 != 0 })
      }
      if let name { names.append(name) }
    }
    return names
  }
}
