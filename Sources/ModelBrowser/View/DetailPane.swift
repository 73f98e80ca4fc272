import Mantle
import TerminalText
import TextCells

/// The details of the row under the cursor: its location, value, problems and edits.
struct DetailPane {
  let outline: Outline
  let row: Row
  let options: Browser.Options
  let findings: CheckStatus
  let types: TypeSurvey?
  let width: Int
  /// The maximum number of lines that are laid out for a text; further lines cannot be visible.
  let maximumLines: Int

  var document: Document { outline.document }

  /// All lines of the pane, from the top; the caller shows the visible ones.
  var lines: [[Span]] {
    guard width > 0 else { return [] }
    guard row.parent == nil else { return [title] + [[]] + place + problems + content + edits }
    // The tree shows the contents of a container.
    let isContainer = row.container != nil || row.node?.kind.isContainer == true
    return [title] + [[]] + fileOverview + problems + fileSummary + (isContainer ? [] : [[]] + content)
      + edits
  }

  private var title: [Span] {
    let style = Style(.name, bold: true)
    let text: String
    switch row.content {
    case .property(let property, _, _):
      let isOfTitle = document.titleModel != nil || row.ownerModel?.identity != document.model?.identity
      let owner = isOfTitle ? row.ownerModel.map { $0.name + "." } : nil
      text = "\(owner ?? "")\(property.name): \(property.typeName)"
    case .remark(let remark): text = remark.title
    case .mistake(let mistake): text = mistake.words
    case .absent: text = "Properties of \(row.ownerModel?.name ?? "the model") that are absent or local"
    case .unmapped: text = "Keys that \(row.ownerModel?.name ?? "the model") does not map"
    default:
      text = (row.parent == nil ? nil : row.model?.name) ?? document.pathText(of: row)
    }
    return Truncation.end.fit(Sanitized(text, cells: width).spans(style), to: width)
  }

  // MARK: - Location

  private var place: [[Span]] {
    var lines: [[Span]] = []
    if let words = row.property?.documentation ?? row.model?.documentation { lines += text(words, .plain) }
    if row.property != nil, document.isReadAsInferred { lines += text("t changes the type", .dimmed) }
    lines += field("path", document.pathText(of: row))
    if let property = row.property, property.keyPaths.count > 1 {
      lines += field("read from", property.keyPaths.map(\.description).joined(separator: ", "))
    }
    if let reference = row.reference(in: document) { lines += field("refers to", "\(reference.path)  (gf)") }
    if let sharing = row.sharing { lines += field("shared", "\(sharing): an edit changes it for all") }
    // Line numbers are not shown for an archive, because they refer to the JSON that was converted from the archive.
    if document.archive != nil { return lines }
    if !document.knowsLocation(of: row) {
      lines += field("at", "a line not counted yet")
    } else if let location = document.location(of: row) {
      lines += field("at", "line \(location.line), column \(location.column)")
    }
    return lines
  }

  // MARK: - Content

  private var content: [[Span]] {
    switch row.content {
    case .property(let property, _, let node): propertyContent(property, node)
    case .value(let node): row.typing.map { propertyContent($0, node) } ?? valueContent(node)
    case .absent(let properties): absentContent(properties)
    case .unmapped(let keys, _): field("keys", "\(keys.count)")
    case .remark(let remark): remarkContent(remark) + editability
    case .container(let container): field("holds", outline.children(of: container).countText)
    case .mistake(let mistake):
      block("text", row.record.map { $0.bytes.text(mistake.range) } ?? "", .plain) + editability
    case .broken(let error):
      block("not JSON", error.description, .error)
        + (row.record.map { block("text", $0.bytes.text($0.range.prefix(Self.longest)), .plain) } ?? [])
    case .long(let kind):
      block("\(kind), \(tooLong)", document.longText(of: row, 4096) + "…", kind.role)
    case .nothing: text("The file is empty: no JSON value in it.", .error)
    }
  }

  private var tooLong: String {
    row.isTooDeep
      ? "nested in \(LazyContainer.maximumNested) containers: too deep to be opened, shown as text"
      : "too long to be shown whole"
  }

  private func valueContent(_ node: JSONNode) -> [[Span]] {
    var lines = field("kind", kindText(node))
    if let model = row.model {
      lines += field("properties", "\(model.properties.count)")
      for local in model.properties where local.keyPaths.isEmpty {
        lines += field("local", "\(local.name): \(local.typeName), not in JSON")
      }
    }
    lines += value(node, .plain)
    return lines
      + field(
        "editable", editabilityWords ?? (node.kind == .string ? "yes (as text)" : "yes (as JSON)"))
  }

  private func kindText(_ node: JSONNode) -> String {
    switch node.kind {
    case .array: "array of \(Words.count(node.count, "element"))"
    case .object: "object of \(Words.count(node.count, "key"))"
    default: node.kind.description
    }
  }

  private func absentContent(_ properties: ChildRows) -> [[Span]] {
    field("properties", "\(properties.count)")
      + properties.flatMap { row in
        if case .remark(let remark) = row.content {
          return field("", "\(remark.name) (local): \(remark.text)")
        }
        return row.property.map { field("", "\($0.name): \($0.typeName)") } ?? []
      } + editability
  }

  private func remarkContent(_ remark: Remark) -> [[Span]] {
    guard remark.parts.isEmpty else { return remark.parts.flatMap { field($0.name, $0.text) } }
    return block(remark.name, remark.text, .plain) + text(remark.explanation, .dimmed)
  }

  private func propertyContent(_ property: PropertyDescription, _ node: JSONNode?) -> [[Span]] {
    guard let node else {
      return field("value", property.isRequired ? "absent, but required" : "absent") + editability
    }
    let decoded = row.record?.decode(property, node)
    var lines: [[Span]] = []
    if let text = decoded?.text, !node.kind.isContainer {
      lines += block("value", text, property.shape.role)
    }
    lines += value(node, .dimmed)
    lines += directions(property, node, decoded)
    return lines + editability
  }

  /// Returns the lines with the results of a property's transformer in both directions, and whether the value
  /// round-trips.
  private func directions(
    _ property: PropertyDescription, _ node: JSONNode, _ decoded: DecodedValue?
  ) -> [[Span]] {
    var lines: [[Span]] = []
    if let transformer = property.transformer { lines += field("transformer", transformer) }
    guard let decoded, !node.kind.isContainer else { return lines + verdict(decoded, node) }
    // If the decoded value equals the source text, its transformer needs no explanation.
    guard property.transformer != nil || decoded.text != node.displayText || decoded.roundTrips == false
    else {
      return lines
    }
    let json = node.jsonText(Self.shortest)
    if let text = decoded.text { lines += field("forward", "\(json) → \(Self.cut(text))") }
    if let back = decoded.reencoded, let text = decoded.text {
      lines += field("reverse", "\(Self.cut(text)) → \(Self.cut(String(decoding: back, as: UTF8.self)))")
    }
    return lines + verdict(decoded, node)
  }

  private func verdict(_ decoded: DecodedValue?, _ node: JSONNode) -> [[Span]] {
    switch decoded?.roundTrips {
    case true: field("round trip", "✓ gives the same JSON", .success)
    case false: field("round trip", "✗ " + lossWords(node, decoded?.reencoded), .warning)
    case nil: []
    }
  }

  /// Describes the data that decoding and encoding the value loses or changes.
  private func lossWords(_ node: JSONNode, _ reencoded: [UInt8]?) -> String {
    guard let reencoded, node.byteRange.count <= Self.maximumCompared else { return "gives other JSON" }
    var differences = Differences()
    differences.compare(node.rawBytes, reencoded, at: JSONKeyPath())
    func names(_ entries: [Differences.Entry]) -> String {
      let paths = entries.map(\.path.description)
      return paths.prefix(Self.maximumNamed).joined(separator: ", ")
        + (paths.count > Self.maximumNamed ? " and \(paths.count - Self.maximumNamed) more" : "")
    }
    let lost = differences.entries.filter { $0.after == nil }
    let other = differences.entries.filter { $0.after != nil && !$0.path.isEmpty }
    let words = [
      lost.isEmpty ? nil : "loses \(names(lost))", other.isEmpty ? nil : "changes \(names(other))",
    ]
    let text = words.compactMap(\.self).joined(separator: "; ")
    return text.isEmpty ? "gives other JSON" : text
  }

  private static let maximumCompared = 1 << 16
  private static let maximumNamed = 8

  private var editability: [[Span]] {
    field("editable", editabilityWords ?? "yes")
  }

  private var editabilityWords: String? {
    if let reason = row.notEditableReason { return "no: \(reason)" }
    return row.lock.map { "after confirmation: \($0.words)" }
  }

  private func value(_ node: JSONNode, _ role: Style.Role) -> [[Span]] {
    if node.kind == .string, row.typing == nil {
      return block("value", node.shortText(Self.longest), .string)
        + block("JSON", node.jsonText(Self.longest), .dimmed)
    }
    let json =
      node.kind.isContainer ? node.formatted(limit: Self.longest * 16) : node.jsonText(Self.longest)
    return block("JSON", json, role)
  }

  // MARK: - Problems

  private var problems: [[Span]] {
    // Notes say where they stand, and wait until lines are counted.
    let isPlaced = document.knowsLocation(of: row)
    // Comments are rows of their own.
    let diagnostics = row.diagnostics(notes: isPlaced && row.parent != nil)
    guard !diagnostics.isEmpty else { return [] }
    var lines: [[Span]] = [[], [Span("problems", Style(.label))]]
    for diagnostic in diagnostics.prefix(Self.maximumProblems) {
      let location = isPlaced ? document.location(of: diagnostic, in: row.record) : nil
      lines += text(
        "\(diagnostic.severity.symbol) \(diagnostic.line(at: location))", diagnostic.severity.role)
      if let hint = diagnostic.hint?.words(isCompiled: isCompiled) { lines += text("  \(hint)", .plain) }
    }
    if diagnostics.count > Self.maximumProblems {
      lines += text("and \(diagnostics.count - Self.maximumProblems) more", .dimmed)
    }
    return lines + [[]]
  }

  /// Whether the models are Swift types rather than definitions.
  private var isCompiled: Bool {
    guard !document.isReadAsInferred, let model = document.model else { return false }
    return document.inference?.file(defining: model) == nil
  }

  private var edits: [[Span]] {
    let edits = document.history.edits(at: row.editedPlace)
    guard !edits.isEmpty else { return [] }
    return [[], [Span("edits, the latest first", Style(.label))]]
      + edits.flatMap { edit in
        switch edit.kind {
        case .changed, .inserted, .deleted, .mended:
          text("\(edit.before ?? "absent") → \(edit.after ?? "absent")", .plain)
        case .moved, .renamed, .sorted: text(edit.words, .plain)
        }
      }
  }

  private static let shortest = 2
  /// The argument of ``JSONNode/jsonText(_:)`` for long values; it limits a value to 64 KiB.
  private static let longest = 4096
  private static let maximumProblems = 100

  private static func cut(_ text: String) -> String {
    Truncation.end.fit(Sanitized(text, cells: 40).text, to: 40)
  }

  // MARK: - Lines

  func field(_ name: String, _ value: String, _ role: Style.Role = .plain) -> [[Span]] {
    let column = min(13, width / 2)
    let head = Truncation.end.fit([Span(name, Style(.label))], to: column).padded(to: column)
    let rows = wrapped(value, Style(role), max(1, width - column))
    return rows.enumerated().map { index, row in
      (index == 0 ? head : [.blanks(column)]) + row
    }
  }

  private func block(_ name: String, _ value: String, _ role: Style.Role) -> [[Span]] {
    if value.utf8.count < width - 14, !value.contains("\n") { return field(name, value, role) }
    // Long strings have the plain color, in which prose is easier to read.
    return [[Span(name, Style(.label))]]
      + wrapped(value, Style(role == .string ? .plain : role), max(1, width - 2)).map { [Span("  ")] + $0 }
  }

  func text(_ text: String, _ role: Style.Role) -> [[Span]] { wrapped(text, Style(role), width) }

  private func wrapped(_ text: String, _ style: Style, _ width: Int) -> [[Span]] {
    guard options.wrap else {
      return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(maximumLines).map {
        Truncation.end.fit(Sanitized($0, cells: width).spans(style), to: width)
      }
    }
    return Wrapping(text, width: width).prefix(maximumLines).map { $0.spans(style) }
  }
}
