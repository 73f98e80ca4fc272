import Mantle

/// Saves the rows that saved models refer to, merged into the existing rows with the same identity.
struct ReferenceMerge {
  let policy: MergePolicy
  /// The tables that the outermost table refers to.
  let related: RelatedTables
  let connection: Connection

  /// Saves the rows that a model refers to.
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

  /// Saves the object that a column refers to as a row of its own table.
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

  /// Returns the JSON of an existing row merged with a model; nil if the row does not exist.
  private func merged<Root: Model>(
    _: Root.Type, _ incoming: JSONNode, into key: [SQLiteValue], of layout: TableLayout, _ policy: MergePolicy
  ) throws -> JSONDocument? {
    guard let current: Root = try connection.fetch(layout, key) else { return nil }
    return try JSONDocument(current.merging(Root.decode(incoming), by: policy).jsonBytes())
  }
}

extension TableLayout {
  /// Returns the JSON of a model with those references of a patch that lead to other rows. Otherwise the other rows
  /// would be patched with values of the former rows.
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
  /// Returns the policy for the row that a property refers to; nil if the policy excludes the property.
  ///
  /// Selected properties are replaced, but it is unknown which properties of the row the input contains.
  fileprivate func inside(_ property: String) -> MergePolicy? {
    guard case .presentOnly(let selection) = self else { return self }
    if selection.contains(property) { return .keepIfNil }
    let parts = selection.parts(of: property)
    return parts.names.isEmpty ? nil : .presentOnly(parts)
  }
}
