import Mantle

/// A file of our own in the state folder: a comfort only, so what cannot be read or written is left out without a word, and
/// of two sessions that end at the same time one may be forgotten.
struct StateFile<Content: Model> {
  let name: String
  /// A larger one is none of ours.
  let mostBytes: Int

  /// Nil where there is none.
  var content: Content? {
    guard let path = OwnFolders.current.state.map({ "\($0)/\(name)" }), let file = OwnedFile(path),
      file.fingerprint.size <= mostBytes, let bytes = try? file.bytes(),
      let document = try? JSONDocument(parsing: bytes)
    else { return nil }
    return try? Content.decode(document.root)
  }

  /// Not brought to the disk: who leaves does not wait for that, and half a file is as though there were none.
  func write(_ content: Content) throws {
    let folder = try OwnFolders.current.madeState()
    let draft = try FileDraft(in: folder, mode: 0o600)
    let text = JSONBytes(try content.jsonBytes())
    _ = try SplicedBytes(original: text, splices: []).write(to: draft.descriptor)
    try draft.rename(to: "\(folder)/\(name)")
  }
}
