import MantlePlatform

/// An error that prevented a save. The file at the path is unchanged.
package struct SaveError: Error, Sendable, Hashable {
  /// The reason why a file was not saved.
  package enum Cause: Sendable, Hashable {
    /// Another program has written to the file since it was read.
    case changedOnDisk
    /// The file was removed since it was read.
    case gone
    /// Another program has written into the file from which the text is mapped, so the edits may no longer apply. The
    /// string is the path of that file.
    case sourceChanged(String)
    /// A file at the path already exists.
    case exists
    /// The path is a directory.
    case isFolder
    /// The file is write-protected.
    case protected
    /// The file belongs to another user; the new file would belong to this user.
    case foreign(owner: String)
    /// The file has other hard links, which would keep the old text.
    case linked(names: Int)
    /// The system does not allow copying some metadata to the new file; the strings describe this metadata.
    case loses([String])
    /// The file from which the original text is mapped was truncated; the string is its path.
    case cutShort(String)
    /// No file can be created in the directory with the given path.
    case folder(String)
    /// The path is a directory, a device or a pipe.
    case notRegular
    /// Any other error, with the message of the operating system.
    case system(String)
  }

  /// The path of the file that was not saved.
  let path: String
  /// The reason why the file was not saved.
  package let cause: Cause

  /// Creates an error for a path.
  package init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Creates the error for a file whose draft could not be created in a directory.
  init(path: String, folder: String, _ failure: WriteFailure) {
    let isDenied = failure.code == EACCES || failure.code == EPERM
    self.init(path: path, cause: isDenied ? .folder(folder) : .system(failure.description))
  }
}

extension SaveError: CustomStringConvertible {
  /// The message for the user of the browser, such as `issues.json: not saved: No space left on device`.
  package var description: String { words(forced: ":w!") }

  /// Returns the message for the user.
  ///
  /// - Parameter forced: the command or option that forces the save.
  package func words(forced: String) -> String {
    switch cause {
    case .changedOnDisk:
      "\(path): not saved: the file changed on disk (:compare % shows how, :w! overwrites it, :e! reads it)"
    case .gone: "\(path): not saved: the file was deleted (:w! writes it again)"
    case .sourceChanged(let source):
      "\(path): not saved: another program overwrote \(source), from which the document is read (:e! reads it again)"
    case .exists: "\(path): not saved: there is a file already"
    case .isFolder: "\(path): not saved: this is a folder; name a file in it"
    case .protected: "\(path): not saved: the file is write-protected (\(forced) replaces it)"
    case .foreign(let owner):
      "\(path): not saved: the file belongs to \(owner) (:w! replaces it with your own file)"
    case .linked(let names):
      "\(path): not saved: the file has \(names) names (hard links), and the others would keep the old text (\(forced) replaces this one)"
    case .loses(let what):
      "\(path): not saved: the new file would not have \(what.joined(separator: ", ")) (:w! saves without them)"
    case .cutShort(let source):
      "\(path): not saved: \(source), from which the document is read, was truncated (:e! reads the rest)"
    case .folder(let folder):
      "\(path): not saved: the folder \(folder) is not writable; a save writes a new file next to the old one"
    case .notRegular: "\(path): not saved: not a regular file"
    case .system(let text): "\(path): not saved: \(text)"
    }
  }
}
