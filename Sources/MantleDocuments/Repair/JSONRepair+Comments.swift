import Mantle
import TerminalText

/// Edits of text with comments.
extension JSONRepair {
  /// Returns splices of the original that insert new children after the comments that follow the preceding child on its
  /// line, and that keep the comments of a container without children.
  package func keepingComments(_ splices: [JSONSplice]) -> [JSONSplice] {
    regions.contains { $0.cause == .comment } ? splices.flatMap(keepingComments) : splices
  }

  private func keepingComments(_ splice: JSONSplice) -> [JSONSplice] {
    let (range, new) = (splice.range, splice.replacement)
    if range.isEmpty {
      return new.first == ASCII.comma ? appending(new.dropFirst(), at: range.lowerBound) : [splice]
    }
    guard let first = new.first, let last = new.last else { return [splice] }
    let isContainer = range.count > 1 && original[range.lowerBound] == first && "[{".utf8.contains(first)
    let inside = isContainer ? range.lowerBound + 1..<range.upperBound - 1 : range
    guard inside.lowerBound > 0, "[{".utf8.contains(original[inside.lowerBound - 1]),
      comment(in: inside) != nil,
      comments(from: inside.lowerBound, acrossLines: true).end == inside.upperBound
    else { return [splice] }
    let gaps = Self.gapsAroundFirst(in: original.slice(inside))
    let children = isContainer ? Self.trimmed(new.dropFirst().dropLast()) : new[...]
    let text = gaps[0] + children + gaps[1]
    return [JSONSplice(range, with: isContainer ? [first] + text + [last] : text)]
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.drop(while: ASCII.isWhitespace)
    return start.prefix(
      (start.lastIndex { !ASCII.isWhitespace($0) } ?? start.startIndex - 1) + 1 - start.startIndex)
  }

  /// Returns the text before and after the first child of a container that contained only comments. The
  /// child comes below the comments, in the same style.
  package static func gapsAroundFirst(in comments: [UInt8]) -> [[UInt8]] {
    let end = comments.lastIndex { !ASCII.isWhitespace($0) }.map { $0 + 1 } ?? 0
    guard comments.contains(0x0A) else { return [comments[..<end] + [0x20], Array(comments[end...])] }
    let lines = comments.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let line =
      lines.dropFirst().last { !$0.allSatisfy(ASCII.isWhitespace) } ?? (lines.last ?? []) + [0x20, 0x20]
    let hasReturn = lines.first?.last == 0x0D
    let lineBreak: [UInt8] = hasReturn ? [0x0D, 0x0A] : [0x0A]
    return [comments[..<end] + lineBreak + line.prefix { $0 == 0x20 || $0 == 0x09 }, Array(comments[end...])]
  }

  /// Returns the splices that append children, with the white space before them, to the child that ends at an offset.
  private func appending(_ children: ArraySlice<UInt8>, at start: Int) -> [JSONSplice] {
    func insertion(_ text: [UInt8], at offset: Int) -> JSONSplice { JSONSplice(offset..<offset, with: text) }
    // The blanks in place of a comment are not the style of the container.
    let blanks = children.prefix { $0 == ASCII.space }
    let child = Array(blanks.isEmpty ? children : [ASCII.space] + children.dropFirst(blanks.count))
    let own = comments(from: start)
    if own.end < original.count, original[own.end] == ASCII.comma {
      let others = comments(from: own.end + 1)
      if let last = others.last, others.end == original.count || "\n]}".utf8.contains(original[others.end]) {
        return [insertion(lineBreak(after: last, child) + child + [ASCII.comma], at: last.upperBound)]
      }
    }
    guard let last = own.last else { return [insertion([ASCII.comma] + child, at: start)] }
    let line = lineBreak(after: last, child) + child
    return [insertion([ASCII.comma], at: start), insertion(line, at: last.upperBound)]
  }

  /// The line break that ends a comment unless a text begins with one.
  private func lineBreak(after comment: Range<Int>, _ text: [UInt8]) -> [UInt8] {
    let isBlock = original[comment.lowerBound] == 0x2F && original[comment.lowerBound + 1] == 0x2A
    return isBlock || text.first { $0 != 0x20 && $0 != 0x0D } == 0x0A ? [] : [0x0A]
  }

  /// Skips white space and comments; in the line of an offset, or in any number of lines.
  private func comments(from start: Int, acrossLines: Bool = false) -> (last: Range<Int>?, end: Int) {
    var (last, end): (Range<Int>?, Int) = (nil, start)
    while end < original.count {
      if ASCII.isWhitespace(original[end]), acrossLines || original[end] != 0x0A {
        end += 1
      } else if let comment = comment(in: end..<end + 1), comment.lowerBound == end {
        (last, end) = (comment, comment.upperBound)
      } else {
        break
      }
    }
    return (last, end)
  }

  /// The first comment in a range.
  private func comment(in range: Range<Int>) -> Range<Int>? {
    regions(in: range).lazy.map { self.regions[$0] }.first { $0.cause == .comment }?.range
  }
}
