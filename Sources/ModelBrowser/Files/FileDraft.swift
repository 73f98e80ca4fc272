import Mantle
import MantleFiles
import MantlePlatform

/// A new file that a text is written to before it replaces its target; deleted with this value if it does
/// not.
///
/// On Linux the file has no name until it needs one, so that nothing remains if the program is killed. On
/// other systems it is locked during the session; an unlocked draft is a leftover temporary file.
struct FileDraft: ~Copyable {
  /// The name it has, or takes where it needs one.
  let path: String
  let descriptor: Int32
  private let isNamed: Bool

  private static let prefix = ".mantle-draft-"

  /// - Parameter mode: the permissions, of which the user's mask takes away.
  init(in folder: String, mode: mode_t) throws(WriteFailure) {
    path = "\(folder)/\(Self.prefix)\(OwnName.random())"
    descriptor = try FileCalls.createDraft(path, mode: mode)
    var status = stat()
    isNamed = fstat(descriptor, &status) != 0 || status.st_nlink > 0
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    // In vain where it has no name or took its place: a file that was unlinked cannot be linked again, so that nothing but its
    // end takes its name away.
    FileCalls.remove(path)
    close(descriptor)
  }

  /// Maps the written text into memory.
  func text() throws(WriteFailure) -> JSONBytes {
    do throws(FileReadError) {
      return try JSONBytes.map(fileDescriptor: descriptor)
    } catch {
      throw WriteFailure(words: error.description)
    }
  }

  /// Gives the file a further name, which nothing has.
  func link(as name: String) throws(WriteFailure) {
    try FileCalls.link(isNamed ? path : FileCalls.path(of: descriptor), as: name)
  }

  /// Renames the file to a name that may be another file's.
  func rename(to name: String) throws(WriteFailure) {
    if !isNamed { try link(as: path) }
    try FileCalls.rename(path, to: name)
  }

  /// Removes the drafts of sessions that died.
  static func clearAbandoned(in folder: String) {
    for name in FolderListing.names(in: folder, startingWith: [prefix])
    where name.utf8.count == prefix.utf8.count + 12 {
      let path = "\(folder)/\(name)"
      guard let file = OwnedFile(path), file.isAbandoned else { continue }
      // An empty one may be about to be locked.
      if file.fingerprint.size > 0 || file.fingerprint.isOld { FileCalls.remove(path) }
    }
  }
}
