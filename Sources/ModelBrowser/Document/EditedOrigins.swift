import Mantle
import MantleArchiving

/// The original places of the values of an edited text, derived from the steps of its history.
struct EditedOrigins: Sendable {
  /// The origins of the children of a value.
  struct Children: Sendable {
    /// The origins of the elements, if they were inserted, removed or moved.
    var elements: ElementOrigins?
    /// The keys that members had before; nil for one that came in under a key another one had.
    var keys: [String: String?] = [:]
    /// Whether the text of the value was replaced, so that the origins of its descendants are unknown.
    var areUnknown = false
  }

  /// The values whose children have other origins, by the child of a large container that they are in, or the whole
  /// text, and by their paths in it.
  private(set) var values: [RowID: [[JSONKeyPath.Component]: Children]] = [:]
  /// Of what was put into large containers, by its number, the child of the file that it was, or is a copy of.
  private(set) var copies: [Int: ChildID] = [:]
  /// Whether there was too much to follow; then nothing is known.
  private(set) var isLost = false
  private var work = 0

  /// Each change is followed in all that is known of what is around it; of more, the texts have to tell it, rather than
  /// that an edit waits.
  private static let mostWork = 1 << 22

  init(of steps: [EditStep]) {
    for step in steps where !isLost { follow(step) }
  }

  private mutating func follow(_ step: EditStep) {
    for part in step.parts {
      for change in part.shifts { follow(change) }
      if let place = part.rewritten { rewrite(place) }
      if let source = part.source { put(source, at: part.place) }
    }
    guard work > Self.mostWork else { return }
    (values, copies, isLost) = ([:], [:], true)
  }

  /// Returns the place in the original text of a value, or of the value it is a copy of; nil for a value
  /// that was added later.
  func place(asRead place: EditedPlace) -> EditedPlace? {
    guard !isLost else { return nil }
    var outer = RowID.root
    for step in place.outer.steps {
      guard let child = child(at: step) else { return nil }
      outer = outer.child(.child(child))
    }
    guard let inside = values[place.outer] else { return EditedPlace(outer: outer, path: place.path) }
    var (path, here): ([JSONKeyPath.Component], [JSONKeyPath.Component]) = ([], [])
    for component in place.path {
      guard let former = inside[here, default: Children()].former(component) else { return nil }
      path.append(former)
      here.append(component)
    }
    return EditedPlace(outer: outer, path: path)
  }

  private func child(at step: RowID.Step) -> ChildID? {
    switch step {
    case .child(let child): child
    case .inserted(let serial): copies[serial]
    case .index: nil
    }
  }

  // MARK: - One change

  private mutating func follow(_ change: PlaceChange) {
    switch change {
    case .inserted(let list, let index):
      move(list.outer, by: change)
      edit(list, to: index) { $0.insert(at: index) }
    case .removed(let list, let index):
      move(list.outer, by: change)
      edit(list, to: index) { $0.remove(at: index) }
    case .moved(let list, let from, let to):
      move(list.outer, by: change)
      edit(list, to: max(from, to)) { $0.move(from: from, to: to) }
    case .permuted(let list, let targets):
      move(list.outer, by: change)
      edit(list, to: targets.count) { $0.permute(targets) }
    case .renamed(let object, let from, let to):
      forget(inside: object.child(.key(to)))
      move(object.outer, by: change)
      rename(in: object, from, to)
    case .relocated(let old, let new):
      forget(inside: new)
      move(old.outer, by: change)
    case .replaced(let old, let new):
      if case .inserted(let serial) = new.step { copies[serial] = child(at: old.step) }
      work += values.count
      for outer in values.keys where old.contains(outer) { move(outer, by: change) }
    }
  }

  /// Moves what is known of values along with them.
  private mutating func move(_ outer: RowID, by change: PlaceChange) {
    guard let inside = values.removeValue(forKey: outer) else { return }
    work += inside.count
    for (path, children) in inside {
      guard let place = change.applied(to: EditedPlace(outer: outer, path: path)) else { continue }
      values[place.outer, default: [:]][place.path] = children
    }
  }

  private mutating func change(_ place: EditedPlace, _ change: (inout Children) -> Void) {
    change(&values[place.outer, default: [:]][place.path, default: Children()])
  }

  private mutating func edit(_ list: EditedPlace, to index: Int, _ edit: (inout ElementOrigins) -> Void) {
    work += 1 + index / 64
    change(list) { children in
      var elements = children.elements ?? ElementOrigins()
      edit(&elements)
      children.elements = elements
    }
  }

  private mutating func rename(in object: EditedPlace, _ from: String, _ to: String) {
    change(object) { children in
      children.keys.updateValue(children.keys[from, default: from], forKey: to)
      children.keys.updateValue(nil, forKey: from)
    }
  }

  private mutating func rewrite(_ place: EditedPlace) {
    forget(inside: place)
    change(place) { $0.areUnknown = true }
  }

  private mutating func forget(inside place: EditedPlace) {
    guard let inside = values[place.outer] else { return }
    work += inside.count
    values[place.outer] = inside.filter { !$0.key.starts(with: place.path) }
  }

  /// Assigns the value at a place the origins of `source`, which it is or is a copy of.
  private mutating func put(_ source: EditedPlace, at place: EditedPlace) {
    rewrite(place)
    if place.path.isEmpty {
      guard case .inserted(let serial) = place.outer.step, source.path.isEmpty, let list = place.outer.parent,
        self.place(asRead: EditedPlace(outer: list, path: []))?.outer == source.outer.parent
      else { return }
      copies[serial] = child(at: source.outer.step)
    } else if case .index(let index)? = place.path.last, case .index(let origin)? = source.path.last {
      let list = EditedPlace(outer: place.outer, path: place.path.dropLast())
      guard self.place(asRead: list) == EditedPlace(outer: source.outer, path: source.path.dropLast()) else {
        return
      }
      edit(list, to: index) { $0.set(origin, at: index) }
    }
  }
}

extension EditedOrigins.Children {
  /// Returns the former component of a child; nil if the child was inserted.
  fileprivate func former(_ component: JSONKeyPath.Component) -> JSONKeyPath.Component? {
    switch component {
    case _ where areUnknown: nil
    case .index(let index): (elements ?? ElementOrigins())[index].map { .index($0) }
    case .key(let key): keys[key, default: key].map { .key($0) }
    case .each: nil
    }
  }
}
