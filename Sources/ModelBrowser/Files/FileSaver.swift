import Mantle
import MantleFiles
import MantlePlatform

/// Writes a file so that at every moment there is a whole one: beside it first, then renamed over it.
///
/// What the file has beside its content stays, and symbolic links are followed, so the link still points to the saved file.
enum FileSaver {
  /// What may stand at the path before.
  enum Replacing: Sendable {
    case nothing
    /// This file, unless it is protected, or would lose anything but its content.
    case file(FileFingerprint)
    case anything
  }

  /// Writes the pieces to the path and returns the new file's fingerprint.
  ///
  /// - Parameters:
  ///   - mode: the permissions of a file that is new, of which the user's mask takes away.
  ///   - reader: how what was written is read before it takes its place.
  ///   - progress: told the bytes written so far; returns false to stop.
  /// - Throws: ``SaveError``; the file at the path is then as it was.
  static func save(
    _ content: SplicedBytes, to path: String, replacing: Replacing = .anything, mode: mode_t = 0o666,
    reader: ReadBack = .text, progress: (Int) -> Bool = { _ in true }
  ) throws(SaveError) -> FileFingerprint {
    let target = path.resolvedPath
    let folder = OwnName.folder(of: target)
    let standing = try check(target, replacing, named: path)
    let draft: FileDraft
    do throws(WriteFailure) {
      draft = try FileDraft(in: folder, mode: standing == nil ? mode : 0o600)
    } catch {
      throw SaveError(path: path, folder: folder, error)
    }
    do throws(SaveError) {
      let lost = try fill(draft, with: content, like: standing, at: target, reader, named: path, progress)
      if case .file = replacing, !lost.isEmpty { throw SaveError(path: path, cause: .loses(lost)) }
      // Once more, since writing takes a while: what another program saved meanwhile is not ours to replace.
      _ = try check(target, replacing, named: path)
      try place(draft, at: target, replacing, content.original, named: path)
    } catch {
      draft.remove()
      throw error
    }
    // A rename is on disk only once its folder is; a file system that cannot do that loses nothing but this.
    try? FileCalls.synchronise(folder: folder)
    guard let fingerprint = FileFingerprint(path: target) else {
      throw SaveError(path: path, cause: .changedOnDisk)
    }
    return fingerprint
  }

  /// - Returns: what stands at the place; nil for nothing.
  private static func check(
    _ target: String, _ replacing: Replacing, named path: String
  ) throws(SaveError) -> stat? {
    let status = target.fileStatus()
    switch (replacing, status) {
    case (.nothing, .some(let found)):
      throw SaveError(path: path, cause: found.st_mode & S_IFMT == S_IFDIR ? .isFolder : .exists)
    case (.file, nil): throw SaveError(path: path, cause: .gone)
    case (.file(let expected), let status?):
      if FileFingerprint(status) != expected { throw SaveError(path: path, cause: .changedOnDisk) }
      if geteuid() != 0, status.st_uid != geteuid() {
        throw SaveError(path: path, cause: .foreign(owner: UserName.of(status.st_uid)))
      }
      if status.st_mode & 0o222 == 0 || target.withSystemPath({ access($0, W_OK) }) != 0 {
        throw SaveError(path: path, cause: .protected)
      }
      if status.st_nlink > 1 { throw SaveError(path: path, cause: .linked(names: Int(status.st_nlink))) }
    case (.nothing, nil), (.anything, _): break
    }
    // What is a link behind all links leads in a circle, and is not a place for a file.
    if status == nil, target.fileStatus(followingLinks: false)?.isLink == true {
      throw SaveError(path: path, cause: .system(WriteFailure(code: ELOOP).words))
    }
    if let status, status.st_mode & S_IFMT != S_IFREG { throw SaveError(path: path, cause: .notRegular) }
    return status
  }

  /// Writes the text, reads it again, and brings it to the disk.
  ///
  /// - Returns: what the draft could not be given of what the file has, in words.
  private static func fill(
    _ draft: borrowing FileDraft, with content: SplicedBytes, like standing: stat?, at target: String,
    _ reader: ReadBack, named path: String, _ progress: (Int) -> Bool
  ) throws(SaveError) -> [String] {
    let descriptor = draft.descriptor
    do throws(WriteFailure) {
      var early = WriteBack(descriptor)
      let isWhole = try content.write(to: descriptor) { written in
        early.start(upTo: written)
        return progress(written)
      }
      guard isWhole else { throw WriteFailure(words: "stopped") }
      let lost = try standing.map { status throws(WriteFailure) in
        try FileMetadata(of: target, status).give(to: descriptor)
      }
      try readBack(draft, reader, content)
      try FileCalls.synchronise(descriptor)
      return lost ?? []
    } catch {
      throw SaveError(path: path, cause: .system(error.words))
    }
  }

  private static func readBack(
    _ draft: borrowing FileDraft, _ reader: ReadBack, _ content: SplicedBytes
  ) throws(WriteFailure) {
    let written: JSONBytes
    do throws(FileReadError) {
      written = try JSONBytes.map(fileDescriptor: draft.descriptor)
    } catch {
      throw WriteFailure(words: error.description)
    }
    try reader.check(written, against: content)
  }

  /// Gives a written file its name.
  private static func place(
    _ draft: borrowing FileDraft, at target: String, _ replacing: Replacing, _ source: JSONBytes,
    named path: String
  ) throws(SaveError) {
    do throws(WriteFailure) {
      if case .nothing = replacing {
        try placeAsNew(draft, at: target)
      } else {
        try placeOver(draft, at: target, source)
      }
    } catch {
      throw SaveError(path: path, cause: error.code == EEXIST ? .exists : .system(error.words))
    }
  }

  /// A link takes no other's place; where a file system has none, nothing was there a moment ago.
  private static func placeAsNew(_ draft: borrowing FileDraft, at target: String) throws(WriteFailure) {
    do throws(WriteFailure) {
      try FileCalls.link(draft.path, as: target)
    } catch {
      if error.code == EEXIST { throw error }
      return try FileCalls.rename(draft.path, to: target)
    }
    draft.remove()
  }

  private static func placeOver(
    _ draft: borrowing FileDraft, at target: String, _ source: JSONBytes
  ) throws(WriteFailure) {
    do throws(WriteFailure) {
      try FileCalls.rename(draft.path, to: target)
    } catch {
      // A file that is mounted by itself, as containers have them, is no name in a folder.
      guard error.code == EBUSY || error.code == EXDEV else { throw error }
      try FileInPlace.write(draft, over: target, source: source)
      draft.remove()
    }
  }
}

extension stat {
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// What a user is called.
enum UserName {
  static func of(_ user: uid_t) -> String {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
    else { return "user \(user)" }
    return String(cString: name)
  }
}
