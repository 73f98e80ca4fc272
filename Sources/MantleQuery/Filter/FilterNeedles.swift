import Mantle
import MantleDocuments
import TerminalText

/// Byte strings of which every value that passes a filter contains at least one. A value without them is not parsed.
struct FilterNeedles: Sendable {
  let needles: [[UInt8]]
  let ignoresCase: Bool

  private init(_ needles: [[UInt8]], ignoresCase: Bool) {
    self.needles = needles
    self.ignoresCase = ignoresCase
  }

  /// Finds the byte strings for a condition; nil if there are no bytes that every passing value contains.
  init?(_ condition: Filter.Condition) {
    switch condition {
    case .all(let parts): self.init(best: parts.compactMap { FilterNeedles($0) })
    case .any(let parts):
      let all = parts.compactMap { FilterNeedles($0) }
      guard all.count == parts.count else { return nil }
      self.init(Array(Set(all.flatMap(\.needles))), ignoresCase: all.contains { $0.ignoresCase })
    case .not, .flag: return nil
    case .comparison(let comparison): self.init(comparison)
    case .text(let pattern): self.init(pattern)
    }
  }

  /// Creates the needles from the candidate whose shortest byte string is the longest, because it is probably the
  /// rarest; nil if there are no candidates.
  private init?(best candidates: [FilterNeedles]) {
    guard let best = candidates.max(by: { $0.shortest < $1.shortest }) else { return nil }
    self = best
  }

  private var shortest: Int { needles.map(\.count).min() ?? 0 }

  private init?(_ pattern: SearchPattern) {
    let literals = pattern.expression?.literals
    guard literals?.isEmpty != true, literals?.allSatisfy(Self.isPlain) != false else { return nil }
    self.init(pattern.needles, ignoresCase: pattern.ignoresCase)
  }

  private init?(_ comparison: FilterComparison) {
    guard !comparison.isNegated, !comparison.isOfEach, comparison.path.calculation == nil,
      !comparison.path.usesOwn, comparison.operands.allSatisfy({ $0.calculation == nil })
    else { return nil }
    var all: [FilterNeedles] = []
    for operand in comparison.operands {
      guard let needles = FilterNeedles(operand, of: comparison) ?? FilterNeedles(keyOf: comparison, operand)
      else {
        return nil
      }
      all.append(needles)
    }
    self.init(all.flatMap(\.needles), ignoresCase: all.contains { $0.ignoresCase })
  }

  private init?(_ operand: FilterOperand, of comparison: FilterComparison) {
    guard !comparison.path.isDecoded else { return nil }
    if comparison.relation == .matches {
      guard let needles = operand.matcher.flatMap({ FilterNeedles($0) }) else { return nil }
      self = needles
      return
    }
    if comparison.relation == .identical {
      guard operand.json?.kind == .string, !operand.text.isInstant else { return nil }
    } else if comparison.relation != .equal, comparison.relation != .isIn {
      return nil
    }
    guard operand.keyword == nil, operand.empty == nil, !operand.isMeasure, Self.isPlain(operand.text) else {
      return nil
    }
    // The needle has no quotes, because malformed text may have other quotes or none.
    self.init([Array(operand.text.utf8), SearchPattern.escape], ignoresCase: false)
  }

  /// Creates needles from the last key of the compared path, for a comparison that requires a value; nil if there are
  /// none.
  private init?(keyOf comparison: FilterComparison, _ operand: FilterOperand) {
    guard operand.keyword != .absent, operand.keyword != .unreadable else { return nil }
    let keys = comparison.path.routes.map { route -> String? in
      for case .key(let key) in route.reversed() { return key }
      return nil
    }
    guard keys.allSatisfy({ $0.map(Self.isPlain) == true }) else { return nil }
    self.init(keys.compactMap { $0.map { Array($0.utf8) } } + [SearchPattern.escape], ignoresCase: false)
  }

  /// Returns whether a text has only one literal form in JSON. Other forms have escape sequences, which another needle
  /// finds.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.isPlainInJSON
  }
}

extension FilterPath {
  var usesOwn: Bool {
    if let calculation { return calculation.paths.contains(where: \.usesOwn) }
    return routes.contains { $0.contains { if case .own = $0 { true } else { false } } }
  }
}

extension SearchPattern {
  /// The source text of the pattern in the syntax of filters.
  var words: String { expression == nil ? text.inFilterQuotes : "/\(text)/" }

  /// Returns the parts of a span, in which the matches of the pattern have the style of matches.
  package func highlight(_ span: Span) -> [Span] {
    var spans: [Span] = []
    var rest = span.text[...]
    while let range = firstRange(in: rest), !range.isEmpty {
      if range.lowerBound > rest.startIndex {
        spans.append(Span(String(rest[..<range.lowerBound]), span.style))
      }
      var style = span.style
      style.role = .match
      spans.append(Span(String(rest[range]), style))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { spans.append(Span(String(rest), span.style)) }
    return spans
  }
}
