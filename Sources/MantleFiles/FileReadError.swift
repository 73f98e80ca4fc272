import Mantle
import MantlePlatform

/// Why a file could not be read.
public struct FileReadError: Error, Sendable, Hashable {
  package enum Cause: Sendable, Hashable {
    case missing
    case directory
    case permission
    /// A device, a socket or a pipe: it has no size and cannot be mapped.
    case notRegular
    /// The operating system's words for anything else.
    case system(String)
  }

  /// The path as given; nil for an open descriptor.
  package let path: String?
  package let cause: Cause

  package init(path: String?, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

extension FileReadError: DescribedError {
  /// A sentence for people, e.g. `issues.json: no such file`.
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
  /// The cause an `errno` value stands for.
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
