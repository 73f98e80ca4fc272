/// The words that say what to do with a file instead of opening it.
enum CommandName: String, CaseIterable {
  case check, convert

  /// The command that a misspelled word was most probably meant to be; nil for words that are like none.
  init?(meantBy word: String) {
    let likely = Self.allCases.first { Self.distance(word.lowercased(), $0.rawValue) <= 2 }
    guard let likely else { return nil }
    self = likely
  }

  /// How many characters must be put in, left out or replaced to make one word of the other (Levenshtein).
  private static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (line, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in b.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[b.count]
  }
}
