import Mantle

/// Changes of a property's inferred type by the user.
extension Browser {
  /// Lists the types that the values of the property under the cursor could have.
  mutating func chooseType() {
    guard let property = cursor.propertyPlace else { return }
    func item(_ type: String, _ detail: String) -> ListPicker.Item {
      ListPicker.Item(label: type, detail: detail, objection: { $0.editor.objection(to: type) }) {
        try $0.decide(type)
      }
    }
    var items = document.typeChoices(of: cursor, in: editor.inferredText).map { choice in
      item(choice.type, (choice.isProven ? "✓ " : "✗ ") + choice.words)
    }
    // The current type is selected at first, so it is listed even if inference does not offer it.
    let form = cursor.propertyForm ?? ""
    if !items.contains(where: { $0.label == form }) {
      items.insert(item(form, editor.detailOfForm(form, property)), at: 0)
    }
    items += conversions
    if let decision = document.decision(of: property) {
      items.append(item(TypeDecision.former, "\(decision.former), as before"))
    }
    mode = .choosing(
      ListPicker(
        title:
          "\(property.model).\(property.property): \(cursor.propertyType ?? ""). Type (✓ reproduces every value)",
        items: items, selected: items.firstIndex { $0.label == form } ?? 0))
  }

  /// Assigns the property under the cursor another type, or its inferred type again.
  mutating func decide(_ type: String) throws {
    guard let inference = document.inference, let property = cursor.propertyPlace else { return }
    let known = document.decision(of: property)
    let former = known?.former ?? cursor.propertyType ?? ""
    let shape = cursor.propertyShape
    let isSameForm = type == cursor.propertyForm
    // An enumeration may be assigned again, because its cases are inferred from the current values.
    if isSameForm, shape?.cases == nil { throw Self.isReadAlready(property, cursor.propertyType ?? type) }
    var decisions = document.decisions.filter { !$0.property.isSame(as: property) }
    var tried: TypeChoice?
    if type != TypeDecision.former {
      tried = try inference.choices(of: property, among: [type], in: editor.inferredText).first
      decisions.append(TypeDecision(property: property, type: type, former: former))
    } else if known == nil {
      throw Message.warning("\(property.property) already has its first type")
    }
    let before = document.decisions
    try editor.read(deciding: decisions)
    if isSameForm, cursor.propertyShape?.cases == shape?.cases {
      try editor.read(deciding: before)
      throw Self.isReadAlready(property, cursor.propertyType ?? type)
    }
    let objection = tried.flatMap { $0.isProven ? nil : "\($0.words); " } ?? ""
    let change =
      isSameForm
      ? "\(cursor.propertyShape?.cases?.count ?? 0) cases, were \(shape?.cases?.count ?? 0)"
      : "\(cursor.propertyType ?? type), was \(known?.type ?? former)"
    let words = "\(property.property): \(change)"
    let step = EditStep(deciding: document.decisions, from: before, summary: words)
    editor.view.outline.update { $0.history.add(step) }
    let text = "\(words)  (\(objection)u undoes, :infer FILE writes it)"
    // A warning stays on screen until it has been read; a note does not.
    editor.message = objection.isEmpty ? .note(text) : .warning(text)
    restartChecking()
  }

  private static func isReadAlready(_ property: PropertyPlace, _ type: String) -> Message {
    .note("\(property.property) already has the type \(type)")
  }

  /// Restarts checking after the interpretation of the document has changed.
  mutating func restartChecking() {
    cancel(.check)
    cancel(.infer)
    startChecking()
  }
}

extension Document {
  func decision(of property: PropertyPlace) -> TypeDecision? {
    decisions.first { $0.property.isSame(as: property) }
  }

  /// Returns the types that fit the values of a row's property.
  func typeChoices(of row: Row, in text: JSONBytes) -> [TypeChoice] {
    guard let property = row.propertyPlace else { return [] }
    return (try? self.inference?.choices(of: property, among: nil, in: text)) ?? []
  }
}

extension Row {
  /// The row itself if it is a property, otherwise the nearest enclosing property; nil if there is neither.
  var innermostProperty: Row? { property == nil ? parent?.innermostProperty : self }

  var propertyPlace: PropertyPlace? {
    guard let row = innermostProperty, let property = row.property, let owner = row.ownerModel else {
      return nil
    }
    return PropertyPlace(model: owner.name, property: property.name, tokens: row.tokens)
  }

  /// The type name of the property that the row is in: its own property or the nearest enclosing one; nil if
  /// there is none.
  var propertyType: String? { innermostProperty?.property?.typeName }
  /// The shape of the property that the row is in: its own property or the nearest enclosing one; nil if
  /// there is none.
  fileprivate var propertyShape: ValueShape? { innermostProperty?.property?.shape }

  /// The type of the property that the row is in, as a type choice names it, without `?`; nil if there is no
  /// property.
  var propertyForm: String? {
    innermostProperty?.property?.shape.decidedForm
      ?? propertyType.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
  }

  private var tokens: [String] {
    guard let parent else { return [] }
    let inside = step.enumerated().map { index, component in
      if case .key(let key) = component, index > 0 || !parent.interpretation.isOfAnyKeys { key } else { "-" }
    }
    return parent.tokens + inside
  }
}

extension ValueShape {
  /// The cases of an enumeration, or of the elements of a list; nil for other shapes.
  fileprivate var cases: [String]? {
    switch unwrapped {
    case .enumeration(let cases): cases
    case .array(let element): element.cases
    default: nil
    }
  }

  /// The name that a type decision has for a type whose details the data determines: `model`, `map` or
  /// `enum`, in brackets for a list of them. It is nil for a type with a name of its own.
  fileprivate var decidedForm: String? {
    switch unwrapped {
    case .model: "model"
    case .dictionary: "map"
    case .enumeration: "enum"
    case .array(let element): element.decidedForm.map { "[\($0)]" }
    default: nil
    }
  }
}
