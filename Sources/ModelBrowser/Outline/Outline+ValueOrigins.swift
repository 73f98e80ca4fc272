import Mantle

extension Outline {
  /// Where the values of the text as it is now were in the text as it was read; nil where the steps are lost, or too many.
  ///
  /// - Complexity: O(steps × lists and objects whose children came, went or moved).
  var valueOrigins: ValueOrigins? {
    let history = document.history
    guard history.knowsWay, let steps = history.done.all else { return nil }
    var edited = EditedOrigins()
    var followed = 0
    for shift in steps.lazy.flatMap(\.parts).flatMap(\.shifts) {
      edited.follow(shift)
      followed += edited.count
      guard followed <= Self.mostFollowed else { return nil }
    }
    let raw = raw
    func path(_ place: EditedPlace) -> JSONKeyPath? { raw.row(at: place)?.path }
    var origins = ValueOrigins()
    for container in history.overlay.structuredContainers {
      raw.addChildren(of: container, copies: edited.copies, to: &origins)
    }
    for (place, list) in edited.lists { if let path = path(place) { origins.elements[path] = list } }
    for (place, keys) in edited.keys { if let path = path(place) { origins.keys[path] = keys } }
    origins.rewritten = Set(edited.rewritten.compactMap(path))
    return origins
  }

  /// Each edit is followed in each of them; of more, the texts have to tell it, rather than that a save waits.
  private static let mostFollowed = 1 << 19

  /// What the overlay knows of a large container's children.
  ///
  /// - Parameter copies: by number of what was inserted, the child of the file it is a copy of.
  private func addChildren(
    of offset: Int, copies: [Int: ChildID], to origins: inout ValueOrigins
  ) {
    guard let row = containerRow(at: offset), let container = row.container else { return }
    var numbers: [ChildID: Int] = [:]
    var next = container.index.first()
    while let child = next {
      numbers[ChildID(child)] = numbers.count
      next = container.index.next(after: child)
    }
    let children = children(of: container)
    var elements: [Int?] = []
    var keys: [String: String?] = [:]
    var position = children.first
    while let here = position {
      let origin = here.origin(copies)
      elements.append(origin.flatMap { numbers[$0] })
      if case .inserted(_, _, let insertion) = here, let key = insertion.key {
        keys[key] = .some(origin.flatMap { source.keyText(of: .original($0.child)) })
      }
      position = children.next(after: here)
    }
    if container.form == .object {
      origins.keys[row.path] = keys
    } else {
      origins.elements[row.path] = ElementOrigins(elements)
    }
  }

  private func containerRow(at offset: Int) -> Row? {
    var row = root
    while let container = row.container, container.offset != offset {
      guard let child = children(of: container).child(holding: offset) else { return nil }
      row = source.row(for: child, of: container, in: row)
    }
    return row.container == nil ? nil : row
  }
}

extension LazyContainer.Position {
  /// The child of the file that it is, was before it was moved, or is a copy of.
  fileprivate func origin(_ copies: [Int: ChildID]) -> ChildID? {
    switch self {
    case .original(let child): ChildID(child)
    case .inserted(_, _, let insertion): insertion.origin ?? copies[insertion.serial]
    }
  }
}

/// What the steps that were done tell of the lists and objects inside records, by where these are now.
private struct EditedOrigins {
  private(set) var lists: [EditedPlace: ElementOrigins] = [:]
  private(set) var keys: [EditedPlace: [String: String?]] = [:]
  private(set) var rewritten: Set<EditedPlace> = []
  /// Of what was deleted from a list inside a record, by where it stood, which element it was.
  private var gone: [EditedPlace: Int] = [:]
  /// Of what was inserted into large containers, by its number, the child of the file it was, or is a copy of.
  private(set) var copies: [Int: ChildID] = [:]

  var count: Int { lists.count + keys.count + rewritten.count }

  mutating func follow(_ change: PlaceChange) {
    switch change {
    case .rewritten(let place): return forget(inside: place)
    case .copied(let source, let copy), .putBack(let source, let copy):
      return follow(source, to: copy, change)
    default: break
    }
    lists = Self.moved(lists, by: change)
    keys = Self.moved(keys, by: change)
    rewritten = Set(rewritten.compactMap(change.applied))
    switch change {
    case .inserted(let list, let index): lists[list, default: ElementOrigins()].insert(at: index)
    case .removed(let list, let index):
      gone[list.child(.index(index))] = lists[list, default: ElementOrigins()][index]
      lists[list, default: ElementOrigins()].remove(at: index)
    case .moved(let list, let from, let to): lists[list, default: ElementOrigins()].move(from: from, to: to)
    case .permuted(let list, let targets): lists[list, default: ElementOrigins()].permute(targets)
    case .renamed(let object, let from, let to):
      let former = keys[object, default: [:]][from, default: from]
      keys[object, default: [:]].updateValue(former, forKey: to)
      keys[object, default: [:]].updateValue(nil, forKey: from)
    case .replaced(let old, let new):
      if case .inserted(let serial) = new.step { copies[serial] = origin(of: old.step) }
    case .relocated, .rewritten, .copied, .putBack: break
    }
  }

  /// - Parameter change: how it came: as a copy, or put back after it was deleted.
  private mutating func follow(_ source: EditedPlace, to copy: EditedPlace, _ change: PlaceChange) {
    forget(inside: copy)
    if case .inserted(let serial) = copy.outer.step, copy.path.isEmpty {
      if source.path.isEmpty, source.outer.parent == copy.outer.parent {
        copies[serial] = origin(of: source.outer.step)
      }
    } else if case .index(let from)? = source.path.last, case .index(let to)? = copy.path.last,
      source.outer == copy.outer, source.path.dropLast() == copy.path.dropLast()
    {
      let list = EditedPlace(outer: copy.outer, path: copy.path.dropLast())
      if case .putBack = change {
        lists[list, default: ElementOrigins()].set(gone[source], at: to)
      } else {
        let origin = lists[list, default: ElementOrigins()][from]
        lists[list, default: ElementOrigins()].set(origin, at: to)
      }
    }
  }

  private func origin(of step: RowID.Step) -> ChildID? {
    switch step {
    case .child(let child): child
    case .inserted(let serial): copies[serial]
    case .index: nil
    }
  }

  private static func moved<Value>(
    _ places: [EditedPlace: Value], by change: PlaceChange
  ) -> [EditedPlace: Value] {
    let moved = places.compactMap { place, value in change.applied(to: place).map { ($0, value) } }
    return Dictionary(moved) { _, last in last }
  }

  /// Of what is inside a value, nothing is known from now on.
  private mutating func forget(inside place: EditedPlace) {
    func isInside(_ other: EditedPlace) -> Bool {
      other.outer == place.outer && other.path.starts(with: place.path)
    }
    lists = lists.filter { !isInside($0.key) }
    keys = keys.filter { !isInside($0.key) }
    rewritten = rewritten.filter { !isInside($0) }
    rewritten.insert(place)
  }
}
