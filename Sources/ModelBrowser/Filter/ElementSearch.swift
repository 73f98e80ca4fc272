import Mantle
import MantleQuery

/// Finds the children of a large container that pass a filter: from one occurrence of the bytes they must hold to the
/// next, at the speed of memory; where there are no such bytes, by reading one child after the other.
struct ElementSearch: Sendable {
  private let base: JSONBytes
  private let index: JSONChildIndex
  private let container: Int
  private let filter: Filter
  private let edits: EditedChildren
  private let model: @Sendable (JSONNode) -> ModelDescription?

  /// How much is looked at between two reports.
  private let slice: Int

  /// - Parameter model: what a child is read as.
  init(
    _ base: JSONBytes, _ index: JSONChildIndex, at container: Int, _ edits: EditedChildren, _ filter: Filter,
    model: @escaping @Sendable (JSONNode) -> ModelDescription? = { _ in nil }, slice: Int = 1 << 22
  ) {
    (self.base, self.index, self.container, self.edits, self.filter) = (
      base, index, container, edits, filter
    )
    self.model = model
    self.slice = slice
  }

  /// Inspects every child.
  ///
  /// - Parameter report: receives the keys of the children that pass, ascending in each report, and the share that was
  ///   inspected, from 0 to 1; returns false to stop.
  func run(report: ([Int], Double) -> Bool) {
    var position = start
    var last = -1
    let first = inserted(in: -1..<start).sorted()
    var total = first.count
    if total > 0, !report(first, 0) { return }
    while position < index.end, total < ElementFilter.most {
      let end = count(to: min(position + slice, index.end))
      guard end > position else { return }
      let originals = Set(originals(in: position..<end).filter { $0 > last })
      let found = (originals + inserted(in: position..<end)).sorted()
      last = originals.max() ?? last
      total += found.count
      position = end
      guard report(found, Double(position - start) / Double(max(1, index.end - start))) else { return }
    }
  }

  private var start: Int { max(0, container) }

  /// Counts the children up to an offset, together with another thread that may be counting.
  ///
  /// - Returns: how far they are counted, which is less where the container ends.
  private func count(to offset: Int) -> Int {
    while true {
      let progress = index.progress
      if progress.scanned >= offset { return offset }
      if progress.isComplete { return progress.scanned }
      if index.extend(budgetBytes: 1 << 24).scanned == progress.scanned { Pause.millisecond() }
    }
  }

  /// The offsets of the children of the original that pass.
  private func originals(in range: Range<Int>) -> [Int] {
    guard let needles = filter.needles else { return passing(in: range) }
    return occurrences(of: needles, in: range) + edited(in: range)
  }

  // MARK: - By their bytes

  /// The children that pass and hold bytes which begin in a stretch.
  private func occurrences(of needles: FilterNeedles, in range: Range<Int>) -> [Int] {
    needles.needles.flatMap { needle in
      var found: [Int] = []
      var position = range.lowerBound
      var last: JSONChild?
      let end = min(range.upperBound + needle.count - 1, index.end)
      while let place = base.firstOccurrence(
        of: needle, from: position, to: end, ignoringCase: needles.ignoresCase)
      {
        last = child(containing: place, nearTo: last)
        position = place + 1
        guard let child = last, child.range.contains(place) else { continue }
        if edits.text(of: child, in: base) == nil, !edits.isRemoved(child),
          filter.plainText != nil || passes(child)
        {
          found.append(child.value.lowerBound)
        }
        position = child.range.upperBound
      }
      return found
    }
  }

  /// Returns the child that contains an offset, or else the next child. It advances from a child close
  /// before the offset if there is one, because the index skips thousands of small children.
  private func child(containing offset: Int, nearTo last: JSONChild?) -> JSONChild? {
    guard let last, offset - last.range.upperBound < Self.nearby else { return child(containing: offset) }
    var child: JSONChild? = last
    while let here = child, here.range.upperBound <= offset {
      child = index.next(after: here).map(index.measured)
    }
    return child
  }

  private static let nearby = 1 << 13

  private func child(containing offset: Int) -> JSONChild? {
    index.ordinal(containing: offset).flatMap { index.child(at: $0) }.map { index.measured($0) }
  }

  // MARK: - One after the other

  /// The children that begin in a stretch and pass.
  private func passing(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var next = range.lowerBound == start ? index.first() : child(containing: range.lowerBound)
    while let child = next.map(index.measured), child.value.lowerBound < range.upperBound {
      if child.value.lowerBound >= range.lowerBound, !edits.isRemoved(child), passes(child) {
        found.append(child.value.lowerBound)
      }
      next = index.next(after: child)
    }
    return found
  }

  private func passes(_ child: JSONChild) -> Bool {
    var subject =
      edits.text(of: child, in: base).map { self.subject($0) } ?? FilterSubject(base, child.value)
    subject.isModified = edits.isUnsaved(child)
    return passes(subject, key: key(of: child), edits.overlay.ordinal(of: child, index, in: container))
  }

  private func subject(_ text: [UInt8]) -> FilterSubject {
    let bytes = JSONBytes(text)
    return FilterSubject(bytes, 0..<bytes.count)
  }

  private func passes(_ subject: FilterSubject, key: String?, _ ordinal: Int?) -> Bool {
    var subject = subject
    (subject.key, subject.index) = (key, ordinal)
    subject.model = subject.node.flatMap(model)
    return filter.holds(for: subject)
  }

  private func key(of child: JSONChild) -> String? {
    child.key.map { (try? JSONDocument(parsing: base, in: $0))?.root.displayText ?? base.text($0) }
  }

  // MARK: - What was edited

  /// The children in a stretch whose new text passes.
  private func edited(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var last: JSONChild?
    for place in edits.places(in: range) where last?.range.contains(place) != true {
      last = child(containing: place, nearTo: last)
      guard let child = last, child.range.contains(place), !edits.isRemoved(child),
        edits.text(of: child, in: base) != nil, passes(child)
      else { continue }
      found.append(child.value.lowerBound)
    }
    return found
  }

  /// The insertions that pass in the gaps after the children that begin in a stretch.
  private func inserted(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var next = edits.overlay.filledGap(from: range.lowerBound, in: container)
    while let gap = next, gap.anchor < range.upperBound {
      let first = edits.overlay.firstOrdinal(in: gap, index)
      for (offset, insertion) in edits.overlay.insertions(in: gap).enumerated() {
        var subject = self.subject(insertion.value)
        subject.isModified = edits.isUnsaved(insertion)
        if passes(subject, key: insertion.key, first.map { $0 + offset }) {
          found.append(insertion.elementKey)
        }
      }
      next = edits.overlay.filledGap(from: gap.anchor + 1, in: container)
    }
    return found
  }
}
