import Mantle
import MantleArchiving

extension Outline {
  /// The places in the original text of the current values; nil if the edits do not determine them.
  ///
  /// - Complexity: O(values that were edited + children of large containers whose children came, went or moved).
  var valueOrigins: ValueOrigins? {
    guard let edited = document.history.origins, !edited.isLost else { return nil }
    let raw = raw
    var origins = ValueOrigins()
    for container in document.history.overlay.structuredContainers {
      origins.addChildren(of: container, in: raw, copies: edited.copies)
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
}

extension ValueOrigins {
  /// Adds the overlay's knowledge about the children of a large container.
  ///
  /// - Parameter copies: the original child that an insertion is a copy of, by serial number.
  fileprivate mutating func addChildren(of offset: Int, in outline: Outline, copies: [Int: ChildID]) {
    guard let row = Self.containerRow(at: offset, in: outline), let container = row.container else { return }
    var numbers: [ChildID: Int] = [:]
    var next = container.index.first()
    while let child = next {
      numbers[ChildID(child)] = numbers.count
      next = container.index.next(after: child)
    }
    let children = outline.children(of: container)
    var elements: [Int?] = []
    var keys: [String: String?] = [:]
    var position = children.first
    while let here = position {
      let origin = here.origin(copies)
      elements.append(origin.flatMap { numbers[$0] })
      if case .inserted(_, _, let insertion) = here, let key = insertion.key {
        keys[key] = .some(origin.flatMap { outline.source.keyText(of: .original($0.child)) })
      }
      position = children.next(after: here)
    }
    if container.form == .object {
      self.keys[row.path] = keys
    } else {
      self.elements[row.path] = ElementOrigins(elements)
    }
  }

  private static func containerRow(at offset: Int, in outline: Outline) -> Row? {
    var row = outline.root
    while let container = row.container, container.offset != offset {
      guard let child = outline.children(of: container).child(holding: offset) else { return nil }
      // What took the place of a container that is gone has its path.
      if case .original(let child) = child, outline.document.history.overlay.isRemoved(ChildID(child)) {
        return nil
      }
      row = outline.source.row(for: child, of: container, in: row)
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
