import Mantle

/// The formatting and the separators of the values in a sequence, with which further values are appended.
package struct ValueLayout {
  private var style: JSONFormatter.Style?
  /// The offset at which the last existing value ends.
  private var end = 0
  /// The text between the first two values; nil if there are fewer values.
  private var separator: [UInt8]?

  package init() {}

  /// Adopts the formatting and the separator of the next existing value.
  package mutating func add(_ value: JSONNode, in bytes: JSONBytes) {
    style = style ?? value.formOfLine
    if end > 0, separator == nil { separator = bytes.slice(end..<value.byteRange.lowerBound) }
    end = value.byteRange.upperBound
  }

  /// Returns the text of new values to append to a sequence, with the formatting and the separator of the existing
  /// values.
  package func text(of values: [JSONNode], after bytes: JSONBytes) -> [UInt8] {
    let formatter = JSONFormatter(style ?? .compact)
    let lineFeed = UInt8(ascii: "\n")
    let between = separator.flatMap { $0.isEmpty ? nil : $0 } ?? [lineFeed]
    let lineEnd = between.contains(lineFeed) ? between : [lineFeed]
    let isLineEnded = end == 0 || bytes.slice(end..<bytes.count).last == lineFeed
    return values.flatMap { isLineEnded ? formatter.format($0) + lineEnd : between + formatter.format($0) }
  }
}
