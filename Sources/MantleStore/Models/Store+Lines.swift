import Mantle

/// Functions that save models without a Swift type, given only by their descriptions.
extension Store {
  /// Saves models that are given as JSON to a database file. No write-ahead log is left next to the file, unless the
  /// file already uses one.
  ///
  /// The parameters are those of ``saveLines(of:merging:replacing:keepsKeys:_:)``.
  ///
  /// - Parameter isDraft: whether the file is a draft that the caller deletes if the function fails.
  package static func export<Result>(
    to path: String, isDraft: Bool, of model: ModelDescription, merging: Bool, replacing: Bool,
    keepsKeys: Bool = false,
    _ source: ((ArraySlice<UInt8>) throws -> Void) throws -> Result
  ) throws -> Result {
    let connection = try Connection(path)
    if isDraft { try connection.run("PRAGMA journal_mode = MEMORY") }
    return try Store(path, connection).saveLines(
      of: model, merging: merging, replacing: replacing, keepsKeys: keepsKeys, source)
  }

  /// Saves models that are given as JSON, one per line, in one transaction.
  ///
  /// Use ``save(contentsOf:merging:progress:)`` for models of a Swift type. This method serves programs that know
  /// models by their descriptions only, such as `mantle convert`.
  ///
  /// - Parameters:
  ///   - model: the description of the models. The lines must be as its mapping encodes them.
  ///   - merging: whether each line is an array of an encoded model and the JSON that it was decoded from. An existing
  ///     row then keeps the values of the properties that this JSON lacks.
  ///   - replacing: whether all rows are deleted first. A table of models that have changed is created again,
  ///     without the indexes and triggers of other programs.
  ///   - keepsKeys: whether each line is such an array, and the unmapped members of the JSON are saved. They have a
  ///     column of their own, which is created when it is first needed.
  ///   - source: calls the function that it receives with blocks of complete lines.
  /// - Returns: the result of `source`.
  /// - Throws: a ``StoreError`` with the row and the property, or the error of `source`. No model is saved then.
  func saveLines<Result>(
    of model: ModelDescription, merging: Bool = false, replacing: Bool = false, keepsKeys: Bool = false,
    _ source: ((ArraySlice<UInt8>) throws -> Void) throws -> Result
  ) throws -> Result {
    let declared = try model.layout()
    defer { notifyObservers(of: [declared]) }
    return try write(isBulk: true, rebuilds: true) { connection in
      var layout = try connection.checkTable(of: declared, replacing: replacing)
      let isPrepared = (try? connection.isPrepared(for: layout)) == true
      for sql in isPrepared ? layout.clearances : layout.removals where replacing { try connection.run(sql) }
      if replacing, !isPrepared { try connection.removeRecord(of: layout.table) }
      try connection.prepare(layout, isRevised: false)
      var kept = KeptKeys()
      return try source { lines in
        for line in lines.split(separator: UInt8(ascii: "\n")) {
          let value = try JSONDocument(Array(line)).root
          let isPair = merging || keepsKeys
          var (object, input) = isPair ? (value[0] ?? value, value[1]) : (value, nil)
          if keepsKeys, let source = input, let whole = kept.json(of: object, from: source, as: model) {
            object = whole.root
            if layout.leavesOut(membersOf: object) {
              layout = layout.keepingOthers(try connection.record(of: layout.table)?.columns ?? [])
              try connection.prepare(layout, isRevised: false)
            }
          }
          try layout.save(object, from: merging ? input : nil, on: connection)
        }
      }
    }
  }
}
