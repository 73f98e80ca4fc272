import Mantle
import MantlePlatform

/// A new file that is written before it gets its final name. If it never gets one, the file is deleted together with
/// this object.
///
/// On Linux, the file has no name until then, so that nothing remains if the program is killed. On other systems, the
/// file is locked during the session; an unlocked draft is a leftover temporary file.
package final class FileDraft: Sendable {
  /// The path of the file before it gets its final name. A file without a name gets this path before it is renamed.
  package let path: String
  /// The descriptor of the file, which is open for reading and writing.
  package let descriptor: Int32
  private let isNamed: Bool

  private static let prefix = ".mantle-draft-"

  /// Creates the file in a folder.
  ///
  /// - Parameter mode: the permissions before the user's file mode creation mask is applied.
  init(in folder: String, mode: mode_t = 0o600) throws(WriteFailure) {
    path = "\(folder)/\(Self.prefix)\(String.randomName)"
    descriptor = try FileCalls.createDraft(path, mode: mode)
    var status = stat()
    isNamed = fstat(descriptor, &status) != 0 || status.st_nlink > 0
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Creates a temporary file in `TMPDIR` or `/tmp`; if that fails, in the state folder.
  ///
  /// - Throws: A ``FileReadError`` for the first of these folders.
  package static func temporary() throws(FileReadError) -> FileDraft {
    let folders = OwnFolders.current
    do throws(WriteFailure) { return try FileDraft(in: folders.temporary) } catch {
      if let state = folders.state, let draft = try? FileDraft(in: state) { return draft }
      throw FileReadError(path: folders.temporary, errno: error.code)
    }
  }

  deinit {
    // Removing the path fails if the file has no name or was renamed. An unlinked file cannot be linked again.
    FileCalls.remove(path)
    close(descriptor)
  }

  /// The number of bytes available on the file system of the draft; nil if the system does not report it.
  package var room: Int? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { return nil }
    return Int(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
  }

  /// Appends bytes to the file.
  package func append(_ bytes: ArraySlice<UInt8>) throws(WriteFailure) {
    try FileCalls.writeAll(bytes, to: descriptor)
  }

  /// Maps the content of the file that has been written so far.
  ///
  /// - Parameter name: the name of the content, which may indicate NDJSON.
  package func text(named name: String? = nil) throws(FileReadError) -> JSONBytes {
    try JSONBytes.map(fileDescriptor: descriptor, path: name)
  }

  /// Gives the file a name that is not in use, by a hard link.
  func link(as name: String) throws(WriteFailure) {
    try FileCalls.link(isNamed ? path : FileCalls.path(of: descriptor), as: name)
  }

  /// Gives the file a name that is not in use, even if the file system does not support hard links.
  func take(freeName name: String) throws(WriteFailure) {
    do throws(WriteFailure) {
      try link(as: name)
    } catch {
      if error.code == EEXIST { throw error }
      try rename(to: name)
    }
  }

  /// Gives the file its final name, and replaces an existing file with this name.
  func rename(to name: String) throws(WriteFailure) {
    if !isNamed { try link(as: path) }
    try FileCalls.rename(path, to: name)
  }

  /// Removes the drafts in a folder that sessions left behind because they ended abnormally.
  static func clearAbandoned(in folder: String) {
    for name in folder.fileNames(startingWith: [prefix]) ?? []
    where name.utf8.count == prefix.utf8.count + 12 {
      guard let file = OwnedFile("\(folder)/\(name)"), file.isAbandoned else { continue }
      // The creator of an empty file may be about to lock it.
      if file.fingerprint.size > 0 || file.fingerprint.isOld { FileCalls.remove(file.path) }
    }
  }
}

// MARK: - Files that other libraries write

extension FileDraft {
  /// Creates a draft with a name in the directory of a new file, for a library that opens files by their names.
  ///
  /// - Throws: a ``SaveError`` if the file cannot be created.
  package static func named(for path: String) throws(SaveError) -> FileDraft {
    let folder = path.resolvedPath.parentFolder
    clearAbandoned(in: folder)
    do throws(WriteFailure) {
      let draft = try FileDraft(in: folder, mode: 0o666)
      if !draft.isNamed { try draft.link(as: draft.path) }
      return draft
    } catch {
      throw SaveError(path: path, folder: folder, error)
    }
  }

  /// Gives the written file its final name.
  ///
  /// - Throws: a ``SaveError`` if another file has this name in the meantime.
  package func finish(as path: String) throws(SaveError) {
    let target = path.resolvedPath
    do throws(WriteFailure) {
      try FileCalls.synchronise(descriptor)
      try take(freeName: target)
    } catch {
      throw SaveError(path: path, cause: error.code == EEXIST ? .exists : .system(error.description))
    }
    try? FileCalls.synchronise(folder: target.parentFolder)
  }
}

extension String {
  /// Twelve random letters and digits, as a part of a unique file name.
  static var randomName: String {
    String((0..<12).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }
}
