import Mantle
import MantleFiles
import MantlePlatform

/// Writes a file atomically: to a temporary file in the same directory, which is then renamed to the target.
///
/// Metadata is preserved, and symbolic links are followed, so that a link still points to the saved file.
/// Without ``finish(_:against:source:)`` the file is unchanged.
package struct FileSaver: ~Copyable {
  /// What a save may replace at the path.
  enum Replacing: Sendable {
    case nothing
    /// This file, unless it is protected, or would lose anything but its content.
    case file(FileFingerprint)
    /// Any file, unless it is protected or has other names.
    case unprotected
    case anything
  }

  /// The requested path, and its target with symbolic links resolved.
  private let path, target: String
  private let replacing: Replacing
  /// The status of the existing file; nil if there is none.
  private let standing: stat?
  private let draft: FileDraft
  private var writeBack: WriteBack
  /// The bytes written so far.
  private(set) var written = 0

  /// - Parameter isForced: whether a file may be replaced that is write-protected or has other names.
  /// - Throws: a ``SaveError`` where the file cannot be written.
  package init(to path: String, isForced: Bool) throws(SaveError) {
    try self.init(to: path, replacing: isForced ? .anything : .unprotected)
  }

  /// - Parameter mode: the permissions of a file that is new, of which the user's mask takes away.
  init(to path: String, replacing: Replacing, mode: mode_t = 0o666) throws(SaveError) {
    let target = path.resolvedPath
    let standing = try Self.check(target, replacing, named: path)
    let draft = try Self.draft(for: target, mode: standing == nil ? mode : 0o600, named: path)
    (self.path, self.target, self.replacing, self.standing) = (path, target, replacing, standing)
    writeBack = WriteBack(draft.descriptor)
    self.draft = draft
  }

  /// Writes a text to a path and returns the new file's fingerprint.
  ///
  /// - Parameters:
  ///   - reader: how what was written is read before it takes its place.
  ///   - progress: told the bytes written so far; returns false to stop.
  /// - Throws: ``SaveError``; the file at the path is then unchanged.
  static func save(
    _ content: SplicedBytes, to path: String, replacing: Replacing = .anything, mode: mode_t = 0o666,
    reader: ReadBack = .text, progress: (Int) -> Bool = { _ in true }
  ) throws(SaveError) -> FileFingerprint {
    var saver = try FileSaver(to: path, replacing: replacing, mode: mode)
    try saver.write(content, progress)
    return try saver.finish(reader, against: content, source: content.original)
  }

  private mutating func write(
    _ content: SplicedBytes, _ progress: (Int) -> Bool
  ) throws(SaveError) {
    var early = writeBack
    try named { () throws(WriteFailure) in
      let isWhole = try content.write(to: draft.descriptor) { written in
        early.start(upTo: written)
        return progress(written)
      }
      guard isWhole else { throw WriteFailure(words: "stopped") }
    }
    (writeBack, written) = (early, content.count)
  }

  /// Appends a piece.
  package mutating func write(_ piece: ArraySlice<UInt8>) throws(SaveError) {
    let descriptor = draft.descriptor
    let failure = piece.withUnsafeBytes { bytes in
      PieceWriter.writeAll(bytes, to: descriptor) { FileCalls.write($0, to: descriptor) }
    }
    if failure != 0 { throw SaveError(path: path, cause: .system(WriteFailure(code: failure).words)) }
    written += piece.count
    writeBack.start(upTo: written)
  }

  /// Has a failure say whose it is.
  private func named<Result>(
    _ body: () throws(WriteFailure) -> Result
  ) throws(SaveError) -> Result {
    do throws(WriteFailure) { return try body() } catch {
      throw SaveError(path: path, cause: .system(error.words))
    }
  }

  /// - Throws: why no file could be made in the folder.
  private static func draft(
    for target: String, mode: mode_t, named path: String
  ) throws(SaveError) -> FileDraft {
    let folder = OwnName.folder(of: target)
    do throws(WriteFailure) { return try FileDraft(in: folder, mode: mode) } catch {
      throw SaveError(path: path, folder: folder, error)
    }
  }

  /// - Returns: the status of the existing file; nil if there is none.
  /// - Throws: why nothing may take its place.
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
      try checkProtection(of: target, status, named: path)
    case (.unprotected, let status?) where status.st_mode & S_IFMT == S_IFREG:
      try checkProtection(of: target, status, named: path)
    case (.nothing, nil), (.unprotected, _), (.anything, _): break
    }
    // A path that is still a symbolic link after resolution is part of a cycle, and cannot be written to.
    if status == nil, target.fileStatus(followingLinks: false)?.isLink == true {
      throw SaveError(path: path, cause: .system(WriteFailure(code: ELOOP).words))
    }
    if let status, status.st_mode & S_IFMT != S_IFREG { throw SaveError(path: path, cause: .notRegular) }
    return status
  }
}

extension FileSaver {
  /// - Throws: that the file is write-protected, or has other names, which would keep the old text.
  private static func checkProtection(
    of target: String, _ status: stat, named path: String
  ) throws(SaveError) {
    if status.st_mode & 0o222 == 0 || target.withSystemPath({ access($0, W_OK) }) != 0 {
      throw SaveError(path: path, cause: .protected)
    }
    if status.st_nlink > 1 { throw SaveError(path: path, cause: .linked(names: Int(status.st_nlink))) }
  }
}

// MARK: - Taking its place

extension FileSaver {
  /// Reads what was written again, brings it to the disk, and has it take its place.
  ///
  /// - Parameters:
  ///   - source: what the text was made from, which may be mapped from the file.
  /// - Throws: ``SaveError``; the file at the path is then unchanged.
  package consuming func finish(_ reader: ReadBack, source: JSONBytes) throws(SaveError) {
    _ = try finish(reader, against: nil, source: source)
  }

  private consuming func finish(
    _ reader: ReadBack, against content: SplicedBytes?, source: JSONBytes
  ) throws(SaveError) -> FileFingerprint {
    let lost = try named { () throws(WriteFailure) in
      let lost = try standing.map { status throws(WriteFailure) in
        try FileMetadata(of: target, status).give(to: draft.descriptor)
      }
      try reader.check(draft.text(), count: written, against: content)
      try FileCalls.synchronise(draft.descriptor)
      return lost ?? []
    }
    if case .file = replacing, !lost.isEmpty { throw SaveError(path: path, cause: .loses(lost)) }
    // Once more, since writing takes a while: what another program saved meanwhile is not ours to replace.
    _ = try Self.check(target, replacing, named: path)
    do throws(WriteFailure) { try takePlace(source) } catch {
      throw SaveError(path: path, cause: error.code == EEXIST ? .exists : .system(error.words))
    }
    // A rename is on disk only once its folder is; a file system that cannot do that loses nothing but this.
    try? FileCalls.synchronise(folder: OwnName.folder(of: target))
    guard let fingerprint = FileFingerprint(path: target) else {
      throw SaveError(path: path, cause: .changedOnDisk)
    }
    return fingerprint
  }

  private func takePlace(_ source: JSONBytes) throws(WriteFailure) {
    if case .nothing = replacing { return try takeFreePlace() }
    do throws(WriteFailure) {
      try draft.rename(to: target)
    } catch {
      // A file that is mounted by itself, as containers have them, is no name in a folder.
      guard error.code == EBUSY || error.code == EXDEV else { throw error }
      try FileInPlace.write(draft, over: target, source: source)
    }
  }

  /// A link takes no other's place; where a file system has none, nothing was there a moment ago.
  private func takeFreePlace() throws(WriteFailure) {
    do throws(WriteFailure) {
      try draft.link(as: target)
    } catch {
      if error.code == EEXIST { throw error }
      try draft.rename(to: target)
    }
  }
}

extension stat {
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// The names of the system's users.
enum UserName {
  static func of(_ user: uid_t) -> String {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
    else { return "user \(user)" }
    return String(cString: name)
  }
}
