import Mantle

/// The editor that opens for a row's value: a line to type on, or a list to choose from.
enum EditOpening {
  case typing(ValueEdit)
  case choosing(ListPicker)

  /// Returns the editor for the value of a row.
  ///
  /// - Parameter isInferred: whether the row's model was inferred, so that its properties also accept values of other
  ///   types.
  /// - Returns: nil if the row has no value to edit.
  static func of(_ row: Row, isInferred: Bool) -> EditOpening? {
    if let source = SourceText(around: row) {
      return .typing(ValueEdit(.source(source), start: .text(source.text)))
    }
    guard let property = row.typing else { return edit(row).map { .typing($0) } }
    return switch property.shape.unwrapped {
    case .enumeration(let cases): .choosing(choice(among: cases, property, row, orOther: isInferred))
    case .boolean: .choosing(choice(among: ["true", "false"], property, row, orOther: isInferred))
    default: .typing(typing(property, row, isInferred: isInferred))
    }
  }

  static func typing(_ property: PropertyDescription, _ row: Row, isInferred: Bool) -> ValueEdit {
    ValueEdit(
      .property(property), start: start(of: property, row), rule: ModelRule(around: row),
      takesAnything: isInferred, like: row.node?.kind)
  }

  /// Returns the edit of a property's value that opens after the user typed a text instead of picking a listed value.
  private static func suggesting(_ text: String, for property: PropertyDescription, _ row: Row) -> ValueEdit {
    ValueEdit(
      .property(property), start: .suggestion(text), rule: ModelRule(around: row), takesAnything: true,
      like: row.node?.kind)
  }

  private static func start(of property: PropertyDescription, _ row: Row) -> ValueEdit.Start {
    if let node = row.node, let source = row.record?.damagedText(of: node) {
      guard let decoded = row.record?.decode(property, node), decoded.text != nil else {
        return .wrong(node.kind == .string ? node.displayText : source)
      }
      let text = node.kind == .string ? decoded.editableText ?? node.displayText : source
      return .mended(text, json: node.rawBytes, source: source)
    }
    guard let node = row.node, !node.isNull else {
      if let template = Template.value(of: property.shape) { return .suggestion(template) }
      return .nothing(row.node == nil ? .absent : .null)
    }
    let decoded = row.record?.decode(property, node)
    let text = node.kind.isContainer ? node.line : decoded?.editableText ?? node.displayText
    return decoded?.text == nil ? .wrong(text) : .text(text)
  }

  /// Returns the edit of a value that does not belong to a property; nil if the row has no value.
  private static func edit(_ row: Row) -> ValueEdit? {
    if case .broken = row.content, let record = row.record {
      return ValueEdit(.mended, start: .wrong(record.bytes.text(record.range)))
    }
    guard let node = row.node else { return nil }
    let holdsTexts = row.view == .model && row.interpretation.shape?.isString == true
    if let source = row.record?.damagedText(of: node) {
      let isText = node.kind == .string
      return ValueEdit(
        isText ? .text : .json,
        start: .mended(isText ? node.displayText : source, json: node.rawBytes, source: source))
    }
    switch node.kind {
    case .string:
      return ValueEdit(.text, start: .text(node.displayText))
    case .null:
      return ValueEdit(holdsTexts ? .text : .json, start: .nothing(.null))
    default:
      return ValueEdit(.json, start: .text(node.line), like: node.kind)
    }
  }

  /// Returns the edit for a new element of a list.
  ///
  /// - Parameter neighbor: the kind of the existing elements.
  static func element(
    of list: Row, like neighbor: JSONKind?, inserting side: InsertionSide, isInferred: Bool
  ) -> ValueEdit {
    if let inner = list.innerTyping {
      return ValueEdit(
        .property(inner), inserting: side, start: .suggestion(Template.typed(inner.shape)),
        takesAnything: isInferred, like: neighbor)
    }
    let isText = list.interpretation.element(at: nil).shape?.isString ?? (neighbor == .string)
    if isText { return ValueEdit(.text, inserting: side, start: .suggestion("")) }
    let template = list.template(like: neighbor)
    return ValueEdit(.json, inserting: side, start: .suggestion(template), like: neighbor)
  }

  private static func choice(
    among cases: [String], _ property: PropertyDescription, _ row: Row, orOther: Bool
  ) -> ListPicker {
    var values = cases.compactMap { word in (try? property.replacement(for: word)).map { (word, "", $0) } }
    if property.shape.isOptional { values.append(("null", "no value", Array("null".utf8))) }
    var items = values.map(ListPicker.Item.value)
    if property.shape.isOptional, !property.isRequired, row.node != nil {
      items.append(.edit("absent", "without the key") { $0.editor.delete() })
    }
    if orOther {
      var other = ListPicker.Item.edit("…", "another value") {
        $0.mode = .editing(typing(property, $0.cursor, isInferred: true))
      }
      other.performTyped = { browser, text in
        let edit = suggesting(text, for: property, browser.cursor)
        browser.mode = .editing(edit)
        browser.commit(edit)
      }
      items.append(other)
    }
    let decoded = row.node.flatMap { row.record?.decode(property, $0) }
    let label = row.node.map { decoded?.editableText ?? $0.displayText } ?? "absent"
    let current = values.firstIndex { $0.2 == decoded?.reencoded }
    return ListPicker(
      title: property.name, items: items,
      selected: current ?? items.firstIndex { $0.label == label } ?? 0, isOfValue: true)
  }
}
