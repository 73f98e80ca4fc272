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
    let standing = try check(target, replacing, named: path)
    let draft = try write(content, beside: target, like: standing, named: path, progress)
    do throws(SaveError) {
      // Once more, since writing takes a while: what was saved by somebody else meanwhile is not ours to replace.
      _ = try check(target, replacing, named: path)
      try place(draft, at: target, replacing, named: path)
    } catch {
      unlink(draft.path)
      throw error
    }
    synchronise(folder: folder(of: target))
    return draft.fingerprint
  }

  /// - Returns: what stands at the place; nil for nothing.
  private static func check(
    _ target: String, _ replacing: Replacing, named path: String
  ) throws(SaveError) -> stat? {
    var found = stat()
    let status = stat(target, &found) == 0 ? found : nil
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
    return status
  }

  /// Whose a file is that would be somebody else's once it is replaced; root can give it back.
  private static func losingOwner(_ status: stat) -> String? {
    guard geteuid() != 0, status.st_uid != geteuid() else { return nil }
    guard let entry = getpwuid(status.st_uid), let name = entry.pointee.pw_name else {
      return "user \(status.st_uid)"
    }
    return String(cString: name)
  }

  /// A whole file that has no name yet that anybody knows.
  private struct Draft {
    let path: [CChar]
    let fingerprint: FileFingerprint
  }

  private static func write(
    _ content: SplicedBytes, beside target: String, like standing: stat?, named path: String,
    _ progress: (Int) -> Bool
  ) throws(SaveError) -> Draft {
    let mode = standing.map { $0.st_mode & 0o7777 } ?? 0o666 & ~currentMask()
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
      if let standing, standing.st_uid != getuid() || standing.st_gid != getgid() {
        _ = fchown(descriptor, standing.st_uid, standing.st_gid)
      }
      try check(fchmod(descriptor, mode))
      try check(fsync(descriptor))
      var status = stat()
      try check(fstat(descriptor, &status))
      isOpen = false
      try check(close(descriptor))
      return Draft(path: template, fingerprint: FileFingerprint(status))
    } catch {
      if isOpen { close(descriptor) }
      unlink(template)
      throw SaveError(path: path, cause: .system(error.words))
    }
  }

  /// Gives a written file its name.
  private static func place(
    _ draft: Draft, at target: String, _ replacing: Replacing, named path: String
  ) throws(SaveError) {
    // A link takes no other's place; where a file system has none, nothing was there a moment ago.
    if case .nothing = replacing {
      if link(draft.path, target) == 0 {
        unlink(draft.path)
        return
      }
      if errno == EEXIST { throw SaveError(path: path, cause: .exists) }
    }
    if rename(draft.path, target) != 0 {
      throw SaveError(path: path, cause: .system(WriteFailure(code: errno).words))
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
