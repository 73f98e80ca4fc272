/// Insertions into one array, object or sequence and removals from it, as splices that keep its style.
///
/// The container may be of any size: only the children beside a change are looked at, and nothing is parsed. New
/// children are set apart as the first two are; commas, line breaks and the space at both ends stay as they are.
package struct JSONContainerEditor {
  private let index: JSONChildIndex
  /// Where the value of each removed child starts.
  private var removed: [Int: JSONChild] = [:]
  /// New children by where the value of the child before them starts; ``atStart`` for the first place.
  private var inserted: [Int: Insertions] = [:]

  private struct Insertions {
    let anchor: JSONChild?
    var children: [NewChild] = []
  }

  private struct NewChild {
    let key: [UInt8]?
    let value: [UInt8]
  }

  private static let atStart = -1

  package init(_ index: JSONChildIndex) { self.index = index }

  package mutating func remove(_ child: JSONChild) { removed[child.value.lowerBound] = child }

  /// Puts a new child behind another one, which may itself be removed, or first.
  ///
  /// Several at one place keep the order in which they were inserted. Whether the key is there already is not checked.
  ///
  /// - Parameters:
  ///   - key: the member's key as JSON, with its quotes; nil in arrays and sequences.
  ///   - previous: the child of the unedited container before the new one; nil for the first place.
  package mutating func insert(_ value: [UInt8], key: [UInt8]? = nil, after previous: JSONChild?) {
    let place = previous?.value.lowerBound ?? Self.atStart
    inserted[place, default: Insertions(anchor: previous)].children.append(NewChild(key: key, value: value))
  }

  /// The edits as splices of the text, from front to back.
  ///
  /// - Complexity: O(changed children and their neighbours).
  package var splices: [JSONSplice] {
    guard !removed.isEmpty || !inserted.isEmpty else { return [] }
    let style = Style(of: index)
    let places = removed.mapValues { Optional($0) }.merging(inserted.mapValues(\.anchor)) { child, _ in child
    }
    var splices: [JSONSplice] = []
    var done = Int.min
    for (place, child) in places.sorted(by: { $0.key < $1.key }) where place > done {
      let run = run(at: child)
      splices.append(splice(run, style))
      done = max(place, run.removed?.last ?? place)
    }
    return splices
  }

  // MARK: - Runs of neighbouring changes

  /// What changes between two children that stay.
  private struct Run {
    var previous: JSONChild?
    var next: JSONChild?
    /// What the removed children take up, and where the last one's value starts.
    var removed: (range: Range<Int>, last: Int)?
    var new: [NewChild] = []
  }

  private func run(at place: JSONChild?) -> Run {
    var run = Run()
    if let place, removed[place.value.lowerBound] != nil {
      run.previous = index.previous(before: place).map(index.measured)
      run.next = place
    } else {
      run.previous = place.map(index.measured)
      run.next = run.previous.map { index.next(after: $0) } ?? index.first()
      run.new = insertions(after: place)
    }
    while let child = run.next, removed[child.value.lowerBound] != nil {
      let range = index.measured(child).range
      let start = run.removed?.range.lowerBound ?? range.lowerBound
      run.removed = (start..<range.upperBound, child.value.lowerBound)
      run.new += insertions(after: child)
      run.next = index.next(after: child)
    }
    return run
  }

  private func insertions(after child: JSONChild?) -> [NewChild] {
    inserted[child?.value.lowerBound ?? Self.atStart]?.children ?? []
  }

  private func splice(_ run: Run, _ style: Style) -> JSONSplice {
    var separator = style.separator
    let new = run.new.map { child in
      guard let key = child.key else { return child.value }
      return key + style.colon + child.value
    }
    if let removed = run.removed?.range {
      if !new.isEmpty { return JSONSplice(removed, with: Array(new.joined(separator: separator))) }
      if let previous = run.previous {
        return JSONSplice(previous.range.upperBound..<removed.upperBound, with: [])
      }
      if let next = run.next { return JSONSplice(removed.lowerBound..<next.range.lowerBound, with: []) }
      return JSONSplice(style.start..<index.walker.skipWhitespace(removed.upperBound), with: [])
    }
    if let previous = run.previous?.range.upperBound, let next = run.next?.range.lowerBound {
      // Values that touch each other are set apart on both sides.
      if previous == next {
        return JSONSplice(previous..<next, with: separator + new.flatMap { $0 + separator })
      }
      separator = style.existing(previous..<next)
    }
    if let previous = run.previous {
      let end = previous.range.upperBound
      return JSONSplice(end..<end, with: new.flatMap { separator + $0 })
    }
    if let next = run.next {
      let start = next.range.lowerBound
      return JSONSplice(start..<start, with: new.flatMap { $0 + separator })
    }
    let space = style.start..<index.walker.skipWhitespace(style.start)
    return JSONSplice(space, with: Array(new.joined(separator: separator)))
  }
}

// MARK: - Style

/// How the children of a container are spaced.
private struct Style {
  private let bytes: JSONBytes
  private let isSequence: Bool
  /// Where the first child could stand.
  let start: Int
  /// Between two children, the comma included.
  let separator: [UInt8]
  /// Between a key and its value.
  let colon: [UInt8]

  init(of index: JSONChildIndex) {
    bytes = index.bytes
    let open = index.walker.open
    isSequence = open == nil
    let first = index.first().map(index.measured)
    let start =
      switch index.children {
      case .array(let open), .object(let open): open + 1
      case .lines(let range), .concatenated(let range): range.lowerBound
      }
    self.start = start
    let colon = Self.colon(of: first, in: index) ?? Self.colon(before: open, in: index)
    self.colon = colon ?? Array(": ".utf8)
    let next = first.flatMap { index.next(after: $0) }
    if let first, let next {
      let space = index.bytes.slice(first.range.upperBound..<next.range.lowerBound)
      // Numbers without anything between them would be one number.
      separator = space.isEmpty ? [ASCII.lineFeed] : space
    } else if isSequence {
      separator = [ASCII.lineFeed]
    } else {
      // With one child to go by: what stands before it stands before the next; a space after the colon asks for one
      // after the comma.
      let lead = first.map { index.bytes.slice(start..<$0.range.lowerBound) } ?? []
      separator = [ASCII.comma] + (lead.isEmpty && colon?.last == ASCII.space ? [ASCII.space] : lead)
    }
  }

  private static func colon(of child: JSONChild?, in index: JSONChildIndex) -> [UInt8]? {
    child?.key.map { index.bytes.slice($0.upperBound..<(child?.value.lowerBound ?? $0.upperBound)) }
  }

  /// The colon, with the white space around it, between a container's own key and the container.
  private static func colon(before open: Int?, in index: JSONChildIndex) -> [UInt8]? {
    guard let open, let colon = index.walker.lastContent(before: open, from: 0),
      index.bytes[colon] == ASCII.colon,
      let key = index.walker.lastContent(before: colon, from: 0)
    else { return nil }
    return index.bytes.slice(key + 1..<open)
  }

  /// What stands between two neighbours.
  func existing(_ range: Range<Int>) -> [UInt8] { bytes.slice(range) }
}
