extension JSONSyntaxError {
  /// Returns the error as a diagnostic, with its line and column in the input.
  ///
  /// - Parameters:
  ///   - bytes: The input that was parsed.
  ///   - basePath: The path of the parsed text in a larger document.
  /// - Complexity: O(``offset``) if the input ends too early, because the message locates the unclosed
  ///   container.
  package func diagnostic(in bytes: JSONBytes, basePath: JSONKeyPath = JSONKeyPath()) -> Diagnostic {
    var details: [String] = []
    func add(_ what: String, _ offset: Int) {
      details.append("\(what) at \(bytes.location(at: offset))")
    }
    if let string { add("the string begins", string) }
    if code == .unexpectedEnd, let container {
      add(bytes[container] == ASCII.openBrace ? "object opened" : "array opened", container)
    }
    let detail = details.isEmpty ? nil : details.joined(separator: ", ")
    return Diagnostic(
      .error, isLimit ? .limit : .syntax, path: basePath, expected: expected, found: found, detail: detail,
      hint: isLimit ? "is a value nested inside itself by mistake?" : nil
    ).placed(at: offset, in: bytes)
  }
}
