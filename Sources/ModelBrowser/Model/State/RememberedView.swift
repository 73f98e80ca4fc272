import Mantle
import MantleFiles

/// The saved view of a file: the cursor and the expanded rows.
struct RememberedView: Model, Equatable {
  /// The absolute path of the file, with all symbolic links resolved.
  let file: String
  /// The size and modification date of the file when the view was saved.
  let size: Int
  let modified: [Int]
  let cursor: Place
  /// The line of the screen that the cursor was on.
  let line: Int
  let isRaw: Bool
  /// The level up to which rows were expanded.
  let level: Int
  /// The rows that were expanded or collapsed individually, the earliest first.
  let folds: [Fold]

  static let properties = Properties(of: RememberedView.self) {
    Property(\.file, "file")
    Property(\.size, "size")
    Property(\.modified, "modified")
    Property(\.cursor, "cursor")
    Property(\.line, "line")
    Property(\.isRaw, "raw")
    Property(\.level, "level")
    Property(\.folds, "folds")
  }
  static let mapping = Mapping(RememberedView.init, properties)

  /// The place of a value: its offset locates it in an unchanged file, its path in a changed one.
  struct Place: Model, Equatable {
    /// The JSON Pointer; nil if the index of an element is not known yet.
    let pointer: String?
    /// The offset of the value in the file; nil in an edited document.
    let offset: Int?

    static let properties = Properties(of: Place.self) {
      Property(\.pointer, "pointer")
      Property(\.offset, "offset")
    }
    static let mapping = Mapping(Place.init, properties)
  }

  /// A row that was expanded or collapsed.
  struct Fold: Model, Equatable {
    let place: Place
    let isOpen: Bool
    /// Whether the change applies to all descendants, too.
    let isDeep: Bool

    static let properties = Properties(of: Fold.self) {
      Property(\.place, "place")
      Property(\.isOpen, "open")
      Property(\.isDeep, "deep")
    }
    static let mapping = Mapping(Fold.init, properties)
  }

  /// The maximum number of folds stored for each file.
  static let maximumFolds = 200

  /// Returns whether a file has the saved size and modification date.
  func fits(_ fingerprint: FileFingerprint?) -> Bool {
    fingerprint.map { Int($0.size) == size && $0.modified == modified } ?? false
  }
}

/// The saved views of recent files, in the state folder.
struct RememberedViews: Model {
  /// The saved views of files, the latest first.
  private(set) var views: [RememberedView] = []

  static let properties = Properties(of: RememberedViews.self) { Property(\.views, "views") }
  static let mapping = Mapping(RememberedViews.init(views:), properties)

  private static let maximumFiles = 100
  private static let kept = StateFile<RememberedViews>("places.json")

  /// Returns the saved view of a file; nil if there is none.
  static func view(of path: String) -> RememberedView? {
    let file = path.resolvedPath
    return kept.content?.views.first { $0.file == file }
  }

  /// Saves or removes the view of a file.
  ///
  /// - Parameter view: nil to remove the saved view.
  static func keep(_ view: RememberedView?, of path: String) {
    let file = path.resolvedPath
    var all = kept.content ?? RememberedViews()
    let known = all.views.first { $0.file == file }
    guard known != view else { return }
    all.views.removeAll { $0.file == file }
    if let view { all.views.insert(view, at: 0) }
    all.views.removeLast(max(0, all.views.count - maximumFiles))
    try? kept.write(all)
  }
}
