#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes a file so that at every moment there is a whole one: beside it first, then renamed over it.
///
/// Permissions are kept and symbolic links are followed, so the link still points to the saved file.
enum FileSaver {
  /// Writes the pieces to the path and returns the new file's fingerprint.
  ///
  /// - Parameters:
  ///   - expected: what the file at the path looked like when it was read; nil to overwrite whatever is there.
  ///   - isNew: refuse if there is something at the path already.
  ///   - progress: told the bytes written so far; returns false to stop.
  /// - Throws: ``SaveError``; the file at the path is then as it was.
  static func save(
    _ content: SplicedBytes, to path: String, expecting expected: FileFingerprint? = nil, isNew: Bool = false,
    progress: (Int) -> Bool = { _ in true }
  ) throws(SaveError) -> FileFingerprint {
    let target = resolved(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if isNew, exists { throw SaveError(path: path, cause: .exists) }
    if exists, status.st_mode & S_IFMT != S_IFREG { throw SaveError(path: path, cause: .notRegular) }
    if let expected, !exists || FileFingerprint(status) != expected {
      throw SaveError(path: path, cause: .changedOnDisk)
    }
    let mode = exists ? status.st_mode & 0o7777 : 0o666 & ~currentMask()
    return try replace(
      target, with: content, mode: mode, owner: exists ? status : nil, isNew: isNew, named: path, progress)
  }

  private static func replace(
    _ target: String, with content: SplicedBytes, mode: mode_t, owner: stat?, isNew: Bool, named path: String,
    _ progress: (Int) -> Bool
  ) throws(SaveError) -> FileFingerprint {
    var template = Array("\(folder(of: target))/.mantle-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SaveError(path: path, errno: errno) }
    var isOpen = true
    do throws(WriteFailure) {
      guard try content.write(to: descriptor, progress: progress) else {
        throw WriteFailure(words: "stopped")
      }
      // Only root may give files away; for everyone else the file is theirs already.
      if let owner, owner.st_uid != getuid() || owner.st_gid != getgid() {
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
      }
      try check(fchmod(descriptor, mode))
      try check(fsync(descriptor))
      var status = stat()
      try check(fstat(descriptor, &status))
      isOpen = false
      try check(close(descriptor))
      if isNew {
        try place(template, at: target)
      } else {
        try check(rename(template, target))
      }
      synchronise(folder: folder(of: target))
      return FileFingerprint(status)
    } catch {
      if isOpen { close(descriptor) }
      unlink(template)
      throw SaveError(path: path, cause: error.code == EEXIST ? .exists : .system(error.words))
    }
  }

  /// Gives a written file its name, unless something has it by now.
  private static func place(_ temporary: [CChar], at target: String) throws(WriteFailure) {
    if link(temporary, target) == 0 {
      unlink(temporary)
    } else if errno == EEXIST {
      throw WriteFailure(code: errno)
    } else {
      // A file system without links: nothing was there a moment ago.
      try check(rename(temporary, target))
    }
  }

  private static func check(_ result: Int32) throws(WriteFailure) {
    if result != 0 { throw WriteFailure(code: errno) }
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A rename is on disk only once its folder is; a file system that cannot do that loses nothing but this.
  private static func synchronise(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func currentMask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
