import Mantle
import MantlePlatform

/// Writes a file atomically: to a draft in the same directory, which then replaces the target.
///
/// Metadata is preserved. Symbolic links are followed, so that a link still leads to the saved file. The file is
/// unchanged until ``finish(_:against:source:)`` is called.
package struct FileSaver: ~Copyable {
  /// The existing files that a save may replace.
  package enum Replacing: Sendable {
    case nothing
    /// The file with the given fingerprint, unless it is protected or would lose metadata.
    case file(FileFingerprint)
    /// Any existing file, unless it is protected or has other hard links.
    case unprotected
    case anything
  }

  /// The requested path, and its target with symbolic links resolved.
  private let path, target: String
  private let replacing: Replacing
  /// The status of the existing file that is replaced; nil if there is none.
  private let standing: stat?
  private let draft: FileDraft
  /// The number of bytes written to the draft so far.
  private var written = 0

  /// Creates the draft, after checking that the file at the path may be replaced.
  ///
  /// - Parameters:
  ///   - replacing: the existing files that may be replaced.
  ///   - mode: the permissions of a new file before the user's file mode creation mask is applied.
  /// - Throws: a ``SaveError`` if the file cannot be written.
  package init(to path: String, replacing: Replacing, mode: mode_t = 0o666) throws(SaveError) {
    let target = path.resolvedPath
    let standing = try Self.check(target, replacing, named: path)
    do throws(WriteFailure) {
      draft = try FileDraft(in: target.parentFolder, mode: standing == nil ? mode : 0o600)
    } catch {
      throw SaveError(path: path, folder: target.parentFolder, error)
    }
    (self.path, self.target, self.replacing, self.standing) = (path, target, replacing, standing)
  }

  /// Writes a text to a path and returns the fingerprint of the new file.
  ///
  /// - Parameters:
  ///   - reader: The check of the written file before it replaces the target.
  ///   - progress: Called with the number of bytes written so far; returns false to stop.
  /// - Throws: ``SaveError``; the file at the path is then unchanged.
  @discardableResult
  package static func save(
    _ content: SplicedBytes, to path: String, replacing: Replacing = .anything, mode: mode_t = 0o666,
    reader: ReadBack = .text, progress: (Int) -> Bool = { _ in true }
  ) throws(SaveError) -> FileFingerprint {
    var saver = try FileSaver(to: path, replacing: replacing, mode: mode)
    let (descriptor, size) = (saver.draft.descriptor, content.count)
    var written = 0
    try Self.naming(path) { () throws(WriteFailure) in
      let isWhole = try content.original.write(applying: content.splices, to: descriptor) { count in
        FileCalls.startWriteBack(of: descriptor, written..<count)
        written = count
        return progress(count)
      }
      guard isWhole else { throw WriteFailure("stopped") }
    }
    saver.written = size
    return try saver.finish(reader, against: content, source: content.original)
  }

  /// Appends a piece of the text to the draft.
  package mutating func write(_ piece: ArraySlice<UInt8>) throws(SaveError) {
    try Self.naming(path) { [draft] () throws(WriteFailure) in try draft.append(piece) }
    FileCalls.startWriteBack(of: draft.descriptor, written..<written + piece.count)
    written += piece.count
  }

  /// Returns the result of a function, and adds the path of the file to its error.
  private static func naming<Result>(
    _ path: String, _ body: () throws(WriteFailure) -> Result
  ) throws(SaveError) -> Result {
    do throws(WriteFailure) { return try body() } catch {
      throw SaveError(path: path, cause: error.code == EEXIST ? .exists : .system(error.description))
    }
  }

  /// Returns the status of the existing file that is replaced; nil if it does not exist.
  ///
  /// - Throws: the reason why the file must not be replaced.
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
        throw SaveError(path: path, cause: .foreign(owner: userName(of: status.st_uid)))
      }
      try checkProtection(of: target, status, named: path)
    case (.unprotected, let status?) where status.st_mode & S_IFMT == S_IFREG:
      try checkProtection(of: target, status, named: path)
    case (.nothing, nil), (.unprotected, _), (.anything, _): break
    }
    // A path that is a symbolic link even after resolution is part of a cycle and cannot be written to.
    if status == nil, target.fileStatus(followingLinks: false).map({ $0.st_mode & S_IFMT }) == S_IFLNK {
      throw SaveError(path: path, cause: .system(WriteFailure(code: ELOOP).description))
    }
    if let status, status.st_mode & S_IFMT != S_IFREG { throw SaveError(path: path, cause: .notRegular) }
    return status
  }

  /// Checks that a file is neither write-protected nor linked under several names.
  ///
  /// - Throws: A ``SaveError`` if the file is write-protected or has other hard links, which would keep the old text.
  private static func checkProtection(
    of target: String, _ status: stat, named path: String
  ) throws(SaveError) {
    if status.st_mode & 0o222 == 0 || target.withSystemPath({ access($0, W_OK) }) != 0 {
      throw SaveError(path: path, cause: .protected)
    }
    if status.st_nlink > 1 { throw SaveError(path: path, cause: .linked(names: Int(status.st_nlink))) }
  }

  private static func userName(of user: uid_t) -> String {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
    else { return "user \(user)" }
    return String(cString: name)
  }
}

// MARK: - Replacing the target

extension FileSaver {
  /// Checks the draft by reading it, synchronizes it to the disk, and replaces the target.
  ///
  /// - Parameters:
  ///   - content: The expected content; nil for output that was written in pieces.
  ///   - source: The bytes that the content was made from, which may be mapped from the file.
  /// - Throws: ``SaveError``; the file at the path is then unchanged.
  @discardableResult
  package consuming func finish(
    _ reader: ReadBack, against content: SplicedBytes? = nil, source: JSONBytes
  ) throws(SaveError) -> FileFingerprint {
    let lost = try Self.naming(path) { [target, standing, draft, written] () throws(WriteFailure) in
      let lost = try standing.map { status throws(WriteFailure) in
        try FileMetadata(of: target, status).give(to: draft.descriptor)
      }
      try reader.check(
        WriteFailure.from { () throws(FileReadError) in try draft.text() }, count: written, against: content)
      try FileCalls.synchronise(draft.descriptor)
      return lost ?? []
    }
    if case .file = replacing, !lost.isEmpty { throw SaveError(path: path, cause: .loses(lost)) }
    // Writing takes time, so another program may have saved the file in the meantime.
    _ = try Self.check(target, replacing, named: path)
    try Self.naming(path) { [target, replacing, draft] () throws(WriteFailure) in
      if case .nothing = replacing { return try draft.take(freeName: target) }
      do throws(WriteFailure) {
        try draft.rename(to: target)
      } catch {
        // A mount point, as in containers, cannot be replaced by renaming.
        guard error.code == EBUSY || error.code == EXDEV else { throw error }
        try FileInPlace.write(draft, over: target, source: source)
      }
    }
    // A rename is durable only after its directory is synchronized. If the file system does not support this, nothing
    // else is lost.
    try? FileCalls.synchronise(folder: target.parentFolder)
    guard let fingerprint = FileFingerprint(path: target) else {
      throw SaveError(path: path, cause: .changedOnDisk)
    }
    return fingerprint
  }
}
