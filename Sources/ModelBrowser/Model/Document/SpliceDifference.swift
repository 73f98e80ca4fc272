import Mantle

/// The difference between two edited forms of a text, such as the changes since the last save.
struct SpliceDifference {
  let base: JSONBytes
  /// The splices of the base that yield the earlier form, as `later` yields the later form.
  let earlier: [JSONSplice]
  let later: [JSONSplice]

  /// The size in bytes from which parts are replaced as a whole instead of being compared.
  private static let maximumCompared = 1 << 20

  /// Returns the changes as splices of the earlier form, in ascending order.
  ///
  /// - Throws: ``JSONSpliceError`` if splices of one form overlap or are outside of the base.
  /// - Complexity: O(n log n) in the splices, and linear in their bytes.
  func splices() throws(JSONSpliceError) -> [JSONSplice] {
    var result: [JSONSplice] = []
    var (old, new) = (try base.inOrder(earlier)[...], try base.inOrder(later)[...])
    var shift = 0
    while let start = [old.first, new.first].compactMap({ $0?.range.lowerBound }).min() {
      // The first stretch that splices of either form touch, and no other splice.
      var (before, after, end): ([JSONSplice], [JSONSplice], Int) = ([], [], start)
      while true {
        if let next = old.first, next.range.lowerBound <= end {
          before.append(old.removeFirst())
          end = max(end, next.range.upperBound)
        } else if let next = new.first, next.range.lowerBound <= end {
          after.append(new.removeFirst())
          end = max(end, next.range.upperBound)
        } else {
          break
        }
      }
      if before != after { result += changes(in: start..<end, before, after, shift) }
      shift += before.reduce(0) { $0 + $1.replacement.count - $1.range.count }
    }
    return result
  }

  private func changes(
    in region: Range<Int>, _ before: [JSONSplice], _ after: [JSONSplice], _ shift: Int
  ) -> [JSONSplice] {
    if before.isEmpty, region.count > Self.maximumCompared {
      return after.map {
        JSONSplice($0.range.lowerBound + shift..<$0.range.upperBound + shift, with: $0.replacement)
      }
    }
    let (old, new) = (text(of: region, before), text(of: region, after))
    guard old != new else { return [] }
    let part = ListDifference(from: old, to: new).range
    var (front, back) = (part.lowerBound, old.count - part.upperBound)
    // No character is cut in two.
    while front > 0, Self.continues(old, front) || Self.continues(new, front) { front -= 1 }
    while back > 0, Self.continues(old, old.count - back) { back -= 1 }
    let start = region.lowerBound + shift
    return [JSONSplice(start + front..<start + old.count - back, with: Array(new[front..<new.count - back]))]
  }

  private func text(of region: Range<Int>, _ splices: [JSONSplice]) -> [UInt8] {
    var text: [UInt8] = []
    var position = region.lowerBound
    for splice in splices {
      text += base.slice(position..<splice.range.lowerBound) + splice.replacement
      position = splice.range.upperBound
    }
    return text + base.slice(position..<region.upperBound)
  }

  /// Returns whether the byte at an index is a continuation byte of a UTF-8 character.
  private static func continues(_ text: [UInt8], _ index: Int) -> Bool {
    index < text.count && text[index] & 0xC0 == 0x80
  }
}
