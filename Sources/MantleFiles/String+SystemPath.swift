import Mantle
import MantlePlatform

/// Paths are texts, from which the system gets back the very bytes that it gave.
extension String {
  /// A path the system gave.
  package init(systemPath path: UnsafePointer<CChar>) {
    self.init(fileName: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// What an environment variable says, such as a folder; nil where it is not set.
  package init?(variable name: String) {
    guard let value = getenv(name) else { return nil }
    self.init(systemPath: value)
  }

  /// Hands the path to a call of the system.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    let bytes = fileNameBytes.map(CChar.init(bitPattern:)) + [0]
    return try bytes.withUnsafeBufferPointer { try $0.baseAddress.map(body) ?? body("") }
  }

  /// What the system knows of the file at the path.
  ///
  /// - Returns: nil where there is none; `errno` says why.
  package func fileStatus(followingLinks: Bool = true) -> stat? {
    var status = stat()
    let result = withSystemPath { followingLinks ? stat($0, &status) : lstat($0, &status) }
    return result == 0 ? status : nil
  }
}
