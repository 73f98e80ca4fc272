import Synchronization

/// The overlay and the steps that led to it: undo and redo without limit.
///
///     done      1 2 3 │ 4 5   undone
///                     └─ the overlay: the edits of steps 1 to 3
///
/// Undo moves a step from `done` to `undone` and restores the slots that it changed. A new edit discards `undone`.
/// A step stores only the differences, so that 60,000 edits take about 75 MB.
struct EditHistory: Sendable {
  private(set) var overlay = Overlay()
  private(set) var done: [EditStep] = []
  /// The undone steps, the one to redo next at the end.
  private(set) var undone: [EditStep] = []
  /// A version number that is unique among all states of all histories and increases over time, for use as a cache key.
  private(set) var revision = 0
  /// The contents of the last saved overlay, for the slots that have changed since; nil content for a slot that was empty.
  private var saved: [Overlay.Slot: Overlay.Content?] = [:]
  /// Whether the history tracks the original places of values, as saving an archive requires.
  private let followsValues: Bool
  /// Whether the document was saved since it was read.
  private(set) var wasSaved = false
  /// The number of performed steps at the time of the last save.
  private var savedSteps = 0

  /// Creates a history without steps.
  ///
  /// - Parameter followsValues: whether the original places of values are needed, as an archive needs them.
  init(followsValues: Bool = false) { self.followsValues = followsValues }

  /// Whether there are unsaved changes. Undoing back to the saved state clears them.
  var isModified: Bool { !saved.isEmpty }

  /// Whether there are steps to undo or to redo.
  var hasSteps: Bool { !done.isEmpty || !undone.isEmpty }

  /// Returns the last saved content of a slot; nil if the slot has not changed since. The inner value is nil for an empty slot.
  func saved(_ slot: Overlay.Slot) -> Overlay.Content?? { saved[slot] }

  /// The slots whose contents differ from the saved document, with their saved contents; nil content for a slot that was
  /// empty.
  var unsaved: [(slot: Overlay.Slot, saved: Overlay.Content?)] { saved.map { ($0.key, $0.value) } }

  /// Returns whether a done or undone step edits the original text after an offset.
  ///
  /// - Complexity: O(edits).
  func hasEdits(from offset: Int) -> Bool {
    overlay.slots.keys.contains { $0.start >= offset }
      || (done + undone).contains { $0.changes.contains { $0.slot.start >= offset } }
  }

  /// A history of the last saved state, without steps to undo or redo.
  var asSaved: EditHistory {
    // After a save, the original places could only be found through the steps that are dropped here.
    var history = EditHistory(followsValues: followsValues && !wasSaved)
    history.wasSaved = wasSaved
    history.overlay = overlay
    for (slot, content) in saved { history.overlay.set(slot, to: content) }
    history.revision = Revision.next()
    return history
  }

  /// Returns the latest edits of the value at a place, the last one first.
  func edits(at place: @autoclosure () -> EditedPlace) -> [EditStep.Part] {
    guard !done.isEmpty else { return [] }
    var found: [EditStep.Part] = []
    _ = follow(place(), back: done.suffix(Self.maximumFollowed)) { part, place in
      guard part.place == place, part.kind != .deleted || part.shifts.isEmpty else { return true }
      found.append(part)
      return found.count < Self.maximumListed && part.kind != .inserted
    }
    return found
  }

  private static let maximumListed = 20
  private static let maximumFollowed = 10_000

  /// Returns the key that a list or object was last sorted by since the last save; nil if it was not sorted.
  func sorting(of place: EditedPlace) -> String? {
    var sorting: String?
    _ = follow(place, back: done[savedSteps...].suffix(Self.maximumFollowed)) { part, place in
      if case .sorted(let key) = part.kind, part.place == place { sorting = key }
      return sorting == nil
    }
    return sorting
  }

  /// Follows a place backward through the edits of the given steps, as long as its value exists.
  ///
  /// - Parameter goesOn: called with each edit and the place after that edit; returns false to stop.
  /// - Returns: the place before the steps; nil if it was stopped, or if the value did not exist then.
  private func follow(
    _ place: EditedPlace, back steps: ArraySlice<EditStep>,
    _ goesOn: (_ part: EditStep.Part, _ place: EditedPlace) -> Bool
  ) -> EditedPlace? {
    var place = place
    for part in steps.lazy.reversed().flatMap({ $0.parts.reversed() }) {
      guard goesOn(part, place) else { return nil }
      for shift in part.shifts.reversed() {
        guard let earlier = shift.inverse.applied(to: place) else { return nil }
        place = earlier
      }
    }
    return place
  }

  /// Performs a step and clears the redo history.
  ///
  /// - Returns: the step with its changes; nil if it changes nothing.
  mutating func perform(_ step: EditStep, _ edits: [Overlay.Slot: Overlay.Content?]) -> EditStep? {
    var step = step
    for (slot, after) in edits {
      let before = overlay[slot]
      guard before != after else { continue }
      step.changes.append(EditStep.Change(slot, from: after, to: before))
      set(slot, to: after)
    }
    guard !step.changes.isEmpty else { return nil }
    add(step)
    return step
  }

  /// Adds a step that was already performed and clears the redo history.
  mutating func add(_ step: EditStep) {
    done.append(step)
    undone = []
  }

  /// The view that undoing the latest step restores; nil if there is no step, or if the step does not depend on the view.
  var lastView: EditStep.View? {
    get { done.last?.view }
    set { if !done.isEmpty { done[done.count - 1].view = newValue } }
  }

  /// Merges all steps after the first `count` into one undo step.
  ///
  /// - Parameter summary: a description of the joined steps; nil to describe their parts.
  mutating func joinSteps(after count: Int, as summary: String? = nil) {
    guard done.count > (summary == nil ? count + 1 : count) else { return }
    var joined = done[count]
    for next in done[(count + 1)...] { joined.append(next) }
    joined.summary = summary
    done.replaceSubrange(count..., with: [joined])
  }

  /// Undoes the last step, or redoes the most recently undone step.
  ///
  /// - Returns: the step; nil if the history is exhausted.
  mutating func retrace(undone isUndone: Bool) -> EditStep? {
    guard var step = isUndone ? done.popLast() : undone.popLast() else { return nil }
    let indices = Array(step.changes.indices)
    for index in isUndone ? indices.reversed() : indices { cross(&step.changes[index]) }
    if isUndone { undone.append(step) } else { done.append(step) }
    savedSteps = min(savedSteps, done.count)
    return step
  }

  /// Marks the current state as saved.
  mutating func markSaved() {
    saved = [:]
    wasSaved = true
    savedSteps = done.count
    revision = Revision.next()
  }

  /// Returns the place in the original text of a value, or of the value that it is a copy of; nil for a value
  /// that was added later, and if original places are not needed.
  ///
  /// - Complexity: O(edits).
  func origin(of place: EditedPlace) -> EditedPlace? {
    guard followsValues else { return nil }
    var copied: EditedPlace?
    let former = follow(place, back: done[...]) { part, place in
      if let source = part.source, part.place.contains(place) {
        copied = place == part.place ? source : nil
        return false
      }
      guard let rewritten = part.rewritten, rewritten.contains(place) else { return true }
      return rewritten == place && part.kind != .inserted
    }
    guard let origin = copied ?? former else { return nil }
    return origin.outer.steps.contains { if case .inserted = $0 { true } else { false } } ? nil : origin
  }

  /// The current places that edits have affected: `containers`, whose children have other original places, and `rewritten`
  /// values, whose text was replaced. Nil if original places are not needed, or if there are too many places to follow.
  var touched: (containers: Set<EditedPlace>, rewritten: Set<EditedPlace>)? {
    guard followsValues else { return nil }
    var (containers, rewritten): (Set<EditedPlace>, Set<EditedPlace>) = ([], [])
    var work = 0
    for part in done.lazy.flatMap(\.parts) {
      for shift in part.shifts {
        work += containers.count + rewritten.count
        guard work < Self.maximumWork else { return nil }
        containers = Set(containers.compactMap(shift.applied))
        rewritten = Set(rewritten.compactMap(shift.applied))
        if let container = shift.container { containers.insert(container) }
      }
      if let place = part.rewritten { rewritten.insert(place) }
      if part.source != nil { rewritten.insert(part.place) }
    }
    return (containers, rewritten)
  }

  /// The maximum number of places followed through edits before a save; beyond it, the texts determine the origins.
  static let maximumWork = 1 << 22

  private mutating func cross(_ change: inout EditStep.Change) {
    set(change.slot, to: change.cross(from: overlay[change.slot]))
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

/// A source of numbers that are unique in the process.
enum Revision {
  private static let last = Atomic(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
