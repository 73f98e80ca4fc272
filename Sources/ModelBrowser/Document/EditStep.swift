/// What one command did, in words and places, and what undo goes back over.
struct EditStep: Sendable {
  /// One edit of a step; a step that acts on several values has several.
  struct Part: Sendable {
    enum Kind: Hashable, Sendable {
      case changed, inserted, deleted, sorted, mended
      case moved(to: String)
      case renamed(to: String)
    }

    let kind: Kind
    /// Where the value is afterwards; where it was, if it was taken away.
    var place: EditedPlace
    /// Where it was before; nil where there was nothing.
    let origin: EditedPlace?
    /// Where, as it is shown: `[16].title`.
    let path: String
    /// The JSON before and after, shortened; nil where there was or is nothing.
    var before: String?
    let after: String?
    /// What became of the places of everything else.
    var shifts: [PlaceChange] = []

    /// A short description: `inserted [1]`.
    var words: String {
      switch kind {
      case .changed: "changed \(path)"
      case .inserted: "inserted \(path)"
      case .deleted: "deleted \(path)"
      case .sorted: "sorted \(path)"
      case .mended: "mended \(path)"
      case .moved(let target): "moved \(path) to \(target)"
      case .renamed(let key): "renamed \(path) to \(key)"
      }
    }
  }

  /// One change of one place of the overlay.
  struct Change: Sendable, Hashable {
    let slot: Overlay.Slot
    let before: Overlay.Content?
    let after: Overlay.Content?
  }

  /// In the order they were made.
  private(set) var parts: [Part]
  var changes: [Change] = []

  init(_ part: Part) { parts = [part] }

  /// A short description: `inserted [1]`, `deleted 3 values, the first [1]`.
  var words: String {
    guard let first = leading else { return "" }
    // What was moved into another list or object is no longer where it was.
    let count = first.kind == .deleted ? parts.count : parts.count { $0.kind != .deleted }
    guard count > 1 else { return first.words }
    let verb =
      switch first.kind {
      case .changed: "changed"
      case .inserted: "inserted"
      case .deleted: "deleted"
      case .sorted: "sorted"
      case .mended: "mended"
      case .moved: "moved"
      case .renamed: "renamed"
      }
    return "\(verb) \(count) values, the first \(first.path)"
  }

  /// Whether something came, went or stands elsewhere, rather than having another value.
  var isStructural: Bool { parts.contains { $0.kind != .changed } }

  mutating func append(_ next: EditStep) {
    parts += next.parts
    changes += next.changes
  }

  /// What became of the places of everything else, in order.
  func shifts(undone: Bool) -> [PlaceChange] {
    let shifts = parts.flatMap(\.shifts)
    return undone ? shifts.reversed().map(\.inverse) : shifts
  }

  /// Where the text is another one than before.
  var places: [EditedPlace] { parts.flatMap { [$0.place, $0.origin].compactMap(\.self) } }

  /// Where to go after the step was undone, or done again; nil where the first value is gone then.
  func landing(undone: Bool) -> EditedPlace? {
    guard let part = leading else { return nil }
    if undone { return part.origin }
    return part.kind == .deleted ? nil : part.place
  }

  /// The part that stands first in the text: values are deleted, and moved elsewhere, from the last one up.
  var leading: Part? {
    guard parts.last?.kind == .deleted else { return parts.first }
    return parts.first?.kind == .deleted ? parts.last : parts.last { $0.kind != .deleted }
  }
}
