import Mantle

/// The conversion of edits so that they preserve comments.
extension JSONRepair {
  /// Returns splices of the original text that have the same effect and preserve the comments in containers without
  /// children.
  package func keepingComments(_ splices: [JSONSplice]) -> [JSONSplice] {
    regions.contains { $0.cause == .comment } ? splices.map(keepingComments) : splices
  }

  private func keepingComments(_ splice: JSONSplice) -> JSONSplice {
    let (range, new) = (splice.range, splice.replacement)
    guard let first = new.first, let last = new.last, !range.isEmpty else { return splice }
    let isContainer = range.count > 1 && original[range.lowerBound] == first && "[{".utf8.contains(first)
    let inside = isContainer ? range.lowerBound + 1..<range.upperBound - 1 : range
    guard inside.lowerBound > 0, "[{".utf8.contains(original[inside.lowerBound - 1]),
      hasOnlyComments(inside)
    else { return splice }
    let gaps = CommentedGap.aroundFirstChild(among: original.slice(inside))
    let children = isContainer ? Self.trimmed(new.dropFirst().dropLast()) : new[...]
    let text = gaps[0] + children + gaps[1]
    return JSONSplice(range, with: isContainer ? [first] + text + [last] : text)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.drop(while: ASCII.isWhitespace)
    return start.prefix(
      (start.lastIndex { !ASCII.isWhitespace($0) } ?? start.startIndex - 1) + 1 - start.startIndex)
  }

  /// Returns whether a range of the original contains at least one comment, and otherwise only white space.
  private func hasOnlyComments(_ range: Range<Int>) -> Bool {
    var (position, count) = (range.lowerBound, 0)
    while position < range.upperBound {
      if ASCII.isWhitespace(original[position]) {
        position += 1
      } else if let comment = comment(at: position) {
        (position, count) = (comment.upperBound, count + 1)
      } else {
        return false
      }
    }
    return position == range.upperBound && count > 0
  }

  /// Returns the range of the comment at an offset; nil if there is none.
  private func comment(at offset: Int) -> Range<Int>? {
    regions(in: offset..<offset + 1).lazy.map { self.regions[$0] }
      .first { $0.cause == .comment && $0.range.lowerBound == offset }?.range
  }
}
