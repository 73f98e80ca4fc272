import Mantle

/// The children of large containers that differ from the last saved state, with their saved content.
struct UnsavedChildren {
  private let outline: Outline
  /// The rows as they were saved.
  private let saved: Outline
  private let slots: [(slot: Overlay.Slot, saved: Overlay.Content?)]
  /// The insertions of the last saved state and the current ones, by serial number.
  private var former: [Int: (insertion: Overlay.Insertion, path: JSONKeyPath?)] = [:]
  private var present: [Int: Overlay.Insertion] = [:]
  /// Both by the children of the original they were moved from.
  private var formerOrigins: [ChildID: Overlay.Insertion] = [:]
  private var presentOrigins: Set<ChildID> = []
  /// The offsets of the lists with more moved elements than are worth listing individually.
  private var reordered: Set<Int> = []

  /// - Parameter outline: of plain JSON.
  init(_ outline: Outline) {
    self.outline = outline
    var saved = outline
    saved.update { $0.revert() }
    self.saved = saved
    slots = outline.document.history.unsaved.sorted { $0.slot.offset < $1.slot.offset }
    for (slot, content) in slots {
      for insertion in content?.insertions ?? [] {
        former[insertion.serial] = (insertion, Self.path(of: insertion, at: slot, in: saved))
        if let origin = insertion.origin { formerOrigins[origin] = insertion }
      }
      for insertion in history.overlay[slot]?.insertions ?? [] {
        present[insertion.serial] = insertion
        if let origin = insertion.origin { presentOrigins.insert(origin) }
      }
    }
    var moves: [Int: Int] = [:]
    for case (.gap(let gap), let content) in slots {
      moves[gap.container, default: 0] += self.moves(in: gap, content?.insertions ?? []).count
    }
    reordered = Set(moves.filter { $0.value > Differences.mostMoves }.keys)
  }

  /// Returns the serial numbers of the elements in a gap that were elsewhere before.
  private func moves(in gap: Overlay.Gap, _ before: [Overlay.Insertion]) -> Set<Int> {
    let now = history.overlay.insertions(in: gap)
    let shifted = Self.inserted(now.map(\.serial), after: before.map(\.serial))
    return Set(
      now.lazy.filter { new in
        guard new.key == nil else { return false }
        return former[new.serial] != nil
          ? shifted.contains(new.serial)
          : new.origin.map { history.saved(.value($0)) != nil } ?? false
      }.map(\.serial))
  }

  private var history: EditHistory { outline.document.history }

  /// In the order of the text.
  var differences: Differences {
    var differences = Differences()
    for container in reordered.sorted() {
      let list = outline.formerRow(at: container)
      let count = list.container.flatMap { outline.children(of: $0).count } ?? 0
      differences.addOrder(of: count, at: list.recordPath)
    }
    for (slot, saved) in slots where differences.entries.count < Differences.most {
      switch slot {
      case .value(let child): compare(child, saved, &differences)
      case .gap(let gap): compare(gap, saved, &differences)
      }
    }
    differences.joinMoves()
    return differences
  }

  private func compare(_ child: ChildID, _ saved: Overlay.Content?, _ differences: inout Differences) {
    // A child that was moved away is reported at its current place.
    guard !presentOrigins.contains(child) else { return }
    // A removed child is reported at its former place.
    let isGone = history.overlay.isRemoved(child)
    let path = (isGone ? self.saved : outline).formerRow(at: child.offset).recordPath
    guard let old = formerOrigins[child], present[old.serial] == nil else {
      return differences.compare(
        text(of: child, saved), text(of: child, history.overlay[.value(child)]), at: path)
    }
    let now = text(of: child, history.overlay[.value(child)]) ?? old.value
    differences.addMove(path, from: former[old.serial]?.path, String(decoding: now, as: UTF8.self))
    differences.compare(old.value, now, at: path)
  }

  private func compare(_ gap: Overlay.Gap, _ saved: Overlay.Content?, _ differences: inout Differences) {
    let before = saved?.insertions ?? []
    let container = path(behind: gap)
    let moved = moves(in: gap, before)
    let isOrder = reordered.contains(gap.container)
    for new in history.overlay.insertions(in: gap) {
      let origin = new.origin.flatMap { origin in history.saved(.value(origin)).map { (origin, $0) } }
      let old = former[new.serial]?.insertion.value ?? origin.flatMap { text(of: $0.0, $0.1) }
      // The place of each of a list in another order would take the square of their number.
      if isOrder, moved.contains(new.serial), old == new.value { continue }
      let path = Self.path(of: new, at: .gap(gap), in: outline) ?? container
      let words = String(decoding: new.value, as: UTF8.self)
      if former[new.serial] != nil || origin != nil {
        if !isOrder, moved.contains(new.serial) || new.key != nil {
          let place =
            former[new.serial].map(\.path) ?? origin.map { self.saved.formerRow(at: $0.0.offset).recordPath }
          differences.addMove(path, from: place ?? nil, words)
        }
      }
      differences.compare(old, new.value, at: path)
    }
    for old in before where present[old.serial] == nil && !isBack(old) {
      differences.compare(old.value, nil, at: container)
    }
  }

  /// Returns the inserted elements and those that are out of order relative to most of the others.
  private static func inserted(_ now: [Int], after before: [Int]) -> Set<Int> {
    let alignment = Alignment(before, now, pairingOthers: false)
    return Set(
      now.indices.filter { alignment.origins[$0] == nil || alignment.moved.contains($0) }.map { now[$0] })
  }

  /// Whether an insertion is again the child of the original it was made of.
  private func isBack(_ insertion: Overlay.Insertion) -> Bool {
    insertion.origin.map { !history.overlay.isRemoved($0) } ?? false
  }

  private static func path(of insertion: Overlay.Insertion, at slot: Overlay.Slot, in outline: Outline)
    -> JSONKeyPath?
  {
    guard case .gap(let gap) = slot else { return nil }
    return outline.row(at: .edited(.inserted(gap, serial: insertion.serial), offset: 0))?.path
  }

  private func path(behind gap: Overlay.Gap) -> JSONKeyPath {
    let anchor = gap.after.map { outline.formerRow(at: $0.offset) }?.path.components ?? []
    return JSONKeyPath(anchor.isEmpty ? [.each] : anchor.dropLast() + [.each])
  }

  private func text(of child: ChildID, _ content: Overlay.Content?) -> [UInt8]? {
    switch content {
    case .text(let text): text.bytes
    case .removed: nil
    case nil, .inserted: outline.document.base.slice(child.child.value)
    }
  }
}
