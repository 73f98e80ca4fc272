import Mantle
import MantleFiles

/// The saved view of a file: the cursor and the expanded rows.
struct RememberedView: Model, Equatable {
  /// The absolute path with all symbolic links resolved.
  let file: String
  /// The size and modification date of the file when the view was saved.
  let size: Int
  let modified: [Int]
  let cursor: Place
  /// The cursor's line on the screen.
  let line: Int
  let isRaw: Bool
  /// Rows around fewer than this many others were open.
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

  /// A value of the file: located by its offset in an unchanged file, by its path in a changed one.
  struct Place: Model, Equatable {
    /// A JSON Pointer; nil where the number of an element was not counted yet.
    let pointer: String?
    /// Nil where the text was edited.
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
    /// Whether all values inside are included.
    let isDeep: Bool

    static let properties = Properties(of: Fold.self) {
      Property(\.place, "place")
      Property(\.isOpen, "open")
      Property(\.isDeep, "deep")
    }
    static let mapping = Mapping(Fold.init, properties)
  }

  /// Folds that are remembered of a file at most.
  static let mostFolds = 200

  /// Whether the file is the one that was left.
  func fits(_ fingerprint: FileFingerprint?) -> Bool {
    fingerprint.map { Int($0.size) == size && $0.modified == modified } ?? false
  }
}
