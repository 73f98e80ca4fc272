#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes a file so that at every moment there is a whole one: beside it first, then renamed over it.
///
/// Permissions are kept and symbolic links are followed, so the link still points to the saved file.
enum FileSaver {
  /// What may stand at the path before.
  enum Replacing: Sendable {
    case nothing
    /// This file, unless it is protected.
    case file(FileFingerprint)
    case anything
  }

  /// Writes the pieces to the path and returns the new file's fingerprint.
  ///
  /// - Parameter progress: told the bytes written so far; returns false to stop.
  /// - Throws: ``SaveError``; the file at the path is then as it was.
  static func save(
    _ content: SplicedBytes, to path: String, replacing: Replacing = .anything,
    progress: (Int) -> Bool = { _ in true }
  ) throws(SaveError) -> FileFingerprint {
    let target = path.resolvedPath
    var found = stat()
    let status = stat(target, &found) == 0 ? found : nil
    try check(status, at: target, replacing, named: path)
    var isNew = false
    if case .nothing = replacing { isNew = true }
    let mode = status.map { $0.st_mode & 0o7777 } ?? 0o666 & ~currentMask()
    return try replace(target, with: content, mode: mode, owner: status, isNew: isNew, named: path, progress)
  }

  private static func check(
    _ status: stat?, at target: String, _ replacing: Replacing, named path: String
  ) throws(SaveError) {
    switch (replacing, status) {
    case (.nothing, .some): throw SaveError(path: path, cause: .exists)
    case (.file, nil): throw SaveError(path: path, cause: .changedOnDisk)
    case (.file(let expected), let status?):
      if FileFingerprint(status) != expected { throw SaveError(path: path, cause: .changedOnDisk) }
      if let owner = losingOwner(status) { throw SaveError(path: path, cause: .foreign(owner: owner)) }
      if status.st_mode & 0o222 == 0 || access(target, W_OK) != 0 {
        throw SaveError(path: path, cause: .protected)
      }
    case (.nothing, nil), (.anything, _): break
    }
    if let status, status.st_mode & S_IFMT != S_IFREG { throw SaveError(path: path, cause: .notRegular) }
  }

  /// Whose a file is that would be somebody else's once it is replaced; root can give it back.
  private static func losingOwner(_ status: stat) -> String? {
    guard geteuid() != 0, status.st_uid != geteuid() else { return nil }
    guard let entry = getpwuid(status.st_uid), let name = entry.pointee.pw_name else {
      return "user \(status.st_uid)"
    }
    return String(cString: name)
  }

  private static func replace(
    _ target: String, with content: SplicedBytes, mode: mode_t, owner: stat?, isNew: Bool, named path: String,
    _ progress: (Int) -> Bool
  ) throws(SaveError) -> FileFingerprint {
    var template = Array("\(folder(of: target))/.mantle-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SaveError(path: path, folder: folder(of: target), errno: errno) }
    var isOpen = true
    do throws(WriteFailure) {
      var early = WriteBack(descriptor)
      let isWhole = try content.write(to: descriptor) { written in
        early.start(upTo: written)
        return progress(written)
      }
      guard isWhole else { throw WriteFailure(words: "stopped") }
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
