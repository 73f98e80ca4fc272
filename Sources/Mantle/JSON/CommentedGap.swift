/// The text between two children of a container in which comments were replaced by spaces, or between a child
/// and a bracket: the comments that belong to the previous child, to the next one, or to neither.
///
/// ```
/// "a": 1 /* a */, // a
/// // neither
///
/// // b
/// "b": 2
/// ```
package struct CommentedGap {
  /// The comma; nil if there is none. The comma after the last child was replaced by a space, too.
  package private(set) var comma: Int?
  /// The end of the previous child with its comments before the comma.
  package let valueEnd: Int
  /// The end of the previous child with its comma and all of its comments.
  package private(set) var previousEnd: Int
  /// The start of the next child with its comments.
  package private(set) var nextStart: Int
  /// The comments that belong to no child.
  private(set) var others: ArraySlice<Range<Int>>
  /// The ends of the line comments.
  private let lineCommentEnds: [Int]
  let hasComments: Bool

  /// - Parameters:
  ///   - bytes: The text with its comments.
  ///   - range: From the previous child or the opening bracket to the next child or the closing bracket.
  package init(_ bytes: JSONBytes, _ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    let comments = Self.comments(in: bytes, range, comma: &comma)
    let start = range.lowerBound
    var behind = comma.map { $0 + 1 } ?? start
    var own = comments.prefix { $0.lowerBound < behind }
    // Before a closing bracket on the same line, a comma that is inserted follows the comments.
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
    // On one line with both children, a comment belongs to the child that it precedes.
    let isOneLine = !isLast && bytes.countLineFeeds(in: behind..<range.upperBound) == 0
    while !isFirst, !isOneLine, let comment = others.first,
      bytes.countLineFeeds(in: previousEnd..<comment.lowerBound) == 0
    {
      previousEnd = comment.upperBound
      others.removeFirst()
    }
    while !isLast, let comment = others.last, bytes.countLineFeeds(in: comment.upperBound..<nextStart) < 2 {
      // A comment after the opening bracket on its line is about the container.
      let isBehindBracket =
        isFirst && bytes.countLineFeeds(in: start..<comment.lowerBound) == 0
        && bytes.countLineFeeds(in: comment.upperBound..<range.upperBound) > 0
      if isBehindBracket { break }
      nextStart = comment.lowerBound
      others.removeLast()
    }
  }

  /// Whether a line comment ends at an offset, so that it would hide text on the same line.
  package func hasLineComment(endingAt offset: Int) -> Bool { lineCommentEnds.contains(offset) }

  /// The end of the text that stays after the previous child is kept and the next one is removed.
  var keptEnd: Int { others.last?.upperBound ?? previousEnd }

  /// Returns the comments in a range that contains nothing else but white space and a comma or colon.
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

  /// Returns the text of a gap without its comments, as the spacing of other children.
  ///
  /// - Parameter mark: The comma or colon of the gap; nil if there is none.
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

  /// Returns the text before and after the first child of a container that contained only comments. The child comes below
  /// the comments, in the same style.
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

  /// Returns the end of the comment that starts at an offset: the offset after `*/`, or the end of the text on the line.
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
