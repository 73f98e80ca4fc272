import Mantle
import MantleArchiving
import MantleDocuments

/// A row of the outline: an identifier and its current content.
///
/// Rows are created on demand and discarded afterward; after an edit they are rebuilt from their
/// identifiers. Each row retains its ancestors and creates its children once.
final class Row {
  /// The content of a row, which its label precedes.
  enum Content {
    /// A container too large to be parsed whole, whose children are found one by one.
    case container(LazyContainer)
    /// A value inside a record, as plain JSON.
    case value(JSONNode)
    /// A property of a model, with the value at its key path; the value is nil if it is absent.
    case property(PropertyDescription, owner: JSONNode, value: JSONNode?)
    /// The optional properties of a model that are absent.
    case absent(ChildRows)
    /// The unmapped keys of an object.
    case unmapped([UnmappedKey], owner: JSONNode)
    /// A remark about the enclosing value.
    case remark(Remark)
    /// A part of the file that cannot be parsed or repaired.
    case broken(JSONSyntaxError)
    /// A syntax error between the values of malformed input: a comment, a surplus bracket, a missing comma.
    case mistake(DamagedRegion)
    /// A string or number too long to be parsed, or a container nested too deeply to be expanded.
    case long(JSONKind)
    /// Nothing, because the file is empty.
    case nothing
  }

  /// The label of a row, which precedes its value.
  enum Label: Hashable {
    case file
    case key(String)
    case property(String)
    /// An element with its index, which is nil until it is known.
    case element(Int?)
    case absent
    case unmapped
    /// A remark, labeled with its name.
    case remark(String)
    /// A syntax error, labeled with its source text.
    case mistake(String)
  }

  let id: RowID
  let parent: Row?
  /// The label and the content of the row.
  let entry: ChildRow
  /// The position of the row among the children of a large container; nil inside records.
  let position: LazyContainer.Position?
  /// The outermost enclosing model, whose diagnostics include the diagnostics of this row; nil if there is none.
  private let enclosingModelRow: Row?
  /// The record that contains the row; nil for a row outside of all records.
  let record: Record?
  /// The value's place in the source archive; nil if there is no archive or the value is new.
  private(set) var archived: ArchivedPlace?
  /// The child rows, if they are in a record; empty for a large container.
  private(set) lazy var childRows: ChildRows = ChildRow.rows(inside: self)
  /// The source ranges of the child rows; nil outside of records and in JSON in a string.
  private(set) lazy var childPlaces = childRecord.flatMap { record in
    record.string == nil ? RowPlaces(childRows, in: record) : nil
  }
  /// The record that contains the child rows: the JSON document in the row's string, or else the row's own record.
  private(set) lazy var childRecord: Record? = nested ?? record
  /// The JSON document in the row's string; nil if there is none.
  private(set) lazy var nested: Record? = {
    guard let record, let node, isPlainString, node.byteRange.count <= record.longestString,
      let nested = node.nestedDocument(at: { self.path })
    else {
      return nil
    }
    return Record(nested, in: node, of: record)
  }()
  /// The view of the outline that contains the row.
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
  /// The path from the parent's value to this value.
  var step: [JSONKeyPath.Component] { entry.step }

  /// The outermost enclosing model, or the row itself if it is a model; nil if there is none.
  var outermostModelRow: Row? { enclosingModelRow ?? (isModel ? self : nil) }

  private var isModel: Bool { if case .unmapped = content { false } else { readModel != nil } }

  /// The model that the row's value is decoded as; nil if there is none. Cached, since drawing a row needs it three
  /// times.
  private(set) lazy var readModel: ModelDescription? = node.flatMap(interpretation.model)

  /// The JSON key path of the value, from the root of the text. O(depth).
  var path: JSONKeyPath {
    let steps = sequence(first: self, next: \.parent).map(\.step)
    return JSONKeyPath(Array(steps.reversed().joined()))
  }

  /// The offset of the value in the original file, for an original child of a large container; nil for every other row.
  var originalOffset: Int? {
    if case .original(let child) = position { child.value.lowerBound } else { nil }
  }

  var depth: Int { id.depth }

  /// The JSON value that the row shows; nil if there is none or it is not parsed.
  var node: JSONNode? { content.node }

  var property: PropertyDescription? { content.property ?? memberProperty }

  /// The property that the row is decoded as, if its parent is a model too large to be parsed whole; otherwise nil.
  private lazy var memberProperty: PropertyDescription? = {
    guard view == .model, position != nil, case .key(let key) = label else { return nil }
    return parent?.interpretation.property(forKey: key)
  }()

  /// The property that determines the type of the value: the row's own property, or the element type of a list or
  /// dictionary. It is nil if no model defines the type, or if the type needs no definition, as for a model, a list
  /// or a plain string.
  var typing: PropertyDescription? { property ?? reading.flatMap { $0.isTypedInside ? $0 : nil } }

  /// The property that determines the type of a new child of the value. It is nil if no model defines the type, or if
  /// the type needs no definition.
  var innerTyping: PropertyDescription? { reading?.inner.flatMap { $0.isTypedInside ? $0 : nil } }

  /// The row's property, or else the property of each value that an enclosing list or dictionary defines, at any
  /// depth; nil if there is none.
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

  /// The model that the row's value is shown as; nil if it is not shown as a model.
  var model: ModelDescription? {
    guard view == .model else { return nil }
    if case .unmapped = content { return nil }
    return readModel
  }

  /// The model that the row's property or unmapped keys belong to; nil for every other row.
  var ownerModel: ModelDescription? {
    switch content {
    case .property, .unmapped, .absent: parent?.model ?? parent?.ownerModel
    default: memberProperty == nil ? nil : parent?.interpretation.typeModel
    }
  }

  /// The row itself, or the innermost enclosing row that is in the text if the row is absent from it.
  var firstInText: Row {
    switch content {
    case .absent, .property(_, _, nil): parent?.firstInText ?? self
    default: self
    }
  }

  /// Whether the row shows a part of the file that cannot be parsed or repaired.
  var isBroken: Bool { if case .broken = content { true } else { false } }

  /// Whether the row is a container that is nested too deeply to be expanded, so that its source text is shown.
  var isTooDeep: Bool { if case .long(let kind) = content { kind.isContainer } else { false } }

  /// The syntax error that the row shows; nil for every other row.
  var mistake: DamagedRegion? {
    if case .mistake(let mistake) = content { mistake } else { nil }
  }

  /// Whether the row shows a string that no property converts to another type.
  private var isPlainString: Bool {
    switch content {
    case .value: typing == nil
    case .property(let property, _, _):
      property.shape.isString && property.transformer == nil
    default: false
    }
  }

  /// The value that contains the child rows: the root of the document in the row's string, or else the row's value.
  var childNode: JSONNode? { nested.flatMap { try? $0.content.get().root } ?? node }

  /// Whether the row shows a parsed container without children; false for a large container.
  var isEmpty: Bool {
    switch content {
    case .value(let node), .property(_, _, .some(let node)):
      node.kind.isContainer && node.count == 0 && childRows.isEmpty
    default: false
    }
  }

  /// Whether the row can be expanded; true for empty containers, too.
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
  /// The index of an element inside a record; nil for every other row.
  var index: Int? {
    if position == nil, step.count == 1, case .index(let index) = step[0] { index } else { nil }
  }
}

extension Row.Content {
  /// The JSON value that the row shows; nil if there is none or it is not parsed.
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
