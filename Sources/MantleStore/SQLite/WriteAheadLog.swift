import MantlePlatform

/// The file `-wal` next to a database file, which has the latest changes of a database in this mode.
enum WriteAheadLog {
  /// Whether the file of a database has a log that is not empty.
  static func exists(for path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Whether a database keeps a log, but has none now, and this process cannot create it: the database file is complete, and
  /// no other connection is writing to it.
  static func isMissingAndCannotBeMade(for path: String) -> Bool {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return (access(path, W_OK) != 0 || access(folder, W_OK) != 0) && isKept(by: path) && !exists(for: path)
  }

  /// Whether the header of a database file says that it keeps a log.
  private static func isKept(by path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 20)
    // The bytes 18 and 19 are the versions of the format that writing and reading need: 2 stands for a log.
    return read(descriptor, &header, header.count) == header.count && header[19] == 2
  }
}
