import Mantle

extension EditBuilder {
  /// Gives several rows new JSON, in one step; those that have it already are left out.
  ///
  /// - Returns: nil where all have.
  func setting(_ values: [(row: Row, json: [UInt8])]) throws -> Edit? {
    var parts: [EditStep.Part] = []
    var splices: [Record.Place: (record: Record, splices: [JSONSplice])] = [:]
    for (row, json) in values {
      guard let record = row.record else {
        throw EditRefused(description: "\(row.path) is not read whole")
      }
      let json = laidOut(json, for: row)
      guard row.node?.rawBytes != json, let splice = try splice(row, json) else { continue }
      splices[record.place, default: (record, [])].splices.append(splice)
      let before = row.node?.rawText
      var part = EditStep.Part(
        before == nil ? .inserted : .changed, row, before: before,
        after: String(decoding: json, as: UTF8.self), in: document)
      part.rewritten = rewritten(row, json)
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    var step = EditStep(first)
    for part in parts.dropFirst() { step.append(EditStep(part)) }
    return Edit(step: step, changes: try changes(Array(splices.values)))
  }

  private func splice(_ row: Row, _ json: [UInt8]) throws -> JSONSplice? {
    if let node = row.node { return node.replacing(with: json) }
    guard case .property(let property, let owner, nil) = row.content, let record = row.record else {
      return nil
    }
    return try record.inserting(json, at: property.keyPaths[0], in: owner)
  }

  /// What is inserted in one gap is changed together.
  private func changes(_ records: [(record: Record, splices: [JSONSplice])]) throws -> [Edit.Change] {
    var changes: [Edit.Change] = []
    var gaps: [Overlay.Gap: [Overlay.Insertion]] = [:]
    for (record, splices) in records {
      guard case .inserted(let gap, let serial) = record.place else {
        changes.append(try change(record, splices))
        continue
      }
      var insertions = gaps[gap] ?? document.history.overlay.insertions(in: gap)
      if let index = insertions.firstIndex(where: { $0.serial == serial }) {
        insertions[index].value = try record.applying(splices)
      }
      gaps[gap] = insertions
    }
    return changes + gaps.map { (.gap($0), .inserted($1)) }
  }
}
