import Mantle
import MantleQuery
import TerminalText

/// The forms of the values of a list's properties, as far as they were counted.
struct TypeSurvey: Sendable {
  /// The values of one form.
  struct Seen: Sendable {
    private(set) var count = 0
    private(set) var least = ""
    private(set) var greatest = ""

    fileprivate mutating func add(_ text: String, isNumber: Bool) {
      count += 1
      func precedes(_ a: String, _ b: String) -> Bool {
        isNumber ? Double(a) ?? 0 < Double(b) ?? 0 : a < b
      }
      if count == 1 || precedes(text, least) { least = text }
      if count == 1 || precedes(greatest, text) { greatest = text }
    }

    /// The least and the greatest value.
    var range: String {
      Sanitized(least == greatest ? least : "\(least) … \(greatest)", cells: 60).text
    }
  }

  let list: ElementFilter.List
  let paths: [FilterPath]
  /// The revision of the document's edits that was counted.
  let revision: Int
  private var seen: [[ValueForm: Seen]]

  private init(of list: Row, _ paths: [FilterPath], revision: Int) {
    (self.list, self.paths, self.revision) = (list.filteredAs, paths, revision)
    seen = paths.map { _ in [:] }
  }

  /// The forms of a property, the most frequent first.
  func forms(at index: Int) -> [(form: ValueForm, seen: Seen)] {
    seen[index].map { (form: $0.key, seen: $0.value) }.sorted {
      ($1.seen.count, $0.form.words(0)) < ($0.seen.count, $1.form.words(0))
    }
  }

  /// The form that the values of a property should have; nil if there are no values to convert.
  func target(at index: Int) -> ValueForm? { forms(at: index).first { $0.form.isTarget }?.form }

  /// The JSON of a value in the form that its property should have; nil if it cannot be converted.
  func json(of row: Row, property index: Int) -> [UInt8]? {
    guard let target = target(at: index), let node = row.node else { return nil }
    return ValueForm.json(of: node, as: target)
  }

  /// Whether a property has values of a form that few of its values have.
  func hasNearMisses(at index: Int) -> Bool {
    forms(at: index).count { ![.absent, .null].contains($0.form) } > 1
  }

  func words(at index: Int) -> String {
    forms(at: index).map { $0.form.words($0.seen.count) }.joined(separator: ", ")
  }

  private mutating func add(_ rows: [QueryRow]) {
    for row in rows {
      for (index, cell) in row.cells.enumerated() {
        let form = ValueForm(cell.kind == .absent ? nil : cell.json)
        let size = cell.size.map { "\($0)" }
        seen[index][form, default: Seen()].add(size ?? cell.text, isNumber: form == .number || size != nil)
      }
    }
  }

  /// Counts the forms of a list's values in the background.
  static func start(in browser: inout Browser, of list: Row) {
    let outline = browser.outline.unfiltered
    let names = outline.filterNames(of: list)
    let columns = Table(list, nil, in: outline).grid.shownColumns.compactMap(\.path)
    let paths = Array(columns.flatMap { $0.withInner(names, depth: mostLevels) }.prefix(mostPaths))
    let text = "columns " + paths.map(\.words).joined(separator: ", ")
    guard !paths.isEmpty, let records = RecordList(of: list, in: outline),
      let query = try? Query(QueryText(text), names: names)
    else { return }
    let empty = TypeSurvey(of: list, paths, revision: browser.document.history.revision)
    browser.start(.types) { link in
      var survey = empty
      let summary = QueryRun([(records, query)]).run(rows: { rows in
        survey.add(rows)
        return !link.isCancelled()
      })
      if !summary.isStopped { link.report(.types(survey)) }
    }
  }

  private static let mostLevels = 3
  private static let mostPaths = 200

  /// Counts the forms again after an edit, once the root pane shows them.
  static func countAnew(_ browser: inout Browser) {
    guard browser.cursor.parent == nil, let types = browser.types,
      types.revision != browser.document.history.revision, browser.running[.types] == nil,
      browser.document.base.count <= countedUnasked, let list = browser.outline.list(types.list)
    else { return }
    start(in: &browser, of: list)
  }

  /// Larger files are counted on request.
  static let countedUnasked = 1 << 24
}

extension FilterPath {
  /// The path with those inside its objects, but not inside lists.
  fileprivate func withInner(_ names: FilterNames, depth: Int) -> [FilterPath] {
    guard depth > 0 else { return [self] }
    let inner = names.paths(inside: self).filter { !$0.routes.joined().contains(.each) }
    return [self] + inner.flatMap { $0.withInner(names, depth: depth - 1) }
  }
}
