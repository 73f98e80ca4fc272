import Mantle

/// A file in the state folder that contains a model.
///
/// The file is not essential: its users ignore errors of reading and writing, and if two sessions end at the same time,
/// the content of one of them may be lost.
package struct StateFile<Content: Model> {
  private let name: String

  /// The maximum size of a file that is read. A larger file was not written by this program.
  private static var maximumBytes: Int64 { 1 << 23 }

  /// Creates the value for the file with a name in the state folder.
  package init(_ name: String) { self.name = name }

  /// The content of the file; nil if the file is missing or invalid.
  package var content: Content? {
    guard let state = OwnFolders.current.state, let file = OwnedFile("\(state)/\(name)"),
      file.fingerprint.size <= Self.maximumBytes, let bytes = try? file.bytes()
    else { return nil }
    return try? Content.decode(JSONDocument(parsing: bytes).root)
  }

  /// Replaces the file without synchronizing it to the disk, because quitting must not wait for the disk. An
  /// incomplete file is treated as missing.
  package func write(_ content: Content) throws {
    let folder = try OwnFolders.current.madeState()
    let draft = try FileDraft(in: folder)
    try draft.append(try content.jsonBytes()[...])
    try draft.rename(to: "\(folder)/\(name)")
  }
}
