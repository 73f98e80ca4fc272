import Mantle

/// Finds the children of a large container that pass a test: a text at the speed of memory, from one occurrence to the
/// next, and a property by reading one child after the other.
struct ElementSearch: Sendable {
  private let base: JSONBytes
  private let index: JSONChildIndex
  private let container: Int
  private let test: ElementTest
  private let overlay: Overlay

  /// How much is looked at between two reports.
  private let slice: Int

  init(
    _ base: JSONBytes, _ index: JSONChildIndex, at container: Int, _ overlay: Overlay, _ test: ElementTest,
    slice: Int = 1 << 22
  ) {
    (self.base, self.index, self.container, self.overlay, self.test) = (base, index, container, overlay, test)
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
    switch test {
    case .text(let pattern):
      occurrences(of: pattern, in: range) + edited(in: range) { pattern.occurs(in: $0) }
    case .property(let test): passing(test, in: range) + edited(in: range) { test.holds(in: $0) }
    }
  }

  // MARK: - A text

  /// The children that hold a text which begins in a stretch.
  private func occurrences(of pattern: SearchPattern, in range: Range<Int>) -> [Int] {
    pattern.needles.flatMap { needle in
      var found: [Int] = []
      var position = range.lowerBound
      var last: JSONChild?
      let end = min(range.upperBound + needle.count - 1, index.end)
      while let place = base.firstOccurrence(
        of: needle, from: position, to: end, ignoringCase: pattern.ignoresCase)
      {
        last = child(containing: place, nearTo: last)
        position = place + 1
        guard let child = last, child.range.contains(place) else { continue }
        if !isReplaced(child) { found.append(child.value.lowerBound) }
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

  // MARK: - A property

  /// The children that begin in a stretch and have a property as wanted.
  private func passing(_ test: PropertyTest, in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var next = range.lowerBound == start ? index.first() : child(containing: range.lowerBound)
    while let child = next.map(index.measured), child.value.lowerBound < range.upperBound {
      if child.value.lowerBound >= range.lowerBound, !isReplaced(child), test.holds(in: base, child.value) {
        found.append(child.value.lowerBound)
      }
      next = index.next(after: child)
    }
    return found
  }

  // MARK: - What was edited

  private func isReplaced(_ child: JSONChild) -> Bool {
    if case .bytes = overlay[.value(ChildID(child))] { true } else { false }
  }

  /// The children in a stretch whose new text passes, and those that something was inserted behind which does.
  private func edited(in range: Range<Int>, passes: (JSONBytes) -> Bool) -> [Int] {
    overlay.slots.compactMap { slot, content in
      switch (slot, content) {
      case (.value(let id), .bytes(let bytes)):
        guard range.contains(id.offset), passes(JSONBytes(bytes)) else { return nil }
        return child(containing: id.offset)?.value.lowerBound
      case (.gap(let gap), .inserted(let insertions)):
        guard gap.container == container, let after = gap.after, range.contains(after.offset),
          insertions.contains(where: { passes(JSONBytes($0.value)) })
        else { return nil }
        return after.offset
      default: return nil
      }
    }
  }
}

extension ElementTest {
  /// Whether a value that is parsed passes.
  func passes(_ node: JSONNode) -> Bool {
    switch self {
    case .text(let pattern): pattern.occurs(in: node.document.bytes, node.byteRange)
    case .property(let test): test.holds(for: node)
    }
  }
}

extension SearchPattern {
  /// Whether a value holds the text; a string's quotes are no part of it.
  func occurs(in node: JSONNode) -> Bool {
    let range = node.byteRange
    let isQuoted = node.kind == .string
    return occurs(in: node.document.bytes, isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  fileprivate func occurs(in bytes: JSONBytes, _ range: Range<Int>? = nil) -> Bool {
    let range = range ?? 0..<bytes.count
    return needles.contains {
      bytes.firstOccurrence(of: $0, from: range.lowerBound, to: range.upperBound, ignoringCase: ignoresCase)
        != nil
    }
  }
}

extension PropertyTest {
  fileprivate func holds(in bytes: JSONBytes, _ range: Range<Int>? = nil) -> Bool {
    guard let document = try? JSONDocument(parsing: bytes, in: range ?? 0..<bytes.count) else { return false }
    return holds(for: document.root)
  }
}
