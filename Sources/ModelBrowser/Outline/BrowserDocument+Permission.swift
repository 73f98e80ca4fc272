import Mantle

extension BrowserDocument {
  /// Why a row's value cannot be edited as a text; nil when it can.
  func whyNotEditable(_ row: Row) -> String? {
    switch row.content {
    case .spine: "open it, and edit what is inside"
    case .absent: "open it, and edit the properties inside"
    case .unmapped: "open it, and edit the keys inside"
    case .archive, .fact: "it is what the archive says, not a value"
    case .broken: "this is no JSON; only a text editor can mend it"
    case .long: "too long to be edited here"
    case .nothing: "there is no value"
    case .property(let property, _, let node): whyNotEditable(property, node, row)
    case .value(let node):
      if row.model != nil {
        "open it, and edit its properties"
      } else if node.kind.isContainer, !isSmall(node) {
        "too large to be edited as one text"
      } else {
        whyHeld(row)
      }
    }
  }

  private func whyNotEditable(_ property: PropertyDescription, _ node: JSONNode?, _ row: Row) -> String? {
    if !property.isEditable {
      return
        "\(property.name) is a let property of \(row.ownerModel?.name ?? "the model") (m shows the raw JSON, where it can be edited)"
    }
    if let held = whyHeld(row) { return held }
    if let node, node.kind.isContainer, !isSmall(node) { return "open it, and edit what is inside" }
    return nil
  }

  /// A value inside a `let` property can only be changed with it.
  func whyHeld(_ row: Row) -> String? {
    var outer = row.parent
    while let row = outer {
      if case .property(let property, _, _) = row.content, !property.isEditable {
        return "\(property.name), which holds it, is a let property"
      }
      outer = row.parent
    }
    return nil
  }

  private func isSmall(_ node: JSONNode) -> Bool { node.byteRange.count <= 1 << 14 }
}

/// Where something new goes, as seen from the row under the cursor.
enum InsertionSide: Sendable {
  case inside, after, before
}

extension Browser {
  func cannotEdit(_ row: Row) -> String? {
    document.whyNotEditable(row).map { "Not editable: \($0)" }
  }

  func cannotSetNull(_ row: Row) -> String? {
    guard let node = row.node else { return row.property == nil ? "There is no value here" : cannotEdit(row) }
    if node.isNull { return "It is null already" }
    if let property = row.property {
      if !property.isEditable { return cannotEdit(row) }
      if !property.shape.isOptional { return "\(property.name) is not optional" }
    }
    return document.whyHeld(row)
  }

  func cannotDelete(_ row: Row) -> String? {
    if let property = row.property {
      if row.node == nil { return "\(property.name) is absent already" }
      if !property.isEditable { return cannotEdit(row) }
      if property.isRequired { return "\(property.name) is required: it cannot be absent" }
      return document.whyHeld(row)
    }
    switch row.content {
    case .absent, .unmapped, .archive, .fact, .broken, .long, .nothing, .spine:
      return "This cannot be deleted here"
    case .value: return row.parent == nil ? "The whole file cannot be deleted" : document.whyHeld(row)
    case .property: return nil
    }
  }

  func cannotInsert(_ side: InsertionSide) -> String? {
    guard let place = insertionPlace(side) else { return "There is no list or object here to insert into" }
    if let property = place.parent.property, !property.isEditable { return cannotEdit(place.parent) }
    return document.whyHeld(place.parent)
  }

  /// Why the key of a row cannot be another one; nil when it can.
  var cannotRename: String? {
    if let property = cursor.property { return "The model says what the key of \(property.name) is" }
    guard document.keyText(of: cursor) != nil else { return "This row has no key" }
    switch cursor.content {
    case .value: return document.whyHeld(cursor)
    default: return "Too large for its key to be changed here"
    }
  }

  var cannotMove: String? {
    guard let parent = cursor.parent, parent.isList, cursor.node != nil else {
      return "Only elements of a list can be moved"
    }
    if outline.filter(of: parent) != nil {
      return "Elements beside it are left out (Esc shows all)"
    }
    if let property = parent.property, !property.isEditable { return cannotEdit(parent) }
    return document.whyHeld(parent)
  }

  /// Where a new element or member goes: inside what is under the cursor, or beside it.
  func insertionPlace(_ side: InsertionSide) -> BrowserDocument.InsertionPlace? {
    switch cursor.content {
    case .unmapped: return cursor.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    case .absent, .archive, .fact: return nil
    default: break
    }
    if case .unmapped = cursor.parent?.content {
      return cursor.parent?.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    }
    return side == .inside ? placeInside : placeBeside(side)
  }

  private var placeInside: BrowserDocument.InsertionPlace? {
    let around = cursor.parent.flatMap { $0.isList || $0.isPlainObject ? $0 : nil }
    guard let inside = cursor.isList || cursor.isPlainObject ? cursor : around else { return nil }
    return .init(parent: inside, after: outline.unfiltered.lastChild(of: inside), isAtEnd: true)
  }

  private func placeBeside(_ side: InsertionSide) -> BrowserDocument.InsertionPlace? {
    guard let parent = cursor.parent, parent.isList || parent.isPlainObject else {
      return cursor.isList || cursor.isPlainObject ? .init(parent: cursor, after: nil) : nil
    }
    return .init(
      parent: parent, after: side == .after ? cursor : outline.unfiltered.previousSibling(of: cursor))
  }
}

extension Row {
  /// Whether the rows inside are members of an object that is no model.
  var isPlainObject: Bool {
    switch content {
    case .spine(let spine): spine.form == .object
    case .value, .property: node?.kind == .object && model == nil && isContainer
    case .absent, .unmapped, .archive, .fact, .broken, .long, .nothing: false
    }
  }
}
