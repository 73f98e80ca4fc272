import Mantle
import TerminalText

/// A form for a new model: a line for each property, required properties first. The text does not change before the user
/// accepts the form.
struct ElementForm: Sendable {
  /// A line of the form: a property and its edited value.
  struct Field: Sendable {
    let property: PropertyDescription
    var edit: ValueEdit
    fileprivate(set) var isTouched = false

    /// The JSON of the field; nil if the property stays absent or the input is invalid.
    fileprivate var json: [UInt8]? {
      switch (nothing, edit.verdict) {
      case (.absent, _): nil
      case (.null, _): Array("null".utf8)
      case (nil, .valid(let json)): json
      default: nil
      }
    }

    /// The meaning of the field if its line is empty: absent for an optional property, null for a nullable one. It is nil if
    /// the line is not empty, or if the property needs a value.
    var nothing: ValueEdit.Nothing? {
      guard edit.line.text.isEmpty else { return nil }
      return !property.isRequired ? .absent : property.shape.isOptional ? .null : nil
    }

    var isWrong: Bool {
      if nothing == nil, case .invalid = edit.verdict { true } else { false }
    }

    /// The texts that the field suggests; empty if any text may be typed.
    var choices: [String] {
      switch property.shape.unwrapped {
      case .enumeration(let cases): cases
      case .boolean: ["false", "true"]
      default: []
      }
    }
  }

  let model: ModelDescription
  private let side: InsertionSide
  private(set) var fields: [Field]
  private(set) var selected = 0
  /// The index of the first visible field after a click, stored so that the field does not move under the pointer; nil
  /// otherwise.
  private var first: Int?
  /// The problem of the model as a whole; nil after a change of the form.
  private(set) var complaint: String?

  /// Creates a form for a model.
  ///
  /// - Returns: nil for a model without properties that could be filled in, such as a class cluster.
  init?(_ model: ModelDescription, _ side: InsertionSide) {
    let shown = model.properties.filter { property in
      property.keyPaths.first?.components.allSatisfy { if case .key = $0 { true } else { false } } == true
    }
    guard !shown.isEmpty else { return nil }
    self.model = model
    self.side = side
    fields = (shown.filter(\.isRequired) + shown.filter { !$0.isRequired }).map { property in
      let start: ValueEdit.Start =
        property.isRequired && !property.shape.isOptional
        ? .suggestion(Template.start(of: property)) : .nothing(.absent)
      return Field(property: property, edit: ValueEdit(.property(property), start: start))
    }
  }

  /// Creates the form for a new element of a list of models; nil for any other list.
  init?(inserting side: InsertionSide, into list: Row) {
    guard let model = list.interpretation.element(at: nil).typeModel else { return nil }
    self.init(model.firstMember, side)
  }

  var requiredCount: Int { fields.count { $0.property.isRequired } }

  /// The new model's JSON, made of the fields whose input is valid so far.
  var json: [UInt8] {
    var text = Array("{}".utf8)
    for field in fields {
      guard let value = field.json else { continue }
      let bytes = JSONBytes(text)
      if let object = try? JSONDocument(parsing: bytes).root,
        let splice = try? Record.inserting(value, at: field.property.keyPaths[0], in: object)
      {
        text = (try? bytes.applying([splice])) ?? text
      }
    }
    return text
  }

  // MARK: - Keys

  /// Handles a key. Enter after the last required property inserts the model, and Esc cancels.
  static func type(_ browser: inout Browser, _ key: Key, _ form: ElementForm) {
    var form = form
    switch key {
    case .escape, .control("c"):
      browser.mode = .browsing
      browser.message = .note("Nothing was inserted")
      return
    case .enter where form.selected + 1 >= form.requiredCount: return insert(&browser, form)
    case .enter, .tab, .down, .control("n"): form.select(form.selected + 1)
    case .backTab, .up, .control("p"): form.select(form.selected - 1)
    case .pageDown: form.select(form.fields.count - 1)
    case .pageUp: form.select(0)
    case .control("t"):
      browser.mode = .editing(
        ValueEdit(
          .json, inserting: form.side,
          start: .suggestion(String(decoding: form.json, as: UTF8.self))))
      return
    default: form.change { $0.handle(key) }
    }
    browser.mode = .filling(form)
  }

  mutating func paste(_ text: String) { change { $0.insert(text) } }

  /// Returns the new value as JSON that was pasted into the untouched form; nil for other text.
  func edit(pasting text: String) -> ValueEdit? {
    guard !fields.contains(where: \.isTouched), let json = JSONNode.pasted(text),
      json.first != UInt8(ascii: "\"")
    else { return nil }
    return ValueEdit(.json, inserting: side, start: .suggestion(String(decoding: json, as: UTF8.self)))
  }

  private mutating func select(_ index: Int) {
    (selected, first) = (max(0, min(index, fields.count - 1)), nil)
  }

  /// Returns the index of the first visible field of a form in the given number of lines.
  func firstShown(height: Int) -> Int {
    max(0, min(first ?? selected - height / 2, fields.count - height))
  }

  /// Selects the field on a line, if there is one.
  mutating func select(line: Int, of height: Int) {
    let first = firstShown(height: height)
    guard 0..<height ~= line, fields.indices.contains(first + line) else { return }
    (selected, self.first) = (first + line, first)
  }

  private mutating func change(_ change: (inout Field) -> Void) {
    complaint = nil
    change(&fields[selected])
  }

  /// Inserts the model into the list, or selects the first invalid field and shows its error.
  private static func insert(_ browser: inout Browser, _ form: ElementForm) {
    var form = form
    if let wrong = form.fields.firstIndex(where: \.isWrong) {
      form.select(wrong)
      form.complaint = "\(form.fields[wrong].property.name): \(form.fields[wrong].reason)"
      browser.mode = .filling(form)
      return
    }
    let json = form.json
    let problem = (try? JSONDocument(parsing: JSONBytes(json))).flatMap {
      form.model.diagnose($0.root, minimumSeverity: .error).first
    }
    if let problem {
      form.complaint = ValueEdit.words(for: problem)
      if let field = form.fields.firstIndex(where: { $0.property.keyPaths.contains(problem.path) }) {
        form.select(field)
      }
      browser.mode = .filling(form)
      return
    }
    LastEdit.noteAnswer(&browser, String(decoding: json, as: UTF8.self))
    form.insert(json, into: &browser)
  }

  /// Closes the form, and inserts a model at the position for which the form was opened.
  func insert(_ json: [UInt8], into browser: inout Browser) {
    browser.mode = .browsing
    if let place = browser.outline.insertionPlace(side, of: browser.cursor) {
      browser.editor.insert(json, at: place)
    }
  }
}

extension ElementForm.Field {
  fileprivate var reason: String {
    if case .invalid(let reason) = edit.verdict { reason } else { "" }
  }

  /// Edits the line of the field with a key, or selects one of its choices.
  fileprivate mutating func handle(_ key: Key) {
    if !choices.isEmpty, choose(key) { return }
    if case .character = key { clearSuggestion() }
    edit.handle(key)
    isTouched = true
  }

  fileprivate mutating func insert(_ text: String) {
    clearSuggestion()
    edit.insert(text)
    isTouched = true
  }

  /// Clears an untouched suggestion before the first typed character.
  private mutating func clearSuggestion() {
    if !isTouched, !edit.line.text.isEmpty { edit.retype("") }
  }

  /// Selects the next or previous choice for an arrow key or Space, or the first choice that starts with a typed letter.
  private mutating func choose(_ key: Key) -> Bool {
    let now = choices.firstIndex(of: edit.line.text)
    let next: Int?
    switch key {
    case .right, .character(" "): next = now.map { ($0 + 1) % choices.count } ?? 0
    case .left: next = now.map { ($0 + choices.count - 1) % choices.count } ?? choices.count - 1
    case .character(let letter):
      next = choices.indices.first { choices[$0].lowercased().hasPrefix(letter.lowercased()) }
    default: next = nil
    }
    guard let next else { return false }
    edit.retype(choices[next])
    isTouched = true
    return true
  }
}

extension Template {
  /// Returns the initial text of a required property in a form; empty if the text has to be typed.
  static func start(of property: PropertyDescription) -> String {
    guard property.shape.isDate else {
      return value(of: property.shape) ?? typed(property.shape)
    }
    let today = CalendarDay.today.text
    return [today + "T00:00:00Z", today].first { (try? property.replacement(for: $0)) != nil } ?? ""
  }
}
