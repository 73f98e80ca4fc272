import Mantle

/// The edits that the row under the cursor allows: each property is the reason against an edit, or nil if the edit is allowed.
struct EditPermission {
  let outline: Outline
  let cursor: Row

  /// Whether any value is accepted because the model was inferred from the values seen so far.
  private var takesAnything: Bool { outline.document.isReadAsInferred }

  var edit: String? { outline.isEmpty ? nil : cursor.notEditableReason.map { "Not editable: \($0)" } }

  /// Why the value cannot be edited as JSON on one line; nil if it can.
  var editLine: String? { edit ?? keepingMistakes }

  /// Why the value cannot be replaced by JSON: its comments or mistakes would be lost. Nil if it contains neither.
  var keepingMistakes: String? {
    cursor.holdsMistakes
      ? "Comments or mistakes in its text would be lost: E edits the text  (:fix repairs it)"
      : nil
  }

  /// Returns why the property or the list of the value rejects JSON; nil if it accepts the JSON.
  func objection(to json: [UInt8]) -> String? {
    guard !takesAnything, let node = (try? JSONDocument(parsing: JSONBytes(json)))?.root else { return nil }
    if let property = cursor.typing {
      return property.decode(node).diagnostics.first { $0.severity == .error }.map {
        ValueEdit.words(for: $0)
      }
    }
    return cursor.parent.flatMap { $0.isList ? notElementReason(json, of: $0) : nil }
  }

  var setNull: String? {
    if cursor.parent == nil, cursor.isContainer { return "The whole file cannot be made null" }
    guard let node = cursor.node else { return cursor.property == nil ? "There is no value here" : edit }
    if node.isNull { return "It is null already" }
    if let property = cursor.property, !property.shape.isOptional, !takesAnything {
      return "\(property.name) is not optional"
    }
    return nil
  }

  var delete: String? {
    if cursor.parent == nil { return "The whole file cannot be deleted" }
    if let property = cursor.property {
      if cursor.node == nil { return "\(property.name) is absent already" }
      return property.isRequired && !takesAnything ? "\(property.name) is required: it cannot be absent" : nil
    }
    switch cursor.content {
    case .container, .long, .broken:
      // Only whole children can be deleted, because the surrounding syntax marks their ends.
      return cursor.position == nil ? "This cannot be deleted here" : nil
    case .mistake(let mistake):
      return mistake.range.isEmpty ? "There is nothing to delete: e inserts the missing text" : nil
    case .absent, .unmapped, .remark, .nothing:
      return "This cannot be deleted here"
    case .value, .property: return nil
    }
  }

  func insert(_ side: InsertionSide) -> String? {
    outline.insertionPlace(side, of: cursor) == nil
      ? "There is no list or object here to insert into" : nil
  }

  func put(_ registers: Registers, _ side: InsertionSide) -> String? {
    guard registers.chosen.isEmpty else { return insert(side) }
    return registers.wanted.map { "Nothing was copied to the register \($0) yet (\"\($0)yy)" }
      ?? "Nothing was copied or deleted yet (yy, dd)"
  }

  /// Returns why the key of the cursor's column cannot be changed, even if the cursor's row lacks the key; nil if it can.
  var renameColumn: String? {
    cursor.property.flatMap { takesAnything ? nil : "The model defines the key of \($0.name)" }
  }

  var rename: String? {
    if let renameColumn { return renameColumn }
    guard cursor.keyText != nil else { return "This row has no key" }
    switch cursor.content {
    case .value, .property(_, _, .some): return nil
    case .property: return "The property is absent and has no key"
    default: return "The value is too large to rename its key here"
    }
  }

  var move: String? {
    guard let parent = cursor.parent else { return "Only elements and members can be moved" }
    if parent.parent == nil, let reason = outline.document.reasonAgainstOrder { return reason }
    if !parent.isList {
      if cursor.property != nil {
        return "The model defines the order of its properties  (gr shows the JSON, where keys can be moved)"
      }
      guard parent.childNode?.kind == .object, case .value = cursor.content else {
        return "Only elements of a list, and keys of an object of up to 1 MB, can be moved"
      }
    }
    guard cursor.record != nil, cursor.mistake == nil else {
      return "Large or malformed values cannot be moved"
    }
    if outline.filter(of: parent) != nil {
      return "The filter hides its siblings (Esc shows all)"
    }
    return nil
  }
}

/// Returns why a value cannot be an element of a list of models; nil if it can, or if the list accepts any value.
func notElementReason(_ value: [UInt8], of list: Row) -> String? {
  let reading = list.interpretation.element(at: nil)
  guard let reference = reading.shape?.reference, let node = try? JSONDocument(parsing: JSONBytes(value)).root
  else { return nil }
  guard let model = reading.model(for: node) else { return "not of type \(reference.name)" }
  return model.diagnose(node, minimumSeverity: .error).first.map {
    "not a valid \(model.name): \($0.path.isEmpty ? "" : "\($0.path): ")\($0.shortMessage)"
  }
}
