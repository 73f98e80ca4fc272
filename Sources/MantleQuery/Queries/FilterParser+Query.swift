import Mantle

extension FilterParser {
  /// Parses a comma-separated list of items up to the end of the text.
  mutating func list<Item>(
    of item: (inout FilterParser) throws(FilterError) -> Item
  ) throws(FilterError) -> [Item] {
    var items = [try item(&self)]
    while scanner.take(",") { items.append(try item(&self)) }
    scanner.skipBlanks()
    if let character = scanner.current {
      throw scanner.failure("\"\(character)\" where a comma was expected")
    }
    return items
  }

  /// A parsed name that is not resolved to a path yet.
  struct PathName {
    let words: String
    let parts: [FilterNames.Part]
    let isLiteral: Bool

    /// The name if it is a single key, which can be the title of a column; otherwise nil.
    var title: String? {
      if parts.count == 1, case .key(let key) = parts[0].step { key } else { nil }
    }
  }

  mutating func pathName() throws(FilterError) -> PathName {
    scanner.skipBlanks()
    let start = scanner.position
    guard let (parts, isLiteral) = try name() else {
      throw scanner.failure("a property was expected", at: start)
    }
    let words = String(scanner.characters[start..<scanner.position])
    return PathName(words: words, parts: parts, isLiteral: isLiteral)
  }

  /// Parses an optional title and the `=` after it; nil if there is none.
  private mutating func takeTitle() throws(FilterError) -> String? {
    scanner.skipBlanks()
    let start = scanner.position
    if let title = try? pathName().title, scanner.take("="), scanner.current != "=" { return title }
    scanner.position = start
    return nil
  }

  // MARK: - Columns

  /// Parses a column of a query: `value`, or `title = value`.
  mutating func column(_ lists: inout ExplodedLists) throws(FilterError) -> Query.Column {
    let title = try takeTitle()
    let path = try path(&lists)
    if let title { names.define(title, as: path) }
    return Query.Column(label: title, path: path)
  }

  /// Parses the value of a column. A `[]` in it explodes a list, which is added to `lists`.
  mutating func path(_ lists: inout ExplodedLists) throws(FilterError) -> FilterPath {
    exploded = lists
    defer { (lists, exploded) = (exploded ?? lists, nil) }
    return try lone()
  }

  // MARK: - Aggregates

  /// Parses an aggregate: `count`, `mean(path)`, `quantile(path, 0.9)`, each with an optional title: `title = count`.
  mutating func aggregate(_ lists: inout ExplodedLists) throws(FilterError) -> Query.Aggregate {
    let title = try takeTitle()
    scanner.skipBlanks()
    let start = scanner.position
    guard let name = scanner.key() else { throw scanner.failure("an aggregate was expected") }
    guard let function = AggregateFunction(rawValue: name.lowercased()) else {
      let known = AggregateFunction.allCases.map(\.rawValue).joined(separator: ", ")
      let like = AggregateFunction.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
      throw scanner.failure("no aggregate \(JSONText.quoted(name)) (\(known))\(like)", at: start)
    }
    guard scanner.take("(") else {
      if function.isOfRows { return Query.Aggregate(label: title, function: function, path: nil) }
      throw scanner.failure("\(name) needs a property: \(name)(…)")
    }
    let path = try path(&lists)
    var number: Double?
    if scanner.take(",") { number = try self.number(of: function) }
    if function == .quantile, number == nil {
      throw scanner.failure("quantile takes a number from 0 to 1: quantile(\(path.words), 0.9)")
    }
    guard scanner.take(")") else { throw scanner.failure("missing ) after the arguments") }
    return Query.Aggregate(label: title, function: function, path: path, number: number)
  }

  private mutating func number(of function: AggregateFunction) throws(FilterError) -> Double {
    scanner.skipBlanks()
    let start = scanner.position
    let text = String(scanner.characters[start...].prefix { $0.isNumber || "+-.eE".contains($0) })
    scanner.position += text.count
    guard function.takesNumber else {
      throw scanner.failure("\(function.rawValue) takes one argument", at: start)
    }
    let range = function == .quantile ? 0...1 : 1...1000.0
    guard let number = ComparedNumber(text)?.rounded, range.contains(number),
      function == .quantile || number == number.rounded()
    else {
      let ends = "\(QueryCell.number(range.lowerBound).text) to \(QueryCell.number(range.upperBound).text)"
      throw scanner.failure("\(function.rawValue) takes a number from \(ends)", at: start)
    }
    return number
  }

  // MARK: - Order

  /// Parses a sort key: `path`, `path desc`, `path natural`.
  ///
  /// - Parameter query: the query, whose column titles are names, too.
  mutating func sortKey(_ query: Query, _ lists: inout ExplodedLists) throws(FilterError) -> Query.SortKey {
    var key = try query.isGrouped ? groupKey(query, &lists) : rowKey(query, &lists)
    while true {
      if scanner.takeWord("desc") {
        key.isDescending = true
      } else if scanner.takeWord("natural") {
        key.isNatural = true
      } else if !scanner.takeWord("asc") {
        return key
      }
    }
  }

  private mutating func rowKey(
    _ query: Query, _ lists: inout ExplodedLists
  ) throws(FilterError) -> Query.SortKey {
    scanner.skipBlanks()
    let start = scanner.position
    if let name = try? pathName(), scanner.nextOperator == nil, scanner.current != "(",
      let column = query.columns.first(where: { $0.label != nil && $0.label == name.title })
    {
      return Query.SortKey(words: name.words, subject: .path(column.path))
    }
    scanner.position = start
    let path = try path(&lists)
    return Query.SortKey(words: path.words, subject: .path(path))
  }

  /// Parses a sort key of groups: the title of a column, or a value or an aggregate that is a column.
  private mutating func groupKey(
    _ query: Query, _ lists: inout ExplodedLists
  ) throws(FilterError) -> Query.SortKey {
    scanner.skipBlanks()
    let start = scanner.position
    let titles = query.groupTitles
    let name = try pathName()
    var words = name.words
    if scanner.current == "(" || scanner.nextOperator != nil {
      scanner.position = start
      words = try titleOfCalculation(titles, &lists)
    }
    if let index = titles.firstIndex(where: words.isExactly)
      ?? titles.firstIndex(where: { name.title?.isExactly($0) == true })
    {
      return Query.SortKey(words: words, subject: .column(index))
    }
    let like = Spelling.nearest(to: words, among: titles).map { "; did you mean \($0)?" } ?? ""
    let known = titles.joined(separator: ", ")
    throw scanner.failure("no column \(JSONText.quoted(words)) (there are \(known))\(like)", at: start)
  }

  /// Parses an aggregate or a value whose text is the title of a column, and returns the title.
  private mutating func titleOfCalculation(
    _ titles: [String], _ lists: inout ExplodedLists
  ) throws(FilterError) -> String {
    var copy = self
    if let words = try? copy.path(&lists).words, titles.contains(where: words.isExactly) {
      self = copy
      return words
    }
    return try aggregate(&lists).words
  }

  // MARK: - Limit

  mutating func limit() throws(FilterError) -> Int {
    scanner.skipBlanks()
    guard let number = Int(String(scanner.characters[scanner.position...])), number >= 0 else {
      throw scanner.failure("a number of rows was expected")
    }
    scanner.position = scanner.characters.count
    return number
  }
}
