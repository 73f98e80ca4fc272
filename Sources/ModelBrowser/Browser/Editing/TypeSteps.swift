/// The undo history of type decisions, which interleaves with the edit steps of the document.
struct TypeSteps: Sendable {
  /// A change of type decisions, and the number of edits that precede it.
  struct Step: Sendable {
    let before: [TypeDecision]
    let after: [TypeDecision]
    /// How many edits were done before.
    let edits: Int
    let words: String
  }

  private var done: [Step] = []
  private var undone: [Step] = []

  mutating func add(_ step: Step) {
    done.append(step)
    undone = []
  }

  mutating func forgetUndone() { undone = [] }

  /// The step that is next to be taken back, or to be done again; nil where an edit is, or none was taken in what is read now.
  func next(undone isUndone: Bool, _ document: Document) -> Step? {
    guard let step = isUndone ? undone.last : done.last, step.edits == document.history.done.count else {
      return nil
    }
    return document.decisions == (isUndone ? step.before : step.after) ? step : nil
  }

  /// Moves the last step to the others.
  mutating func cross(undone isUndone: Bool) {
    if isUndone, let step = undone.popLast() { done.append(step) }
    if !isUndone, let step = done.popLast() { undone.append(step) }
  }
}

extension Browser {
  /// Whether a type is next to be taken back, or of those taken back to be chosen again.
  func hasTypeStep(undone: Bool) -> Bool { typeSteps.next(undone: undone, document) != nil }

  /// Takes back what a property was read as, or reads it so again, where that is next.
  ///
  /// - Returns: what was done; nil where nothing was.
  mutating func retraceType(undone: Bool) -> String? {
    guard let step = typeSteps.next(undone: !undone, document) else { return nil }
    guard (try? read(deciding: undone ? step.before : step.after)) != nil else { return nil }
    typeSteps.cross(undone: !undone)
    return step.words
  }
}
