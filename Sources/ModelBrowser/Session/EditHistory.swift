/// The overlay, the way it came about, and the way back: undo and redo without limit.
struct EditHistory: Sendable {
  /// One change of one place of the overlay.
  struct Change: Sendable, Hashable {
    let slot: Overlay.Slot
    let before: Overlay.Content?
    let after: Overlay.Content?
  }

  /// What one command did, and words for it.
  struct Step: Sendable {
    /// What it changed; undoing goes to the first.
    let places: [EditedPlace]
    /// Where, for people: `[16].title`.
    let path: String
    /// The JSON before and after, shortened; nil where there was or is nothing.
    let before: String?
    let after: String?
    var changes: [Change] = []
  }

  private(set) var overlay = Overlay()
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Differs whenever anything else does.
  private(set) var revision = 0
  /// The overlay as it was last saved, where it differs from now.
  private var saved: [Overlay.Slot: Overlay.Content?] = [:]

  /// Whether there is anything a save would write. Undoing back to the saved state ends it.
  var isModified: Bool { !saved.isEmpty }

  /// How often each place was edited since the last save; undoing takes away.
  private var edits: [EditedPlace: Int] = [:]

  func hasEdited(_ row: Row) -> Bool { !edits.isEmpty && edits[row.editedPlace] != nil }

  func isUnsaved(_ slot: Overlay.Slot) -> Bool { saved[slot] != nil }

  /// The places that differ from what was saved, with what was saved there.
  var unsaved: [(slot: Overlay.Slot, saved: Overlay.Content?)] { saved.map { ($0.key, $0.value) } }

  /// The latest steps that changed a row, the last one first.
  func steps(of row: Row, most: Int) -> [Step] {
    guard !done.isEmpty else { return [] }
    let place = row.editedPlace
    return Array(done.suffix(10_000).reversed().lazy.filter { $0.places.contains(place) }.prefix(most))
  }

  /// Performs a step; what was undone before can then no longer be redone.
  mutating func perform(_ step: Step, _ edits: [(Overlay.Slot, Overlay.Content?)]) {
    var step = step
    for (slot, after) in edits {
      let before = overlay[slot]
      guard before != after else { continue }
      step.changes.append(Change(slot: slot, before: before, after: after))
      set(slot, to: after)
    }
    guard !step.changes.isEmpty else { return }
    done.append(step)
    undone = []
    count(step.places, 1)
  }

  /// - Returns: what was undone; nil when there is nothing.
  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    for change in step.changes.reversed() { set(change.slot, to: change.before) }
    undone.append(step)
    count(step.places, -1)
    return step
  }

  /// - Returns: what was done again; nil when nothing was undone.
  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    for change in step.changes { set(change.slot, to: change.after) }
    done.append(step)
    count(step.places, 1)
    return step
  }

  /// The state as it is now is on disk.
  mutating func markSaved() {
    saved = [:]
    edits = [:]
    revision += 1
  }

  private mutating func count(_ places: [EditedPlace], _ change: Int) {
    for place in places {
      let count = (edits[place] ?? 0) + change
      edits[place] = count == 0 ? nil : count
    }
  }

  private mutating func set(_ slot: Overlay.Slot, to content: Overlay.Content?) {
    revision += 1
    let savedContent = saved[slot] ?? overlay[slot]
    overlay.set(slot, to: content)
    if savedContent == content {
      saved.removeValue(forKey: slot)
    } else {
      saved.updateValue(savedContent, forKey: slot)
    }
  }
}
