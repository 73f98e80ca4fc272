/// Words that were probably meant for another: keys, cases and commands with a slip in them.
package enum Spelling {
  /// The word most like another, if any is like enough; of several, the first.
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

  /// How many characters must be put in, left out, replaced or swapped with their neighbour to make one word of the
  /// other.
  ///
  /// - Complexity: O(length × length).
  package static func distance(_ a: String, _ b: String) -> Int { distance(Array(a), Array(b)) }

  /// A word without case and separators: `createdAt`, `created-at` and `created_at` are one.
  private struct Word {
    let letters: [Character]

    init(_ text: String) { letters = text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Nil where the words are too different for one to be meant by the other. Short words have no room for slips:
    /// `id` is no `is`.
    func slips(to other: Word) -> Int? {
      if letters == other.letters { return letters.isEmpty ? nil : 0 }
      let allowed = min(letters.count, other.letters.count) / 4
      guard abs(letters.count - other.letters.count) <= min(allowed, 2), allowed > 0 else { return nil }
      let distance = Spelling.distance(letters, other.letters)
      return distance <= min(allowed, 2) ? distance : nil
    }
  }

  /// Words longer than this are no words.
  private static let longest = 64

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
