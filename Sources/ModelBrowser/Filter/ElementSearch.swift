import Mantle

/// Finds the children of a large container that pass a filter: from one occurrence of the bytes they must hold to the
/// next, at the speed of memory; where there are no such bytes, by reading one child after the other.
struct ElementSearch: Sendable {
  private let base: JSONBytes
  private let index: JSONChildIndex
  private let container: Int
  private let filter: Filter
  private let overlay: Overlay
  private let model: @Sendable (JSONNode) -> ModelDescription?

  /// How much is looked at between two reports.
  private let slice: Int

  /// - Parameter model: what a child is read as.
  init(
    _ base: JSONBytes, _ index: JSONChildIndex, at container: Int, _ overlay: Overlay, _ filter: Filter,
    model: @escaping @Sendable (JSONNode) -> ModelDescription? = { _ in nil }, slice: Int = 1 << 22
  ) {
    (self.base, self.index, self.container, self.overlay, self.filter) = (
      base, index, container, overlay, filter
    )
    self.model = model
    self.slice = slice
  }

  /// Looks at everything.
  ///
  /// - Parameter report: told where the values of children begin that pass, ascending, and how much was looked at, from
  ///   0 to 1; return false to stop.
  func run(report: ([Int], Double) -> Bool) {
    var position = start
    var last = -1
    var total = 0
    while position < index.end, total < ElementFilter.most {
      let end = count(to: min(position + slice, index.end))
      guard end > position else { return }
      var found = children(in: position..<end).filter { $0 > last }
      found = found.isEmpty ? [] : Array(Set(found)).sorted()
      last = found.last ?? last
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

  private func children(in range: Range<Int>) -> [Int] {
    guard let needles = filter.needles else { return passing(in: range) + edited(in: range) }
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
        if !isReplaced(child), filter.plainText != nil || passes(child) {
          found.append(child.value.lowerBound)
        }
        position = child.range.upperBound
      }
      return found
    }
  }

  /// The child an offset is in, or the one behind it, by steps from one close before it: of small children there are
  /// thousands between two that the index knows.
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
      if child.value.lowerBound >= range.lowerBound, !isReplaced(child), passes(child) {
        found.append(child.value.lowerBound)
      }
      next = index.next(after: child)
    }
    return found
  }

  private func passes(_ child: JSONChild) -> Bool {
    var subject = FilterSubject(base, child.value)
    subject.key = key(of: child)
    subject.index = child.ordinal ?? index.ordinal(of: child)
    subject.model = subject.node.flatMap(model)
    return filter.holds(for: subject)
  }

  private func key(of child: JSONChild) -> String? {
    child.key.map { (try? JSONDocument(parsing: base, in: $0))?.root.displayText ?? base.text($0) }
  }

  // MARK: - What was edited

  private func isReplaced(_ child: JSONChild) -> Bool {
    if case .text = overlay[.value(ChildID(child))] { true } else { false }
  }

  /// The children in a stretch whose new text passes, and those that something was inserted behind which does.
  private func edited(in range: Range<Int>) -> [Int] {
    overlay.slots.compactMap { slot, content in
      switch (slot, content) {
      case (.value(let id), .text(let text)):
        guard range.contains(id.offset), let child = child(containing: id.offset),
          passes(text.bytes, key: key(of: child), ordinal: child.ordinal)
        else { return nil }
        return child.value.lowerBound
      case (.gap(let gap), .inserted(let insertions)):
        guard gap.container == container, let after = gap.after, range.contains(after.offset),
          insertions.contains(where: { passes($0.value, key: $0.key, ordinal: nil) })
        else { return nil }
        return after.offset
      default: return nil
      }
    }
  }

  private func passes(_ text: [UInt8], key: String?, ordinal: Int?) -> Bool {
    let bytes = JSONBytes(text)
    var subject = FilterSubject(bytes, 0..<bytes.count)
    (subject.key, subject.index, subject.isModified) = (key, ordinal, true)
    subject.model = subject.node.flatMap(model)
    return filter.holds(for: subject)
  }
}
