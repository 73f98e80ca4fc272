import LinearRegex
import Mantle

extension SearchPattern {
  /// Parses a search that was typed after `/`: a search string, optionally followed by `/` and flags. The flag `r`
  /// makes it a regular expression; `k` and `v` restrict it to keys and values: `bug|crash/r`, `name/k`.
  ///
  /// - Parameters:
  ///   - keys: returns keys that match a search string although they do not contain it.
  ///   - isExpression: whether the search is a regular expression even without the flag `r`.
  /// - Returns: nil if the search string is empty.
  /// - Throws: ``PatternError``.
  package static func typed(_ line: String, keys: (String) -> [String], isExpression: Bool = false)
    throws(PatternError)
    -> SearchPattern?
  {
    let (text, flags) = split(line)
    var pattern = isExpression || flags.contains("r") ? try SearchPattern(expression: text) : nil
    if pattern?.expression == nil { pattern = SearchPattern(text, orKeys: keys(text)) }
    pattern?.scope = scope(flags)
    return pattern
  }

  private static func scope(_ flags: Substring) -> Scope {
    flags.contains("k") ? .keys : flags.contains("v") ? .values : .all
  }

  /// Separates the flags after the last slash from the search string. A search string that ends with a slash needs a
  /// second slash after it.
  private static func split(_ line: String) -> (text: String, flags: Substring) {
    guard let slash = line.lastIndex(of: "/"), slash > line.startIndex else { return (line, "") }
    let flags = line[line.index(after: slash)...]
    guard flags.count <= 2, flags.allSatisfy({ "rkv".contains($0) }) else { return (line, "") }
    return (String(line[..<slash]), flags)
  }
}

extension RegularExpression {
  /// Returns whether the expression matches the key or value around an offset. In text that is not JSON, the run of
  /// characters around the offset must match.
  ///
  /// Text between two quotes is tested both as a string and as text between two strings. The caller discards false
  /// matches.
  func matches(around offset: Int, in bytes: JSONBytes, _ range: Range<Int>) -> Bool {
    let quote = UInt8(ascii: "\"")
    let least = max(range.lowerBound, offset - Self.longestToken)
    var start = offset
    while start > least,
      !(bytes[start - 1] == quote && !SearchPattern.isEscaped(start - 1, in: bytes, from: least))
    {
      start -= 1
    }
    let most = min(range.upperBound, offset + Self.longestToken)
    var end = offset
    while end < most, !(bytes[end] == quote && !SearchPattern.isEscaped(end, in: bytes, from: least)) {
      end += 1
    }
    let raw = bytes.slice(start..<end)
    if matches(string: raw) { return true }
    let isBare = { (byte: UInt8) in !(byte <= 0x20 || ",:[]{}".utf8.contains(byte)) }
    var (first, last) = (offset, offset)
    while first > start, isBare(bytes[first - 1]) { first -= 1 }
    while last < end, isBare(bytes[last]) { last += 1 }
    return first < last && matches(bytes.text(first..<last))
  }

  private func matches(string raw: [UInt8]) -> Bool {
    guard raw.contains(UInt8(ascii: "\\")) else { return matches(String(decoding: raw, as: UTF8.self)) }
    let quoted = [UInt8(ascii: "\"")] + raw + [UInt8(ascii: "\"")]
    guard let document = try? JSONDocument(parsing: JSONBytes(quoted)) else { return false }
    return matches(document.root.displayText)
  }

  /// The maximum number of bytes that are inspected before and after an offset to find its key or value.
  private static let longestToken = 1 << 16
}

extension JSONNode {
  /// The keys and scalar values inside a list or object as text; for a scalar value, its own text.
  var texts: some Sequence<String> {
    var open = [self]
    var keys: [JSONNode] = []
    return AnyIterator {
      if let key = keys.popLast() { return key.displayText }
      while let node = open.popLast() {
        switch node.kind {
        case .array: open += Array(node.elements).reversed()
        case .object:
          let members = Array(node.members)
          open += members.map(\.value).reversed()
          keys += members.map(\.key).reversed()
          if let key = keys.popLast() { return key.displayText }
        case .string: return node.displayText
        default: return node.rawText
        }
      }
      return nil
    }
  }
}
