/// Suggestions for misspelled keys, cases and commands.
package enum Spelling {
  /// Returns the candidate that is most similar to a misspelled word; nil if none is similar enough. Among
  /// equally similar candidates, the first is returned.
  ///
  /// ```swift
  /// Spelling.nearest(to: "stats", among: ["state", "title"])  // "state"
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of words.
  package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let wanted = Word(word)
    var best: (word: String, distance: Int)?
    for candidate in words where candidate != word {
      guard let distance = wanted.slips(to: Word(candidate)), distance < best?.distance ?? .max else {
        continue
      }
      best = (candidate, distance)
    }
    return best?.word
  }

  /// Returns the number of characters to insert, delete, replace or swap with a neighbor to turn one word
  /// into the other (the restricted Damerau–Levenshtein distance).
  ///
  /// - Complexity: O(*m* × *n*), where *m* and *n* are the lengths.
  static func distance(_ a: String, _ b: String) -> Int { distance(Array(a), Array(b)) }

  /// A word for comparisons, without case and separators: `createdAt`, `created-at` and `created_at` are
  /// equal.
  private struct Word {
    let letters: [Character]

    init(_ text: String) { letters = text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Returns the number of typos by which another word differs from this word; nil if the words are too
    /// different.
    ///
    /// At most a quarter of the characters and at most two may be typos, so short words must be equal: `id` is
    /// not a misspelled `is`.
    func slips(to other: Word) -> Int? {
      if letters == other.letters { return letters.isEmpty ? nil : 0 }
      let allowed = min(letters.count, other.letters.count) / 4
      guard abs(letters.count - other.letters.count) <= min(allowed, 2), allowed > 0 else { return nil }
      let distance = Spelling.distance(letters, other.letters)
      return distance <= min(allowed, 2) ? distance : nil
    }
  }

  /// The maximum length of a word in characters; longer words are not compared.
  private static let longest = 64

  /// Returns the restricted Damerau–Levenshtein distance of two words, computed row by row.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard a.count <= longest, b.count <= longest else { return max(a.count, b.count) }
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for (line, letter) in a.enumerated() {
      var row = [line + 1]
      for (column, other) in b.enumerated() {
        var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, row[column] + 1)
        if line > 0, column > 0, letter == b[column - 1], other == a[line - 1] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
