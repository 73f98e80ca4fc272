import Mantle
import MantleFiles
import TerminalText

/// The open document with the state that refers to its rows: the view, folds, marks, registers, the selection and the found
/// problems. Its methods change the document.
struct Editor {
  var view: Viewport
  /// The folds of the view that is not shown: raw JSON or models.
  var otherFolds: FoldSet
  var message: Message?
  var findings = CheckStatus()
  var registers = Registers()
  var selection = Selection()
  var marks: [Character: Mark] = [:]
  /// The differences from the latest text that the document was compared with; nil before a comparison.
  var comparison: Comparison?
  /// The counts of the forms that the values of a list's properties have; nil before they are requested.
  var types: TypeSurvey?
  /// The read-only properties that the user unlocked for changes in this session.
  var unlocked: Set<PropertyLock> = []
  /// The container that the last deletion emptied; nil if it emptied none. The next deletion only warns that it would delete
  /// this container.
  var emptied: EditedPlace?
  /// Whether saving an archive changes a copy of an edited object that the archive shares.
  var copiesShared = false

  init(_ document: Document, _ layout: Layout) {
    otherFolds = document.initialFolds
    view = Viewport(Outline(document, Records(), view: .model, folds: otherFolds), layout)
    message = document.openingMessage
  }

  var document: Document { view.outline.document }
  var cursor: Row { view.cursor }
  var layout: Layout { view.layout }
  var size: ScreenSize { view.layout.size }
  var outline: Outline { view.outline }

  /// The text that a save writes: the original bytes with the edited ranges replaced.
  var currentText: SplicedBytes { document.currentText(outline.records) }

  /// Whether a filter or a selection excludes part of the text.
  var isNarrowed: Bool { selection.isActive || outline.filter != nil }

  /// Changes the document by other means than an edit, and rebuilds the rows.
  mutating func update<Result>(_ change: (inout Document) -> Result) -> Result {
    defer { view.refresh() }
    return view.outline.update(change)
  }

  /// Goes to a row. A row that the filter hides is shown with a message.
  mutating func reveal(_ row: Row) {
    let isShown = outline.isShown(row)
    view.reveal(row, isJump: true)
    if !isShown, let filter = outline.filter {
      message = .note("This element does not pass the filter \(filter.words); it is shown anyway")
    }
  }

  /// The selected rows; nil without a selection.
  var selected: SelectedRows? {
    selection.anchor.map { SelectedRows(from: $0, to: cursor, in: outline, order: view.table?.order) }
  }

  /// Returns the first or last row that the selection can be extended to, a sibling of its first row; nil without a selection.
  func selectionEdge(_ edge: (Row) -> Row?) -> Row? { selected?.first.parent.flatMap(edge) }

  /// The rows that an edit acts on: the selected rows, or the row under the cursor.
  var targets: [Row] {
    guard let rows = selected?.rows(in: outline, most: Selection.most) else { return [cursor] }
    guard let table = view.table, view.line(of: cursor).id != cursor.id else { return rows }
    return rows.compactMap { table.cellRow(of: $0, in: outline) }
  }

  var permission: EditPermission { EditPermission(outline: outline, cursor: cursor) }

  /// Returns why no target can be edited; nil if at least one can be.
  func reasonAgainstAll(_ reason: (EditPermission) -> String?) -> String? {
    var first: String?
    for row in targets {
      guard let reason = reason(EditPermission(outline: outline, cursor: row)) else { return nil }
      first = first ?? reason
    }
    return first
  }
}
