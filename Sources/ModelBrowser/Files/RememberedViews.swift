import Mantle

/// What was shown of the files that were left last, in the state folder.
///
/// A comfort only: what cannot be read or written is left out without a word, and of two sessions that end at the same
/// time one may be forgotten.
struct RememberedViews: Model {
  /// The latest first.
  private(set) var views: [RememberedView] = []

  static let properties = Properties(of: RememberedViews.self) { Property(\.views, "views") }
  static let mapping = Mapping(RememberedViews.init(views:), properties)

  private static let mostFiles = 100
  /// A hundred files with all their folds take less.
  private static let mostBytes = 1 << 23
  private static let name = "/places.json"

  /// What was shown of a file when it was left; nil where that is not known.
  static func view(of path: String) -> RememberedView? {
    let file = OwnName(of: path).document
    return kept.views.first { $0.file == file }
  }

  /// Keeps what is shown of a file, or forgets it.
  ///
  /// - Parameter view: nil where it is shown as though opened for the first time.
  static func keep(_ view: RememberedView?, of path: String) {
    let file = OwnName(of: path).document
    var all = kept
    let known = all.views.first { $0.file == file }
    guard known != view else { return }
    all.views.removeAll { $0.file == file }
    if let view { all.views.insert(view, at: 0) }
    all.views.removeLast(max(0, all.views.count - mostFiles))
    try? all.write()
  }

  /// Not brought to the disk: who leaves does not wait for that, and half a file is as though there were none.
  private func write() throws {
    let folder = try OwnFolders.current.madeState()
    let draft = try FileDraft(in: folder, mode: 0o600)
    do {
      _ = try SplicedBytes(original: JSONBytes(try jsonBytes()), splices: []).write(to: draft.descriptor)
      try FileCalls.rename(draft.path, to: folder + Self.name)
    } catch {
      draft.remove()
      throw error
    }
  }

  private static var kept: RememberedViews {
    guard let path = OwnFolders.current.state.map({ $0 + name }), let file = OwnedFile(path),
      file.fingerprint.size <= mostBytes, let bytes = try? file.bytes(),
      let document = try? JSONDocument(parsing: bytes),
      let views = try? RememberedViews.decode(document.root)
    else { return RememberedViews() }
    return views
  }
}
