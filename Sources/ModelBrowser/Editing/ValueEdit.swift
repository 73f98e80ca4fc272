import Mantle
import TerminalText
import TextCells

/// A value that is being typed: it is validated after every keystroke, and only valid input can be accepted.
struct ValueEdit: Sendable {
  /// The kind of value that the typed text denotes.
  enum Target: Sendable {
    /// A value of a property's type, written through its reverse transformer.
    case property(PropertyDescription)
    /// A string, which is typed without quotes.
    case text
    /// A JSON value; text that is not JSON becomes a string.
    case json
    /// Malformed JSON that the user repairs.
    case mended
    /// A range of malformed source text, which accepts any input.
    case source(SourceText)
    /// A new member of an object; `taken` contains the existing keys of the object.
    case member(taken: Set<ExactText>)
    /// A new key for an existing member; `taken` contains the other keys of the object.
    case key(taken: Set<ExactText>)
  }

  /// The text on the line when the edit opens, and the source of that text.
  enum Start: Sendable {
    case text(String)
    /// The text of a value that its property rejects; accepting it unchanged repairs the input.
    case wrong(String)
    /// The text of a malformed value after its repair, with its JSON and its source text; accepting it unchanged repairs the
    /// input.
    case mended(String, json: [UInt8], source: String)
    /// A suggestion for a value that does not exist yet.
    case suggestion(String)
    case nothing(Nothing)
  }

  /// The meaning of a line on which nothing was typed.
  enum Nothing: String, Sendable {
    case null, absent
  }

  /// The result of validating the typed text.
  enum Verdict: Sendable, Equatable {
    case valid([UInt8])
    case member(key: String, value: [UInt8])
    case key(String)
    /// Nothing was typed for a value that is null or absent.
    case unchanged(Nothing)
    case invalid(String)
  }

  private(set) var target: Target
  /// The position of a new element or member; nil for an edit of the row's own value.
  let insertion: InsertionSide?
  private(set) var line: LineEditor
  private(set) var verdict: Verdict
  let start: Start
  /// The rules of the enclosing models, which the value must satisfy; nil if they are not checked.
  private let rule: ModelRule?
  /// Whether values that the property rejects are accepted, because its type was only inferred.
  let takesAnything: Bool
  /// The kind of the existing value, or of the siblings of a new value; nil if there are none. If it is not a string, a typed
  /// string needs quotes.
  private let kind: JSONKind?
  private let first: String
  private(set) var isTouched = false

  init(
    _ target: Target, inserting insertion: InsertionSide? = nil, start: Start,
    rule: ModelRule? = nil, takesAnything: Bool = false, like kind: JSONKind? = nil
  ) {
    self.target = target
    self.insertion = insertion
    self.start = start
    self.rule = rule
    self.takesAnything = takesAnything
    self.kind = kind
    first =
      switch start {
      case .text(let text), .wrong(let text), .mended(let text, _, _), .suggestion(let text):
        Self.isEscaped(target) ? EscapedText.escape(text) : text
      case .nothing: ""
      }
    line = LineEditor(first)
    verdict = .invalid("")
    verdict = currentVerdict
  }

  /// The caption before a line that edits a key or a new value; nil for the existing value of a row.
  var caption: String? {
    switch target {
    case .member: "new key"
    case .key: "key"
    case .property, .text, .json, .mended, .source: insertion == nil ? nil : "new"
    }
  }

  /// Whether the line is the text of an existing string or key, with escapes for characters that a line cannot show.
  var isText: Bool { Self.isEscaped(target) && insertion == nil }

  var hasLineBreaks: Bool { EscapedText.unescape(line.text).contains(where: \.isLineBreak) }

  /// Whether accepting the line leaves the value unchanged, including its spelling in JSON.
  var leavesValueUnchanged: Bool {
    switch start {
    case .text: isTextUnchanged
    case .wrong, .mended, .suggestion: false
    case .nothing: !isTouched
    }
  }

  /// Whether the text is unchanged, byte for byte; canonically equivalent strings count as different.
  var isTextUnchanged: Bool { ExactText(line.text) == ExactText(first) }

  mutating func handle(_ key: Key) {
    if key == .control("t") { return toggleText() }
    if case .character = key { clearSuggestion() }
    if line.handle(key) { changed() }
  }

  /// Clears an untouched suggestion before the first typed character, unless the suggestion is a prefix to
  /// continue.
  private mutating func clearSuggestion() {
    guard case .suggestion = start, insertion != nil, !isTouched else { return }
    switch target {
    case .json, .property: break
    case .text, .mended, .source, .member, .key: return
    }
    if first.utf8.count <= 5 { line.set("") }
  }

  /// Replaces the whole text on the line.
  mutating func retype(_ text: String) {
    line.set(text)
    isTouched = true
    verdict = currentVerdict
  }

  /// Switches between plain text and the JSON string that encodes it.
  private mutating func toggleText() {
    switch target {
    case .text:
      let text = EscapedText.unescape(line.text)
      target = .json
      line.set(JSONText.quoted(text))
    case .json:
      guard case .valid(let bytes) = verdict,
        let node = try? JSONDocument(parsing: JSONBytes(bytes)).root
      else {
        return
      }
      target = .text
      line.set(EscapedText.escape(node.kind == .string ? node.displayText : node.rawText))
    case .property, .mended, .source, .member, .key: return
    }
    isTouched = true
    verdict = currentVerdict
  }

  /// Inserts pasted text. JSON replaces an untouched suggestion for a new value.
  mutating func insert(_ text: String) {
    clearSuggestion()
    if case (.suggestion, .json) = (start, target), insertion != nil, !isTouched,
      let json = JSONNode.pasted(text)
    {
      return retype(String(decoding: json, as: UTF8.self))
    }
    line.insert(Self.isEscaped(target) ? EscapedText.escape(text) : text)
    changed()
  }

  private mutating func changed() {
    isTouched = isTouched || !isTextUnchanged
    verdict = currentVerdict
  }

  /// The verdict on the current text of the line.
  private var currentVerdict: Verdict {
    if case .nothing(let nothing) = start, !isTouched { return .unchanged(nothing) }
    if case .mended(_, let json, _) = start, isTextUnchanged { return .valid(json) }
    let typed = line.text
    switch target {
    case .text:
      let text = RelativeDate.text(typed, inPlaceOf: first) ?? EscapedText.unescape(typed)
      return .valid(Array(JSONText.quoted(text).utf8))
    case .json:
      return Self.checkJSON(typed, like: kind)
    case .mended:
      return Self.checkJSON(typed, orText: false)
    case .source(let source):
      return .valid(source.with(typed))
    case .member(let taken):
      return Self.checkMember(typed, taken)
    case .key(let taken):
      let key = EscapedText.unescape(typed)
      return taken.contains(ExactText(key)) ? Self.isTaken(key) : .key(key)
    case .property(let property):
      let text = property.meaning(
        of: Self.isEscaped(target) ? EscapedText.unescape(typed) : typed, base: first)
      do {
        let json = try property.replacement(for: text)
        return rule?.broken(by: json).map { .invalid($0) } ?? .valid(json)
      } catch {
        return takesAnything
          ? Self.checkJSON(typed, like: kind) : .invalid(Self.words(for: error, text, property))
      }
    }
  }

  /// Returns the verdict on text that was typed as a JSON value.
  ///
  /// - Parameters:
  ///   - orText: whether text that cannot be the start of JSON is accepted as a string without quotes.
  ///   - kind: the kind of the existing value. If it is neither null nor a string, a string without quotes is
  ///     refused, because it is probably a typo.
  private static func checkJSON(_ typed: String, orText: Bool = true, like kind: JSONKind? = nil) -> Verdict {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(typed)
      return .valid(document.root.rawBytes)
    } catch {
      guard orText, let first = typed.drop(while: { $0 == " " }).first, !"[{\"".contains(first)
      else {
        return .invalid("column \(JSONBytes(typed).location(at: error.offset).column): \(error)")
      }
      let text = JSONText.quoted(EscapedText.unescape(typed))
      return kind?.expectation.map { .invalid("expected \($0); quotes make it a string: \(text)") }
        ?? .valid(Array(text.utf8))
    }
  }

  /// Returns why a text is not a value of a property, with the key and the column if the value has several parts.
  static func words(
    for error: any Error, _ text: String, _ property: PropertyDescription
  ) -> String {
    if let template = Template.value(of: property.shape) {
      let opening = template.prefix(1)
      if text.drop(while: { $0 == " " }).prefix(1) != opening {
        let kind = opening == "[" ? "a list" : "an object"
        return "expected \(kind) as JSON: \(template == "[]" ? "[…]" : template == "{}" ? "{…}" : template)"
      }
      if case .invalid(let reason) = checkJSON(text, orText: false) { return reason }
      let inside = (try? JSONDocument(text)).flatMap { document in
        property.decode(document.root).diagnostics.first { $0.severity == .error }
      }
      if let inside {
        return words(for: inside) + (inside.location.map { "  (column \($0.column))" } ?? "")
      }
    }
    // The expected number says more than a JSON syntax error. A transformer may accept other texts than JSON.
    if property.transformer == nil, let expected = property.shape.expectedNumber,
      (try? JSONDocument(text)) == nil
    {
      return "expected \(expected), found `\(Sanitized(text, cells: 40).text)`"
    }
    switch error {
    case let diagnostic as Diagnostic: return words(for: diagnostic)
    case let failure as DecodingFailure:
      return failure.diagnostics.first.map(words) ?? "not a value of this property"
    default: return String(describing: error)
    }
  }

  /// Returns the path and the description of a mistake in the value.
  static func words(for diagnostic: Diagnostic) -> String {
    diagnostic.path.isEmpty
      ? diagnostic.shortMessage : "\(diagnostic.path): \(diagnostic.shortMessage)"
  }

  private static func checkMember(_ typed: String, _ taken: Set<ExactText>) -> Verdict {
    guard let member = MemberText(typed) else { return .invalid("type \"key\": value") }
    if taken.contains(ExactText(member.key)) { return isTaken(member.key) }
    switch checkJSON(String(member.value)) {
    case .valid(let value): return .member(key: member.key, value: value)
    case let verdict: return verdict
    }
  }

  private static func isTaken(_ key: String) -> Verdict {
    .invalid("the object has a key \(JSONText.quoted(key)) already")
  }

  private static func isEscaped(_ target: Target) -> Bool {
    switch target {
    case .text, .key: true
    case .json, .member, .mended, .source: false
    case .property(let property): property.shape.isString
    }
  }
}

extension ValueShape {
  /// The expected form of a typed number or boolean; nil for other shapes.
  fileprivate var expectedNumber: String? {
    let words: String? =
      switch unwrapped {
      case .integer: "a whole number"
      case .number: "a number"
      case .boolean: "true or false"
      default: nil
      }
    return words.map { isOptional ? $0 + " or null" : $0 }
  }
}

extension JSONKind {
  /// The expected form of a value that is not a string; nil if a string is allowed.
  fileprivate var expectation: String? {
    switch self {
    case .number: "a number"
    case .true, .false: "true or false"
    case .array: "a list"
    case .object: "an object"
    case .string, .null: nil
    }
  }
}
