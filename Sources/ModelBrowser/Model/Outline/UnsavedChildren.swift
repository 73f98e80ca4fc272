import Mantle

/// The children of large containers that differ from the last saved state, with their saved content.
struct UnsavedChildren {
  /// A child in the current text or in the saved one.
  struct Child {
    let place: Record.Place
    let value: [UInt8]
    /// The key of an inserted member; nil for an element and for a child of the original.
    var key: String?
  }

  private let outline: Outline
  /// The outline of the document in its last saved state.
  private let saved: Outline
  private let slots: [(slot: Overlay.Slot, saved: Overlay.Content?)]
  /// The children in the last saved state and now, by their element keys, which do not change when a child is moved.
  private(set) var before: [Int: Child] = [:]
  private(set) var after: [Int: Child] = [:]
  /// The offset of the container of each moved child, by the element key of the child.
  private var moved: [Int: Int] = [:]
  /// The offsets of the lists with too many moved elements to list each move.
  private var reordered: Set<Int> = []

  /// Compares the children of large containers with their saved content.
  ///
  /// - Parameter outline: the outline of plain JSON.
  init(_ outline: Outline) {
    self.outline = outline
    var saved = outline
    saved.update { $0.revert() }
    self.saved = saved
    slots = outline.document.history.unsaved.sorted { $0.slot.order < $1.slot.order }
    for (slot, content) in slots {
      before.merge(children(at: slot, content)) { $1 }
      after.merge(children(at: slot, history.overlay[slot])) { $1 }
    }
    findMoves()
  }

  private mutating func findMoves() {
    var counts: [Int: Int] = [:]
    for (slot, content) in slots {
      let children = children(at: slot, history.overlay[slot])
      let alignment = Alignment(
        self.children(at: slot, content).map { $0.0 }, children.map { $0.0 })
      for (index, (number, child)) in children.enumerated() where before[number] != nil {
        guard alignment.origins[index] == nil || alignment.moved.contains(index) else { continue }
        let container = slot.container(before: content)
        moved[number] = container
        if child.key == nil { counts[container, default: 0] += 1 }
      }
    }
    reordered = Set(counts.filter { $0.value > Differences.maximumMoves }.keys)
  }

  private var history: EditHistory { outline.document.history }
  private var base: JSONBytes { outline.document.base }

  /// Returns the children of a slot with a given content, and their element keys.
  private func children(at slot: Overlay.Slot, _ content: Overlay.Content?) -> [(Int, Child)] {
    switch (slot, content) {
    case (.value(let child), .text(let text)):
      [(child.offset, Child(place: .original(child), value: text.bytes))]
    case (.value(let child), nil):
      [(child.offset, Child(place: .original(child), value: base.slice(child.child.value)))]
    case (.gap(let gap), let content):
      (content?.insertions ?? []).map {
        ($0.elementKey, Child(place: .inserted(gap, serial: $0.serial), value: $0.value, key: $0.key))
      }
    case (.value, _): []
    }
  }

  /// The differences between the saved and the current document, in text order.
  var differences: Differences {
    var differences = Differences()
    for container in reordered.sorted() {
      let list = outline.formerRow(at: container)
      let count = list.container.flatMap { outline.children(of: $0).count } ?? 0
      differences.addOrder(of: count, at: list.recordPath)
    }
    for (slot, content) in slots where differences.entries.count < Differences.most {
      for (number, child) in children(at: slot, history.overlay[slot]) {
        compare(before[number], child, movedIn: moved[number], &differences)
      }
      for (number, child) in children(at: slot, content) where after[number] == nil {
        differences.compare(child.value, nil, at: path(of: child, in: saved))
      }
    }
    differences.joinMoves()
    return differences
  }

  private func compare(
    _ old: Child?, _ child: Child, movedIn container: Int?, _ differences: inout Differences
  ) {
    let (former, value) = (old?.value, child.value)
    let isOrder = container.map(reordered.contains) ?? false
    // Finding the path of each element of a reordered list would take quadratic time.
    if isOrder, former == value { return }
    let path = path(of: child, in: outline)
    if let old, !isOrder, container != nil || old.key != child.key {
      differences.addMove(path, from: self.path(of: old, in: saved), String(decoding: value, as: UTF8.self))
    }
    differences.compare(former, value, at: path)
  }

  private func path(of child: Child, in outline: Outline) -> JSONKeyPath {
    switch child.place {
    case .original(let child): outline.formerRow(at: child.offset).recordPath
    case .inserted: outline.row(at: .edited(child.place, offset: 0))?.path ?? JSONKeyPath([.each])
    }
  }
}

extension Overlay.Slot {
  /// Returns the offset of the container of this slot's child, which was in another slot in the saved state.
  ///
  /// - Parameter saved: the content of this slot in the saved state.
  fileprivate func container(before saved: Overlay.Content?) -> Int {
    switch (self, saved) {
    case (.gap(let gap), _): gap.container
    case (_, .removed(let container)?): container
    case (.value(let child), _): child.offset
    }
  }
}
