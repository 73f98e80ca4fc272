import Mantle
import MantleFiles

/// The saved views of recent files, in the state folder.
struct RememberedViews: Model {
  /// The latest first.
  private(set) var views: [RememberedView] = []

  static let properties = Properties(of: RememberedViews.self) { Property(\.views, "views") }
  static let mapping = Mapping(RememberedViews.init(views:), properties)

  private static let mostFiles = 100
  private static let kept = StateFile<RememberedViews>("places.json")

  /// Returns the saved view of a file; nil if there is none.
  static func view(of path: String) -> RememberedView? {
    let file = path.resolvedPath
    return kept.content?.views.first { $0.file == file }
  }

  /// Keeps what is shown of a file, or forgets it.
  ///
  /// - Parameter view: nil where it is shown as though opened for the first time.
  static func keep(_ view: RememberedView?, of path: String) {
    let file = path.resolvedPath
    var all = kept.content ?? RememberedViews()
    let known = all.views.first { $0.file == file }
    guard known != view else { return }
    all.views.removeAll { $0.file == file }
    if let view { all.views.insert(view, at: 0) }
    all.views.removeLast(max(0, all.views.count - mostFiles))
    try? kept.write(all)
  }
}
