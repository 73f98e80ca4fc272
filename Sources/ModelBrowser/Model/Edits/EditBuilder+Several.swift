import Mantle

extension EditBuilder {
  /// Replaces the JSON of several rows as one undo step; skips rows that already have the JSON.
  ///
  /// - Returns: nil if all rows already have the JSON.
  func setting(_ values: [(row: Row, json: [UInt8])]) throws -> Edit? {
    var parts: [EditStep.Part] = []
    var splices: RecordSplices = [:]
    for (row, json) in values {
      try outline.records.goOn()
      guard let record = row.record else {
        throw EditRefused(description: "\(row.path) is too large or malformed")
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
    return parts.isEmpty ? nil : try changes(applying: splices).edit(parts)
  }

  /// The splices of several records, by the identity of the record.
  typealias RecordSplices = [Record.Key: (record: Record, splices: [JSONSplice])]

  /// Returns the changes that apply splices to their records. An edited string is an edit of the record that contains it.
  func changes(applying splices: RecordSplices) throws -> OverlayChanges {
    var (changes, splices) = (noChanges, splices)
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
    return changes
  }

  /// Removes children of one container, or of values that are parsed as a whole, as one undo step.
  ///
  /// - Returns: nil if the rows cannot be removed together.
  func removing(_ rows: [Row]) throws -> Edit? {
    guard let parent = rows.first?.parent else { return nil }
    guard rows.allSatisfy({ $0.parent?.id == parent.id }) else { return try removingInside(rows) }
    // The last row is removed first, so that the places of the other rows stay valid.
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

  /// Removes children of several values that are parsed as a whole; nil if a row is not such a child.
  private func removingInside(_ rows: [Row]) throws -> Edit? {
    var removed: [JSONNode: (record: Record, nodes: [JSONNode])] = [:]
    var parts: [EditStep.Part] = []
    for row in rows.reversed() {
      try outline.records.goOn()
      guard let parent = row.parent, let record = row.record, row.position == nil, row.mistake == nil,
        let node = row.node, let holder = node.parent
      else { return nil }
      try refuseNewerObject(around: parent)
      removed[holder, default: (record, [])].nodes.append(node)
      parts.append(removal(of: row, in: parent))
    }
    var splices: RecordSplices = [:]
    for (holder, (record, nodes)) in removed {
      splices[record.key, default: (record, [])].splices += holder.removing(nodes)
    }
    return try changes(applying: splices).edit(parts)
  }

  /// Returns the description of an edit that removes a row.
  private func removal(of row: Row, in parent: Row) -> EditStep.Part {
    let before = row.node?.rawText ?? document.longText(of: row, Self.longestShown)
    var part = EditStep.Part(.deleted, row, before: before, after: nil, in: document)
    if let index = row.index { part.shifts = [.removed(from: parent.editedPlace, at: index)] }
    return part
  }

  private static let longestShown = 1000
}
