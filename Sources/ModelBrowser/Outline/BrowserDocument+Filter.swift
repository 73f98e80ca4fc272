import Mantle

/// Walking over the children that a filter shows. What was inserted shows with the child it follows.
extension BrowserDocument {
  typealias Position = Spine.Position

  func firstChild(of spine: Spine, _ filter: ElementFilter?) -> Position? {
    shown(from: firstChild(of: spine), in: spine, filter)
  }

  func lastChild(of spine: Spine, _ filter: ElementFilter?) -> Position? {
    shown(backFrom: lastChild(of: spine), in: spine, filter)
  }

  func child(after position: Position, in spine: Spine, _ filter: ElementFilter?) -> Position? {
    shown(from: child(after: position, in: spine), in: spine, filter)
  }

  func child(before position: Position, in spine: Spine, _ filter: ElementFilter?) -> Position? {
    shown(backFrom: child(before: position, in: spine), in: spine, filter)
  }

  /// The position, or the first one behind it that is shown.
  private func shown(from start: Position?, in spine: Spine, _ filter: ElementFilter?) -> Position? {
    guard let filter else { return start }
    var position = start
    while let here = position, let anchor = here.anchor, !filter.shows(anchor) {
      guard let offset = filter.first(after: anchor), let child = spine.child(containing: offset) else {
        return nil
      }
      position =
        history.overlay.isRemoved(ChildID(child))
        ? self.child(after: .original(child), in: spine) : .original(child)
    }
    return position
  }

  /// The position, or the last one before it that is shown.
  private func shown(backFrom start: Position?, in spine: Spine, _ filter: ElementFilter?) -> Position? {
    guard let filter else { return start }
    var position = start
    while let here = position, let anchor = here.anchor, !filter.shows(anchor) {
      guard let offset = filter.last(before: anchor), let child = spine.child(containing: offset),
        let next = spine.index.next(after: child)
      else {
        // Nothing is shown before it but what was inserted in front of everything.
        return spine.index.first().flatMap { self.child(before: .original($0), in: spine) }
      }
      position = self.child(before: .original(next), in: spine)
    }
    return position
  }
}

extension Spine.Position {
  /// Where the child begins, or the one it was inserted behind; nil for what was inserted in front of everything.
  var anchor: Int? {
    switch self {
    case .original(let child): child.value.lowerBound
    case .inserted(let gap, _, _): gap.after?.offset
    }
  }
}
