import MantleDocuments
import TerminalText

extension SearchPattern {
  /// The term as a filter writes it.
  var words: String { expression == nil ? text.inFilterQuotes : "/\(text)/" }

  /// A span with its matches in the style of matches.
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
