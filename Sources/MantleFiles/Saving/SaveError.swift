import MantlePlatform

/// An error that prevented a save; the file at the path is unchanged.
package struct SaveError: Error, Sendable, Hashable {
  /// The reason why a file was not saved.
  package enum Cause: Sendable, Hashable {
    /// Somebody else wrote to the file since it was read.
    case changedOnDisk
    /// Somebody removed the file since it was read.
    case gone
    /// Somebody wrote into the file the text is mapped from: the edits may no longer fit.
    case sourceChanged(String)
    /// There is something at the path already.
    case exists
    /// The path is that of a folder.
    case isFolder
    /// The file is not to be written to.
    case protected
    /// The file is somebody else's, and would be ours.
    case foreign(owner: String)
    /// The file has other names too, which would keep the old text.
    case linked(names: Int)
    /// The system does not let the new file have all that the old one has, in words.
    case loses([String])
    /// The file of the original text was truncated where the edits are.
    case cutShort(String)
    /// No new file can be made there.
    case folder(String)
    /// A folder, a device or a pipe.
    case notRegular
    /// The operating system's words for anything else.
    case system(String)
  }

  /// The path of the file that was not saved.
  let path: String
  /// The reason.
  package let cause: Cause

  /// Creates an error for a path.
  package init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Why no file could be made in a folder.
  init(path: String, folder: String, _ failure: WriteFailure) {
    let isDenied = failure.code == EACCES || failure.code == EPERM
    self.init(path: path, cause: isDenied ? .folder(folder) : .system(failure.description))
  }
}

extension SaveError: CustomStringConvertible {
  /// A sentence for people, e.g. `issues.json: not saved: No space left on device`.
  package var description: String { words(forced: ":w!") }

  /// - Parameter forced: the command or option that replaces the file anyway.
  package func words(forced: String) -> String {
    switch cause {
    case .changedOnDisk:
      "\(path): not saved: the file changed on disk (:compare % shows how, :w! overwrites it, :e! reads it)"
    case .gone: "\(path): not saved: the file was deleted (:w! writes it again)"
    case .sourceChanged(let source):
      "\(path): not saved: another program wrote into \(source), and with it into the text; nothing can be written from that (:e! reads it again)"
    case .exists: "\(path): not saved: there is a file already"
    case .isFolder: "\(path): not saved: this is a folder; name a file in it"
    case .protected: "\(path): not saved: the file is write-protected (\(forced) replaces it)"
    case .foreign(let owner):
      "\(path): not saved: the file belongs to \(owner) (:w! replaces it with one of your own)"
    case .linked(let names):
      "\(path): not saved: the file has \(names) names (hard links), and the others would keep the old text (\(forced) replaces this one)"
    case .loses(let what):
      "\(path): not saved: the new file would not have \(what.joined(separator: ", ")) (:w! saves it without)"
    case .cutShort(let source):
      "\(path): not saved: \(source) was cut short, and with it the text (:e! reads what is left)"
    case .folder(let folder):
      "\(path): not saved: the folder \(folder) is not writable; a save writes a new file beside the old one"
    case .notRegular: "\(path): not saved: not a regular file"
    case .system(let text): "\(path): not saved: \(text)"
    }
  }
}
