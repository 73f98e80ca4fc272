import Mantle

extension FilterOperand {
  /// Why no value of the path can be compared with it; nil where one can.
  func problem(for path: FilterPath, _ relation: FilterComparison.Relation, _ names: FilterNames) -> String? {
    guard !isQuoted, keyword == nil, relation != .matches else { return nil }
    if relation.isOrder, number != nil, let sample = names.text(at: path) {
      return path.isText(like: sample, not: text)
    }
    // A list is also asked how much is in it.
    if case .array? = path.shape?.unwrapped, number != nil || empty != nil { return nil }
    guard let shape = path.shape?.innermost else { return nil }
    switch shape {
    case .enumeration(let cases) where !cases.contains(text) && (relation == .equal || relation == .isIn):
      let like = Spelling.nearest(to: text, among: cases).map { "; did you mean \($0)?" } ?? ""
      let known = cases.count <= 8 ? ", which is \(cases.joined(separator: ", "))" : ""
      return
        "\(JSONText.quoted(text)) is no case of \(path.words)\(known)\(like) (quotes compare it as text)"
    case .integer, .number:
      return number == nil && duration == nil && date == nil
        ? "\(path.words) is a number, and \(JSONText.quoted(text)) is none (quotes compare it as text)" : nil
    case .boolean where text != "true" && text != "false":
      return "\(path.words) is true or false, not \(JSONText.quoted(text))"
    case .date where date == nil && duration == nil:
      return
        "\(path.words) is a date, as 2024-05-01, today or now-7d, or a duration for its age; not \(JSONText.quoted(text))"
    default: return nil
    }
  }
}

extension FilterPath {
  /// Why its values, which are texts, are not compared with a number.
  fileprivate func isText(like sample: String, not number: String) -> String {
    let advice =
      ComparedNumber(sample) == nil ? "" : "; as decimalText in a definition its numbers are compared"
    return
      "\(words) is text, as \(JSONText.quoted(sample.count > 40 ? "\(sample.prefix(40))…" : sample)), and \(number) is a number (in quotes it is compared by its letters\(advice))"
  }
}
