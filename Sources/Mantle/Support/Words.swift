/// Functions that build English phrases for messages, such as plurals and lists.
package enum Words {
  /// Returns the regular plural of a noun.
  package static func plural(_ noun: String) -> String {
    // `Properties` and `Timings` are plurals already; `Class`, `Status`, `Alias` and `Axis` are not.
    if noun.hasSuffix("s"), let before = noun.dropLast().last, !"suai".contains(before) { return noun }
    if noun.hasSuffix("s") || noun.hasSuffix("x") || noun.hasSuffix("ch") { return noun + "es" }
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    return noun + "s"
  }

  /// Returns at most `most` words of a list, separated by commas, with an ellipsis if the list has more words.
  package static func list(_ words: [String], most: Int) -> String {
    (words.prefix(most) + (words.count > most ? ["…"] : [])).joined(separator: ", ")
  }

  /// Returns a number with its noun in singular or plural, such as `1 error` or `2 errors`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(number == 1 ? noun : plural(noun))"
  }
}

extension [String] {
  /// The strings of the array as quoted alternatives, such as `"open" or "closed"`. After eight strings, the
  /// list is cut off and the total number of strings is given.
  @usableFromInline var asAlternatives: String { map { "\"\($0)\"" }.joinedAsAlternatives }

  /// The phrases of the array joined as alternatives, such as `"a", "b" or "c"`. After eight phrases, the list
  /// is cut off and the total number of phrases is given.
  var joinedAsAlternatives: String {
    if count > 8 { return prefix(8).joined(separator: ", ") + ", … (\(count) in all)" }
    guard let last, count > 1 else { return first ?? "nothing" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension [[String]] {
  /// The lines of a table whose rows are arrays of cells, with aligned columns.
  package var aligned: [String] {
    let widths = (first ?? []).indices.map { column in map { $0[column].count }.max() ?? 0 }
    return map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
