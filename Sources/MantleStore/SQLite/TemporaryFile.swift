import MantlePlatform

/// A database file in a directory of its own, which is deleted when this object is released.
final class TemporaryFile: Sendable {
  private let folder: String
  /// The path of the database file.
  let path: String

  init() throws(StoreError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/mantle-store-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw StoreError(.database(code: 0), String(cString: strerror(errno)), file: parent)
    }
    folder = String(cString: made)
    path = "\(folder)/models.sqlite"
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    rmdir(folder)
  }
}
