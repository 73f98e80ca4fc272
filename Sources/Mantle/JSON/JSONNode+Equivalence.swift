extension JSONNode {
  /// Whether two values are the same JSON value, however they are written.
  ///
  /// Numbers are compared as numbers, to the last digit; strings with their escapes resolved, scalar by
  /// scalar; objects by their keys, whose order does not matter and of which a repeated one counts with
  /// its last value.
  ///
  /// - Complexity: O(n), without recursion.
  package func isEquivalent(to other: JSONNode) -> Bool {
    // Mostly the text is the same, too.
    if rawBytes == other.rawBytes { return true }
    var open = [(self, other)]
    while let (a, b) = open.popLast() {
      guard a.kind == b.kind else { return false }
      switch a.kind {
      case .null, .true, .false:
        continue
      case .number:
        guard JSONDecimal.areEqual(a.rawBytes, b.rawBytes) else { return false }
      case .string:
        guard a.decodedBytes == b.decodedBytes else { return false }
      case .array:
        guard Self.pairElements(a, b, into: &open) else { return false }
      case .object:
        guard Self.pairMembers(a, b, into: &open) else { return false }
      }
    }
    return true
  }

  private static func pairElements(
    _ a: JSONNode, _ b: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    var others = b.elements
    for element in a.elements {
      guard let other = others.next() else { return false }
      pairs.append((element, other))
    }
    return others.next() == nil
  }

  private static func pairMembers(
    _ a: JSONNode, _ b: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    let left = a.valuesByKey
    let right = b.valuesByKey
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      pairs.append((value, other))
    }
    return true
  }

  /// A text that values have in common that are the same however they are written, but for the digits of their numbers.
  ///
  /// - Complexity: O(n log n), as the keys of objects are sorted.
  package var canonicalText: [UInt8] {
    func texts(_ nodes: [JSONNode]) -> [UInt8] {
      Array(nodes.map(\.canonicalText).joined(separator: [ASCII.comma]))
    }
    switch kind {
    case .null, .true, .false, .number: return rawBytes
    case .string: return Self.counted(decodedBytes)
    case .array: return [ASCII.openBracket] + texts(Array(elements)) + [ASCII.closeBracket]
    case .object:
      let members = valuesByKey.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return [ASCII.openBrace] + members.flatMap { Self.counted($0.key) + $0.value.canonicalText }
        + [ASCII.closeBrace]
    }
  }

  /// A text that says how long it is, so that none can be taken for more than one.
  private static func counted(_ text: [UInt8]) -> [UInt8] {
    [ASCII.quote] + Array("\(text.count):".utf8) + text
  }

  /// Of a repeated key the last value.
  var valuesByKey: [[UInt8]: JSONNode] {
    Dictionary(members.map { ($0.key.decodedBytes, $0.value) }) { _, last in last }
  }
}

/// A number as its digits, for comparing numbers of any length.
struct JSONDecimal: Hashable {
  private let isNegative: Bool
  /// Without zeros at either end; empty for zero.
  private let digits: [UInt8]
  /// The power of ten the first digit counts from, i.e. 0.digits × 10^exponent; nil where it is beyond `Int`.
  private let exponent: Int?

  /// Whether two JSON numbers have the same value.
  static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    let (left, right) = (JSONDecimal(a), JSONDecimal(b))
    // Exponents too large to compare are equal only where the text is.
    return left == right && left.exponent != nil
  }

  /// - Parameter text: a number by JSON's grammar.
  init(_ text: [UInt8]) {
    let exponentStart = text.firstIndex { $0 | 0x20 == ASCII.lowercaseE } ?? text.endIndex
    let mantissa = text[..<exponentStart].drop { $0 == ASCII.minus }
    let point = mantissa.firstIndex(of: ASCII.dot) ?? mantissa.endIndex
    let all = mantissa[..<point] + mantissa[point...].dropFirst()
    let significant = all.drop { $0 == ASCII.zero }
    let leadingZeros = all.count - significant.count
    digits = Array(significant.reversed().drop { $0 == ASCII.zero }.reversed())
    isNegative = text.first == ASCII.minus && !digits.isEmpty
    if digits.isEmpty {
      exponent = 0
    } else {
      let written =
        exponentStart == text.endIndex
        ? 0 : Int(String(decoding: text[(exponentStart + 1)...], as: UTF8.self))
      let position = mantissa.distance(from: mantissa.startIndex, to: point) - leadingZeros
      let sum = written?.addingReportingOverflow(position)
      exponent = sum.flatMap { $0.overflow ? nil : $0.partialValue }
    }
  }

  /// A text that is the same for two JSON numbers of one value, as long as their exponents can be compared.
  static func identity(_ text: [UInt8]) -> [UInt8] {
    let isPlain =
      text.count <= longestPlain && !text.contains { $0 == ASCII.dot || $0 | 0x20 == ASCII.lowercaseE }
    if isPlain, text != [ASCII.minus, ASCII.zero] { return text }
    let number = JSONDecimal(text)
    guard let exponent = number.exponent else { return text }
    if number.digits.isEmpty { return [ASCII.zero] }
    let sign = number.isNegative ? [ASCII.minus] : []
    if exponent >= number.digits.count, exponent < longestPlain {
      return sign + number.digits + [UInt8](repeating: ASCII.zero, count: exponent - number.digits.count)
    }
    return sign + [ASCII.dot] + number.digits + [ASCII.lowercaseE] + Array(String(exponent).utf8)
  }

  /// How many digits an integer may have to be its own identity.
  private static let longestPlain = 64
}
