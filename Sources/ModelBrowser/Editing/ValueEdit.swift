import Mantle

/// A value while it is typed: every keystroke is tried, and only what would be accepted can be kept.
struct ValueEdit: Sendable {
  /// What the typed text is.
  enum Target: Sendable {
    /// A value of a property's type, written through its reverse transformer.
    case property(PropertyDescription)
    /// The text of a string, without quotes.
    case text
    /// JSON.
    case json
  }

  enum Verdict: Sendable, Equatable {
    case valid([UInt8])
    case invalid(String)
  }

  let row: RowID
  let target: Target
  private(set) var line: LineEditor
  private(set) var verdict: Verdict

  init(_ row: RowID, _ target: Target, text: String) {
    self.row = row
    self.target = target
    line = LineEditor(Self.isEscaped(target) ? EscapedText.escape(text) : text)
    verdict = .invalid("")
    check()
  }

  mutating func handle(_ key: Key) {
    if line.handle(key) { check() }
  }

  mutating func insert(_ text: String) {
    line.insert(Self.isEscaped(target) ? EscapedText.escape(text) : text)
    check()
  }

  /// The verdict for the bottom line: what is wrong, or the JSON the value becomes.
  var verdictSpans: [Span] {
    switch verdict {
    case .valid(let bytes):
      [Span("✓ ", Style(.success))] + Sanitized(bytes: bytes, cells: 400).spans(Style(.dimmed))
    case .invalid(let reason):
      Sanitized("✗ " + reason, cells: 400).spans(Style(.error))
    }
  }

  private mutating func check() {
    let typed = line.text
    switch target {
    case .text:
      verdict = .valid(Array(JSONText.quoted(EscapedText.unescape(typed)).utf8))
    case .json:
      verdict = Self.checkJSON(typed)
    case .property(let property):
      do {
        verdict = .valid(
          try property.replacement(for: Self.isEscaped(target) ? EscapedText.unescape(typed) : typed))
      } catch let diagnostic as Diagnostic {
        verdict = .invalid(diagnostic.shortText)
      } catch let failure as DecodingFailure {
        verdict = .invalid(failure.diagnostics.first?.shortText ?? "not a value of this property")
      } catch {
        verdict = .invalid(String(describing: error))
      }
    }
  }

  private static func checkJSON(_ typed: String) -> Verdict {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(typed)
      return .valid(document.root.rawBytes)
    } catch {
      return .invalid("column \(error.offset + 1): \(error.description)")
    }
  }

  private static func isEscaped(_ target: Target) -> Bool {
    switch target {
    case .text: true
    case .json: false
    case .property(let property): if case .string = property.shape.unwrapped { true } else { false }
    }
  }
}
