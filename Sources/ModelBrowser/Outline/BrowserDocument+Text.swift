import Mantle

/// The text as it is now, as changes of the text as it was.
extension BrowserDocument {
  /// What a save writes: the original bytes with the edited ranges replaced.
  func currentText() -> SplicedBytes {
    var splices: [JSONSplice] = []
    var containers: Set<Int> = []
    for (slot, content) in history.overlay.slots {
      switch (slot, content) {
      case (.value(let child), .bytes(let bytes)): splices.append(JSONSplice(child.child.value, with: bytes))
      case (.value, .removed(let container)): containers.insert(container)
      case (.gap(let gap), _): containers.insert(gap.container)
      default: break
      }
    }
    for container in containers {
      if let spine = spines[container] { splices += StructureSplices(self, spine).splices }
    }
    return SplicedBytes(original: base, splices: splices)
  }
}

/// The insertions and removals among the children of one large container, with the commas they need.
private struct StructureSplices {
  let document: BrowserDocument
  let spine: Spine
  private let comma: [UInt8]
  private(set) var splices: [JSONSplice] = []

  init(_ document: BrowserDocument, _ spine: Spine) {
    self.document = document
    self.spine = spine
    comma = spine.form == .values ? [] : [0x2C]
    collect()
  }

  private var overlay: Overlay { document.history.overlay }

  /// Neighbouring changes are one run: what is between the last child that stays and the next one that does.
  private mutating func collect() {
    var done = -1
    if !insertions(after: nil).isEmpty {
      done = run(from: nil, at: spine.index.first(), insertions(after: nil))
    }
    for child in touched where child.offset > done {
      if overlay.isRemoved(child) {
        done = run(
          from: spine.index.previous(before: child.child).map(spine.index.measured), at: child.child, [])
      } else {
        done = run(from: child.child, at: spine.index.next(after: child.child), insertions(after: child))
      }
      done = max(done, child.offset)
    }
  }

  /// The children that are gone or followed by new ones, in order.
  private var touched: [ChildID] {
    let children = overlay.slots.compactMap { slot, content -> ChildID? in
      switch (slot, content) {
      case (.value(let child), .removed(spine.offset)): child
      case (.gap(let gap), .inserted) where gap.container == spine.offset: gap.after
      default: nil
      }
    }
    return Set(children).sorted { $0.offset < $1.offset }
  }

  private func insertions(after child: ChildID?) -> [[UInt8]] {
    overlay.insertions(in: Overlay.Gap(container: spine.offset, after: child)).map { $0.text(colon: colon) }
  }

  /// Writes one run.
  ///
  /// - Returns: the offset of the last child it took away, or -1.
  private mutating func run(from before: JSONChild?, at start: JSONChild?, _ inserted: [[UInt8]]) -> Int {
    var items = inserted
    var removed: JSONChild?
    var next = start
    while let child = next, overlay.isRemoved(ChildID(child)) {
      items += insertions(after: ChildID(child))
      removed = child
      next = spine.index.next(after: child)
    }
    splices.append(splice(items, before: before, after: next, first: start, removed: removed))
    return removed?.value.lowerBound ?? -1
  }

  private func splice(
    _ items: [[UInt8]], before: JSONChild?, after: JSONChild?, first: JSONChild?, removed: JSONChild?
  ) -> JSONSplice {
    let separator = comma + space
    let leading = items.flatMap { separator + $0 }
    guard let removed else {
      if let before { return JSONSplice(empty(before.range.upperBound), with: leading) }
      if let after {
        return JSONSplice(empty(after.range.lowerBound), with: items.flatMap { $0 + separator })
      }
      return JSONSplice(empty(spine.offset + 1), with: Array(leading.dropFirst(separator.count)))
    }
    let start = before?.range.upperBound ?? first?.range.lowerBound ?? removed.range.lowerBound
    guard let after else {
      let text = before == nil ? Array(leading.dropFirst(separator.count)) : leading
      return JSONSplice(start..<removed.range.upperBound, with: text)
    }
    let last = document.base.slice(removed.range.upperBound..<after.range.lowerBound)
    let text = before == nil ? items.flatMap { $0 + separator } : leading + last
    return JSONSplice(start..<after.range.lowerBound, with: text)
  }

  private func empty(_ offset: Int) -> Range<Int> { offset..<offset }

  /// What stands between the first key and its value.
  private var colon: [UInt8] {
    guard let first = spine.index.first(), let key = first.key else { return Array(": ".utf8) }
    return document.base.slice(key.upperBound..<first.value.lowerBound)
  }

  /// The white space between the first two children, or in front of the only one.
  private var space: [UInt8] {
    guard let first = spine.index.first().map(spine.index.measured) else { return [] }
    if let second = spine.index.next(after: first) {
      return document.base.slice(first.range.upperBound..<second.range.lowerBound).filter { $0 != 0x2C }
    }
    if spine.form == .values { return [0x0A] }
    let lead = document.base.slice(spine.offset + 1..<first.range.lowerBound)
    // A space after the colon asks for one after the comma.
    return lead.isEmpty && spine.form == .object && colon.last == 0x20 ? [0x20] : lead
  }
}

extension Overlay.Insertion {
  /// The value, with its key where it has one.
  fileprivate func text(colon: [UInt8]) -> [UInt8] {
    guard let key else { return value }
    return Array(JSONText.quoted(key).utf8) + colon + value
  }
}
