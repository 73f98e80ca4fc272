import Mantle

/// Models of a ``Store`` that are read one by one. If a row cannot be decoded, its element is an error. The sequence
/// can be iterated once.
///
/// ```swift
/// for issue in try store.models(Issue.self, where: "state = open") { print(try issue.get().title) }
/// ```
public struct StoredModels<Root: Model>: Sequence, IteratorProtocol {
  private let rows: ReaderScan
  private var isFinished = false

  init(_ rows: ReaderScan) { self.rows = rows }

  /// Returns the next model, or the error of its row.
  ///
  /// The sequence continues after an error; it ends with nil.
  public mutating func next() -> Result<Root, any Error>? {
    guard !isFinished else { return nil }
    do {
      guard let row = try rows.next() else {
        isFinished = true
        return nil
      }
      return Result { try Root.decode(row: row.document, of: rows.layout) }
    } catch {
      // After an error of SQLite, no further rows can be read.
      isFinished = true
      return .failure(error)
    }
  }
}

/// Models of a ``Store`` that are read one by one in a loop that lets other tasks run.
///
/// ```swift
/// for try await note in try store.models(Note.self) { print(try note.get().text) }
/// ```
public struct AsyncStoredModels<Root: Model>: AsyncSequence {
  let scan: () throws -> ReaderScan

  /// Returns an iterator over the models that are in the store at the iterator's first use.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(scan: scan) }

  /// An iterator over models of a ``Store`` that lets other tasks run between models.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let scan: () throws -> ReaderScan
    private var models: StoredModels<Root>?

    fileprivate init(scan: @escaping () throws -> ReaderScan) { self.scan = scan }

    /// Returns the next model, or the error of its row; nil at the end.
    ///
    /// - Throws: a `CancellationError` if the task is canceled, or a ``StoreError`` if the table cannot be read.
    public mutating func next() async throws -> Result<Root, any Error>? {
      try Task.checkCancellation()
      await Task.yield()
      if models == nil { models = StoredModels(try scan()) }
      return models?.next()
    }
  }
}

/// A scan of rows on a connection for reading, which goes back to its store when the scan is released.
final class ReaderScan {
  let layout: TableLayout
  private let store: Store
  private let connection: Connection
  private var scan: RowScan?

  init(_ store: Store, _ layout: TableLayout, _ request: RowRequest) throws {
    (self.store, self.layout) = (store, layout)
    connection = try store.takeReader()
    // Sorted rows are read twice, so they must not change in between.
    try connection.run("BEGIN")
    try connection.checkVersions(of: layout)
    scan = try RowScan(layout, request, on: connection)
  }

  deinit {
    scan = nil
    if (try? connection.run("COMMIT")) != nil { store.putBack(connection) }
  }

  func next() throws -> RowScan.Row? { try scan?.next() }
}
