import Mantle
import MantleArchiving

/// The label and the content of a row, without its place in the outline. The children of a row in a record are stored
/// in this form until they are needed.
struct ChildRow {
  let label: Row.Label
  let content: Row.Content
  let interpretation: Interpretation
  /// The path from the parent's value to this value.
  let step: [JSONKeyPath.Component]
  /// The key of the value if the row is a member; otherwise nil.
  var key: JSONNode?

  /// Returns the children of a row in a record, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children, which the maximum size of a record limits.
  static func rows(inside row: Row) -> ChildRows {
    switch row.content {
    case .absent(let properties):
      return properties
    case .unmapped(let keys, _):
      return ChildRows(
        keys.map {
          ChildRow(
            label: .key($0.path.description), content: .value($0.value), interpretation: .raw,
            step: $0.path.components, key: $0.key)
        })
    case .value(let node), .property(_, _, .some(let node)):
      let remarks = Remark.archive(of: row).map { [ChildRow($0)] } ?? []
      guard row.isContainer else { return ChildRows(remarks) }
      if row.nested != nil, let root = row.childNode { return ChildRows(in: root, .raw, [], then: []) }
      let mistakes = mistakes(in: node, of: row)
      if let model = row.model {
        return rows(of: model, node, row.archived, then: remarks + mistakes.map(\.row))
      }
      return ChildRows(in: node, row.interpretation, mistakes, then: remarks)
    case .remark(let remark): return ChildRows(remark.parts.map(ChildRow.init))
    case .container, .property, .broken, .mistake, .long, .nothing:
      return ChildRows([])
    }
  }

  /// Returns the mistakes between the values of malformed input, each with the index of the following value.
  private static func mistakes(in node: JSONNode, of row: Row) -> [(before: Int, row: ChildRow)] {
    guard let record = row.record, let mistakes = record.damage?.mistakes(in: node), !mistakes.isEmpty else {
      return []
    }
    let starts = node.kind == .array ? node.elements.map(\.byteRange) : node.members.map(\.key.byteRange)
    let offsets = starts.map { record.damage?.repair.sourceRange(of: $0).lowerBound ?? 0 }
    return mistakes.map { mistake in
      let range = mistake.range
      let text = record.bytes.text(range.lowerBound..<min(range.upperBound, range.lowerBound + 1000))
      return (
        offsets.countOfPrefix { $0 < range.lowerBound || $0 == range.lowerBound && !range.isEmpty },
        ChildRow(label: .mistake(text), content: .mistake(mistake), interpretation: .raw, step: [])
      )
    }
  }

  /// Returns the rows of a model: its properties, each at its position in the model whether present or absent,
  /// followed by the groups and the rows of `last`. Local properties are in the group of absent properties.
  private static func rows(
    of model: ModelDescription, _ object: JSONNode, _ place: ArchivedPlace?, then last: [ChildRow]
  ) -> ChildRows {
    let properties = model.properties.filter { !$0.keyPaths.isEmpty }
    let members = DistinctMembers(of: object)
    let rows = properties.map { row(of: $0, in: object, members) }
    let mayHide = zip(properties, rows).map { !$0.isRequired && $1.content.node == nil }
    let absent = rows.indices.filter { mayHide[$0] }
    var shown = rows.indices.filter { !mayHide[$0] }.map { (position: $0, row: rows[$0]) }
    let local = model.properties.filter(\.keyPaths.isEmpty).enumerated().map { number, property in
      (position: rows.count + number, row: ChildRow(Remark(local: property, of: model, in: place)))
    }
    if absent.count + local.count > 0 {
      let group = ChildRows(at: absent.map { (position: $0, row: rows[$0]) } + local)
      let row = ChildRow(label: .absent, content: .absent(group), interpretation: .raw, step: [])
      shown.append((position: rows.count, row: row))
    }
    let unmapped = MappedKeys(model).unmapped(in: object)
    if !unmapped.isEmpty {
      let row = ChildRow(
        label: .unmapped, content: .unmapped(unmapped, owner: object), interpretation: .raw, step: [])
      shown.append((position: rows.count + 1, row: row))
    }
    return ChildRows(
      at: shown + last.enumerated().map { (position: rows.count + 2 + $0, row: $1) })
  }

  private static func row(
    of property: PropertyDescription, in object: JSONNode, _ members: DistinctMembers
  ) -> ChildRow {
    let found = property.found { path in
      // Searching an object with hundreds of keys for each property would be slow.
      guard case .key(let key)? = path.components.first else { return object.find(path) }
      return members[Array(key.utf8)]?.find(JSONKeyPath(Array(path.components.dropFirst())))
    }
    return ChildRow(
      label: .property(property.name),
      content: .property(property, owner: object, value: found?.node),
      interpretation: .typed(property.shape),
      step: found?.path.components ?? property.keyPaths.first?.components ?? [])
  }

  /// The keys and values that the row shows; empty for a row without text.
  var nodes: [JSONNode] {
    switch content {
    case .unmapped(let keys, _): return keys.flatMap { [$0.key, $0.value] }
    case .value(let node): return [key, node].compactMap(\.self)
    case .property(_, _, .some(let node)):
      if case .key = step.last { return [node.memberKey, node] }
      return [node]
    default: return []
    }
  }

  var property: PropertyDescription? { content.property }

  /// The name under which the group of absent properties lists this row; nil if the row is not a property.
  var absentName: String? {
    if case .remark(let remark) = content { return "\(remark.name) (local)" }
    return property?.name
  }
}

extension PropertyDescription {
  /// Returns the value that the property is decoded from, which is at the first of its key paths that exists; nil if
  /// there is none.
  func node(in object: JSONNode) -> JSONNode? { found(in: object)?.node }

  func found(in object: JSONNode) -> (path: JSONKeyPath, node: JSONNode)? { found { object.find($0) } }

  func found(by find: (JSONKeyPath) -> JSONNode?) -> (path: JSONKeyPath, node: JSONNode)? {
    for path in keyPaths {
      if let node = find(path) { return (path, node) }
    }
    return nil
  }

  /// Returns the key of the value that the property is decoded from; nil if the value does not exist or is not a
  /// member.
  func keyNode(in object: JSONNode) -> JSONNode? {
    guard let found = found(in: object), case .key = found.path.components.last else { return nil }
    return found.node.memberKey
  }
}
