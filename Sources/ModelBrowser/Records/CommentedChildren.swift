import Mantle
import MantleDocuments

/// The text of a container with comments, split so that a child is removed, inserted and moved together with
/// its comments: those on the lines above it, up to an empty line, and those that follow it on the same
/// line.
struct CommentedChildren {
  /// A child and its comments, as ranges of the source text.
  private struct Child {
    /// From the first comment above or in front of it to the end of the value.
    var range: Range<Int>
    /// The comments between the value and its comma.
    var beforeComma: Range<Int>
    /// The comments after the comma, or after a value without a comma.
    var afterComma: Range<Int>
    /// Whether the last comment ends with its line.
    var needsLineBreak = false
  }

  private let bytes: JSONBytes
  private let range: Range<Int>
  private var children: [Child] = []
  /// The text before each child and after the last one: white space, and comments that belong to no child.
  private var gaps: [[UInt8]] = []
  private let hasFinalComma: Bool

  /// - Returns: nil where something else than comments and a last comma is wrong between the children, or a line begins
  ///   with a comma.
  init?(_ container: JSONNode, in record: Record) {
    guard let repair = record.damage?.repair else { return nil }
    bytes = repair.original
    range = repair.sourceRange(of: container.byteRange)
    let values = container.childRanges.map(repair.sourceRange)
    var gapStart = range.lowerBound + 1
    var comma = false
    for index in 0...values.count {
      let start = index > 0 ? values[index - 1].upperBound : gapStart
      let end = index < values.count ? values[index].lowerBound : range.upperBound - 1
      guard start <= end,
        let gap = ChildGap(repair, start..<end, isFirst: index == 0, isLast: index == values.count)
      else { return nil }
      if index > 0 {
        children[index - 1].beforeComma = gap.beforeComma
        children[index - 1].afterComma = gap.afterComma
        children[index - 1].needsLineBreak = gap.endsWithLineComment
        gapStart = gap.afterComma.upperBound
      }
      gaps.append(bytes.slice(gapStart..<gap.nextChild))
      if index < values.count {
        let value = values[index]
        let none = value.upperBound..<value.upperBound
        children.append(Child(range: gap.nextChild..<value.upperBound, beforeComma: none, afterComma: none))
      }
      comma = gap.hasComma
    }
    hasFinalComma = comma
    if children.isEmpty {
      guard !gaps[0].isBlank else { return nil }
      gaps = JSONRepair.gapsAroundFirst(in: gaps[0])
    }
  }

  /// The container's text with other children.
  ///
  /// - Parameter values: other texts of children's values, by where those end.
  func text(_ arranged: [ChildArrangement.Child], values: [Int: JSONSplice] = [:]) -> [UInt8] {
    guard !arranged.isEmpty else { return emptied }
    let gaps = gaps(of: arranged)
    var text = [bytes[range.lowerBound]]
    for (number, child) in arranged.enumerated() {
      text += gaps[number]
      let hasComma = hasFinalComma || number + 1 < arranged.count
      switch child {
      case .new(let json): text += json + (hasComma ? [UInt8(ascii: ",")] : [])
      case .kept(let index):
        let child = children[index]
        let value = values[child.range.upperBound]
        text += bytes.slice(child.range.lowerBound..<(value?.range.lowerBound ?? child.range.upperBound))
        text += (value?.replacement ?? []) + bytes.slice(child.beforeComma)
        text += (hasComma ? [UInt8(ascii: ",")] : []) + bytes.slice(child.afterComma)
        if child.needsLineBreak,
          gaps[number + 1].first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) != 0x0A
        {
          text.append(0x0A)
        }
      }
    }
    return text + gaps[arranged.count] + [bytes[range.upperBound - 1]]
  }

  private var emptied: [UInt8] {
    let comments = gaps.filter { !$0.isBlank }.flatMap { $0 }
    let end = comments.isEmpty ? [] : gaps[children.count]
    return [bytes[range.lowerBound]] + comments + (comments.suffix(end.count) == end[...] ? [] : end)
      + [bytes[range.upperBound - 1]]
  }

  /// The gaps around other children: where one was taken out those beside it become one, and a new one stands as its
  /// neighbors do.
  private func gaps(of arranged: [ChildArrangement.Child]) -> [[UInt8]] {
    var gaps = gaps
    let kept = Set(
      arranged.compactMap { child -> Int? in if case .kept(let index) = child { index } else { nil } })
    for index in children.indices.reversed() where !kept.contains(index) {
      let joined = Self.joining(gaps[index], gaps[index + 1], isFirst: index == 0)
      gaps.replaceSubrange(index...index + 1, with: [joined])
    }
    guard !children.isEmpty else { return gaps }
    for (number, child) in arranged.enumerated() {
      if case .new = child { gaps.insert(usualGap, at: max(1, number)) }
    }
    return gaps
  }

  /// Returns the text that remains of the gaps around a removed child.
  private static func joining(_ before: [UInt8], _ after: [UInt8], isFirst: Bool) -> [UInt8] {
    if isFirst && after.isBlank { return before }
    if before.isBlank { return after }
    let end = before.lastIndex { !ASCII.isWhitespace($0) }.map { $0 + 1 } ?? 0
    return before[..<end] + after
  }

  /// A line break and the indentation of the children, or a blank where they stand on one line.
  private var usualGap: [UInt8] {
    let gap = children.count > 1 ? gaps[1] : gaps[0]
    guard let lineBreak = gap.lastIndex(of: 0x0A) else { return [0x20] }
    let hasReturn = lineBreak > 0 && gap[lineBreak - 1] == 0x0D
    return (hasReturn ? [0x0D] : []) + gap[lineBreak...]
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool { allSatisfy { ASCII.isWhitespace($0) } }
}

/// The gap between two children of a container: at most one comma, comments, and white space.
private struct ChildGap {
  /// The comments between the value before and its comma.
  let beforeComma: Range<Int>
  /// The comments after the comma that belong to the previous value.
  var afterComma: Range<Int>
  let hasComma: Bool
  /// Where the next child begins, with the comments that belong to it.
  var nextChild: Int
  private(set) var endsWithLineComment = false

  init?(_ repair: JSONRepair, _ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    guard let content = Self.content(of: range, in: repair, hasComma: !isFirst) else { return nil }
    let (bytes, start) = (repair.original, range.lowerBound)
    let comments = content.comments
    hasComma = content.comma != nil
    let behind = content.comma.map { $0 + 1 } ?? start
    beforeComma = start..<max(start, comments.last { $0.upperBound < behind }?.upperBound ?? start)
    afterComma = behind..<behind
    nextChild = range.upperBound
    var rest = comments.filter { $0.lowerBound >= behind }[...]
    // On one line with both values, a comment belongs to the value that it precedes.
    let staysOnLine = !isLast && bytes.lineBreaks(in: behind..<range.upperBound) == 0
    while !isFirst, !staysOnLine, let comment = rest.first,
      bytes.lineBreaks(in: afterComma.upperBound..<comment.lowerBound) == 0
    {
      afterComma = behind..<comment.upperBound
      endsWithLineComment = bytes[comment.lowerBound + 1] != UInt8(ascii: "*")
      rest = rest.dropFirst()
    }
    // What follows the opening bracket on its line is about all of the container.
    func isBehindBracket(_ comment: Range<Int>) -> Bool {
      isFirst && bytes.lineBreaks(in: start..<comment.lowerBound) == 0
        && bytes.lineBreaks(in: comment.upperBound..<range.upperBound) > 0
    }
    while !isLast, let comment = rest.last, !isBehindBracket(comment),
      bytes.lineBreaks(in: comment.upperBound..<nextChild) < 2
    {
      nextChild = comment.lowerBound
      rest = rest.dropLast()
    }
  }

  /// Returns the comma and the comments of a gap; nil if the gap contains anything else, or if the comma
  /// begins a line.
  private static func content(
    of range: Range<Int>, in repair: JSONRepair, hasComma: Bool
  ) -> (comma: Int?, comments: [Range<Int>])? {
    let bytes = repair.original
    var (comma, comments): (Int?, [Range<Int>]) = (nil, [])
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: ",") where comma == nil && hasComma:
        comma = position
        position += 1
      default:
        let regions = repair.regions(in: position..<position + 1).lazy.map { repair.regions[$0] }
        guard let comment = regions.first(where: { $0.cause == .comment && $0.range.lowerBound == position })
        else { return nil }
        comments.append(comment.range)
        position = comment.range.upperBound
      }
    }
    let isOnLine = comma.map { bytes.lineBreaks(in: range.lowerBound..<$0) == 0 } ?? true
    return position == range.upperBound && isOnLine ? (comma, comments) : nil
  }
}

extension JSONBytes {
  fileprivate func lineBreaks(in range: Range<Int>) -> Int { slice(range).count { $0 == 0x0A } }
}
