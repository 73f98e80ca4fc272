import Mantle
import MantleQuery
import TerminalText
import TextCells

/// The forms of the values of a list's properties, as far as they were counted. If a path leads through lists inside the
/// elements, each value of these lists is counted.
struct TypeSurvey: Sendable {
  let list: ElementFilter.List
  let paths: [FilterPath]
  /// The revision of the document's edits that was counted.
  let revision: Int
  private var counts: FormCounts

  private init(of list: Row, _ paths: [FilterPath], revision: Int) {
    (self.list, self.paths, self.revision) = (list.filteredAs, paths, revision)
    counts = FormCounts(paths)
  }

  /// Returns the forms of a property's values, the most frequent first.
  ///
  /// - Parameter index: the index of the property in ``paths``.
  func forms(at index: Int) -> [(form: ValueForm, seen: FormCounts.Seen)] {
    counts.forms(at: index).map { (form: $0.key, seen: $0.value) }.sorted {
      ($1.seen.count, $0.form.words(0)) < ($0.seen.count, $1.form.words(0))
    }
  }

  /// Returns the form of a value, considering the other values of its property.
  func form(of node: JSONNode?, at index: Int) -> ValueForm {
    counts.form(ValueForm(node), at: index)
  }

  /// Returns the form to which values of a property are converted, the most frequent suitable one; nil if there is none.
  func target(at index: Int) -> ValueForm? { forms(at: index).first { $0.form.isTarget }?.form }

  /// Returns the JSON of a value converted to the target form of its property; nil if the value cannot be converted.
  func json(of row: Row, property index: Int) -> [UInt8]? {
    guard let target = target(at: index), let node = row.node else { return nil }
    return ValueForm.json(of: node, as: target)
  }

  /// The indices of the properties whose values have several forms.
  var nearMisses: [Int] {
    paths.indices.filter { index in
      forms(at: index).count { ![.absent, .null].contains($0.form) } > 1
    }
  }

  /// Returns the numbers of values of each form, the most frequent first: `3 numbers, 1 text`.
  ///
  /// - Parameter withoutValues: whether to include absent values and null.
  func words(at index: Int, withoutValues: Bool = true) -> String {
    forms(at: index).filter { withoutValues || ![.absent, .null].contains($0.form) }
      .map { $0.form.words($0.seen.count) }.joined(separator: ", ")
  }

  /// Returns the least and the greatest value of a form.
  func range(of seen: FormCounts.Seen, at index: Int) -> String {
    guard let least = seen.least, let greatest = seen.greatest else { return "" }
    let words = [least, greatest].map { node in
      node.kind.isContainer
        ? "\(node.count)" : paths[index].property?.words(of: node) ?? node.displayText
    }
    return Sanitized(words[0] == words[1] ? words[0] : words.joined(separator: " … "), cells: 60).text
  }

  /// Counts the forms of a list's values in the background. Members of an object that is not a map are not counted, because
  /// they have nothing in common.
  static func start(in browser: inout Browser, of list: Row) {
    guard list.isList || list.isMap else { return }
    let outline = browser.outline.unfiltered
    let names = outline.filterNames(of: list)
    let columns = Table(list, nil, in: outline).grid.shownColumns.compactMap(\.path)
    let paths = Array(columns.flatMap { $0.withInner(names, depth: maximumLevels) }.prefix(maximumPaths))
    guard !paths.isEmpty, let records = RecordList(of: list, in: outline) else { return }
    let empty = TypeSurvey(of: list, paths, revision: browser.document.history.revision)
    browser.start(.types) { link in
      var survey = empty
      records.read(into: empty.counts) {
        $0.add($1)
      } _: { part in
        survey.counts.add(part)
        return !link.isCancelled()
      }
      guard !link.isCancelled() else { return }
      link.report(
        Report { [survey] in
          $0.editor.types = survey
          ListPane.refresh(&$0)
        })
    }
  }

  private static let maximumLevels = 3
  private static let maximumPaths = 200

  /// Counts the forms again after an edit if the detail pane of the root row shows them.
  static func countAgain(_ browser: inout Browser) {
    guard browser.cursor.parent == nil, let types = browser.types,
      types.revision != browser.document.history.revision, browser.running[.types] == nil,
      browser.document.base.count <= maximumCountedAutomatically, let list = browser.outline.list(types.list)
    else { return }
    start(in: &browser, of: list)
  }

  /// The maximum size of a file whose forms are counted without a request.
  static let maximumCountedAutomatically = 1 << 24
}

extension FilterPath {
  /// Returns the path and the paths inside its objects, but not inside lists.
  fileprivate func withInner(_ names: FilterNames, depth: Int) -> [FilterPath] {
    guard depth > 0 else { return [self] }
    let inner = names.paths(inside: self).filter { !$0.routes.joined().contains(.each) }
    return [self] + inner.flatMap { $0.withInner(names, depth: depth - 1) }
  }
}
