import Mantle

/// Which edits the row under the cursor allows: each answer is the reason why not, nil where the edit can be made.
struct EditPermission {
  let outline: Outline
  let cursor: Row

  var edit: String? { Self.edit(cursor) }

  private static func edit(_ row: Row) -> String? { row.notEditableReason.map { "Not editable: \($0)" } }

  var setNull: String? {
    guard let node = cursor.node else { return cursor.property == nil ? "There is no value here" : edit }
    if node.isNull { return "It is null already" }
    if let property = cursor.property {
      if !property.isEditable { return edit }
      if !property.shape.isOptional { return "\(property.name) is not optional" }
    }
    return cursor.holderReason
  }

  var delete: String? {
    if let property = cursor.property {
      if cursor.node == nil { return "\(property.name) is absent already" }
      if !property.isEditable { return edit }
      if property.isRequired { return "\(property.name) is required: it cannot be absent" }
      return cursor.holderReason
    }
    switch cursor.content {
    case .container, .long, .broken:
      // Whole children only: what is around them says where they end.
      return cursor.position == nil ? "This cannot be deleted here" : cursor.holderReason
    case .absent, .unmapped, .archive, .fact, .nothing:
      return "This cannot be deleted here"
    case .value: return cursor.parent == nil ? "The whole file cannot be deleted" : cursor.holderReason
    case .property: return nil
    }
  }

  func insert(_ side: InsertionSide) -> String? {
    guard let place = outline.insertionPlace(side, of: cursor) else {
      return "There is no list or object here to insert into"
    }
    if let property = place.parent.property, !property.isEditable { return Self.edit(place.parent) }
    return place.parent.holderReason
  }

  /// - Parameter register: what was copied or deleted.
  func put(_ register: Register?, _ side: InsertionSide) -> String? {
    register == nil ? "Nothing was copied or deleted yet (yy, dd)" : insert(side)
  }

  var rename: String? {
    if let property = cursor.property { return "The model says what the key of \(property.name) is" }
    guard cursor.keyText != nil else { return "This row has no key" }
    switch cursor.content {
    case .value: return cursor.holderReason
    default: return "Too large for its key to be changed here"
    }
  }

  var move: String? {
    guard let parent = cursor.parent, parent.isList, cursor.node != nil else {
      return "Only elements of a list can be moved"
    }
    if outline.filter(of: parent) != nil {
      return "Elements beside it are left out (Esc shows all)"
    }
    if let property = parent.property, !property.isEditable { return Self.edit(parent) }
    return parent.holderReason
  }
}

extension Browser {
  var permission: EditPermission { EditPermission(outline: outline, cursor: cursor) }
}
