/// Where everything stood before each step, as far as the step itself does not say: undoing it puts the cursor back, and
/// what stood on rows that it took away.
struct StepOrigins: Sendable {
  /// The state of the view before an undo step: cursor, folds, selection and marks.
  struct Origin: Sendable {
    var cursor: EditedPlace
    /// The folds on rows that are gone, the earliest first, by the view they are of.
    fileprivate(set) var folds: [(view: Row.View, place: EditedPlace, isOpen: Bool, isDeep: Bool)] = []
    /// The ends of the selection it acted on.
    var selection: (view: Row.View, anchor: EditedPlace, cursor: EditedPlace)?
    fileprivate(set) var marks: [Character: (view: Row.View, place: EditedPlace)] = [:]
  }

  /// By how many steps were done before.
  private var all: [Int: Origin] = [:]

  /// Of more steps than this it is forgotten.
  private static let most = 10_000

  subscript(steps: Int) -> Origin? {
    get { all[steps] }
    set {
      all[steps] = newValue
      if all.count > 2 * Self.most { all = all.filter { $0.key > steps - Self.most } }
    }
  }

  /// Merges the origins of all steps after the first `steps` into one.
  mutating func join(after steps: Int) {
    let later = all.filter { $0.key > steps }.sorted { $0.key < $1.key }
    for (number, origin) in later {
      all[steps]?.folds += origin.folds
      all[steps]?.marks.merge(origin.marks) { first, _ in first }
      all[number] = nil
    }
  }
}

extension StepOrigins.Origin {
  /// Adds the folds on rows that are gone.
  fileprivate mutating func note(_ follower: RowFollower) {
    for fold in follower.old.folds.byHand where follower.id(after: fold.id) == nil {
      guard let row = follower.old.row(fold.id), !row.step.isEmpty || row.parent == nil else { continue }
      folds.append((follower.old.view, row.editedPlace, fold.isOpen, fold.isDeep))
    }
  }
}

extension Browser {
  /// Takes note of where everything stands, before what a step takes away is forgotten.
  ///
  /// - Parameter cursor: where it was.
  mutating func noteOrigin(of steps: Int, cursor: EditedPlace, _ followers: [RowFollower]) {
    var origin = StepOrigins.Origin(cursor: cursor)
    for follower in followers {
      origin.note(follower)
      for (letter, mark) in marks where mark.view == follower.old.view {
        guard follower.id(after: mark.row) == nil, let row = follower.old.row(mark.row) else { continue }
        origin.marks[letter] = (mark.view, row.editedPlace)
      }
    }
    origins[steps] = origin
  }

  /// Puts folds and marks back on the rows that undoing a step has brought back.
  mutating func restore(_ origin: StepOrigins.Origin) {
    if let (view, anchor, cursor) = origin.selection, view == outline.view,
      let first = outline.row(at: anchor), let last = outline.row(at: cursor)
    {
      selection.remember(first.id, last.id)
    }
    for (view, place, isOpen, isDeep) in origin.folds {
      let isShown = view == outline.view
      guard let row = (isShown ? outline : otherOutline).row(at: place) else { continue }
      var folds = isShown ? outline.folds : otherFolds
      if isDeep { folds.setAll(below: row.id, open: isOpen) } else { folds.set(row.id, open: isOpen) }
      if isShown { self.view.outline.folds = folds } else { otherFolds = folds }
    }
    for (letter, (view, place)) in origin.marks where marks[letter] == nil {
      guard let row = (view == outline.view ? outline : otherOutline).row(at: place) else { continue }
      marks[letter] = Mark(
        row: row.id, view: view, place: document.textPlace(of: row.firstInText, end: false))
    }
  }
}
