import Mantle

extension EditBuilder {
  /// Gives several rows new JSON, in one step; those that have it already are left out.
  ///
  /// - Returns: nil where all have.
  func setting(_ values: [(row: Row, json: [UInt8])]) throws -> Edit? {
    var parts: [EditStep.Part] = []
    var splices: [Record.Place: (record: Record, splices: [JSONSplice])] = [:]
    for (row, json) in values {
      try outline.records.goOn()
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

  /// Takes children of one container away, in one step.
  ///
  /// - Returns: nil where they are not that: then each changes the record that the next one is in.
  func removing(_ rows: [Row]) throws -> Edit? {
    guard let parent = rows.first?.parent, rows.allSatisfy({ $0.parent?.id == parent.id }) else { return nil }
    // The last one first, so that the places of the others stay.
    let step = EditStep(
      parts: try rows.reversed().map { row in
        try outline.records.goOn()
        return removal(of: row, in: parent)
      }, changes: [])
    if let container = parent.container {
      guard rows.allSatisfy({ $0.position != nil }) else { return nil }
      return Edit(step: step, changes: removals(of: rows.compactMap(\.position), in: container))
    }
    let nodes = rows.compactMap { $0.mistake == nil ? $0.node : nil }
    guard let record = rows[0].record, let container = nodes.first?.parent,
      Set(nodes).count == rows.count, nodes.allSatisfy({ $0.parent == container })
    else { return nil }
    let change = try change(
      record, container.removing(nodes), arranging: .removing(nodes, from: container))
    return Edit(step: step, changes: [change])
  }

  /// Returns the description of removing a row.
  private func removal(of row: Row, in parent: Row) -> EditStep.Part {
    let before = row.node?.rawText ?? document.longText(of: row, Self.longestShown)
    var part = EditStep.Part(.deleted, row, before: before, after: nil, in: document)
    if let index = row.index { part.shifts = [.removed(from: parent.editedPlace, at: index)] }
    return part
  }

  private static let longestShown = 1000

  private func removals(of positions: [LazyContainer.Position], in container: LazyContainer) -> [Edit.Change]
  {
    var gaps: [Overlay.Gap: Set<Int>] = [:]
    var changes: [Edit.Change] = []
    for position in positions {
      switch position {
      case .original(let child):
        let child = ChildID(container.index.measured(child))
        changes.append((.value(child), .removed(container: container.offset)))
      case .inserted(let gap, let index, _): gaps[gap, default: []].insert(index)
      }
    }
    for (gap, indices) in gaps {
      let left = document.history.overlay.insertions(in: gap).enumerated().filter {
        !indices.contains($0.offset)
      }
      changes.append((.gap(gap), left.isEmpty ? nil : .inserted(left.map(\.element))))
    }
    return changes
  }

  private func splice(_ row: Row, _ json: [UInt8]) throws -> JSONSplice? {
    if let node = row.node { return node.replacing(with: json) }
    guard case .property(let property, let owner, nil) = row.content, let record = row.record else {
      return nil
    }
    return try record.inserting(json, at: property.keyPaths[0], in: owner)
  }

  /// Returns the overlay changes for splices of records; insertions in one gap are changed together.
  private func changes(_ records: [(record: Record, splices: [JSONSplice])]) throws -> [Edit.Change] {
    var changes: [Edit.Change] = []
    var gaps: [Overlay.Gap: [Overlay.Insertion]] = [:]
    for (record, splices) in records {
      try outline.records.goOn()
      guard case .inserted(let gap, let serial) = record.place else {
        changes.append(try change(record, splices))
        continue
      }
      var insertions = gaps[gap] ?? document.history.overlay.insertions(in: gap)
      gaps[gap] = nil
      if let index = document.history.overlay.insertion(serial)?.index {
        insertions[index].value = try record.applying(splices).bytes
      }
      gaps[gap] = insertions
    }
    return changes + gaps.map { (.gap($0), .inserted($1)) }
  }
}
