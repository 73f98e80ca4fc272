import Mantle
import MantlePlatform

extension String {
  /// The absolute path with all symbolic links resolved, including links to missing files; the path itself if it
  /// cannot be resolved.
  package var resolvedPath: String {
    var path = self
    // Links in a cycle are treated like links to missing files.
    for _ in 0..<40 {
      if let resolved = path.withSystemPath({ realpath($0, nil) }) {
        defer { free(resolved) }
        return String(systemPath: resolved)
      }
      guard let next = path.linkDestination else { break }
      path = next.hasPrefix("/") ? next : path.parentFolder + "/" + next
    }
    return path
  }

  /// The path of the folder that contains the file.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  private var linkDestination: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withSystemPath { readlink($0, &buffer, buffer.count) }
    return count > 0 ? String(fileName: buffer.prefix(count).map(UInt8.init(bitPattern:))) : nil
  }

  /// Returns the names of the files in the folder at this path; nil if the folder cannot be read.
  ///
  /// - Parameter prefixes: only names with one of these prefixes are converted to strings, because a directory may
  ///   contain millions of files.
  package func fileNames(startingWith prefixes: [String] = [""]) -> [String]? {
    guard let stream = withSystemPath({ opendir($0) }) else { return nil }
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

// Paths are strings that can be converted back to exactly the bytes that the system returned.
extension String {
  /// Creates the string of a zero-terminated path from the system.
  init(systemPath path: UnsafePointer<CChar>) {
    self.init(fileName: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// Creates the string from the value of an environment variable; nil if the variable is not set.
  init?(variable name: String) {
    guard let value = getenv(name) else { return nil }
    self.init(systemPath: value)
  }

  /// Calls a closure with the path as a C string. The pointer is valid only during the call.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    let bytes = fileNameBytes.map(CChar.init(bitPattern:)) + [0]
    return try bytes.withUnsafeBufferPointer { try $0.baseAddress.map(body) ?? body("") }
  }

  /// Returns the `stat` information of the file at the path.
  ///
  /// - Parameter followingLinks: Whether a symbolic link is resolved.
  /// - Returns: Nil if the file status is not available; `errno` contains the reason.
  package func fileStatus(followingLinks: Bool = true) -> stat? {
    var status = stat()
    let result = withSystemPath { followingLinks ? stat($0, &status) : lstat($0, &status) }
    return result == 0 ? status : nil
  }
}
