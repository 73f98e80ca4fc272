import Synchronization

/// The overlay, the way it came about, and the way back: undo and redo without limit, within a budget of memory.
struct EditHistory: Sendable {
  private(set) var overlay = Overlay()
  private(set) var done: EditStack
  private(set) var undone: EditStack
  /// Differs from that of every other state of every history, so that caches can tell them apart; ascends in time.
  private(set) var revision = 0
  /// The contents of the last saved overlay, for the slots that have changed since.
  private var saved: [Overlay.Slot: Overlay.Content?] = [:]
  /// The original places of values according to the steps; nil if they are not tracked.
  private var followed: EditedOrigins?
  /// Whether steps were undone since they were followed.
  private var isBehind = false
  /// Whether what it was when it was read is not what it was when it was saved.
  private(set) var wasSaved = false
  /// How many of the steps that are done were done when it was last saved.
  private var savedSteps = 0

  /// - Parameters:
  ///   - budget: the bytes of memory that steps take in each direction, about.
  ///   - followsValues: whether it is asked where values were.
  init(budget: Int, followsValues: Bool = false) {
    followed = followsValues ? EditedOrigins() : nil
    let file = StoredFile()
    done = EditStack(budget: budget, file: file)
    undone = EditStack(budget: budget, file: file)
  }

  /// Whether there is anything a save would write. Undoing back to the saved state ends it.
  var isModified: Bool { !saved.isEmpty }

  /// Returns the last saved content of a slot; nil if the slot is unchanged.
  func saved(_ slot: Overlay.Slot) -> Overlay.Content?? { saved[slot] }

  /// The places that differ from what was saved, with what was saved there.
  var unsaved: [(slot: Overlay.Slot, saved: Overlay.Content?)] { saved.map { ($0.key, $0.value) } }

  /// The state that was saved, without the way there.
  var asSaved: EditHistory {
    var history = EditHistory(budget: 0)
    history.overlay = overlay
    for (slot, content) in saved { history.overlay.set(slot, to: content) }
    history.revision = Revision.next()
    return history
  }

  /// The latest edits of what is at a place now, the last one first.
  func edits(at place: @autoclosure () -> EditedPlace) -> [EditStep.Part] {
    guard !done.isEmpty else { return [] }
    var found: [EditStep.Part] = []
    follow(place(), back: done.recent[...]) { part, place in
      guard part.place == place, part.kind != .deleted || part.shifts.isEmpty else { return true }
      found.append(part)
      return found.count < Self.mostListed && part.kind != .inserted
    }
    return found
  }

  private static let mostListed = 20

  /// By what a list or object was sorted last since it was saved; nil where it was not.
  func sorting(of place: EditedPlace) -> String? {
    var sorting: String?
    follow(place, back: done.recent.suffix(max(0, done.count - savedSteps))) { part, place in
      if case .sorted(let key) = part.kind, part.place == place { sorting = key }
      return sorting == nil
    }
    return sorting
  }

  /// Follows a place backward through the edits of the given steps, as long as its value exists.
  ///
  /// - Parameter goesOn: called with each edit and the place after that edit; returns false to stop.
  private func follow(
    _ place: EditedPlace, back steps: ArraySlice<EditStep>,
    _ goesOn: (_ part: EditStep.Part, _ place: EditedPlace) -> Bool
  ) {
    var place = place
    for part in steps.suffix(10_000).lazy.reversed().flatMap({ $0.parts.reversed() }) {
      guard goesOn(part, place) else { return }
      for shift in part.shifts.reversed() {
        guard let earlier = shift.inverse.applied(to: place) else { return }
        place = earlier
      }
    }
  }

  /// Performs a step; what was undone before can then no longer be redone.
  ///
  /// - Returns: the step with what it changed; nil where that is nothing.
  mutating func perform(_ step: EditStep, _ edits: [Edit.Change]) -> EditStep? {
    var step = step
    for (slot, after) in edits {
      let before = overlay[slot]
      guard before != after else { continue }
      step.changes.append(EditStep.Change(slot, from: after, to: before))
      set(slot, to: after)
    }
    guard !step.changes.isEmpty else { return nil }
    follow(step)
    done.append(step)
    undone.removeAll()
    return step
  }

  /// Merges all steps after the first `count` into one undo step.
  ///
  /// - Parameter summary: what they did as a whole; nil where their parts say that.
  mutating func joinSteps(after count: Int, as summary: String? = nil) {
    guard done.count > (summary == nil ? count + 1 : count) else { return }
    var steps: [EditStep] = []
    while done.count > count, let step = done.popLast() { steps.append(step) }
    guard var joined = steps.popLast() else { return }
    for next in steps.reversed() { joined.append(next) }
    joined.summary = summary
    done.append(joined)
  }

  /// - Returns: what was undone; nil when there is nothing.
  mutating func undo() -> EditStep? {
    guard var step = done.popLast() else { return nil }
    savedSteps = min(savedSteps, done.count)
    isBehind = true
    for index in step.changes.indices.reversed() { cross(&step.changes[index]) }
    undone.append(step)
    return step
  }

  /// - Returns: what was done again; nil when nothing was undone.
  mutating func redo() -> EditStep? {
    guard var step = undone.popLast() else { return nil }
    for index in step.changes.indices { cross(&step.changes[index]) }
    follow(step)
    done.append(step)
    return step
  }

  /// The state as it is now is on disk.
  mutating func markSaved() {
    saved = [:]
    wasSaved = true
    savedSteps = done.count
    revision = Revision.next()
  }

  /// The original places of the values of the edited text; nil if they are unknown or not tracked.
  ///
  /// - Complexity: O(1), but O(steps) after one was undone.
  var origins: EditedOrigins? {
    guard followed != nil, isBehind else { return followed }
    return done.all.map { steps in
      var origins = EditedOrigins()
      for step in steps { origins.follow(step) }
      return origins
    }
  }

  private mutating func follow(_ step: EditStep) {
    guard followed != nil else { return }
    if isBehind { (followed, isBehind) = (origins, false) }
    followed?.follow(step)
  }

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

/// Numbers that are given once in the process.
enum Revision {
  private static let last = Atomic(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
