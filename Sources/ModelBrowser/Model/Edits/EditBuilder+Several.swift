import Mantle

extension EditBuilder {
  /// Replaces the JSON of several rows in one step, except of those that have it already.
  ///
  /// - Returns: nil where all have.
  func setting(_ values: [(row: Row, json: [UInt8])]) throws -> Edit? {
    var parts: [EditStep.Part] = []
    var splices: [Record.Key: (record: Record, splices: [JSONSplice])] = [:]
    for (row, json) in values {
      try outline.records.goOn()
      guard let record = row.record else {
        throw EditRefused(description: "\(row.path) is not read whole")
      }
      try refuseNewerObject(around: row)
      let json = laidOut(json, for: row)
      let splice: JSONSplice
      if let node = row.node {
        guard node.rawBytes != json || record.damagedText(of: node) != nil else { continue }
        splice = node.replacing(with: json)
      } else if case .property(let property, let owner, nil) = row.content {
        splice = try Record.inserting(json, at: property.keyPaths[0], in: owner)
      } else {
        throw EditRefused(description: "there is no value here")
      }
      splices[record.key, default: (record, [])].splices.append(splice)
      let before = row.node?.rawText
      var part = EditStep.Part(
        before == nil ? .inserted : .changed, row, before: before,
        after: String(decoding: json, as: UTF8.self), in: document)
      part.rewritten = rewritten(row, json)
      parts.append(part)
    }
    guard !parts.isEmpty else { return nil }
    var changes = noChanges
    // An edited string is an edit of the record that contains it.
    while let (key, (record, inner)) = splices.max(by: { $0.key.strings.count < $1.key.strings.count }),
      let (outer, string) = record.string
    {
      splices[key] = nil
      let text = try record.applying(inner)
      splices[outer.key, default: (outer, [])].splices.append(string.replacing(withNested: text.bytes))
    }
    for (record, splices) in splices.values {
      try outline.records.goOn()
      try changes.set(record, to: record.applying(splices))
    }
    return changes.edit(parts)
  }

  /// Removes children of one container in one step.
  ///
  /// - Returns: nil where they are not that: then each changes the record that the next one is in.
  func removing(_ rows: [Row]) throws -> Edit? {
    guard let parent = rows.first?.parent, rows.allSatisfy({ $0.parent?.id == parent.id }) else { return nil }
    // The last one first, so that the places of the others stay.
    let parts = try rows.reversed().map { row in
      try outline.records.goOn()
      try refuseNewerObject(around: parent)
      return removal(of: row, in: parent)
    }
    var changes = noChanges
    if let container = parent.container {
      guard rows.allSatisfy({ $0.position != nil }) else { return nil }
      changes.remove(rows.compactMap(\.position), from: container)
      return changes.edit(parts)
    }
    let nodes = rows.compactMap { $0.mistake == nil ? $0.node : nil }
    guard let record = rows[0].record, let container = nodes.first?.parent,
      Set(nodes).count == rows.count, nodes.allSatisfy({ $0.parent == container })
    else { return nil }
    let arrangement = ChildArrangement.removing(nodes, from: container)
    try changes.set(record, to: record.applying(container.removing(nodes), arranging: arrangement))
    return changes.edit(parts)
  }

  /// Returns the description of removing a row.
  private func removal(of row: Row, in parent: Row) -> EditStep.Part {
    let before = row.node?.rawText ?? document.longText(of: row, Self.longestShown)
    var part = EditStep.Part(.deleted, row, before: before, after: nil, in: document)
    if let index = row.index { part.shifts = [.removed(from: parent.editedPlace, at: index)] }
    return part
  }

  private static let longestShown = 1000
}
