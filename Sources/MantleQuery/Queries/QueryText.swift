import Mantle

/// The clauses of a query as text. Their names are resolved later, when the values are known.
package struct QueryText: Sendable {
  /// The text of a clause, and the position of its first character in the whole query.
  struct Part: Sendable {
    let text: String
    let position: Int
  }

  private(set) var parts: [Query.Clause: Part] = [:]

  /// Creates a query from separate clauses, such as the options of a command.
  package init(_ clauses: [Query.Clause: String]) {
    parts = clauses.mapValues { Part(text: $0, position: 0) }
  }

  /// Splits the text of a query into its clauses.
  ///
  /// A clause begins at its name if neither a value nor a name is expected there. In a search text, a word that is
  /// the name of a clause must be in quotes.
  package init(_ text: String) throws(QueryError) {
    var splitter = ClauseSplitter(text)
    for (clause, part) in try splitter.clauses() {
      guard parts[clause] == nil else {
        let reason = "\(clause.rawValue) occurs twice"
        throw QueryError(clause: clause, error: FilterError(position: part.position, reason: reason))
      }
      parts[clause] = part
    }
  }

  /// The path of the list that the query is about; nil to use the records that are found in the document.
  var place: JSONKeyPath? {
    get throws(QueryError) {
      guard let part = parts[.at] else { return nil }
      do { return try JSONKeyPath(part.text) } catch {
        throw QueryError(clause: .at, error: FilterError(position: part.position, reason: "\(error)"))
      }
    }
  }
}

/// Splits the text of a query at the start of each clause.
private struct ClauseSplitter {
  private let characters: [Character]
  private var position = 0
  /// The number of brackets that are open at the current position.
  private var depth = 0
  /// The position after which the next clause may begin: the start of the text of the current clause, or the
  /// position after the last escaped character in this text.
  private var wordStart = 0

  init(_ text: String) { characters = text.unicodeScalars.map(Character.init) }

  mutating func clauses() throws(QueryError) -> [(Query.Clause, QueryText.Part)] {
    var found: [(Query.Clause, QueryText.Part)] = []
    skipBlanks()
    while position < characters.count {
      guard let clause = takeClause() else {
        let names = Query.Clause.allCases.map(\.rawValue)
        let word = String(characters[position...].prefix { !$0.isWhitespace })
        let like = Spelling.nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
        let reason = "\"\(word)\" is not a clause (\(names.joined(separator: ", ")))\(like)"
        throw QueryError(clause: nil, error: FilterError(position: position, reason: reason))
      }
      let part = takeContent()
      guard !part.text.isEmpty else {
        let error = FilterError(position: part.position, reason: "nothing follows \(clause.rawValue)")
        throw QueryError(clause: clause, error: error)
      }
      found.append((clause, part))
    }
    return found
  }

  private mutating func skipBlanks() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  /// Parses the name of a clause and skips the blanks after it; nil if there is none.
  private mutating func takeClause() -> Query.Clause? {
    let word = String(characters[position...].prefix { $0.isLetter })
    guard let clause = Query.Clause(rawValue: word.lowercased()) else { return nil }
    let end = position + word.count
    guard end == characters.count || characters[end].isWhitespace else { return nil }
    position = end
    skipBlanks()
    return clause
  }

  /// Scans the text of a clause, up to the next clause or the end of the query.
  private mutating func takeContent() -> QueryText.Part {
    let start = position
    var end = start
    (depth, wordStart) = (0, start)
    while position < characters.count {
      if isAtClause(from: start) { break }
      let isBlank = characters[position].isWhitespace
      step(from: start)
      if !isBlank { end = position }
    }
    return QueryText.Part(text: String(characters[start..<end]), position: start)
  }

  /// Skips the character, the quoted text or the regular expression at the current position.
  ///
  /// - Parameter start: the start of the clause's text.
  private mutating func step(from start: Int) {
    let character = characters[position]
    let isAtStart = position == start || " \t=<>~!(,.[{:".contains(characters[position - 1])
    switch character {
    case "/" where isDivision(from: start): break
    case "\\": (position, wordStart) = (position + 1, position + 2)
    case "\"", "'", "/": if isAtStart, let end = end(of: character) { position = end }
    case "(", "[", "{": depth += 1
    case ")", "]", "}": depth = max(0, depth - 1)
    default: break
    }
    position = min(position + 1, characters.count)
  }

  /// Returns whether the slash at the current position is a division and not the start of a regular expression.
  private func isDivision(from start: Int) -> Bool {
    let before = characters[start..<position].last { !$0.isWhitespace }
    let next = position + 1 < characters.count ? characters[position + 1] : " "
    return next.isWhitespace && before.map { !"=<>~!(,.[{:".contains($0) } ?? false
  }

  /// Returns the position of the delimiter that closes a string or regular expression; nil if it is missing.
  private func end(of sign: Character) -> Int? {
    var index = position + 1
    while index < characters.count, characters[index] != sign {
      index += characters[index] == "\\" ? 2 : 1
    }
    return index < characters.count ? index : nil
  }

  /// Returns whether the current position is the start of a clause and not of a name or a value.
  private func isAtClause(from start: Int) -> Bool {
    guard depth == 0, position > wordStart, characters[position - 1].isWhitespace else { return false }
    var copy = self
    guard copy.takeClause() != nil else { return false }
    let before = characters[start..<position].reversed().drop { $0.isWhitespace }
    guard let last = before.first, !"=<>~!,".contains(last) else { return false }
    // A value follows an operator between blanks.
    if "+-*/%|".contains(last), before.dropFirst().first?.isWhitespace ?? true { return false }
    let word = String(before.prefix { $0.isLetter }.reversed()).lowercased()
    return !["and", "or", "not"].contains(word)
  }
}
