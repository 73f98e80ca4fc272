import Mantle

extension EditBuilder {
  /// More than this is not read through while a key waits.
  private static let mostMended = 1 << 26

  /// More than this is not taken for a slip: it may be what the text was written for.
  private static let mostRemoved = 50

  /// Makes JSON of all of a text that is not, but where that would take away what may be data.
  ///
  /// - Returns: nil where there is nothing to mend.
  /// - Throws: where nothing else is left to be mended, with the first place of these.
  /// - Complexity: O(the text).
  func mending() throws -> Edit? {
    guard document.base.count <= Self.mostMended else {
      throw EditRefused(description: "the file is too large to be mended at once (]e goes to each mistake)")
    }
    var step: EditStep?
    var changes: [Edit.Change] = []
    var kept: (place: Int, count: Int)?
    for (row, record) in damagedRows {
      guard let damage = record.damage else { continue }
      if let large = damage.repair.regions.first(where: { $0.removed > Self.mostRemoved }) {
        kept = kept ?? (large.range.lowerBound, large.removed)
        continue
      }
      let text = damage.mended
      let (before, after) = (record.bytes.text(record.range), String(decoding: text, as: UTF8.self))
      let part = EditStep.Part(.mended, row, before: before, after: after, in: document)
      if step == nil { step = EditStep(part) } else { step?.append(EditStep(part)) }
      switch change(record, to: text) {
      case (.gap(let gap), .inserted(let insertions)):
        // What is inserted in one gap is changed together.
        if let index = changes.firstIndex(where: { $0.slot == .gap(gap) }),
          case .inserted(var known)? = changes[index].content
        {
          for (number, new) in insertions.enumerated() where overlayed(gap, number) != new {
            known[number].value = new.value
          }
          changes[index].content = .inserted(known)
        } else {
          changes.append((.gap(gap), .inserted(insertions)))
        }
      case let other: changes.append(other)
      }
    }
    if step == nil, let kept {
      let place = document.base.location(at: kept.place)
      throw EditRefused(
        description: "that would take \(kept.count) bytes away at \(place.line):\(place.column); "
          + "]e goes there, e edits the text")
    }
    return step.map { Edit(step: $0, changes: changes) }
  }

  private func overlayed(_ gap: Overlay.Gap, _ index: Int) -> Overlay.Insertion? {
    let insertions = document.history.overlay.insertions(in: gap)
    return insertions.indices.contains(index) ? insertions[index] : nil
  }

  /// The outermost row of each record that is not JSON, in order.
  private var damagedRows: [(row: Row, record: Record)] {
    let outline = outline.raw
    var found: [(Row, Record)] = []
    var next: Row? = outline.root
    while let row = next {
      if let record = row.record {
        if record.damage != nil { found.append((row, record)) }
      } else if row.container != nil, let child = outline.firstChild(of: row) {
        next = child
        continue
      }
      var here: Row? = row
      next = nil
      while let inner = here, next == nil {
        next = outline.nextSibling(of: inner)
        here = inner.parent
      }
    }
    return found
  }
}

extension DamagedRegion {
  /// How many bytes go where it is mended; comments are no data.
  fileprivate var removed: Int { cause == .comment ? 0 : range.count - replacement.count }
}

extension Damage {
  /// The text as JSON: as it was read, and without the lines that held comments only.
  fileprivate var mended: [UInt8] {
    let text = repair.text.slice(0..<repair.text.count)
    let original = repair.original
    guard let first = repair.regions.first else { return text }
    let start = first.range.lowerBound - repair.place(of: first.range.lowerBound)
    let splices = repair.regions.map { region in
      let lines =
        region.cause == .comment ? original.lines(holdingOnly: region.range, from: start) : region.range
      return JSONSplice(lines, with: lines == region.range ? region.replacement : [])
    }
    let end = repair.sourceRange(of: 0..<repair.text.count).upperBound
    guard let tidied = try? original.applying(splices, in: start..<end),
      JSONRepair.isSame(JSONBytes(tidied), repair.text)
    else { return text }
    return tidied
  }
}

extension JSONBytes {
  /// The lines a range takes up, where nothing else but white space is on them; else the range.
  fileprivate func lines(holdingOnly range: Range<Int>, from start: Int) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower > start, self[lower - 1] == 0x20 || self[lower - 1] == 0x09 { lower -= 1 }
    while upper < count, [0x20, 0x09, 0x0D].contains(self[upper]) { upper += 1 }
    guard upper < count, self[upper] == 0x0A, lower == start || self[lower - 1] == 0x0A else { return range }
    return lower..<upper + 1
  }
}
