import Mantle

extension BrowserDocument {
  /// What reading the models had to say about a row's value and everything inside it.
  ///
  /// - Parameter notes: whether notes are wanted too.
  func diagnostics(of row: Row, notes: Bool = true) -> [Diagnostic] {
    if case .broken(let error) = row.content, let record = row.record {
      return [error.diagnostic(in: record.bytes, basePath: row.path)]
    }
    switch row.content {
    case .absent, .unmapped, .archive, .fact: return []
    default: break
    }
    guard let modelRow = row.outermostModelRow, let node = modelRow.node, let record = row.record,
      let model = modelRow.reading.model(for: node)
    else { return [] }
    let all = record.diagnose(model, node, notes: notes)
    guard !all.isEmpty, modelRow.id != row.id else { return all }
    let paths =
      row.property.map { property in
        property.keyPaths.map { JSONKeyPath((row.parent?.path.components ?? []) + $0.components) }
      } ?? [row.path]
    return all.filter { diagnostic in paths.contains { diagnostic.path.starts(with: $0) } }
  }

  /// The worst of a row's problems; nil where there are none.
  func severity(of row: Row) -> Diagnostic.Severity? {
    if case .broken = row.content { return .error }
    return diagnostics(of: row, notes: false).map(\.severity).max()
  }

  /// Whether the row has unsaved edits, in itself or, for records, inside.
  func isEdited(_ row: Row) -> Bool {
    if history.hasEdited(row) { return true }
    guard let record = row.record, row.parent?.record == nil else { return false }
    switch record.place {
    case .original(let child): return history.isUnsaved(.value(child))
    case .inserted(let gap, _): return history.isUnsaved(.gap(gap))
    }
  }
}

extension JSONKeyPath {
  /// Whether a path leads to this one's value or around it.
  func starts(with path: JSONKeyPath) -> Bool { components.starts(with: path.components) }
}
