/// A container whose children are edited, known by byte ranges alone; its text need not be parsed.
public struct JSONEditableContainer: Sendable {
  public let bytes: JSONBytes
  /// What lies between the brackets, or the whole part of the text a sequence takes.
  public let content: Range<Int>
  public let spacing: JSONSpacing

  /// - Parameters:
  ///   - content: the bytes between the container's brackets.
  ///   - spacing: how new children are set apart.
  public init(_ bytes: JSONBytes, content: Range<Int>, spacing: JSONSpacing) {
    self.bytes = bytes
    self.content = content
    self.spacing = spacing
  }

  /// Takes the spacing from the first children there are.
  ///
  /// - Parameters:
  ///   - children: the first children, two if there are as many, in order.
  ///   - last: the last child.
  ///   - isSequence: whether children are divided by white space rather than by commas.
  public init(
    _ bytes: JSONBytes, content: Range<Int>, first children: [JSONChild], last: JSONChild?,
    isSequence: Bool = false
  ) {
    let first = children.first
    let lead = first.map { bytes.slice(content.lowerBound..<$0.range.lowerBound) } ?? []
    let tail = last.map { bytes.slice($0.range.upperBound..<content.upperBound) } ?? []
    let colon = first.flatMap { child in
      child.key.map { bytes.slice($0.upperBound..<child.value.lowerBound) }
    }
    let separator: [UInt8]
    if children.count >= 2 {
      separator = bytes.slice(children[0].range.upperBound..<children[1].range.lowerBound)
    } else if isSequence {
      separator = [ASCII.lineFeed]
    } else {
      // With one child to go by: a line break before it asks for one before the next; a space after its
      // colon for a space after the comma.
      let space: [UInt8] = lead.isEmpty && colon?.last == ASCII.space ? [ASCII.space] : lead
      separator = [ASCII.comma] + space
    }
    self.init(
      bytes, content: content,
      spacing: JSONSpacing(lead: lead, separator: separator, tail: tail, colon: colon ?? [ASCII.colon]))
  }

  /// A new member's bytes, its key and value spaced like the others.
  public func member(key: String, value: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: value.count + 64)
    writer.string(key)
    return writer.finish() + spacing.colon + value
  }

  /// The splice that leaves exactly the given new children between two that stay.
  ///
  /// This one form inserts (neighbours given, new children), removes (children between the neighbours, none
  /// new) and replaces. It changes as few bytes as it can.
  ///
  /// - Parameters:
  ///   - previous: the child that stays before; nil for the container's start.
  ///   - next: the child that stays behind; nil for the container's end.
  ///   - replacements: the new children; members with key and colon.
  public func splice(
    between previous: Range<Int>?, and next: Range<Int>?, _ replacements: [[UInt8]]
  ) -> JSONSplice {
    let start = previous?.upperBound ?? content.lowerBound
    let end = max(start, next?.lowerBound ?? content.upperBound)
    let separator = existingSeparator(previous, next) ?? spacing.separator
    var text: [UInt8] = []
    let isEmptied = previous == nil && next == nil && replacements.isEmpty
    if !isEmptied {
      let before = previous == nil ? spacing.lead : separator
      let after = next == nil ? spacing.tail : separator
      if replacements.isEmpty {
        text = previous == nil ? spacing.lead : after
      } else {
        text = before + Array(replacements.joined(separator: separator)) + after
      }
    }
    return JSONSplice(start..<end, with: text).trimmed(in: bytes)
  }

  /// The bytes between two neighbours, if there is no other child between them.
  private func existingSeparator(_ previous: Range<Int>?, _ next: Range<Int>?) -> [UInt8]? {
    guard let previous, let next, next.lowerBound - previous.upperBound <= 4096 else { return nil }
    let between = bytes.slice(previous.upperBound..<max(previous.upperBound, next.lowerBound))
    let hasChild = between.contains { !ASCII.isWhitespace($0) && $0 != ASCII.comma }
    return hasChild || between.isEmpty ? nil : between
  }
}

extension JSONSplice {
  /// The same change without the bytes at both ends that stay what they are.
  func trimmed(in bytes: JSONBytes) -> JSONSplice {
    var lower = range.lowerBound
    var upper = range.upperBound
    var kept = replacement[...]
    while lower < upper, let byte = kept.first, byte == bytes[lower] {
      lower += 1
      kept = kept.dropFirst()
    }
    while lower < upper, let byte = kept.last, byte == bytes[upper - 1] {
      upper -= 1
      kept = kept.dropLast()
    }
    return JSONSplice(lower..<upper, with: Array(kept))
  }
}
