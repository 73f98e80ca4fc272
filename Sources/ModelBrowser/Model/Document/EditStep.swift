/// An undo step: the description of a command's edits, the places they changed, and the data to undo them.
struct EditStep: Sendable {
  /// One edit of a step; a step that acts on several values has several.
  struct Part: Sendable {
    /// The kind of an edit, which selects the verb of its description.
    enum Kind: Hashable, Sendable {
      case changed, inserted, deleted, mended
      /// Sorted by a key; nil if the former order was restored.
      case sorted(by: String?)
      case moved(to: String)
      case renamed(to: String)

      var verb: String {
        switch self {
        case .changed: "changed"
        case .inserted: "inserted"
        case .deleted: "deleted"
        case .mended: "mended"
        case .sorted: "sorted"
        case .moved: "moved"
        case .renamed: "renamed"
        }
      }
    }

    let kind: Kind
    /// The place of the value after the edit; for a deletion, its previous place.
    var place: EditedPlace
    /// The place of the value before the edit; nil for an insertion.
    let origin: EditedPlace?
    /// The path for display, such as `[16].title`.
    var path: String
    /// The JSON before and after, shortened; nil for an absent value.
    var before: String?
    let after: String?
    /// The changes of the places of other values, which the edit has moved.
    var shifts: [PlaceChange] = []
    /// The original place of an inserted value, or of the value that it was copied from; nil if the value has none.
    var source: EditedPlace?
    /// The place of a value whose text was replaced as a whole, so that the origins of its descendants are unknown; nil if
    /// there is no such value.
    var rewritten: EditedPlace?

    /// A short description of the edit, such as `inserted [1]`.
    var words: String {
      switch kind {
      case .sorted(let key?): "sorted \(path) by \(key)"
      case .sorted(nil): "restored the order of \(path)"
      case .moved(let target): "moved \(path) to \(target)"
      case .renamed(let key): "renamed \(path) to \(key)"
      default: "\(kind.verb) \(path)"
      }
    }
  }

  /// A reversible change of one overlay slot.
  struct Change: Sendable {
    /// The content that undoing or redoing a change restores: all of it, or only the difference if the same content is edited
    /// repeatedly.
    enum Other: Sendable {
      case content(Overlay.Content?)
      /// The difference in a record or a list of insertions, which are often edited repeatedly.
      case bytes(ListDifference<UInt8>)
      case insertions(ListDifference<Overlay.Insertion>)
    }

    let slot: Overlay.Slot
    private(set) var other: Other

    init(_ slot: Overlay.Slot, from now: Overlay.Content?, to other: Overlay.Content?) {
      self.slot = slot
      self.other =
        switch (now, other) {
        case (.text(let now), .text(let other)): .bytes(ListDifference(from: now.bytes, to: other.bytes))
        case (.inserted(let now), .inserted(let other)): .insertions(ListDifference(from: now, to: other))
        default: .content(other)
        }
    }

    /// Undoes or redoes the change, and stores the current content for the opposite direction.
    ///
    /// - Parameter now: the current content of the slot.
    /// - Returns: the content on the other side of the change, which is the new content of the slot.
    mutating func cross(from now: Overlay.Content?) -> Overlay.Content? {
      switch (other, now) {
      case (.content(let content), _):
        other = .content(now)
        return content
      case (.bytes(var difference), .text(let text)):
        var bytes = text.bytes
        difference.apply(to: &bytes)
        other = .bytes(difference)
        return .text(RecordText(bytes))
      case (.insertions(var difference), .inserted(var insertions)):
        difference.apply(to: &insertions)
        other = .insertions(difference)
        return .inserted(insertions)
      default: return now
      }
    }
  }

  /// The edits of the step, in the order of execution.
  private(set) var parts: [Part]
  var changes: [Change] = []
  /// The summary of the whole step; nil if the descriptions of its parts suffice.
  var summary: String?
  /// The type decisions before and after a step that changes types instead of the text; nil for any other step.
  private(set) var types: (before: [TypeDecision], after: [TypeDecision])?
  /// The view before the step; nil for a step that the view does not depend on.
  var view: View?
  /// The key that the step renames in all elements of a list; nil for any other step.
  private(set) var renamedKey: RenamedKey?

  /// A key of all elements of a list: its former and its new path in an element.
  struct RenamedKey: Sendable {
    let list: RowID
    let former: [String]
    let new: [String]

    /// The renaming that undoes this one.
    var reversed: RenamedKey { RenamedKey(list: list, former: new, new: former) }
  }

  /// The state that undoing a step restores besides the text.
  struct View: Sendable {
    var cursor: EditedPlace
    /// The folds of the rows that the step deleted, the earliest first.
    var folds: [(isRaw: Bool, place: EditedPlace, isOpen: Bool, isDeep: Bool)] = []
    /// The ends of the selection that the step acted on; nil if nothing was selected.
    var selection: (isRaw: Bool, anchor: EditedPlace, cursor: EditedPlace)?
    /// The marks of the rows that the step deleted, by letter.
    var marks: [Character: (isRaw: Bool, place: EditedPlace)] = [:]
  }

  init(_ parts: [Part], summary: String? = nil, renaming key: RenamedKey? = nil) {
    (self.parts, self.summary, renamedKey) = (parts, summary, key)
  }

  /// Creates a step that changes the types of properties instead of the text.
  init(deciding after: [TypeDecision], from before: [TypeDecision], summary: String) {
    self.init([], summary: summary)
    types = (before, after)
  }

  /// Whether the step renames the keys of several objects.
  var renamesSeveral: Bool {
    parts.count > 1 && parts.allSatisfy { if case .renamed = $0.kind { true } else { false } }
  }

  /// A short description of the step, such as `inserted [1]` or `deleted 3 values, the first [1]`.
  var words: String {
    if let summary { return summary }
    guard let first = leading else { return "" }
    // A move consists of a deletion and an insertion, which count as one value.
    let count = first.kind == .deleted ? parts.count : parts.count { $0.kind != .deleted }
    guard count > 1 else { return first.words }
    return "\(first.kind.verb) \(count) values, the first \(first.path)"
  }

  mutating func append(_ next: EditStep) {
    parts += next.parts
    changes += next.changes
    view?.folds += next.view?.folds ?? []
    view?.marks.merge(next.view?.marks ?? [:]) { first, _ in first }
  }

  /// Returns the changes that the step makes to the places of other values, in order.
  ///
  /// - Parameter undone: whether to return the changes that undoing the step makes instead.
  func shifts(undone: Bool) -> [PlaceChange] {
    let shifts = parts.flatMap(\.shifts)
    return undone ? shifts.reversed().map(\.inverse) : shifts
  }

  /// The places that the step changes.
  var places: [EditedPlace] { parts.flatMap { [$0.place, $0.origin].compactMap(\.self) } }

  /// Returns the place where the cursor goes after undo or redo; nil if the step's first value does not exist then.
  func landing(undone: Bool) -> EditedPlace? {
    guard let part = leading else { return nil }
    if undone { return part.origin }
    return part.kind == .deleted ? nil : part.place
  }

  /// The part whose value comes first in the text; nil for a step without parts. Deletions and moves are recorded from the
  /// last value to the first.
  var leading: Part? {
    guard parts.last?.kind == .deleted else { return parts.first }
    return parts.first?.kind == .deleted ? parts.last : parts.last { $0.kind != .deleted }
  }
}
