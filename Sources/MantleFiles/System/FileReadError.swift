import Mantle
import MantlePlatform

/// The error of a file that cannot be read.
///
/// ```swift
/// do { _ = try JSONBytes.map(contentsOf: URL(filePath: "issues.json")) } catch { print(error) }  // issues.json: no such file
/// ```
public struct FileReadError: Error, Sendable, Hashable {
  /// The reason why a file cannot be read.
  package enum Cause: Sendable, Hashable {
    case missing
    case directory
    case permission
    /// The path is a device, a socket or a pipe, which has no size and cannot be mapped.
    case notRegular
    /// Any other reason, with the message of the operating system.
    case system(String)
  }

  /// The path that the caller specified; nil for an open file descriptor.
  package let path: String?
  /// The reason why the file cannot be read.
  package let cause: Cause

  /// Creates the error of a file with a known reason.
  package init(path: String?, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

extension FileReadError: DescribedError {
  /// The message for the user, such as `issues.json: no such file`.
  public var description: String {
    let reason =
      switch cause {
      case .missing: "no such file"
      case .directory: "is a directory"
      case .permission: "permission denied"
      case .notRegular: "not a regular file"
      case .system(let text): text
      }
    return path.map { "\($0): \(reason)" } ?? reason
  }
}

extension FileReadError {
  /// Creates the error of a file from an `errno` value.
  package init(path: String?, errno code: Int32) {
    let cause: Cause =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM: .permission
      case EISDIR: .directory
      default: .system(String(cString: strerror(code)))
      }
    self.init(path: path, cause: cause)
  }
}
