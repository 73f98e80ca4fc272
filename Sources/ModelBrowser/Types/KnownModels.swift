import Mantle

/// The values of a model that occur in the file, as suggestions for a new value: assignees, labels.
struct KnownModels {
  /// A distinct model value found in the file, and the number of its occurrences.
  struct Found {
    /// The JSON of the model value on one line.
    let json: String
    let summary: String
    fileprivate(set) var times = 1
  }

  private let name: String
  private let records: Records
  private var found: [String: Found] = [:]

  /// The limits of the search, because it runs while a key waits.
  private static let maximumElements = 2000
  private static let maximumBytes = 1 << 21

  init(_ reference: ModelReference, in outline: Outline) {
    name = reference.name
    records = outline.records
    let outline = outline.unfiltered
    var next = outline.mainContainer.map { outline.firstChild(of: $0) } ?? outline.root
    var (count, size) = (0, 0)
    while let row = next, count < Self.maximumElements, size < Self.maximumBytes {
      if let node = row.node, let shape = row.interpretation.shape {
        look(at: node, as: shape)
        size += node.byteRange.count
      }
      count += 1
      next = outline.nextSibling(of: row)
    }
  }

  /// Returns the models whose summaries contain a text, the most frequent first.
  func matching(_ text: String) -> [Found] {
    let text = text.lowercased()
    return found.values.filter { text.isEmpty || $0.summary.lowercased().contains(text) }
      .sorted { ($1.times, $0.summary, $0.json) < ($0.times, $1.summary, $1.json) }
  }

  private mutating func look(at node: JSONNode, as shape: ValueShape) {
    switch shape.unwrapped {
    case .model(let reference):
      guard node.kind == .object, let model = reference.description(for: node) else { return }
      if reference.name == name { add(node, model) }
      for property in model.properties where property.shape.modelName != nil {
        if let value = property.keyPaths.first.flatMap(node.find) { look(at: value, as: property.shape) }
      }
    case .array(let element): for value in node.elements { look(at: value, as: element) }
    case .dictionary(let value): for (_, inner) in node.members { look(at: inner, as: value) }
    default: break
    }
  }

  private mutating func add(_ node: JSONNode, _ model: ModelDescription) {
    let json = node.line
    guard found[json] == nil else {
      found[json]?.times += 1
      return
    }
    let spans = records.summary(of: model).spans(of: node, in: nil, cells: Self.cells)
    found[json] = Found(json: json, summary: spans.reduce(into: "") { $0 += $1.text })
  }

  private static let cells = 60
}

extension ValueEdit {
  /// Returns the model of the value that the edit expects, or the model of the elements if the edit expects a list; nil if the
  /// edit expects no model.
  fileprivate func model(in outline: Outline, at cursor: Row) -> (reference: ModelReference, isInList: Bool)?
  {
    var shape: ValueShape?
    if case .property(let property) = target {
      shape = property.shape.unwrapped
    } else if let side = insertion, let place = outline.insertionPlace(side, of: cursor) {
      shape = place.parent.interpretation.element(at: nil).shape?.unwrapped
    }
    if case .array(let element) = shape { return element.reference.map { ($0, true) } }
    return shape?.reference.map { ($0, false) }
  }

  /// The search text for models: the typed text, unless it begins a JSON value.
  fileprivate var wantedModel: String {
    guard !leavesValueUnchanged, let first = line.text.first(where: { $0 != " " }), !"{[\"".contains(first)
    else {
      return ""
    }
    return line.text
  }

  /// Returns the edit with the model as its text; in a list, the model is appended to the typed elements.
  fileprivate func typing(_ json: String, isInList: Bool) -> ValueEdit {
    var edit = self
    guard isInList else {
      edit.retype(json)
      return edit
    }
    let list = (try? JSONDocument(line.text))?.root
    let known = list?.kind == .array ? list?.elements.map(\.line) ?? [] : []
    edit.retype("[\((known + [json]).joined(separator: ", "))]")
    return edit
  }
}

extension Browser {
  /// Completes the typed model with a model of the file: directly if only one matches, otherwise through a list.
  mutating func completeModel(_ edit: ValueEdit) {
    guard let (reference, isInList) = edit.model(in: outline, at: cursor) else { return }
    let wanted = edit.wantedModel
    let found = KnownModels(reference, in: outline).matching(wanted)
    guard found.count > 1 || wanted.isEmpty && !found.isEmpty else {
      if let only = found.first { mode = .editing(edit.typing(only.json, isInList: isInList)) }
      return
    }
    mode = .choosing(
      ListPicker(
        title: "\(reference.name) in this file",
        items: found.prefix(Self.maximumOffered).map { model in
          ListPicker.Item(label: model.summary, detail: model.times > 1 ? "× \(model.times)" : "") {
            browser in
            let edit = edit.typing(model.json, isInList: isInList)
            browser.mode = .editing(edit)
            browser.commit(edit)
          }
        }, isOfValue: true))
  }

  private static let maximumOffered = 200
}
