import Mantle
import MantlePlatform

/// A file that a whole text is written to before it takes its place.
///
/// It is locked as long as its session lives: one that is not was left behind.
struct FileDraft: ~Copyable {
  let path: String
  let descriptor: Int32

  private static let prefix = ".mantle-draft-"

  /// - Parameter mode: the permissions, of which the user's mask takes away.
  init(in folder: String, mode: mode_t) throws(WriteFailure) {
    path = "\(folder)/\(Self.prefix)\(OwnName.random())"
    descriptor = try FileCalls.create(path, mode: mode)
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { close(descriptor) }

  func remove() { FileCalls.remove(path) }

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
