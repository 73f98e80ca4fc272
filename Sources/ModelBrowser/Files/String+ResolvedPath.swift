#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension String {
  /// The absolute path of what is at this path, behind all symbolic links; the path itself where nothing is.
  var resolvedPath: String {
    guard let resolved = realpath(self, nil) else { return self }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
