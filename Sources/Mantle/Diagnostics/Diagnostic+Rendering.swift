extension Diagnostic {
  /// The diagnostic in one line, as compilers write it:
  ///
  ///     issues.json:41:17: error: Issue.state: expected "open" or "closed", found "reopened"  [issues[3].state]
  ///
  /// Text from the data is shortened and without control characters, so the line is harmless for a terminal.
  ///
  /// - Parameter name: what to call the text, e.g. its file name; nil begins the line with line and column.
  package func line(in name: String? = nil) -> String {
    var prefix = name.map { [$0] } ?? []
    if let location { prefix += ["\(location.line)", "\(location.column)"] }
    let place = path.isEmpty ? "" : "  [\(Shortened.middle(of: path.description))]"
    let line =
      (prefix.isEmpty ? "" : prefix.joined(separator: ":") + ": ") + "\(severity.rawValue): "
      + (subject.map { "\($0): " } ?? "") + message + place
    return line.sanitized
  }

  /// The line, the line of the source it is about, a caret under the place, and what to do about it.
  ///
  /// - Parameter bytes: the text that was decoded.
  public func rendered(in bytes: JSONBytes, name: String? = nil) -> String {
    lines(in: bytes, name: name).joined(separator: "\n")
  }

  /// The lines of ``rendered(in:name:)``; none of them has a line break, whatever is in the name or the text.
  package func lines(in bytes: JSONBytes, name: String? = nil) -> [String] {
    var lines = [line(in: name)]
    if let location {
      let excerpt = SourceExcerpt(bytes, at: location)
      // A line of the source that reads like one of a report must not stand where those do.
      let indent = Self.looksLikeReport(excerpt.line) ? "  " : ""
      lines += [indent + excerpt.line, indent + excerpt.caret]
    }
    if let hint { lines.append("help: \(hint)".sanitized) }
    return lines
  }

  private static func looksLikeReport(_ line: String) -> Bool {
    line.hasPrefix("::") || line.hasPrefix("help:")
      || Severity.allCases.contains { line.contains(": \($0.rawValue):") }
  }

  /// `Issue.state`, or the model alone where no property is concerned.
  package var subject: String? { model.map { model in property.map { "\(model).\($0)" } ?? model } }

  /// What is wrong, without place and subject: `expected integer, found "7"`, with any detail after it.
  public var message: String {
    guard expected != nil, let detail else { return expectation }
    return "\(expectation); \(detail)"
  }

  /// The message for where there is little room: without the detail, unless that is all there is to say.
  package var shortMessage: String {
    guard code == .missing, let expected else { return expectation }
    return "missing, expected \(expected)"
  }

  private var expectation: String {
    guard let expected else {
      guard let detail else { return found.map { "found \($0)" } ?? code.rawValue }
      return found.map { "\(detail) (found \($0))" } ?? detail
    }
    return "expected \(expected)" + (found.map { ", found \($0)" } ?? "")
  }
}

extension Diagnostic: DescribedError {
  public var description: String { line() }
}

extension DecodingFailure: DescribedError {
  /// One line for each error.
  public var description: String { text(diagnostics.map { $0.line() }) }

  /// Every error with its line of the source and a caret, as one text.
  public func rendered(in bytes: JSONBytes, name: String? = nil) -> String {
    text(diagnostics.map { $0.rendered(in: bytes, name: name) })
  }

  private func text(_ lines: [String]) -> String {
    let rest = omitted == 0 ? [] : [omitted == 1 ? "1 more error" : "\(omitted) more errors"]
    return (lines + rest).joined(separator: "\n")
  }
}
