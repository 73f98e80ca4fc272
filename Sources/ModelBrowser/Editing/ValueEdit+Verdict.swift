import Mantle
import TerminalText
import TextCells

extension ValueEdit {
  /// The verdict for the bottom line: the error, or the JSON of the value.
  var verdictSpans: [Span] {
    guard case .property(let property) = target, property.shape.modelName != nil, !isTouched else {
      return verdictWords
    }
    return verdictWords + [Span("  (Tab: a model of the file)", Style(.dimmed))]
  }

  private var verdictWords: [Span] {
    switch verdict {
    case .valid where isSource:
      [Span("✓ ", Style(.success)), Span(mistakeWords, Style(.dimmed))]
    case .valid(let bytes):
      [isOfOtherKind(bytes) ? Span("! ", Style(.warning)) : Span("✓ ", Style(.success))]
        + Sanitized(bytes: bytes, cells: 400).spans(Style(.dimmed)) + remark(bytes)
    case .member(let key, let value):
      [Span("✓ ", Style(.success))]
        + Sanitized(bytes: Array("\(JSONText.quoted(key)): ".utf8) + value, cells: 400).spans(Style(.dimmed))
    case .key(let key):
      [Span("✓ ", Style(.success))] + Sanitized(JSONText.quoted(key), cells: 400).spans(Style(.dimmed))
    case .unchanged(let nothing):
      [Span("✓ ", Style(.success)), Span("\(nothing.rawValue), unchanged", Style(.dimmed))]
    case .invalid(let reason):
      Sanitized("✗ " + reason, cells: 400).spans(Style(.error))
    }
  }

  var isSource: Bool { if case .source = target { true } else { false } }

  /// The number of mistakes that the record has with the typed source text, in words.
  private var mistakeWords: String {
    guard case .source(let source) = target, let count = source.mistakes(line.text) else {
      return "the file is parsed again"
    }
    return count == 0 ? "JSON" : "the file is parsed again, with \(Words.count(count, "mistake")) left"
  }

  /// Returns whether the value is accepted although its kind probably differs from the intended one.
  private func isOfOtherKind(_ bytes: [UInt8]) -> Bool {
    switch target {
    case .json: isUnquotedText(bytes)
    case .property(let property): takesAnything && !property.takes(bytes)
    default: false
    }
  }

  /// Returns a remark about a value that is not of the property's type: `not a date; example 2024-05-05T00:00:00Z`.
  private func otherTypeWords(_ property: PropertyDescription) -> String {
    let type = property.shape.isDate ? "date" : property.typeName.replacing("?", with: "")
    let article = type.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    return "not \(article) \(type)" + (example(of: property).map { "; example \($0)" } ?? "")
  }

  /// Returns an example of the property's values: the existing value or a date in the property's format; nil without both.
  private func example(of property: PropertyDescription) -> String? {
    if case .text(let text) = start, let json = try? property.replacement(for: text), property.takes(json) {
      return Sanitized(text, cells: 40).text
    }
    let texts = ["2024-05-05T00:00:00Z", "2024-05-05"].lazy.compactMap { text in
      try? property.replacement(for: property.meaning(of: text, base: nil))
    }
    guard property.shape.isDate, let json = texts.first else { return nil }
    return (try? JSONDocument(parsing: JSONBytes(json)))?.root.displayText
  }

  private func isUnquotedText(_ bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "\"") && line.text.first != "\""
  }

  /// Returns a remark about ambiguous input, such as `null` typed as a string; empty for other input.
  private func remark(_ bytes: [UInt8]) -> [Span] {
    if case .mended(_, _, let source) = start, isTextUnchanged {
      let text = Sanitized(source, cells: 60).text
      return [
        Span(line.text == source ? "  (repaired)" : "  (repaired; in the file: \(text))", Style(.dimmed))
      ]
    }
    if Array("\"null\"".utf8) == bytes, line.text == "null" {
      return [Span("  (a string; dn sets null)")]
    }
    if isText, !isTextUnchanged, let escape = EscapedText.firstEscape(in: line.text) {
      return [Span("  (\(escape.text) is \(escape.meaning); \\\(escape.text) would be the characters)")]
    }
    switch target {
    case .text where (try? JSONDocument(line.text)) != nil:
      let isQuoted = line.text.hasPrefix("\"")
      return [Span("  (\(isQuoted ? "including the quotes" : "a string"); ^T makes it JSON)", Style(.dimmed))]
    case .json where isUnquotedText(bytes):
      return [Span("  (a string)", Style(.dimmed))]
    case .property(let property) where takesAnything && !property.takes(bytes):
      return [Span("  (\(otherTypeWords(property)))", Style(.warning))]
    default: return []
    }
  }
}

extension PropertyDescription {
  /// Returns whether the property can be decoded from a JSON value.
  fileprivate func takes(_ json: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: JSONBytes(json))).map { decode($0.root).text != nil } ?? false
  }
}
