import Mantle
import MantleArchiving
import MantleDocuments

/// A row of the outline: an identifier and its current content.
///
/// Rows are created on demand and discarded afterward; after an edit they are rebuilt from their
/// identifiers. Each row retains its ancestors and creates its children once.
final class Row {
  /// The content of a row.
  enum Content {
    /// A container too large to be parsed whole: its children are found one by one.
    case container(LazyContainer)
    /// A value of a record.
    case value(JSONNode)
    /// A model's property with the value at its key path, if there is one.
    case property(PropertyDescription, owner: JSONNode, value: JSONNode?)
    /// The properties of a model that may be absent, and are.
    case absent(ChildRows)
    /// The unmapped keys of an object.
    case unmapped([UnmappedKey], owner: JSONNode)
    /// A remark about the enclosing value.
    case remark(Remark)
    /// A part of the file that no sense can be made of.
    case broken(JSONSyntaxError)
    /// A mistake between the values of a text that is not JSON: a comment, a bracket too many, a missing comma.
    case mistake(DamagedRegion)
    /// A string or number too long to be parsed whole, or a container inside too many others to be opened.
    case long(JSONKind)
    /// Nothing at all: an empty file.
    case nothing
  }

  /// The label of a row, which precedes its value.
  enum Label: Hashable {
    case file
    case key(String)
    case property(String)
    /// Nil while the number is not known.
    case element(Int?)
    case absent
    case unmapped
    /// With its name.
    case remark(String)
    /// The source text of a mistake.
    case mistake(String)
  }

  let id: RowID
  let parent: Row?
  /// What the row shows.
  let entry: ChildRow
  /// Where the row is among the children of a large container; nil inside records.
  let position: LazyContainer.Position?
  /// The outermost model around this row, which knows all its problems; nil where there is none.
  private let enclosingModelRow: Row?
  /// The part of the file the row is in; nil for the rows above all records.
  let record: Record?
  /// Where in an archive the row's value came from; nil where it came from none, or is new.
  private(set) var archived: ArchivedPlace?
  /// The rows inside, where they are rows of a record.
  private(set) lazy var childRows: ChildRows = ChildRow.rows(inside: self)
  /// Where those rows are in the text.
  private(set) lazy var childPlaces = childRecord.flatMap { record in
    record.string == nil ? RowPlaces(childRows, in: record) : nil
  }
  /// The record that the rows inside are in: that of the row, or of the document in its string.
  private(set) lazy var childRecord: Record? = nested ?? record
  /// The document in the row's string.
  private(set) lazy var nested: Record? = {
    guard let record, let node, isPlainString, node.byteRange.count <= record.longestString,
      let nested = node.nestedDocument(at: { self.path })
    else {
      return nil
    }
    return Record(nested, in: node, of: record)
  }()
  /// Whether models are shown as models; otherwise everything is plain JSON.
  let view: View

  /// The view of the outline: through the models, or as plain JSON.
  enum View: Hashable, Sendable {
    case model, raw
  }

  init(
    _ id: RowID, in parent: Row?, _ entry: ChildRow, record: Record?, view: View,
    position: LazyContainer.Position? = nil, archived: ArchivedPlace? = nil
  ) {
    self.id = id
    self.parent = parent
    self.entry = entry
    self.record = record
    self.view = view
    self.position = position
    enclosingModelRow = parent.flatMap(\.outermostModelRow)
    self.archived = parent.map { findArchived(in: $0) } ?? archived
  }

  var label: Label { entry.label }
  var content: Content { entry.content }
  var interpretation: Interpretation { entry.interpretation }
  /// The way from the parent's value to this one's.
  var step: [JSONKeyPath.Component] { entry.step }

  /// The outermost model around this row or in it.
  var outermostModelRow: Row? { enclosingModelRow ?? (isModel ? self : nil) }

  private var isModel: Bool { if case .unmapped = content { false } else { readModel != nil } }

  /// The model the row's value is read as. Found out once: drawing a row asks three times, a tenth of drawing a page.
  private(set) lazy var readModel: ModelDescription? = node.flatMap(interpretation.model)

  /// The JSON key path of the value, from the root of the text. O(depth).
  var path: JSONKeyPath {
    let steps = sequence(first: self, next: \.parent).map(\.step)
    return JSONKeyPath(Array(steps.reversed().joined()))
  }

  /// The offset of the value in the original file, for rows that are not in a record.
  var originalOffset: Int? {
    if case .original(let child) = position { child.value.lowerBound } else { nil }
  }

  var depth: Int { id.depth }

  /// The JSON value the row shows; nil where there is none, or it is not parsed.
  var node: JSONNode? { content.node }

  var property: PropertyDescription? { content.property ?? memberProperty }

  /// The property that the row is read as, where its parent is a model too large to be parsed whole.
  private lazy var memberProperty: PropertyDescription? = {
    guard view == .model, position != nil, case .key(let key) = label else { return nil }
    return parent?.interpretation.property(forKey: key)
  }()

  /// The property that determines the type of the value: the row's own property, or the element type of a
  /// list or dictionary. It is nil if no model defines the type, or if the value needs no definition, such
  /// as a model, a list or a plain string.
  var typing: PropertyDescription? { property ?? reading.flatMap { $0.isTypedInside ? $0 : nil } }

  /// The same of a value that will be put into it.
  var innerTyping: PropertyDescription? { reading?.inner.flatMap { $0.isTypedInside ? $0 : nil } }

  /// The property the value is, or what the list or object of any keys around it says of each value in it, at any depth.
  private lazy var reading: PropertyDescription? = {
    if let property { return property }
    guard view == .model, case .value = content, interpretation.shape != nil, parent?.model == nil else {
      return nil
    }
    return parent?.reading?.inner
  }()

  var container: LazyContainer? {
    if case .container(let container) = content { container } else { nil }
  }

  /// The model the row's value is shown as, where it is shown as one.
  var model: ModelDescription? {
    guard view == .model else { return nil }
    if case .unmapped = content { return nil }
    return readModel
  }

  /// The model whose property or unmapped keys the row is.
  var ownerModel: ModelDescription? {
    switch content {
    case .property, .unmapped, .absent: parent?.model ?? parent?.ownerModel
    default: memberProperty == nil ? nil : parent?.interpretation.typeModel
    }
  }

  /// The row itself, or the object around it where the text has nothing: what is absent is nowhere in it.
  var firstInText: Row {
    switch content {
    case .absent, .property(_, _, nil): parent?.firstInText ?? self
    default: self
    }
  }

  /// Whether the row is a part of the file that no sense can be made of.
  var isBroken: Bool { if case .broken = content { true } else { false } }

  /// Whether the row is a container nested so deeply that its source text is shown instead of its children.
  var isTooDeep: Bool { if case .long(let kind) = content { kind.isContainer } else { false } }

  /// The mistake the row shows, where it shows one.
  var mistake: DamagedRegion? {
    if case .mistake(let mistake) = content { mistake } else { nil }
  }

  /// Whether the value is shown as the string that it is.
  private var isPlainString: Bool {
    switch content {
    case .value: typing == nil
    case .property(let property, _, _):
      property.shape.isString && property.transformer == nil
    default: false
    }
  }

  /// The value that the rows inside are parts of: the row's value, or the document in its string.
  var childNode: JSONNode? { nested.flatMap { try? $0.content.get().root } ?? node }

  /// Whether it is known that nothing is inside.
  var isEmpty: Bool {
    switch content {
    case .value(let node), .property(_, _, .some(let node)):
      node.kind.isContainer && node.count == 0 && childRows.isEmpty
    default: false
    }
  }

  /// Whether the row can be opened, empty containers included.
  var isContainer: Bool {
    switch content {
    case .container, .absent, .unmapped: true
    case .remark(let remark): !remark.parts.isEmpty
    case .value(let node): node.kind.isContainer || nested != nil
    case .property(let property, _, let value):
      value.map { $0.kind.isContainer && !property.shape.isScalar } ?? false || nested != nil
    case .broken, .mistake, .long, .nothing: false
    }
  }
}

extension PropertyDescription {
  fileprivate var isTypedInside: Bool {
    shape.isString ? transformer != nil : shape.isScalar
  }
}

extension Row {
  /// The number of an element inside a record; nil for every other row.
  var index: Int? {
    if position == nil, step.count == 1, case .index(let index) = step[0] { index } else { nil }
  }
}

extension Row.Content {
  /// The JSON value that is shown; nil where there is none, or it is not parsed.
  var node: JSONNode? {
    switch self {
    case .value(let node): node
    case .property(_, _, let value): value
    case .unmapped(_, let owner): owner
    case .container, .absent, .remark, .broken, .mistake, .long, .nothing: nil
    }
  }

  var property: PropertyDescription? {
    if case .property(let property, _, _) = self { property } else { nil }
  }
}
