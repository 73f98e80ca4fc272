import TextCells

extension Diagnostic {
  /// Returns the diagnostic as one line in the format of compilers:
  ///
  /// ```
  /// issues.json:41:17: error: Issue.state: expected "open" or "closed", found "reopened"  [issues[3].state]
  /// ```
  ///
  /// Strings from the input are shortened and control characters are escaped, so the line is safe to print in
  /// a terminal.
  ///
  /// - Parameter name: The name of the input, such as its file name; if nil, the line begins with the line
  ///   and column.
  package func line(in name: String? = nil) -> String {
    var prefix = name.map { [$0] } ?? []
    if let location { prefix += ["\(location.line)", "\(location.column)"] }
    let place = path.isEmpty ? "" : "  [\(Shortened.middle(of: path.description))]"
    let line =
      (prefix.isEmpty ? "" : prefix.joined(separator: ":") + ": ") + "\(severity.rawValue): "
      + (subject.map { "\($0): " } ?? "") + message + place
    return line.sanitized
  }

  /// Returns the diagnostic with the affected source line, a caret below the location, and the suggestion.
  ///
  /// ```swift
  /// print(failure.diagnostics[0].rendered(in: bytes, name: "issues.json"))
  /// ```
  ///
  /// ```
  /// releases.json:3:11: error: Release.tag: expected string, found number 2  [[1].tag]
  ///   {"tag": 2, "size": "big"}
  ///           ^
  /// help: put the number in quotes, or make the property a number
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The input that was decoded.
  ///   - name: The name of the input, such as its file name.
  public func rendered(in bytes: JSONBytes, name: String? = nil) -> String {
    lines(in: bytes, name: name).joined(separator: "\n")
  }

  /// Returns the lines of ``rendered(in:name:)``; no line contains a line break, even if the name or the
  /// input does.
  package func lines(in bytes: JSONBytes, name: String? = nil) -> [String] {
    var lines = [line(in: name)]
    if let location {
      let excerpt = SourceExcerpt(bytes, at: location.offset)
      // A source line that resembles a line of the report is indented so that tools do not parse it as one.
      let indent = Self.looksLikeReport(excerpt.line) ? "  " : ""
      lines += [indent + excerpt.line, indent + excerpt.caret]
    }
    if let hint { lines.append("help: \(hint)".sanitized) }
    return lines
  }

  /// Returns whether a source line resembles a line of a report, so that tools would parse it as one: a GitHub
  /// workflow command, a suggestion or a diagnostic.
  private static func looksLikeReport(_ line: String) -> Bool {
    line.hasPrefix("::") || line.hasPrefix("help:")
      || Severity.allCases.contains { line.contains(": \($0.rawValue):") }
  }

  /// The affected model and property, such as `Issue.state`. Only the model if no property is affected; nil if
  /// no model is affected.
  package var subject: String? { model.map { model in property.map { "\(model).\($0)" } ?? model } }

  /// The problem without location and subject, such as `expected integer, found "7"`, followed by the detail,
  /// if any.
  public var message: String {
    guard expected != nil, let detail else { return expectation }
    return "\(expectation); \(detail)"
  }

  /// A short form of ``message`` for narrow displays: without the detail, unless there is nothing else to
  /// report.
  package var shortMessage: String {
    guard code == .missing, let expected else { return expectation }
    return "missing, expected \(expected)"
  }

  /// The expected and the found value as a message; if no expected value is known, the detail or the code.
  private var expectation: String {
    guard let expected else {
      guard let detail else { return found.map { "found \($0)" } ?? code.rawValue }
      return found.map { "\(detail) (found \($0))" } ?? detail
    }
    return "expected \(expected)" + (found.map { ", found \($0)" } ?? "")
  }
}

extension Diagnostic: DescribedError {
  /// The diagnostic as one line, without the name of the input.
  ///
  /// ```
  /// 1:39: error: Issue.number: expected integer, found "7"  [number]
  /// ```
  public var description: String { line() }
}

extension DecodingFailure: DescribedError {
  /// All errors, one on each line, followed by the number of omitted errors, if any.
  public var description: String { text(diagnostics.map { $0.line() }) }

  /// Returns all errors, each with its source line and a caret, joined with line breaks.
  ///
  /// ```swift
  /// do {
  ///   _ = try [User].decode(json: text)
  /// } catch let failure as DecodingFailure {
  ///   print(failure.rendered(in: text, name: "users.json"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The input that was decoded.
  ///   - name: The name of the input, such as its file name.
  public func rendered(in bytes: JSONBytes, name: String? = nil) -> String {
    text(diagnostics.map { $0.rendered(in: bytes, name: name) })
  }

  /// Returns all errors, each with its source line and a caret, joined with line breaks.
  ///
  /// - Parameters:
  ///   - text: The input that was decoded.
  ///   - name: The name of the input, such as its file name.
  public func rendered(in text: String, name: String? = nil) -> String {
    rendered(in: JSONBytes(text), name: name)
  }

  private func text(_ lines: [String]) -> String {
    let rest = omittedCount == 0 ? [] : [omittedCount == 1 ? "1 more error" : "\(omittedCount) more errors"]
    return (lines + rest).joined(separator: "\n")
  }
}
