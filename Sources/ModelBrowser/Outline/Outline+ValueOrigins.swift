import Mantle

extension Outline {
  /// The places in the original text of the current values; nil if the edits do not determine them.
  ///
  /// - Complexity: O(values that were edited + children of large containers whose children came, went or moved).
  var valueOrigins: ValueOrigins? {
    guard let edited = document.history.origins, !edited.isLost else { return nil }
    let raw = raw
    var origins = ValueOrigins()
    for container in document.history.overlay.structuredContainers {
      raw.addChildren(of: container, copies: edited.copies, to: &origins)
    }
    for (outer, inside) in edited.values {
      guard let row = raw.row(at: EditedPlace(outer: outer, path: [])) else { continue }
      for (place, children) in inside {
        let path = JSONKeyPath(row.path.components + place)
        if let elements = children.elements { origins.elements[path] = elements }
        if !children.keys.isEmpty { origins.keys[path] = children.keys }
        if children.areUnknown { origins.rewritten.insert(path) }
      }
    }
    return origins
  }

  /// Adds the overlay's knowledge about the children of a large container.
  ///
  /// - Parameter copies: the original child that an insertion is a copy of, by serial number.
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
      // What took the place of a container that is gone has its path.
      if case .original(let child) = child, document.history.overlay.isRemoved(ChildID(child)) { return nil }
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
