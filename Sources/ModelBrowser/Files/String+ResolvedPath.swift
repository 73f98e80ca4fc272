import MantlePlatform

extension String {
  /// The absolute path of what is at this path, behind all symbolic links, also behind one that leads to nothing yet; the
  /// path itself where nothing is.
  var resolvedPath: String {
    var path = self
    // Links that lead in circles end like links that lead nowhere.
    for _ in 0..<40 {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      guard let next = path.linkDestination else { break }
      path = next.hasPrefix("/") ? next : OwnName.folder(of: path) + "/" + next
    }
    return path
  }

  private var linkDestination: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(self, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
