import Mantle
import MantleFiles
import MantlePlatform

extension String {
  /// The absolute path with all symbolic links resolved, including links whose target does not exist; the
  /// path itself if there is no file.
  var resolvedPath: String {
    var path = self
    // Links that lead in circles end like links that lead nowhere.
    for _ in 0..<40 {
      if let resolved = path.withSystemPath({ realpath($0, nil) }) {
        defer { free(resolved) }
        return String(systemPath: resolved)
      }
      guard let next = path.linkDestination else { break }
      path = next.hasPrefix("/") ? next : OwnName.folder(of: path) + "/" + next
    }
    return path
  }

  private var linkDestination: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withSystemPath { readlink($0, &buffer, buffer.count) }
    return count > 0 ? String(fileName: buffer.prefix(count).map(UInt8.init(bitPattern:))) : nil
  }
}
