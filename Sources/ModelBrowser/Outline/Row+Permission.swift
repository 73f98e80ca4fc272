import Mantle

extension Row {
  /// Why the value cannot be edited as a text; nil when it can.
  var notEditableReason: String? {
    switch content {
    case .container: "open it, and edit what is inside"
    case .absent: "open it, and edit the properties inside"
    case .unmapped: "open it, and edit the keys inside"
    case .archive, .fact: "it is what the archive says, not a value"
    case .broken: record == nil ? "this is not JSON; delete it, or mend it in a text editor" : nil
    case .mistake: nil
    case .long:
      isTooDeep ? "it is inside too many others to be edited here" : "too long to be edited here"
    case .nothing: "there is no value"
    case .property(let property, _, let node): notEditableReason(property, node)
    case .value(let node):
      if model != nil {
        "open it, and edit its properties"
      } else if node.kind.isContainer, !isSmall(node) {
        "too large to be edited as one text"
      } else {
        nil
      }
    }
  }

  private func notEditableReason(_ property: PropertyDescription, _ node: JSONNode?) -> String? {
    if let node, node.kind.isContainer, !isSmall(node) { return "open it, and edit what is inside" }
    return nil
  }

  /// The `let` property the row shows, or is inside of: it is changed only after a question.
  var lock: PropertyLock? {
    var next: Row? = self
    while let row = next {
      if case .property(let property, _, _) = row.content, !property.isEditable {
        return PropertyLock(model: row.ownerModel?.name ?? "the model", property: property.name)
      }
      next = row.parent
    }
    return nil
  }

  private func isSmall(_ node: JSONNode) -> Bool { node.byteRange.count <= 1 << 14 }
}

extension Row {
  /// Whether the rows inside are members of an object that is no model.
  var isPlainObject: Bool {
    switch content {
    case .container(let container): container.form == .object
    case .value, .property: node?.kind == .object && model == nil && isContainer
    case .absent, .unmapped, .archive, .fact, .broken, .mistake, .long, .nothing: false
    }
  }
}

/// A property a model does not change.
struct PropertyLock: Hashable, Sendable {
  let model: String
  let property: String
}
