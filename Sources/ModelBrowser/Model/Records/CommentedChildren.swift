import Mantle
import MantleDocuments

/// The text of a container with comments, split so that a child is removed, inserted and moved together with its
/// comments: the comments on the lines above the child, up to an empty line, and the comments after the child on the
/// same line.
struct CommentedChildren {
  /// A child and its comments, as ranges of the source text.
  private struct Child {
    /// The range from the first comment before the child to the end of its value.
    var range: Range<Int>
    /// The comments between the value and its comma.
    var beforeComma: Range<Int>
    /// The comments after the comma, or after a value without a comma.
    var afterComma: Range<Int>
    /// Whether a line break must follow, because the last comment is a line comment.
    var needsLineBreak = false
  }

  private let bytes: JSONBytes
  private let range: Range<Int>
  private var children: [Child] = []
  /// The white space and detached comments before each child and after the last child.
  private var gaps: [[UInt8]] = []
  private let hasFinalComma: Bool

  /// Splits the text of a container; nil if there are syntax errors between the children other than comments
  /// and a trailing comma, or if a line begins with a comma.
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
        let gap = CommentedGap(repair, start..<end, isFirst: index == 0, isLast: index == values.count)
      else { return nil }
      if index > 0 {
        children[index - 1].beforeComma = start..<gap.valueEnd
        children[index - 1].afterComma = (gap.comma.map { $0 + 1 } ?? gap.valueEnd)..<gap.previousEnd
        children[index - 1].needsLineBreak = gap.hasLineComment(endingAt: gap.previousEnd)
        gapStart = gap.previousEnd
      }
      gaps.append(bytes.slice(gapStart..<gap.nextStart))
      if index < values.count {
        let value = values[index]
        let none = value.upperBound..<value.upperBound
        children.append(Child(range: gap.nextStart..<value.upperBound, beforeComma: none, afterComma: none))
      }
      comma = gap.comma != nil
    }
    hasFinalComma = comma
    if children.isEmpty {
      guard !gaps[0].isBlank else { return nil }
      gaps = CommentedGap.aroundFirstChild(among: gaps[0])
    }
  }

  /// Returns the text of the container with its children in another arrangement.
  ///
  /// - Parameter values: the replacements of the values of children, by the end offsets of those values.
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

  /// Returns the gaps of another arrangement. The two gaps around a removed child become one, and the gap before a
  /// new child is like those between its siblings.
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

  /// Returns the gap that replaces the two gaps around a removed child.
  private static func joining(_ before: [UInt8], _ after: [UInt8], isFirst: Bool) -> [UInt8] {
    if isFirst && after.isBlank { return before }
    if before.isBlank { return after }
    let end = before.lastIndex { !ASCII.isWhitespace($0) }.map { $0 + 1 } ?? 0
    return before[..<end] + after
  }

  /// The gap before a new child: a line break and the indentation of its siblings, or a space if they are on one line.
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

extension CommentedGap {
  /// Splits the text between two children; nil if it contains anything other than a comma, comments and white
  /// space, or if the comma begins a line.
  fileprivate init?(_ repair: JSONRepair, _ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    guard Self.isPlain(range, in: repair, hasComma: !isFirst) else { return nil }
    self.init(repair.original, range, isFirst: isFirst, isLast: isLast)
  }

  private static func isPlain(_ range: Range<Int>, in repair: JSONRepair, hasComma: Bool) -> Bool {
    let bytes = repair.original
    var comma: Int?
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
        else { return false }
        position = comment.range.upperBound
      }
    }
    let isOnLine = comma.map { bytes.countLineFeeds(in: range.lowerBound..<$0) == 0 } ?? true
    return position == range.upperBound && isOnLine
  }
}
