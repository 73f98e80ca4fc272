/// An editor that inserts children into one container and removes children from it. Its splices preserve the
/// formatting of the container.
///
/// The container may be of any size: only the children next to a change are inspected, and nothing is parsed.
/// New children are separated like the first two existing ones; other commas, line breaks and white space are
/// unchanged.
///
/// ```swift
/// var editor = JSONContainerEditor(index)
/// if let first = index.first() { editor.remove(first) }
/// editor.insert(Array("3".utf8), after: index.last())
/// let edited = try bytes.applying(editor.splices)
/// ```
package struct JSONContainerEditor {
  private let index: JSONChildIndex
  /// The removed children, by the offsets of their values.
  private var removed: [Int: JSONChild] = [:]
  /// The new children, by the offset of the preceding child's value; ``atStart`` for the first position.
  private var inserted: [Int: Insertions] = [:]

  /// The new children that are inserted after the same existing child, the anchor.
  private struct Insertions {
    let anchor: JSONChild?
    var children: [NewChild] = []
  }

  /// The JSON of a child to insert, with its key in an object.
  private struct NewChild {
    let key: [UInt8]?
    let value: [UInt8]
  }

  /// The dictionary key in ``inserted`` for children that are inserted at the first position.
  private static let atStart = -1

  /// Creates an editor without changes.
  package init(_ index: JSONChildIndex) { self.index = index }

  /// Removes a child of the unedited container.
  package mutating func remove(_ child: JSONChild) { removed[child.value.lowerBound] = child }

  /// Inserts a child after another child, which may itself be removed, or at the first position.
  ///
  /// Several children at one position keep their order of insertion. Repeated keys are not detected.
  ///
  /// - Parameters:
  ///   - value: The JSON of the value.
  ///   - key: The JSON of the key, including its quotes; nil in arrays and sequences.
  ///   - previous: The preceding child of the unedited container; nil for the first position.
  package mutating func insert(_ value: [UInt8], key: [UInt8]? = nil, after previous: JSONChild?) {
    let place = previous?.value.lowerBound ?? Self.atStart
    inserted[place, default: Insertions(anchor: previous)].children.append(NewChild(key: key, value: value))
  }

  /// The edits as splices, in ascending order.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the changed children and their siblings.
  package var splices: [JSONSplice] {
    guard !removed.isEmpty || !inserted.isEmpty else { return [] }
    let style = Style(of: index)
    let places = removed.mapValues { Optional($0) }.merging(inserted.mapValues(\.anchor)) { child, _ in child
    }
    var splices: [JSONSplice] = []
    var done = Int.min
    for (place, child) in places.sorted(by: { $0.key < $1.key }) where place > done {
      let run = run(at: child)
      splices += commented(run, style) ?? removal(run) ?? [splice(run, style)]
      done = max(place, run.removed?.last ?? place)
    }
    return splices
  }

  // MARK: - Adjacent changes

  /// A group of adjacent changes: all removals and insertions between two children that are kept.
  private struct Run {
    var previous: JSONChild?
    var next: JSONChild?
    /// The range of the removed children, and the offset of the last removed child's value.
    var removed: (range: Range<Int>, last: Int)?
    var new: [NewChild] = []
  }

  /// Returns the group of changes that begins at a child and continues with the removed children directly
  /// after it.
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

  /// Returns the new children that are inserted after a child, or at the first position if the child is nil.
  private func insertions(after child: JSONChild?) -> [NewChild] {
    inserted[child?.value.lowerBound ?? Self.atStart]?.children ?? []
  }

  /// Returns the splices that remove children together with the lines that contain them. Nil if children are
  /// also inserted, if the lines have other contents, or if no child of the container is left.
  private func removal(_ run: Run) -> [JSONSplice]? {
    guard let removed = run.removed?.range, run.new.isEmpty, run.previous != nil || run.next != nil else {
      return nil
    }
    let bytes = index.bytes
    var start = removed.lowerBound
    while isBlank(start - 1) { start -= 1 }
    guard start == 0 || bytes[start - 1] == ASCII.lineFeed else { return nil }
    var end = skipBlanks(removed.upperBound)
    let hasComma = bytes[end] == ASCII.comma
    if hasComma { end = skipBlanks(end + 1) }
    guard bytes[end] == ASCII.lineFeed else { return nil }
    let lines = JSONSplice(start..<end + 1, with: [])
    if hasComma || index.walker.open == nil { return [lines] }
    guard let previous = run.previous, run.next == nil else { return nil }
    let comma = index.walker.skipWhitespace(previous.range.upperBound)
    guard bytes[comma] == ASCII.comma else { return nil }
    return [JSONSplice(comma..<comma + 1, with: []), lines]
  }

  /// Returns the offset of the first byte at or after `start` that is not a space, a tab or a carriage
  /// return.
  private func skipBlanks(_ start: Int) -> Int {
    var offset = start
    while isBlank(offset) { offset += 1 }
    return offset
  }

  private func isBlank(_ offset: Int) -> Bool {
    [ASCII.space, ASCII.tab, ASCII.carriageReturn].contains(index.bytes[offset])
  }

  // MARK: - Comments

  /// Returns the splices for changes next to comments, so that each comment stays with its child. Nil if no
  /// comments are next to the changes.
  private func commented(_ run: Run, _ style: Style) -> [JSONSplice]? {
    guard let bytes = index.bytes.textBeforeBlanking else { return nil }
    let lower = run.previous?.range.upperBound ?? style.start
    let end = run.removed?.range.upperBound ?? lower
    let upper = run.next?.range.lowerBound ?? index.walker.skipWhitespace(end)
    let (isFirst, isLast) = (run.previous == nil, run.next == nil)
    guard let removed = run.removed?.range else {
      let gap = CommentedGap(bytes, lower..<upper, isFirst: isFirst, isLast: isLast)
      guard gap.hasComments else { return nil }
      if isFirst, isLast { return [first(run, lower..<upper, bytes, style)] }
      return insertion(run, gap, isHidden: gap.hasLineComment(endingAt: gap.previousEnd), style)
    }
    let before = CommentedGap(bytes, lower..<removed.lowerBound, isFirst: isFirst, isLast: false)
    let after = CommentedGap(bytes, removed.upperBound..<upper, isFirst: false, isLast: isLast)
    let hasFinalComma = isLast && after.comma != nil
    guard run.new.isEmpty, before.hasComments || after.hasComments || hasFinalComma else { return nil }
    if !isLast {
      let next = after.others.first?.lowerBound ?? after.nextStart
      return [JSONSplice(before.nextStart..<next, with: [])]
    }
    if isFirst { return [JSONSplice(before.nextStart..<after.previousEnd, with: [])] }
    let surplusComma = after.comma == nil ? before.comma : nil
    let isCommaLast = surplusComma.map { before.keptEnd == $0 + 1 } ?? false
    let keptEnd = isCommaLast ? before.valueEnd : before.keptEnd
    // The text after the last child must not become part of a line comment.
    let isHidden =
      before.hasLineComment(endingAt: keptEnd) && bytes.countLineFeeds(in: after.previousEnd..<upper) == 0
    let rest = JSONSplice(keptEnd..<after.previousEnd, with: isHidden ? [ASCII.lineFeed] : [])
    guard let surplusComma, !isCommaLast else { return [rest] }
    return [JSONSplice(surplusComma..<surplusComma + 1, with: []), rest]
  }

  /// Returns the splice that inserts the first children of a container that contains only comments, below the
  /// comments.
  private func first(_ run: Run, _ inside: Range<Int>, _ bytes: JSONBytes, _ style: Style) -> JSONSplice {
    let comments = bytes.slice(inside)
    let gap = CommentedGap.aroundFirstChild(among: comments)
    let end = inside.upperBound - gap[1].count
    return JSONSplice(
      end..<end,
      with: gap[0].dropFirst(comments.count - gap[1].count)
        + Array(texts(run.new, style).joined(separator: style.separator)))
  }

  /// Returns the splices that insert children into a gap that contains comments.
  ///
  /// - Parameter isHidden: Whether text that is inserted after the previous child would become part of a line
  ///   comment.
  private func insertion(_ run: Run, _ gap: CommentedGap, isHidden: Bool, _ style: Style) -> [JSONSplice] {
    let new = texts(run.new, style)
    guard run.previous != nil else {
      return [JSONSplice(gap.nextStart..<gap.nextStart, with: new.flatMap { $0 + style.separator })]
    }
    let isSequence = index.walker.open == nil
    let comma = isSequence ? [] : [ASCII.comma]
    let space = isSequence ? style.separator : Array(style.separator.drop { $0 != ASCII.comma }.dropFirst())
    let lineBreak = isHidden && !space.contains(ASCII.lineFeed) ? [ASCII.lineFeed] : []
    let end = gap.previousEnd
    if run.next != nil || gap.comma != nil {
      return [JSONSplice(end..<end, with: lineBreak + new.flatMap { space + $0 + comma })]
    }
    if end == gap.valueEnd {
      return [JSONSplice(end..<end, with: lineBreak + new.flatMap { comma + space + $0 })]
    }
    return [
      JSONSplice(gap.valueEnd..<gap.valueEnd, with: comma),
      JSONSplice(
        end..<end, with: lineBreak + space + Array(new.joined(separator: comma + space))),
    ]
  }

  /// Returns the JSON of new children: each value, preceded by its key and a colon in an object.
  private func texts(_ children: [NewChild], _ style: Style) -> [[UInt8]] {
    children.map { child in child.key.map { $0 + style.colon + child.value } ?? child.value }
  }

  // MARK: - Splices

  /// Returns the splice for changes that are not next to comments.
  private func splice(_ run: Run, _ style: Style) -> JSONSplice {
    var separator = style.separator
    let new = texts(run.new, style)
    if let removed = run.removed?.range {
      if !new.isEmpty { return JSONSplice(removed, with: Array(new.joined(separator: separator))) }
      if let previous = run.previous {
        return JSONSplice(previous.range.upperBound..<removed.upperBound, with: [])
      }
      if let next = run.next { return JSONSplice(removed.lowerBound..<next.range.lowerBound, with: []) }
      return JSONSplice(style.start..<index.walker.skipWhitespace(removed.upperBound), with: [])
    }
    if let previous = run.previous?.range.upperBound, let next = run.next?.range.lowerBound {
      // Values without white space between them need a separator on both sides.
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

/// The white space and punctuation between the children of a container.
private struct Style {
  private let bytes: JSONBytes
  private let isSequence: Bool
  /// The offset after the opening bracket, or the start of a sequence, at which the first child may begin.
  let start: Int
  /// The bytes between two children, including the comma.
  let separator: [UInt8]
  /// The bytes between a key and its value.
  let colon: [UInt8]

  /// Derives the spacing of new children from the first two children of the container, or from the key of the
  /// container itself.
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
      let range = first.range.upperBound..<next.range.lowerBound
      let space = Self.gap(range, in: index.bytes, open == nil ? nil : ASCII.comma)
      // Adjacent numbers without a separator would become one number.
      separator = space.isEmpty ? [ASCII.lineFeed] : space
    } else if isSequence {
      separator = [ASCII.lineFeed]
    } else {
      // With a single child, the white space before it is repeated before the next child; a space after the
      // colon implies one after the comma.
      let lead = first.map { Self.gap(start..<$0.range.lowerBound, in: index.bytes, nil) } ?? []
      separator = [ASCII.comma] + (lead.isEmpty && colon?.last == ASCII.space ? [ASCII.space] : lead)
    }
  }

  /// Returns the bytes between the key and the value of a child, including the colon; nil for a child without
  /// a key.
  private static func colon(of child: JSONChild?, in index: JSONChildIndex) -> [UInt8]? {
    child.flatMap { child in
      child.key.map {
        spacing($0.upperBound..<max($0.upperBound, child.value.lowerBound), in: index.bytes, ASCII.colon)
      }
    }
  }

  /// Returns the bytes between a container and its own key, including the colon; nil for a container without
  /// a key.
  private static func colon(before open: Int?, in index: JSONChildIndex) -> [UInt8]? {
    guard let open, let colon = index.walker.lastContent(before: open, from: 0),
      index.bytes[colon] == ASCII.colon,
      let key = index.walker.lastContent(before: colon, from: 0)
    else { return nil }
    return spacing(key + 1..<open, in: index.bytes, ASCII.colon)
  }

  /// Returns the bytes in a range between two adjacent children, without comments and without blanks at the
  /// ends of lines.
  func existing(_ range: Range<Int>) -> [UInt8] { Self.gap(range, in: bytes, isSequence ? nil : ASCII.comma) }

  /// Returns the bytes of a range without the comments in it.
  private static func spacing(_ range: Range<Int>, in bytes: JSONBytes, _ mark: UInt8?) -> [UInt8] {
    bytes.textBeforeBlanking.map { CommentedGap.spacing(of: $0, range, around: mark) } ?? bytes.slice(range)
  }

  /// Returns the bytes in a range between two children, without comments and without blanks at the ends of
  /// lines, which may replace comments.
  private static func gap(_ range: Range<Int>, in bytes: JSONBytes, _ mark: UInt8?) -> [UInt8] {
    let lines = spacing(range, in: bytes, mark).split(
      separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let isBlank: (UInt8) -> Bool = { $0 == ASCII.space || $0 == ASCII.tab }
    let ends = lines.dropLast().enumerated().compactMap { number, line -> [UInt8]? in
      let isReturned = line.last == ASCII.carriageReturn
      let text = (isReturned ? line.dropLast() : line).reversed().drop(while: isBlank).reversed()
      guard !text.isEmpty || number == 0 || !line.contains(where: isBlank) else { return nil }
      return text + (isReturned ? [ASCII.carriageReturn] : [])
    }
    return Array((ends + [Array(lines.last ?? [])]).joined(separator: [ASCII.lineFeed]))
  }
}
