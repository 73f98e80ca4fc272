import Mantle
import MantleArchiving

extension Outline {
  /// The places of the current values in the original text. The result is nil if the edits do not determine the
  /// places, or if finding them would take too long.
  ///
  /// - Complexity: O(edits × children of edited lists + children of large containers with inserted, removed or moved children).
  var valueOrigins: ValueOrigins? {
    let history = document.history
    guard let touched = history.touched else { return nil }
    let raw = raw
    var origins = ValueOrigins()
    for container in history.overlay.structuredContainers { origins.addChildren(of: container, in: raw) }
    for place in touched.rewritten {
      if let row = raw.row(at: place) { origins.rewritten.insert(row.path) }
    }
    var work = 0
    for place in touched.containers {
      guard let row = raw.row(at: place), let node = row.node, let former = history.origin(of: place) else {
        continue
      }
      work += node.count * history.done.count
      guard work < EditHistory.maximumWork else { return nil }
      func origin(_ component: JSONKeyPath.Component) -> JSONKeyPath.Component? {
        let origin = history.origin(of: place.child(component))
        return origin.flatMap {
          $0.path.count == former.path.count + 1 && former.contains($0) ? $0.path.last : nil
        }
      }
      if node.kind == .array {
        origins.elements[row.path] = ElementOrigins(
          (0..<node.count).map { number -> Int? in
            if case .index(let index)? = origin(.index(number)) { index } else { nil }
          })
      } else {
        for key in node.members.map(\.key.displayText) {
          let former: String? = if case .key(let key)? = origin(.key(key)) { key } else { nil }
          if former != key { origins.keys[row.path, default: [:]][key] = .some(former) }
        }
      }
    }
    return origins
  }
}

extension ValueOrigins {
  /// Adds the origins of the children of a large container, as recorded in the overlay.
  fileprivate mutating func addChildren(of offset: Int, in outline: Outline) {
    guard let row = outline.list(.container(offset)), let container = row.container else { return }
    var numbers: [ChildID: Int] = [:]
    for (number, child) in container.index.all.enumerated() { numbers[ChildID(child)] = number }
    let children = outline.children(of: container)
    var elements: [Int?] = []
    var keys: [String: String?] = [:]
    var position = children.first(forward: true)
    while let here = position {
      let origin = outline.origin(of: here, in: row)
      elements.append(origin.flatMap { numbers[$0] })
      if case .inserted(_, _, let insertion) = here, let key = insertion.key {
        keys[key] = .some(origin.flatMap { outline.source.keyText(of: .original($0.child)) })
      }
      position = children.next(from: here, forward: true)
    }
    if container.form == .object {
      self.keys[row.path] = keys
    } else {
      self.elements[row.path] = ElementOrigins(elements)
    }
  }
}

extension Outline {
  /// Returns the original child that a child is, was moved from or was copied from; nil if there is none.
  fileprivate func origin(of position: LazyContainer.Position, in list: Row) -> ChildID? {
    if let origin = position.origin { return origin }
    let place = EditedPlace(outer: list.id.child(position.step), path: [])
    guard let origin = document.history.origin(of: place), origin.path.isEmpty,
      origin.outer.parent == list.id,
      case .child(let child) = origin.outer.step
    else { return nil }
    return child
  }
}
