import Mantle
import MantleDocuments
import MantleQuery
import MantleStore
import ModelBrowser

/// The lists of several texts as tables that an SQL query reads.
struct SQLTables {
  /// A list of records with the name of its table.
  struct Table {
    let name: String
    fileprivate let list: RecordList
  }

  private(set) var all: [Table] = []
  private var names = TakenNames()

  /// Adds the lists of a text as tables.
  ///
  /// - Parameter file: the path of the text, which names the table of a list that is the whole text.
  mutating func add(_ values: TextReading, _ places: [ModelPlace], named file: String) {
    let bytes = values.bytes
    let whole = RecordList(bytes, places, sequence: values.sequence)
    let ways = whole.isOneValue ? RecordList.lists(in: bytes) : []
    let inner = ways.compactMap { way in
      RecordList(bytes, places, at: way).map { (name: way.lastKey ?? "", list: $0) }
    }
    let name = file.split(separator: "/").last?.split(separator: ".").first ?? "list"
    for (name, list) in inner.isEmpty ? [(String(name), whole)] : inner {
      all.append(Table(name: names.free(name.asTableName, separator: "_"), list: list))
    }
  }

  /// Runs an SQL query that only reads.
  ///
  /// - Parameters:
  ///   - titles: receives the names of the columns before the first row.
  ///   - take: receives the rows in blocks; returns false to stop.
  func run(_ sql: String, titles: ([String]) -> Void, _ take: ([QueryRow]) -> Bool) throws {
    let database = try QueryDatabase()
    for table in all { try table.fill(database) }
    try database.run(sql, titles: titles, take)
  }

  /// Returns the result of an SQL query over texts, as a list of objects.
  static let result: QueriedText.Runner = { sql, texts in
    var tables = SQLTables()
    for text in texts { tables.add(TextReading(text.bytes, name: text.name), text.places, named: text.name) }
    do { return try tables.result(of: sql) } catch let error as StoreError {
      throw CommandError(message: "\(error.message)  (\(try tables.summary))")
    }
  }

  /// The tables, as error messages list them: the columns if there is one table, otherwise the names of the tables.
  private var summary: String {
    get throws {
      if all.count == 1 { return try all[0].declaration }
      return "tables: " + Words.list(all.map(\.name), most: Self.maximumNames)
    }
  }

  private static let maximumNames = 8

  /// Returns the result of an SQL query over the tables as JSON: a list of objects.
  func result(of sql: String) throws -> JSONBytes {
    var (writer, text): ((any RowWriter)?, String) = (nil, "")
    var columns: [String] = []
    try run(sql) { titles in
      columns = Self.keys(titles)
      writer = TableFormat.json.writer(columns)
    } _: { rows in
      text += writer?.write(rows) ?? ""
      return true
    }
    let isEmpty = text.isEmpty
    text += writer?.finish() ?? ""
    return isEmpty ? DelimitedText.emptyList(columns) : JSONBytes(text)
  }

  /// Returns the titles of columns as keys of an object; repeated titles get a number.
  static func keys(_ titles: [String]) -> [String] {
    var keys = TakenNames()
    return titles.map { keys.free($0, separator: " ") }
  }
}

extension SQLTables.Table {
  /// The name of the table and its columns as in SQL: `issues (number, "created at")`.
  var declaration: String {
    get throws {
      let columns = try columns.titles.map(\.asNameInSQL)
      return "\(name.asNameInSQL) (\(columns.joined(separator: ", ")))"
    }
  }

  private var columns: (query: Query, titles: [String]) {
    get throws {
      var queries = [try Query(QueryText([:]), names: list.names)]
      do throws(TooManyColumns) { try queries.showAll(of: [list], hasKeys: true) } catch {
        throw CommandError(message: "sql: \(name): \(error)")
      }
      // SQL ends at a NUL.
      return (queries[0], SQLTables.keys(queries[0].titles.map { $0.replacing(["\0": "_"]) }))
    }
  }

  fileprivate func fill(_ database: QueryDatabase) throws {
    let (query, titles) = try columns
    try database.create(name, titles) { insert in
      var failure: (any Error)?
      _ = QueryRun([(list, query)], skipsBroken: true).run { rows in
        do { try insert(rows) } catch { failure = error }
        return failure == nil
      }
      if let failure { throw failure }
    }
  }
}

/// The names already in use in a database, which does not distinguish upper and lower case.
private struct TakenNames {
  private var taken: Set<String> = []

  /// Returns a name that is not in use: the given name, or the given name followed by a number.
  mutating func free(_ name: String, separator: String) -> String {
    var (free, number) = (name, 2)
    while !taken.insert(free.lowercased()).inserted {
      free = "\(name)\(separator)\(number)"
      number += 1
    }
    return free
  }
}

extension String {
  /// The name with `_` in place of each character that would need quotes in SQL.
  fileprivate var asTableName: String {
    let name = String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return name.first.map { $0.isLetter || $0 == "_" } == true ? name : "_" + name
  }

  /// The name as an identifier in SQL: in quotes if it contains characters other than letters, digits and `_`.
  fileprivate var asNameInSQL: String {
    asTableName == self ? self : "\"\(replacing(["\"": "\"\""]))\""
  }
}

extension JSONKeyPath {
  fileprivate var lastKey: String? {
    for case .key(let key) in components.reversed() { return key }
    return nil
  }
}
