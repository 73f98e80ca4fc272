extension JSONSyntaxError {
  /// The problem as a diagnostic with its line and column, counted in the text it came from.
  ///
  /// Takes time in proportion to ``offset`` where the text ends too soon, since it tells where what is open began.
  ///
  /// - Parameters:
  ///   - basePath: where the parsed text stands in a larger document.
  ///   - linesBefore: how many lines came before the text, for the places that are told in words.
  package func diagnostic(
    in bytes: JSONBytes, basePath: JSONKeyPath = JSONKeyPath(), linesBefore: Int = 0
  ) -> Diagnostic {
    var details: [String] = []
    func add(_ what: String, _ offset: Int) {
      let place = bytes.location(at: offset)
      details.append("\(what) at \(place.line + linesBefore):\(place.column)")
    }
    if let string { add("the string begins", string) }
    if code == .unexpectedEnd, let container {
      add(bytes[container] == ASCII.openBrace ? "object opened" : "array opened", container)
    }
    let detail = details.isEmpty ? nil : details.joined(separator: ", ")
    return Diagnostic(
      .error, isLimit ? .limit : .syntax, path: basePath, expected: expected, found: found, detail: detail,
      hint: isLimit ? "such data is rarely meant: is something written inside itself over and over?" : nil
    ).placed(at: offset, in: bytes)
  }
}
