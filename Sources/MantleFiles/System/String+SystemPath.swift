import Mantle
import MantlePlatform

// Paths are strings that convert back to exactly the bytes that the system returned.
extension String {
  /// Creates the string of a zero-terminated path from the system.
  init(systemPath path: UnsafePointer<CChar>) {
    self.init(fileName: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// Creates the string of an environment variable, such as a directory; nil if the variable is not set.
  init?(variable name: String) {
    guard let value = getenv(name) else { return nil }
    self.init(systemPath: value)
  }

  /// Calls a closure with the path in the form of system calls. The pointer is valid only during the call.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    let bytes = fileNameBytes.map(CChar.init(bitPattern:)) + [0]
    return try bytes.withUnsafeBufferPointer { try $0.baseAddress.map(body) ?? body("") }
  }

  /// Returns the `stat` information of the file at the path.
  ///
  /// - Parameter followingLinks: Whether a symbolic link is resolved.
  /// - Returns: Nil if it is not available; `errno` contains the reason.
  package func fileStatus(followingLinks: Bool = true) -> stat? {
    var status = stat()
    let result = withSystemPath { followingLinks ? stat($0, &status) : lstat($0, &status) }
    return result == 0 ? status : nil
  }
}
