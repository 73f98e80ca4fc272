extension JSONNode {
  /// Whether two nodes are the same JSON value: numbers compared by value (`1.0` is `1`), strings by their
  /// text, objects without regard to order, the last of duplicate keys counting.
  ///
  /// - Complexity: linear in the size of both, without recursion.
  public func isEquivalent(to other: JSONNode) -> Bool {
    var pending = [(self, other)]
    while let (a, b) = pending.popLast() {
      guard a.kind == b.kind else { return false }
      switch a.kind {
      case .null, .true, .false: continue
      case .number: if JSONNumber(a.rawText) != JSONNumber(b.rawText) { return false }
      case .string: if a.decodedBytes != b.decodedBytes { return false }
      case .array:
        let (x, y) = (Array(a.elements), Array(b.elements))
        guard x.count == y.count else { return false }
        pending += zip(x, y)
      case .object:
        let (x, y) = (a.membersByKey, b.membersByKey)
        guard x.count == y.count else { return false }
        for (key, value) in x {
          guard let counterpart = y[key] else { return false }
          pending.append((value, counterpart))
        }
      }
    }
    return true
  }

  private var membersByKey: [[UInt8]: JSONNode] {
    var result: [[UInt8]: JSONNode] = [:]
    for (key, value) in members { result[key.decodedBytes] = value }
    return result
  }
}

/// A number text as a value: sign, digits without outer zeros, and the power of ten.
private struct JSONNumber: Equatable {
  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  init(_ text: String) {
    let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = parts.first.map(Array.init) ?? []
    let unsigned = mantissa.drop { $0 == UInt8(ascii: "-") }
    let pieces = unsigned.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var digits = pieces.flatMap { $0 }
    var exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? .max / 2 : 0
    if pieces.count > 1 { exponent -= pieces[1].count }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
    self.digits = significant
    self.exponent = significant.isEmpty ? 0 : exponent
    isNegative = !significant.isEmpty && mantissa.first == UInt8(ascii: "-")
  }
}
