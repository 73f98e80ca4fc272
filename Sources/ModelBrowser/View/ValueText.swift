import Mantle
import MantleDocuments
import MantleQuery
import TerminalText
import TextCells

/// The text of a row's value: the decoded value if it has a type, otherwise its JSON; truncated to a width.
struct ValueText {
  let cells: Int
  let outline: Outline
  /// The search pattern, or nil. A string too long for the row is shown from a little before its first match.
  var pattern: SearchPattern?

  private var document: Document { outline.document }

  func spans(of row: Row) -> [Span] {
    switch row.content {
    case .container(let container): spineSummary(container, row)
    case .value(let node):
      row.typing.map { propertyValue($0, node, row) } ?? value(node, row)
    case .property(let property, _, let node): propertyValue(property, node, row)
    case .absent(let properties):
      fit(
        "(\(properties.count))  \(properties.compactMap(\.absentName).joined(separator: "  "))",
        Style(.dimmed))
    case .unmapped(let keys, _):
      fit("(\(keys.count))  \(keys.map(\.path.description).joined(separator: "  "))", Style(.dimmed))
    case .remark(let remark):
      fit(remark.text, Style(remark.isWarning ? .warning : remark.parts.isEmpty ? .plain : .dimmed))
    case .broken(let error): brokenText(error, row)
    case .mistake(let mistake): mistakeText(mistake, row)
    case .long(let kind): longValue(kind, row)
    case .nothing: [Span("empty", Style(.error))]
    }
  }

  private func propertyValue(_ property: PropertyDescription, _ node: JSONNode?, _ row: Row) -> [Span] {
    guard let node else {
      return [Span("absent", Style(property.isRequired ? .error : .dimmed))]
    }
    if node.kind != .string, let text = row.record?.damagedText(of: node) {
      return fit(text, Style(.warning))
    }
    if node.isNull { return [Span("null", Style(property.shape.isOptional ? .keyword : .error))] }
    if row.isContainer { return value(node, row) }
    guard let text = row.record?.decode(property, node).text else {
      return fit(node.jsonText(cells), Style(.error))
    }
    return fit(node.kind == .string ? text.unmistakable : text, Style(property.shape.role))
  }

  private func value(_ node: JSONNode, _ row: Row) -> [Span] {
    if row.isEmpty { return [Span(node.kind == .array ? "[]" : "{}", Style(.dimmed))] }
    if let model = row.model, let record = row.record {
      return outline.records.summary(of: model).spans(of: node, in: record, cells: cells)
    }
    switch node.kind {
    case .array: return arraySummary(node, row)
    case .object:
      return [Span("{\(node.count)} ", Style(.dimmed))]
        + fit(Preview(inside: node, cells: cells).text, .dimmed)
    default: return scalar(node, row)
    }
  }

  private func arraySummary(_ node: JSONNode, _ row: Row) -> [Span] {
    let count = node.count
    guard row.view == .model, let name = row.interpretation.elementModelName, let record = row.record else {
      return [Span("[\(count)] ", Style(.dimmed))] + fit(Preview(inside: node, cells: cells).text, .dimmed)
    }
    var spans = [Span(Words.count(count, name), Style(.dimmed))]
    for element in node.elements.prefix(4) {
      guard let model = row.interpretation.element(at: nil).model(for: element), spans.cellWidth < cells
      else {
        break
      }
      spans.append(Span("  "))
      spans += outline.records.summary(of: model).name(of: element, in: record, cells: cells)
    }
    return Truncation.end.fit(spans, to: cells)
  }

  /// Returns the text of a scalar without a type of its own; strings in a typed array or dictionary of the model view have no
  /// quotes.
  private func scalar(_ node: JSONNode, _ row: Row) -> [Span] {
    let isPlain = row.view == .model && row.interpretation.shape != nil
    if node.kind != .string, let text = row.record?.damagedText(of: node) {
      return fit(text, Style(.warning))
    }
    guard isPlain, node.kind == .string else { return fit(node.jsonText(cells), Style(node.kind.role)) }
    return fit(node.shortText(cells).unmistakable, Style(.string))
  }

  private func spineSummary(_ container: LazyContainer, _ row: Row) -> [Span] {
    let known = outline.children(of: container).count
    let count = outline.children(of: container).countText
    switch container.form {
    case .array, .values:
      guard row.view == .model, let name = row.interpretation.elementModelName else {
        guard container.form == .values else { return [Span("[\(count)]", Style(.dimmed))] }
        // Values outside of a list are counted as values, not as elements.
        let words = known.map { $0 == 0 ? "empty" : Words.count($0, "value") } ?? "\(count) values"
        return [Span(words, Style(.dimmed))]
      }
      return [Span(known.map { Words.count($0, name) } ?? "\(count) \(Words.plural(name))", Style(.dimmed))]
    case .object:
      return [Span("{\(count)}", Style(.dimmed))]
    }
  }

  /// Returns the source text of a malformed value; if it is empty, the error.
  private func brokenText(_ error: JSONSyntaxError, _ row: Row) -> [Span] {
    let text = row.record.map { $0.bytes.text($0.range.prefix(4 * max(cells, 16))) } ?? ""
    return [Span("not JSON: ", Style(.error))]
      + (text.isEmpty ? fit(error.description, Style(.error)) : fit(text, .plain))
  }

  /// Returns the source text of a mistake and its error; for a missing token, the text that follows.
  private func mistakeText(_ region: DamagedRegion, _ row: Row) -> [Span] {
    guard case .mistake(let text) = row.label, let record = row.record else { return [] }
    if region.cause == .comment { return fit(text, Style(.dimmed)) }
    let words = Span(text.isEmpty ? region.words : "  " + region.words, Style(.error))
    let rest =
      region.offset < record.range.upperBound && text.isEmpty
      ? "  before " + record.bytes.text(region.offset..<min(region.offset + 40, record.range.upperBound)) : ""
    return fit(text, Style(.plain)) + [words] + fit(rest, Style(.dimmed))
  }

  private func longValue(_ kind: JSONKind, _ row: Row) -> [Span] {
    let reason = row.isTooDeep ? "nested in \(LazyContainer.maximumNested) containers, not opened  " : ""
    return fit(reason, .warning) + fit(document.longText(of: row, cells * 4) + "…", Style(kind.role))
  }

  private func fit(_ text: String, _ role: Style.Role) -> [Span] { fit(text, Style(role)) }

  private func fit(_ text: String, _ style: Style) -> [Span] {
    let shown = pattern.flatMap { part(of: text, around: $0) } ?? text
    return Truncation.end.fit(Sanitized(shown, cells: cells).spans(style), to: cells)
  }

  /// Returns the text from shortly before the first match; nil if the match is visible anyway, or if there is none.
  private func part(of text: String, around pattern: SearchPattern) -> String? {
    guard text.utf8.count > cells, let match = pattern.firstRange(in: text.prefix(Self.maximumSearched)),
      text[..<match.upperBound].cellWidth >= cells,
      let start = text.index(match.lowerBound, offsetBy: -cells / 3, limitedBy: text.startIndex)
    else { return nil }
    return "…" + text[start...]
  }

  private static let maximumSearched = 1 << 14
}

extension String {
  /// The text, in quotes if it is empty or could be mistaken for the sign of a missing value.
  fileprivate var unmistakable: String {
    ["", "null", "absent"].contains(self) ? JSONText.quoted(self) : self
  }
}

extension JSONKind {
  var role: Style.Role {
    switch self {
    case .string: .string
    case .number: .number
    case .null, .true, .false: .keyword
    case .array, .object: .plain
    }
  }
}

extension ValueShape {
  var role: Style.Role {
    switch unwrapped {
    case .string, .uuid, .data: .string
    case .integer, .number: .number
    case .boolean, .enumeration: .keyword
    case .url: .link
    case .date: .date
    default: .plain
    }
  }
}

extension JSONNode {
  /// Returns the value as JSON, cut to about 16 bytes per cell.
  func jsonText(_ cells: Int) -> String { start(max(16, cells) * 16) ?? rawText }
}
