import Mantle

/// What a save would change, value by value.
struct Differences {
  struct Entry: Hashable {
    let path: String
    /// The JSON as it was and as it is; nil where there was or is nothing.
    let before: String?
    let after: String?
  }

  private(set) var entries: [Entry] = []

  static let most = 10_000

  /// Compares two texts of one value.
  mutating func compare(_ before: [UInt8]?, _ after: [UInt8]?, at path: JSONKeyPath) {
    let old = before.flatMap { try? JSONDocument($0) }?.root
    let new = after.flatMap { try? JSONDocument($0) }?.root
    guard let old, let new else {
      return add(
        path, before.map { String(decoding: $0, as: UTF8.self) },
        after.map { String(decoding: $0, as: UTF8.self) })
    }
    compare(old, new, path, depth: 0)
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, depth: Int) {
    guard entries.count < Self.most, old.rawBytes != new.rawBytes else { return }
    guard old.kind == new.kind, depth < 200 else { return add(path, old.rawText, new.rawText) }
    switch old.kind {
    case .object: compareMembers(old, new, path, depth)
    case .array: compareElements(old, new, path, depth)
    default: add(path, old.rawText, new.rawText)
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    for (key, value) in old.members {
      let key = key.displayText
      let path = path.appending(key: key)
      if let other = new[key] {
        compare(value, other, path, depth: depth + 1)
      } else {
        add(path, value.rawText, nil)
      }
    }
    for (key, value) in new.members where old[key.displayText] == nil {
      add(path.appending(key: key.displayText), nil, value.rawText)
    }
  }

  /// Elements that are the same at the front and at the back are no difference; the rest is compared in order.
  private mutating func compareElements(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    var (old, new) = (Array(old.elements)[...], Array(new.elements)[...])
    while let a = old.first, let b = new.first, a.rawBytes == b.rawBytes {
      old.removeFirst()
      new.removeFirst()
    }
    while let a = old.last, let b = new.last, a.rawBytes == b.rawBytes {
      old = old.dropLast()
      new = new.dropLast()
    }
    // Both begin at the same number still.
    for index in old.startIndex..<max(old.endIndex, new.endIndex) where entries.count < Self.most {
      let path = path.appending(index: index)
      switch (old.indices.contains(index), new.indices.contains(index)) {
      case (true, true): compare(old[index], new[index], path, depth: depth + 1)
      case (true, false): add(path, old[index].rawText, nil)
      default: add(path, nil, new[index].rawText)
      }
    }
  }

  private mutating func add(_ path: JSONKeyPath, _ before: String?, _ after: String?) {
    entries.append(Entry(path: path.description, before: before, after: after))
  }

  /// What was changed, in a few words: `2 changes: [0].title, [3].state`.
  var words: String {
    let shown = entries.prefix(3).map { $0.path.isEmpty ? "all of it" : $0.path }
    return "\(Words.count(entries.count, "change")): \(shown.joined(separator: ", "))"
      + (entries.count > shown.count ? ", …" : "")
  }
}

extension Outline {
  /// The edits since the last save, in the order of the text.
  var differences: Differences {
    var differences = Differences()
    if let recovery = document.recovery { return differencesFromFile(recovery.original) }
    let outline = raw
    let slots = document.history.unsaved.sorted { $0.slot.offset < $1.slot.offset }
    for (slot, saved) in slots where differences.entries.count < Differences.most {
      switch slot {
      case .value(let child):
        let path = outline.row(at: .original(child.offset))?.recordPath ?? JSONKeyPath()
        differences.compare(text(of: child, saved), text(of: child, document.history.overlay[slot]), at: path)
      case .gap(let gap):
        compareInsertions(saved, gap, outline, &differences)
      }
    }
    return differences
  }

  /// What a save would change, in a few words; nil where finding out would delay the save.
  var changeWords: String? {
    let bytes = document.history.unsaved.reduce(0) { sum, unsaved in
      if case .value(let child) = unsaved.slot { sum + child.child.value.count } else { sum }
    }
    guard document.isModified, document.history.unsaved.count <= 1000, bytes <= 1 << 21,
      document.recovery == nil
    else { return nil }
    return differences.words
  }

  /// A text that was taken over is compared whole; of the largest only what was edited since is told.
  private func differencesFromFile(_ original: JSONBytes) -> Differences {
    var differences = Differences()
    let now = document.currentText(records)
    guard max(original.count, now.count) <= 1 << 24, let text = try? now.original.applying(now.splices) else {
      return differences
    }
    let (before, after) = (original.valuesAsArray ?? original, JSONBytes(text))
    let lines = after.valuesAsArray ?? after
    differences.compare(before.slice(0..<before.count), lines.slice(0..<lines.count), at: JSONKeyPath())
    return differences
  }

  private func text(of child: ChildID, _ content: Overlay.Content?) -> [UInt8]? {
    switch content {
    case .bytes(let bytes): bytes
    case .removed: nil
    case nil, .inserted: document.base.slice(child.child.value)
    }
  }

  private func compareInsertions(
    _ saved: Overlay.Content?, _ gap: Overlay.Gap, _ outline: Outline, _ differences: inout Differences
  ) {
    var before: [Int: [UInt8]] = [:]
    if case .inserted(let insertions) = saved {
      for insertion in insertions { before[insertion.serial] = insertion.value }
    }
    let anchor = gap.after.flatMap { outline.row(at: .original($0.offset)) }?.path.components ?? []
    let container = JSONKeyPath(anchor.isEmpty ? [.each] : anchor.dropLast() + [.each])
    for insertion in document.history.overlay.insertions(in: gap) {
      let row = outline.row(at: .edited(.inserted(gap, serial: insertion.serial), offset: 0))
      differences.compare(
        before.removeValue(forKey: insertion.serial), insertion.value, at: row?.path ?? container)
    }
    for (_, text) in before { differences.compare(text, nil, at: container) }
  }
}

extension Overlay.Slot {
  /// Where in the original it is.
  var offset: Int {
    switch self {
    case .value(let child): child.offset
    case .gap(let gap): gap.after?.offset ?? gap.container
    }
  }
}
