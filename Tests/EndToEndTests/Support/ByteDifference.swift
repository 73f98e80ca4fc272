/// Where two texts differ: what is left when their common beginning and end are taken away.
struct ByteDifference {
  let range: Range<Int>
  let before: [UInt8]
  let after: [UInt8]

  init(_ before: [UInt8], _ after: [UInt8]) {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let most = min(before.count, after.count) - start
    let end = zip(before.reversed(), after.reversed()).prefix(most).prefix { $0 == $1 }.count
    range = start..<before.count - end
    self.before = Array(before[range])
    self.after = Array(after[start..<after.count - end])
  }

  var isEmpty: Bool { before.isEmpty && after.isEmpty }
}

extension Array where Element == UInt8 {
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Where a text occurs first.
  func range(of text: String) -> Range<Int>? {
    firstRange(of: Array(text.utf8))
  }
}
