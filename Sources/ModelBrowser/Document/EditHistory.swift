import Synchronization

/// The overlay, the way it came about, and the way back: undo and redo without limit.
struct EditHistory: Sendable {
  /// One change of one place of the overlay.
  struct Change: Sendable, Hashable {
    let slot: Overlay.Slot
    let before: Overlay.Content?
    let after: Overlay.Content?
  }

  /// What a place held before and after a step, as far as two values can be told apart by it; nil for nothing.
  struct Trace: Sendable {
    let place: EditedPlace
    let before: Int?
    let after: Int?
  }

  /// What one command did, and words for it.
  struct Step: Sendable {
    /// What it changed; undoing goes to the first.
    private(set) var traces: [Trace]
    /// Where, as it is shown: `[16].title`.
    let path: String
    /// The JSON before and after, shortened; nil where there was or is nothing.
    let before: String?
    let after: String?
    var changes: [Change] = []
    /// How many commands it is made of.
    private(set) var count = 1

    init(_ traces: [Trace], path: String, before: String?, after: String?) {
      self.traces = traces
      self.path = path
      self.before = before
      self.after = after
    }

    /// A short description: `inserted [1]`.
    var words: String {
      let verb = before == nil ? "inserted" : after == nil ? "deleted" : "changed"
      return count == 1 ? "\(verb) \(path)" : "\(verb) \(count) values from \(path) on"
    }

    mutating func append(_ next: Step) {
      traces += next.traces
      changes += next.changes
      count += 1
    }
  }

  private(set) var overlay = Overlay()
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Differs from that of every other state of every history, so that caches can tell them apart; ascends in time.
  private(set) var revision = 0
  /// The overlay as it was last saved, where it differs from now.
  private var saved: [Overlay.Slot: Overlay.Content?] = [:]

  /// Whether there is anything a save would write. Undoing back to the saved state ends it.
  var isModified: Bool { !saved.isEmpty }

  /// What the places edited since the last save held then, and hold now.
  private var edits: [EditedPlace: (saved: Int?, now: Int?)] = [:]

  /// Whether the value at a place is another one than was saved.
  func hasEdited(_ place: @autoclosure () -> EditedPlace) -> Bool {
    guard !edits.isEmpty, let edit = edits[place()] else { return false }
    return edit.saved != edit.now
  }

  func isUnsaved(_ slot: Overlay.Slot) -> Bool { saved[slot] != nil }

  /// The places that differ from what was saved, with what was saved there.
  var unsaved: [(slot: Overlay.Slot, saved: Overlay.Content?)] { saved.map { ($0.key, $0.value) } }

  /// The latest steps that changed a place, the last one first.
  func steps(at place: @autoclosure () -> EditedPlace, most: Int) -> [Step] {
    guard !done.isEmpty else { return [] }
    let place = place()
    return Array(
      done.suffix(10_000).reversed().lazy.filter { $0.traces.contains { $0.place == place } }.prefix(most))
  }

  /// Performs a step; what was undone before can then no longer be redone.
  mutating func perform(_ step: Step, _ edits: [Edit.Change]) {
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
    for trace in step.traces { note(trace.place, from: trace.before, to: trace.after) }
  }

  /// Makes one step of those after the first so many, so that they are undone together.
  mutating func joinSteps(after count: Int) {
    guard done.count > count + 1 else { return }
    var step = done[count]
    for next in done[(count + 1)...] { step.append(next) }
    done.replaceSubrange(count..., with: [step])
  }

  /// - Returns: what was undone; nil when there is nothing.
  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    for change in step.changes.reversed() { set(change.slot, to: change.before) }
    undone.append(step)
    for trace in step.traces.reversed() { note(trace.place, from: trace.after, to: trace.before) }
    return step
  }

  /// - Returns: what was done again; nil when nothing was undone.
  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    for change in step.changes { set(change.slot, to: change.after) }
    done.append(step)
    for trace in step.traces { note(trace.place, from: trace.before, to: trace.after) }
    return step
  }

  /// The state as it is now is on disk.
  mutating func markSaved() {
    saved = [:]
    edits = [:]
    revision = Revision.next()
  }

  private mutating func note(_ place: EditedPlace, from before: Int?, to after: Int?) {
    edits[place] = (edits[place]?.saved ?? before, after)
    if let edit = edits[place], edit.saved == edit.now { edits[place] = nil }
  }

  private mutating func set(_ slot: Overlay.Slot, to content: Overlay.Content?) {
    revision = Revision.next()
    let savedContent = saved[slot] ?? overlay[slot]
    overlay.set(slot, to: content)
    if savedContent == content {
      saved.removeValue(forKey: slot)
    } else {
      saved.updateValue(savedContent, forKey: slot)
    }
  }
}

/// Numbers that are given once in the process.
enum Revision {
  private static let last = Atomic(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
