import Mantle

/// The original places of the values of an edited text, derived from the steps of its history.
struct EditedOrigins: Sendable {
  /// The origins of the values inside a child of a large container, or inside the whole text, by their
  /// relative paths.
  struct Inside: Sendable {
    var lists: [[JSONKeyPath.Component]: ElementOrigins] = [:]
    /// The keys that members had before; nil for one that came in under a key another one had.
    var keys: [[JSONKeyPath.Component]: [String: String?]] = [:]
    var rewritten: Set<[JSONKeyPath.Component]> = []

    fileprivate var count: Int { lists.count + keys.count + rewritten.count }
  }

  private(set) var insides: [RowID: Inside] = [:]
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
    (insides, copies, isLost) = ([:], [:], true)
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
    guard let inside = insides[place.outer] else { return EditedPlace(outer: outer, path: place.path) }
    var (path, here): ([JSONKeyPath.Component], [JSONKeyPath.Component]) = ([], [])
    for component in place.path {
      guard !inside.rewritten.contains(here), let former = inside.former(component, in: here) else {
        return nil
      }
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
      work += insides.count
      for outer in insides.keys where old.contains(outer) { move(outer, by: change) }
    }
  }

  /// What is known of values goes where they go.
  private mutating func move(_ outer: RowID, by change: PlaceChange) {
    guard let inside = insides.removeValue(forKey: outer) else { return }
    work += inside.count
    func moved(_ path: [JSONKeyPath.Component]) -> EditedPlace? {
      change.applied(to: EditedPlace(outer: outer, path: path))
    }
    for (path, list) in inside.lists {
      if let place = moved(path) { insides[place.outer, default: Inside()].lists[place.path] = list }
    }
    for (path, keys) in inside.keys {
      if let place = moved(path) { insides[place.outer, default: Inside()].keys[place.path] = keys }
    }
    for path in inside.rewritten {
      if let place = moved(path) { insides[place.outer, default: Inside()].rewritten.insert(place.path) }
    }
  }

  private mutating func edit(_ list: EditedPlace, to index: Int, _ change: (inout ElementOrigins) -> Void) {
    work += 1 + index / 64
    change(&insides[list.outer, default: Inside()].lists[list.path, default: ElementOrigins()])
  }

  private mutating func rename(in object: EditedPlace, _ from: String, _ to: String) {
    var keys = insides[object.outer]?.keys[object.path] ?? [:]
    let former = keys[from, default: from]
    keys.updateValue(former, forKey: to)
    keys.updateValue(nil, forKey: from)
    insides[object.outer, default: Inside()].keys[object.path] = keys
  }

  private mutating func rewrite(_ place: EditedPlace) {
    forget(inside: place)
    insides[place.outer, default: Inside()].rewritten.insert(place.path)
  }

  private mutating func forget(inside place: EditedPlace) {
    guard var inside = insides.removeValue(forKey: place.outer) else { return }
    work += inside.lists.count + inside.keys.count
    func isInside(_ path: [JSONKeyPath.Component]) -> Bool { path.starts(with: place.path) }
    for path in inside.lists.keys where isInside(path) { inside.lists[path] = nil }
    for path in inside.keys.keys where isInside(path) { inside.keys[path] = nil }
    insides[place.outer] = inside
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

extension EditedOrigins.Inside {
  /// Returns the former component of a child of a list or object; nil if the child was inserted.
  fileprivate func former(
    _ component: JSONKeyPath.Component, in place: [JSONKeyPath.Component]
  ) -> JSONKeyPath.Component? {
    switch component {
    case .index(let index): (lists[place] ?? ElementOrigins())[index].map { .index($0) }
    case .key(let key): (keys[place] ?? [:])[key, default: key].map { .key($0) }
    case .each: nil
    }
  }
}
