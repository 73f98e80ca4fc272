import Mantle

extension FilterOperand {
  /// Returns the reason why the values of a path cannot be compared with the operand; nil if they can.
  func problem(for path: FilterPath, _ relation: FilterComparison.Relation, _ names: FilterNames) -> String? {
    guard !isQuoted, keyword == nil, relation != .matches else { return nil }
    if names.isName(text), !isMeasure, !path.mayBe(text) {
      return
        "\(text) is a property or key; write .\(text) to compare with its value, or \(JSONText.quoted(text)) for the text"
    }
    // A year is compared with dates, too.
    if relation.isOrder, number != nil,
      let sample = date == nil ? names.text(at: path) : names.undatedText(at: path)
    {
      return path.isText(like: sample, not: "\(text) is a number")
    }
    if date != nil || duration != nil, number == nil, let sample = names.undatedText(at: path) {
      return path.isText(like: sample, not: "\(text) is a \(date != nil ? "date" : "duration")")
    }
    // A list is compared by the number of its elements, too.
    if case .array? = path.shape?.unwrapped, number != nil || empty != nil { return nil }
    guard let shape = path.shape?.innermost else { return nil }
    switch shape {
    case .enumeration(let cases) where !cases.contains(text) && (relation == .equal || relation == .isIn):
      let like = Spelling.nearest(to: text, among: cases).map { "; did you mean \($0)?" } ?? ""
      let known = cases.count <= 8 ? ", which is \(cases.joined(separator: ", "))" : ""
      return
        "\(JSONText.quoted(text)) is not a case of \(path.words)\(known)\(like) (quotes compare it as text)"
    case .integer, .number:
      return number == nil && duration == nil && date == nil
        ? "\(path.words) is a number, and \(JSONText.quoted(text)) is not (quotes compare it as text)" : nil
    case .boolean where text != "true" && text != "false":
      return "\(path.words) is true or false, not \(JSONText.quoted(text))"
    case .date where date == nil && duration == nil:
      return
        "\(path.words) is a date, such as 2024-05-01, today or now-7d, or a duration for its age; not \(JSONText.quoted(text))"
    default: return nil
    }
  }
}

extension FilterPath {
  /// Returns the reason why the path, whose values are text, is not compared with a number, a date or a duration.
  ///
  /// - Parameters:
  ///   - sample: one of the values.
  ///   - operand: the operand with its kind, such as `3 is a number`.
  fileprivate func isText(like sample: String, not operand: String) -> String {
    let type =
      ComparedNumber(sample) != nil ? "decimalString" : sample.datePatterns.first.map { "date(\($0))" }
    let advice = type.map { "; declare it as \($0) in a definition to compare its value" } ?? ""
    return
      "\(words) is text, such as \(JSONText.quoted(sample.count > 40 ? "\(sample.prefix(40))…" : sample)), and \(operand) (quotes compare it as text\(advice))"
  }

  /// Returns whether a text is a value that the path's type declares: a case of an enumeration, or else a boolean.
  fileprivate func mayBe(_ text: String) -> Bool {
    switch shape?.innermost {
    case .enumeration(let cases): cases.contains(text)
    default: text == "true" || text == "false"
    }
  }
}
