import Mantle

/// The classification of a text that is not JSON at all, such as HTML. The whole text is a single mistake and is not
/// parsed.
struct ForeignText {
  typealias Cause = DamagedRegion.Cause

  /// Returns the kind of a text that its first bytes show; nil if it may be JSON.
  ///
  /// - Parameter end: the end of the text.
  static func signed(_ bytes: JSONBytes, _ end: Int) -> Cause? {
    // Zero bytes follow the text, so a text of one or two bytes matches none of these signatures.
    let head = (bytes[0], bytes[1], bytes[2], bytes[3])
    switch head {
    case (0x1F, 0x8B, _, _): return .gzip
    case (0x28, 0xB5, 0x2F, 0xFD): return .zstd
    case (0x50, 0x4B, 0x03, 0x04): return .zip
    case (0x89, 0x50, 0x4E, 0x47), (0xFF, 0xD8, 0xFF, _), (0x47, 0x49, 0x46, 0x38): return .image
    case (0xFF, 0xFE, 0, 0) where end >= 4, (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...),
      (1..., 0, 0, 0) where end >= 4:
      return .utf32
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0, 1..., 0, 1...),
      (1..., 0, 1..., 0) where end >= 4:
      return .utf16
    default: break
    }
    let first = JSONScanner.skipWhitespace(bytes.base, bytes.textStart, end)
    if first >= end { return .empty }
    if isBinary(bytes, from: first, to: end) { return .binary }
    if isPHP(bytes.text(first..<min(first + 32, end)).lowercased()) { return .php }
    if isEscaped(bytes.text(first..<min(first + 32, end))) { return .escaped }
    if isOpenStep(bytes.text(first..<min(first + 4096, end))) { return .openStep }
    guard bytes[first] == 0x3C else { return nil }
    let start = bytes.text(first..<min(first + 512, end)).lowercased()
    if start.hasPrefix("<!--"), let end = start.firstRange(of: "-->")?.upperBound,
      let next = start[end...].first(where: { !$0.isWhitespace }), next == "{" || next == "["
    {
      // An HTML comment may precede the JSON.
      return nil
    }
    guard !start.hasPrefix("<<<<<<<") else { return nil }
    // Warnings of PHP may precede the JSON.
    if start.hasPrefix("<br"), start.contains("\n{") || start.contains("\n[") { return nil }
    let isHTML = start.hasPrefix("<!doctype html") || start.contains("<html") || start.contains("<body")
    return isHTML ? .html : .xml
  }

  /// Returns whether a text does not begin like JSON and contains a NUL byte near its start, as executables, images
  /// and databases do.
  private static func isBinary(_ bytes: JSONBytes, from first: Int, to end: Int) -> Bool {
    let isJSON = [0, ASCII.openBrace, ASCII.openBracket, ASCII.quote].contains(bytes[first])
    return !isJSON && bytes.slice(first..<min(first + 64, end)).contains(0)
  }

  /// Returns whether a text is the output of PHP's `var_export`, `print_r`, `var_dump` or `serialize`: `array (`,
  /// `array(3) {` or `a:1:{`.
  private static func isPHP(_ start: String) -> Bool {
    if start.hasPrefix("array") {
      let rest = start.dropFirst(5).drop(while: \.isWhitespace)
      return rest.hasPrefix("(")
    }
    let parts = start.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0] == "a" && !parts[1].isEmpty && parts[1].allSatisfy(\.isNumber)
      && parts[2].hasPrefix("{")
  }

  /// Returns whether a text begins like an OpenStep property list, `{ key = value; }`, or like a `.strings` file:
  /// `"key" = "value";`. Comments may precede the first key.
  private static func isOpenStep(_ text: String) -> Bool {
    var rest = withoutComments(text[...])
    let isInBraces = rest.first == "{"
    if isInBraces { rest = withoutComments(rest.dropFirst()) }
    if rest.first == "\"" {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: "\"") else { return false }
      rest = rest[rest.index(after: end)...]
    } else {
      guard isInBraces, let first = rest.first, isNameCharacter(first) else { return false }
      rest = rest.drop(while: isNameCharacter)
    }
    rest = withoutComments(rest)
    // `=>` occurs in Ruby and Perl. Text without a semicolon belongs to another language.
    return rest.hasPrefix("=") && !rest.hasPrefix("=>") && !rest.hasPrefix("==") && rest.contains(";")
  }

  private static func withoutComments(_ text: Substring) -> Substring {
    var rest = text.drop(while: \.isWhitespace)
    while let end = rest.hasPrefix("/*") ? "*/" : rest.hasPrefix("//") ? "\n" : nil {
      rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? ""
      rest = rest.drop(while: \.isWhitespace)
    }
    return rest
  }

  /// Returns whether the quotes of a text are escaped, because the JSON was copied from a string literal, HTML or a CSV
  /// field.
  private static func isEscaped(_ text: String) -> Bool {
    let start = text.filter { !$0.isWhitespace }
    let escapes = ["{\\\"", "[\\\"", "[{\\\"", "{\\n", "[\\n", "{&quot;", "[{&quot;"]
    return escapes.contains { start.hasPrefix($0) }
      || ["\"{\"\"", "\"[{\"\""].contains { text.hasPrefix($0) }
  }

  // MARK: - Text

  private let text: Substring
  /// The first nonempty lines of the text.
  private let lines: [Substring]

  /// Returns the kind of a text whose first 64 KB can hardly be interpreted as JSON; nil if it may be JSON.
  ///
  /// - Parameter end: the end of the text.
  static func kind(of bytes: JSONBytes, _ end: Int) -> Cause? {
    // A small prefix of a text is not representative of the whole text.
    guard !beginsAsJSON(bytes), end == bytes.count || end >= 1 << 16 else { return nil }
    let first = JSONScanner.skipWhitespace(bytes.base, bytes.textStart, end)
    let end = min(end, first + 1 << 16)
    let text = ForeignText(bytes.text(first..<end))
    if text.isPatch { return .patch }
    if text.lines.count > 1, text.isSettings { return .settings }
    guard JSONRepairReader.lostPart(of: bytes, in: first..<end) >= 0.85 else { return nil }
    let kind = text.kind
    return kind == .plainText && (beginsValue(bytes, first, end) || isSequence(bytes, first..<end))
      ? nil : kind
  }

  /// Returns whether the text consists of concatenated values, such as `1 null`.
  private static func isSequence(_ bytes: JSONBytes, _ range: Range<Int>) -> Bool {
    let index = JSONChildIndex(bytes, .concatenated(in: range))
    var child = index.first()
    while let here = child {
      guard (try? JSONDocument(parsing: bytes, in: index.measured(here).value)) != nil else { return false }
      child = index.next(after: here)
    }
    return true
  }

  /// Returns whether the text begins with an array, an object or a string.
  static func beginsAsJSON(_ bytes: JSONBytes) -> Bool {
    let first = JSONScanner.skipWhitespace(bytes.base, bytes.textStart, bytes.count)
    switch bytes[first] {
    case ASCII.openBrace, ASCII.quote: return true
    case ASCII.openBracket: return !ASCII.isLetter(bytes[first + 1])
    default: return first >= bytes.count
    }
  }

  private init(_ whole: String) {
    let last = whole.lastIndex { !$0.isWhitespace }
    text = last.map { whole[...$0] } ?? ""
    lines = whole.split(whereSeparator: \.isNewline).lazy.filter { !$0.allSatisfy(\.isWhitespace) }.prefix(20)
      .map { $0 }
  }

  /// Returns whether one of the lines begins with an object or array, or the text is a prefix of a JSON literal.
  private static func beginsValue(_ bytes: JSONBytes, _ start: Int, _ end: Int) -> Bool {
    let text = bytes.text(start..<end)
    if ["true", "false", "null"].contains(where: { $0.hasPrefix(text.prefix { !$0.isWhitespace }) }) {
      return true
    }
    return text.split(whereSeparator: \.isNewline).contains { line in
      let start = line.drop(while: \.isWhitespace)
      return start.hasPrefix("{") || start.hasPrefix("[{") || start.hasPrefix("[\"") || start == "["
    }
  }

  private var kind: Cause {
    if isSettings { return .settings }
    if isYAML { return .yaml }
    return isTable ? .csv : .plainText
  }

  private var isPatch: Bool {
    guard let first = lines.first else { return false }
    return first.hasPrefix("diff --git ") || first.hasPrefix("@@ -")
      || first.hasPrefix("--- ") && lines.dropFirst().first?.hasPrefix("+++ ") == true
  }

  private var isSettings: Bool { lines.allSatisfy(Self.isSetting) && lines.contains { $0.contains("=") } }

  /// Returns whether a line is `key = value`, `[section]` or a comment.
  private static func isSetting(_ line: Substring) -> Bool {
    let line = line.drop(while: \.isWhitespace)
    if line.hasPrefix("#") || line.hasPrefix(";") || line.hasPrefix("[") { return true }
    let name = line.prefix { isNameCharacter($0) }
    return !name.isEmpty && line.dropFirst(name.count).drop(while: \.isWhitespace).hasPrefix("=")
  }

  private var isYAML: Bool {
    if text.hasPrefix("---") || text.hasPrefix("%YAML") { return true }
    // The lines of an error message may also begin with a word and a colon: `curl: (6) Could not resolve host: x`.
    let keys = lines.filter { $0.first?.isLetter == true }.map { $0.prefix { $0 != ":" } }
    guard lines.count > 1, Set(keys).count == keys.count, !text.hasPrefix("HTTP/") else { return false }
    let fits = lines.count { line in
      let line = line.drop(while: \.isWhitespace)
      let isItem = line.hasPrefix("- ") || line == "-" || line.hasPrefix("#") || line.hasPrefix("---")
      let behind = line.dropFirst(line.prefix { Self.isNameCharacter($0) }.count)
      return isItem || behind == ":" || behind.hasPrefix(": ") && behind.count < line.count
    }
    return fits * 3 >= lines.count * 2
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-.".contains(character)
  }

  /// Whether all lines have the same number of fields, as in a table.
  private var isTable: Bool {
    guard lines.count > 1 else { return false }
    return [",", ";", "\t", "|"].contains { (separator: Character) in
      let counts = lines.prefix(5).map { $0.count { $0 == separator } }
      return counts[0] > 0 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}

extension DamagedRegion.Cause {
  /// Whether the cause is that the whole text is not JSON in UTF-8, but something else.
  package var isForeign: Bool { kindOfText != nil && self != .empty }

  /// The name of the text's kind in messages, such as `an HTML page`; nil for causes that do not classify the whole
  /// text.
  var kindOfText: String? {
    switch self {
    case .empty: "nothing"
    case .html: "an HTML page"
    case .xml: "XML"
    case .php: "a value of PHP"
    case .gzip: "data compressed with gzip"
    case .zstd: "data compressed with zstd"
    case .zip: "a zip archive"
    case .image: "an image"
    case .binary: "binary data"
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    case .yaml: "YAML"
    case .csv: "a table, such as CSV"
    case .settings: "settings, such as INI or TOML"
    case .patch: "a patch"
    case .plainText: "plain text"
    case .escaped: "escaped JSON"
    case .openStep: "an OpenStep property list"
    default: nil
    }
  }
}

extension JSONBytes {
  /// The single problem of a text that is not JSON in UTF-8 at all, such as UTF-16, HTML or a log; nil for JSON, even
  /// if it is malformed.
  package var foreignDiagnostic: Diagnostic? {
    guard ForeignText.signed(self, count) != nil || JSONRepair.isOfAnotherKind(self) else { return nil }
    let head = JSONRepair(self, in: 0..<Swift.min(count, 1 << 16), allowsValuesOnOneLine: true)
    return head.regions.first { $0.cause.isForeign }?.diagnostic(in: self, basePath: JSONKeyPath())
  }
}
