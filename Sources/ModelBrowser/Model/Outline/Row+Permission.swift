import Mantle

extension Row {
  /// The reason why the value cannot be edited as text; nil if it can be edited.
  var notEditableReason: String? {
    switch content {
    case .container: "open it, and edit its children  (o adds one)"
    case .absent: "open it, and edit the properties inside"
    case .unmapped: "open it, and edit the keys inside"
    case .remark(let remark): remark.notEditableReason
    case .broken: record == nil ? "this is not JSON; delete it, or repair it in a text editor" : nil
    case .mistake: nil
    case .long:
      isTooDeep ? "nested too deeply to be edited here" : "too long to be edited here"
    case .nothing: "there is no value"
    case .property(_, _, let node?) where node.kind.isContainer && !isSmall(node):
      "open it, and edit its children"
    case .property: nil
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

  /// The read-only property of the row or of an enclosing row; nil if there is none. Such a property is changed only
  /// after a confirmation.
  var lock: PropertyLock? {
    let locked = sequence(first: self, next: \.parent).first { $0.content.property?.isEditable == false }
    return locked.flatMap { row in
      row.content.property.map { PropertyLock(model: row.ownerModel?.name ?? "the model", property: $0.name) }
    }
  }

  private func isSmall(_ node: JSONNode) -> Bool { node.byteRange.count <= 1 << 14 }

  /// Whether the children are the members of an object rather than the properties of a model.
  var isPlainObject: Bool {
    switch content {
    case .container(let container): container.form == .object
    case .value, .property: childNode?.kind == .object && model == nil && isContainer
    case .absent, .unmapped, .remark, .broken, .mistake, .long, .nothing: false
    }
  }
}

/// A read-only property of a model.
struct PropertyLock: Hashable, Sendable {
  let model: String
  let property: String

  var words: String { "\(property) is read-only in \(model)" }
}

extension Row {
  /// Returns the elements of another document that the value refers to; nil if the value is not a reference or not a
  /// member of an element.
  func reference(in document: Document) -> DocumentSource.Reference? {
    guard let find = document.reference, path.components.count == 2,
      case .key(let key)? = path.components.last,
      let element = sequence(first: self, next: \.parent).first(where: { $0.path.components.count == 1 })
    else { return nil }
    return element.node.flatMap { find(key, $0) }
  }
}
