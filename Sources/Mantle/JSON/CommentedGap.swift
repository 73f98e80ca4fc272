/// The comments between two adjacent children of a container, or between a child and a bracket, in JSON with
/// comments. Each comment belongs to the previous child, to the next child, or to neither, so that an edit
/// can keep comments with their child.
///
/// ```
/// "a": 1 /* a */, // a
/// // neither
///
/// // b
/// "b": 2
/// ```
package struct CommentedGap {
  /// The offset of the comma between the children; nil if there is none. A trailing comma after the last
  /// child is included, although the parser never sees it.
  package private(set) var comma: Int?
  /// The offset after the previous child's value and after the comments between this value and the comma.
  package let valueEnd: Int
  /// The offset after the previous child, its comma and all comments that belong to it.
  package private(set) var previousEnd: Int
  /// The offset of the first comment that belongs to the next child; without such a comment, the offset of
  /// the next child or closing bracket.
  package private(set) var nextStart: Int
  /// The ranges of the comments that belong to neither child.
  private(set) var others: ArraySlice<Range<Int>>
  /// The end offsets of the comments in the gap that extend to the end of a line, such as `// comment`.
  private let lineCommentEnds: [Int]
  let hasComments: Bool

  /// Finds the comments in a gap and assigns them to the adjacent children.
  ///
  /// - Parameters:
  ///   - bytes: The input with its comments.
  ///   - range: The range from the previous child or the opening bracket to the next child or the closing
  ///     bracket.
  ///   - isFirst: Whether no child precedes the gap.
  ///   - isLast: Whether no child follows the gap.
  package init(_ bytes: JSONBytes, _ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    let comments = Self.comments(in: bytes, range, comma: &comma)
    let start = range.lowerBound
    var behind = comma.map { $0 + 1 } ?? start
    var own = comments.prefix { $0.lowerBound < behind }
    // If the closing bracket is on the same line, an edit inserts a comma after the comments.
    if isLast, !isFirst, comma == nil, bytes.countLineFeeds(in: range) == 0 {
      own = comments[...]
      behind = own.last?.upperBound ?? start
    }
    valueEnd = own.last?.upperBound ?? start
    previousEnd = behind
    nextStart = range.upperBound
    others = comments[own.endIndex...]
    hasComments = !comments.isEmpty
    lineCommentEnds = comments.filter { bytes[$0.lowerBound + 1] != ASCII.asterisk }.map(\.upperBound)
    // If both children are on one line, a comment between them belongs to the next child.
    let isOneLine = !isLast && bytes.countLineFeeds(in: behind..<range.upperBound) == 0
    while !isFirst, !isOneLine, let comment = others.first,
      bytes.countLineFeeds(in: previousEnd..<comment.lowerBound) == 0
    {
      previousEnd = comment.upperBound
      others.removeFirst()
    }
    while !isLast, let comment = others.last, bytes.countLineFeeds(in: comment.upperBound..<nextStart) < 2 {
      // A comment on the line of the opening bracket describes the container, not its first child.
      let isBehindBracket =
        isFirst && bytes.countLineFeeds(in: start..<comment.lowerBound) == 0
        && bytes.countLineFeeds(in: comment.upperBound..<range.upperBound) > 0
      if isBehindBracket { break }
      nextStart = comment.lowerBound
      others.removeLast()
    }
  }

  /// Returns whether a line comment of the gap ends at an offset. Text that is inserted at such an offset
  /// would become part of the comment.
  package func hasLineComment(endingAt offset: Int) -> Bool { lineCommentEnds.contains(offset) }

  /// The end of the text that is kept when an edit removes the next child: the end of the last comment that
  /// belongs to neither child; without such a comment, the end of the previous child with its comma and
  /// comments.
  var keptEnd: Int { others.last?.upperBound ?? previousEnd }

  /// Returns the ranges of the comments between two JSON tokens, in a range that otherwise contains only white
  /// space and a comma or colon.
  ///
  /// - Parameter comma: Set to the offset of the comma, if there is one.
  private static func comments(in bytes: JSONBytes, _ range: Range<Int>, comma: inout Int?) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if ASCII.isWhitespace(byte) || byte == ASCII.comma || byte == ASCII.colon {
        if byte == ASCII.comma { comma = position }
        position += 1
        continue
      }
      let end = endOfComment(in: bytes, position, to: range.upperBound)
      comments.append(position..<end)
      position = end
    }
    return comments
  }

  /// Returns the bytes of a range without its comments, for use as the spacing of new children. The range
  /// contains only comments, white space and at most one comma or colon.
  ///
  /// - Parameter mark: The comma or colon in the range; nil if there is none.
  static func spacing(of bytes: JSONBytes, _ range: Range<Int>, around mark: UInt8?) -> [UInt8] {
    var text: [UInt8] = []
    var comma: Int?
    var position = range.lowerBound
    for comment in comments(in: bytes, range, comma: &comma) {
      text += bytes.slice(position..<comment.lowerBound)
      position = comment.upperBound
      let isBehind = mark.map(text.contains) ?? true
      if isBehind, bytes.countLineFeeds(in: position..<range.upperBound) == 0 { return text }
      if !isBehind { while text.last == ASCII.space || text.last == ASCII.tab { text.removeLast() } }
    }
    return text + bytes.slice(position..<range.upperBound)
  }

  /// Returns two texts to put before and after the first child of a container that contains only comments. The
  /// child is inserted after the comments, on a separate line if the comments contain line breaks.
  package static func aroundFirstChild(among comments: [UInt8]) -> [[UInt8]] {
    let end = comments.lastIndex { !ASCII.isWhitespace($0) }.map { $0 + 1 } ?? 0
    guard comments.contains(ASCII.lineFeed) else {
      return [comments[..<end] + [ASCII.space], Array(comments[end...])]
    }
    let lines = comments.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map(Array.init)
    let line =
      lines.dropFirst().last { !$0.allSatisfy(ASCII.isWhitespace) }
      ?? (lines.last ?? []) + [ASCII.space, ASCII.space]
    let hasReturn = lines.first?.last == ASCII.carriageReturn
    let lineBreak = hasReturn ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
    let indentation = line.prefix { $0 == ASCII.space || $0 == ASCII.tab }
    return [comments[..<end] + lineBreak + indentation, Array(comments[end...])]
  }

  /// Returns the end of the comment that starts at an offset: the offset after `*/`, or, for a line comment,
  /// the offset after the last character of the line that is not white space.
  ///
  /// - Parameter limit: The result for a comment that is not closed before this offset.
  static func endOfComment(in bytes: JSONBytes, _ start: Int, to limit: Int) -> Int {
    if bytes[start] == ASCII.slash, bytes[start + 1] == ASCII.asterisk {
      let closer = [ASCII.asterisk, ASCII.slash]
      return bytes.firstOccurrence(of: closer, from: start + 2, to: limit).map { $0 + closer.count } ?? limit
    }
    var end = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: limit) ?? limit
    while end > start + 1, ASCII.isWhitespace(bytes[end - 1]) { end -= 1 }
    return end
  }
}
