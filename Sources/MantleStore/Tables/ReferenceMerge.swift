import Mantle

/// An operation that saves the models to which a saved model refers, merged into their existing rows.
struct ReferenceMerge {
  let policy: MergePolicy
  /// The tables to which the table of the saved model refers, directly or indirectly.
  let related: RelatedTables
  let connection: Connection

  /// Saves the models to which a model refers, each as a row of its own table.
  ///
  /// - Parameters:
  ///   - object: the merged JSON of the model.
  ///   - incoming: the JSON of the model before it was merged.
  func saveReferences(of layout: TableLayout, in object: JSONNode, from incoming: JSONNode) throws {
    for column in layout.columns {
      guard let reference = column.reference, let node = column.node(in: object) else { continue }
      let own = column.node(in: incoming)
      let isList = node.kind == .array
      for element in isList ? Array(node.elements) : [node] {
        let identity = reference.identity(in: element)
        let source = (isList ? own.map { Array($0.elements) } ?? [] : own.map { [$0] } ?? [])
          .first { reference.identity(in: $0) == identity }
        try save(element, from: policy.inside(column.property) == nil ? nil : source, by: reference, column)
      }
    }
  }

  /// Saves the model to which a column refers as a row of its own table.
  ///
  /// - Parameter incoming: the JSON to merge into the row; nil to insert the row only if it does not exist.
  private func save(
    _ node: JSONNode, from incoming: JSONNode?, by reference: RowReference, _ column: StoredColumn
  ) throws {
    guard !node.isNull, var layout = related.layouts[reference.table], let type = layout.model?.swiftType
    else {
      return
    }
    layout.related = related
    let nested = policy.inside(column.property) ?? .keepIfNil
    let key = [reference.identity(in: node)]
    let isThere =
      try connection.value("SELECT 1 FROM \(layout.name) WHERE \(layout.isIdentity)", key) != .null
    guard incoming != nil || !isThere else { return }
    let document =
      try incoming.flatMap { try merged(type, $0, into: key, of: layout, nested) }
      ?? JSONDocument(node.rawBytes)
    let inner = ReferenceMerge(policy: nested, related: related, connection: connection)
    try inner.saveReferences(of: layout, in: document.root, from: incoming ?? node)
    // The rows that this row refers to were already saved.
    try layout.save(document.root, from: nil, RelatedTables(), on: connection)
  }

  /// Returns the JSON of an existing row's model after merging another model into it; nil if the row does not exist.
  ///
  /// - Parameters:
  ///   - incoming: the JSON of the model to merge.
  ///   - key: the identity of the row.
  private func merged<Root: Model>(
    _: Root.Type, _ incoming: JSONNode, into key: [SQLiteValue], of layout: TableLayout, _ policy: MergePolicy
  ) throws -> JSONDocument? {
    guard let current: Root = try connection.fetch(layout, key) else { return nil }
    return try JSONDocument(current.merging(Root.decode(incoming), by: policy).jsonBytes())
  }
}

extension TableLayout {
  /// Returns the JSON of a stored model in which each reference that a patch changes to another row is replaced by the
  /// reference in the patch. Otherwise, applying the patch would mix the values of both rows.
  func takingReferences(of patch: JSONNode, into object: JSONNode) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in object.members {
      let column = columns.first { $0.form == .reference && $0.path == [member.key.displayText] }
      let other = column.flatMap { $0.node(in: patch) }
      writer.writeKey(member.key.displayText)
      if let other, let reference = column?.reference, other.kind == .object,
        reference.identity(in: other) != reference.identity(in: member.value),
        reference.identity(in: other) != .null
      {
        writer.writeRawJSON(other)
      } else {
        writer.writeRawJSON(member.value)
      }
    }
    writer.endObject()
    return writer.finish()
  }
}

extension MergePolicy {
  /// Returns the policy for merging the row to which a property refers; nil if this policy excludes the property.
  ///
  /// For a selected property, it is `MergePolicy.keepIfNil`, because it is unknown which properties of the row the
  /// input contains.
  fileprivate func inside(_ property: String) -> MergePolicy? {
    guard case .presentOnly(let selection) = self else { return self }
    if selection.contains(property) { return .keepIfNil }
    let parts = selection.parts(of: property)
    return parts.names.isEmpty ? nil : .presentOnly(parts)
  }
}
