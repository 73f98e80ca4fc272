import Foundation
import TestSupport
import Testing

@testable import LinearRegex

struct RegularExpressionTests {
  @Test(arguments: [
    ("a", "bab", "1-2"), ("a*", "baa", "0-0"), ("a+", "baaa", "1-4"), ("ab|abc", "xabcd", "1-4"),
    ("^ab", "ab", "0-2"), ("^ab", "xab", nil), ("b$", "ab", "1-2"), ("b$", "ba", nil), ("^$", "", "0-0"),
    (".", "\n", nil), ("a.c", "aéc", "0-3"), ("[a-c]+", "xabcx", "1-4"), ("[^a-c]+", "abxyc", "2-4"),
    ("[]x]", "]", "0-1"), ("[a-]", "-", "0-1"), (#"[\d_]+"#, "a1_2", "1-4"), (#"[^\d]"#, "1a", "1-2"),
    (#"[\D]"#, "1a", "1-2"), (#"\d{2,3}"#, "1 1234", "2-5"), ("a{2}", "aaa", "0-2"), ("a{2,}", "aaaa", "0-4"),
    ("a{,2}", "a{,2}", "0-5"), ("a{x", "a{x", "0-3"), (#"\bcat\b"#, "a cat.", "2-5"),
    (#"\bcat\b"#, "cats", nil),
    ("(a|b)*c", "abac", "0-4"), ("(?:ab)+", "xababx", "1-5"), ("a?b", "b", "0-1"), ("x*?y", "xxy", "0-3"),
    (#"\."#, "a.b", "1-2"), (#"\n"#, "a\nb", "1-2"), ("", "abc", "0-0"), ("(|a)b", "ab", "0-2"),
    ("日.語", "x日本語", "1-4"), ("((((a))))", "a", "0-1"), ("(a*)*b", "aaab", "0-4"), ("(a*)*", "b", "0-0"),
  ])
  func firstRangeIsLeftmostLongestMatch(expression: String, text: String, range: String?) throws {
    let expression = try RegularExpression(expression)
    let found = expression.firstRange(in: text[...]).map { found in
      let scalars = text.unicodeScalars
      let start = scalars.distance(from: scalars.startIndex, to: found.lowerBound)
      return "\(start)-\(start + scalars.distance(from: found.lowerBound, to: found.upperBound))"
    }
    #expect(found == range)
    if found != nil, !expression.literals.isEmpty {
      #expect(expression.literals.contains { text.contains($0) })
    }
  }

  @Test(arguments: [("straße", "STRAßE"), ("[a-z]+", "ABC"), ("É", "é"), ("grüße", "GRÜßE")])
  func ignoringCaseMatchesEitherCase(expression: String, text: String) throws {
    #expect(try RegularExpression(expression, ignoringCase: true).matches(text))
    #expect(try !RegularExpression(expression).matches(text))
  }

  @Test(arguments: [
    ("(a", 0), ("a)", 1), ("*a", 0), ("a|+", 2), ("[a", 0), ("[b-a]", 0), (#"a\"#, 1), (#"\q"#, 0),
    ("a{3,2}", 1),
    ("a{1001}", 1), ("(?=a)", 0),
  ])
  func syntaxErrorsHavePositions(expression: String, position: Int) {
    let error = #expect(throws: PatternError.self) { try RegularExpression(expression) }
    #expect(error?.position == position)
  }

  /// Expressions that take other engines forever, or all memory.
  @Test(arguments: [
    "(a+)+$", "(a|a)*$", "(a*)*b", "((a{0}){1000}){1000}", "(((a{100}){100}){100}){100}", "(x+x+)+y",
    String(repeating: "(", count: 100_000),
  ])
  func pathologicalExpressionsMatchInLinearTime(expression: String) {
    guard let expression = try? RegularExpression(expression) else { return }
    #expect(!expression.matches(String(repeating: "a", count: 300) + "!") || expression.literals.isEmpty)
  }

  @Test(arguments: [
    ("bug|crash", ["bug", "crash"]), ("a(bcd|ef)g", ["bcd", "ef"]), ("abc.*de", ["abc"]), ("a*", []),
    ("(abc)+", ["abc"]),
    ("(abc)?d", ["d"]), (#"\d+"#, []), ("a|b*", []),
  ])
  func literalsListRequiredSubstrings(expression: String, literals: [String]) throws {
    #expect(try RegularExpression(expression).literals == literals)
  }

  /// The same as Foundation's, where both mean the same.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomExpressionsMatchLikeFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func make(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 3 ? 3 : 8), using: &random) {
      case 0, 1: return ["a", "b", "c"].randomElement(using: &random) ?? "a"
      case 2: return ["[ab]", "[^a]", ".", #"\w"#].randomElement(using: &random) ?? "."
      case 3, 4: return make(depth + 1) + make(depth + 1)
      case 5: return "(?:\(make(depth + 1))|\(make(depth + 1)))"
      default:
        return "(?:\(make(depth + 1)))" + (["*", "+", "?", "{1,2}"].randomElement(using: &random) ?? "*")
      }
    }
    let text = make(0)
    let expression = try RegularExpression(text)
    let foundation = try NSRegularExpression(pattern: text)
    for _ in 0..<20 {
      let subject = String(
        (0..<6).map { _ in ["a", "b", "c", " "].randomElement(using: &random) ?? "a" }.joined())
      let expected = foundation.firstMatch(in: subject, range: NSRange(subject.startIndex..., in: subject))
      let found = expression.firstRange(in: subject[...])
      #expect((found == nil) == (expected == nil), "\(text) in \(subject)")
      #expect(
        found.map { subject.distance(from: subject.startIndex, to: $0.lowerBound) }
          == expected?.range.location,
        "\(text) in \(subject)")
    }
  }
}
