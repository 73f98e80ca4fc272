/// Counts the elements of an XML text whose tags nest as they should; has none where they do not.
struct XMLChecker {
  private(set) var elements: [String: Int] = [:]

  init(_ text: String) {
    var open: [Substring] = []
    var counts: [String: Int] = [:]
    for tag in text.matches(of: /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/) {
      if tag.1.isEmpty {
        counts[String(tag.2), default: 0] += 1
        if tag.4.isEmpty { open.append(tag.2) }
      } else if open.popLast() != tag.2 {
        return
      }
    }
    let tags = text.count { $0 == "<" }
    guard open.isEmpty, tags == text.matches(of: /<\??\/?[a-z]/).count else { return }
    elements = counts
  }
}
