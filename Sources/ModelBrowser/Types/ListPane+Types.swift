import Mantle
import MantleQuery
import TerminalText

/// The list of the forms that the values of properties have, and the conversion of the values of one form.
extension ListPane {
  static func typeGroups(_ browser: Browser) -> [Group] {
    guard let survey = browser.types else { return [] }
    let nearMisses = Set(survey.nearMisses)
    return survey.paths.indices.map { index in
      let items = survey.forms(at: index).map { form, seen in
        Item(
          target: .form(form, property: index),
          text: "\(form.words(seen.count))  \(survey.range(of: seen, at: index))\(form.unit)",
          times: seen.count)
      }
      return Group(
        title: "\(survey.paths[index].words): \(survey.words(at: index))",
        severity: nearMisses.contains(index) ? .warning : nil, count: items.count, items: items)
    }
  }

  /// Filters the list to the elements in which a property has values of a form.
  static func show(_ browser: inout Browser, _ form: ValueForm, property index: Int) throws {
    guard let survey = browser.types, let list = browser.outline.list(survey.list),
      survey.paths.indices.contains(index)
    else { return }
    let path = survey.paths[index]
    let rows = try elements(browser, survey, form, index)
    // The filter language has no condition for the form, so the matching elements are added explicitly.
    let filter = try Filter(
      "\(path.words) \(form == .absent ? "=" : "!=") absent", names: browser.outline.filterNames(of: list))
    let words = "\(path.words): \(form.words(rows.count))"
    var narrowed = ElementFilter(
      filter, words: words, of: survey.list, from: browser.cursor.id,
      count: list.childRows.count, nextSerial: browser.document.nextSerial)
    narrowed.add(Set(rows.compactMap(\.element.filterKey)).sorted(), share: 1)
    narrowed.goal = path.words
    browser.view.setCursor(list)
    browser.view.setFold(list, open: true)
    browser.view.outline.filters.append(narrowed)
    ElementFilter.end(&browser, nil)
    let isConvertible = rows.contains { survey.json(of: $0.value, property: index) != nil }
    browser.message = .note("\(words)  (Esc shows all\(isConvertible ? "; gl c converts them" : ""))")
  }

  /// Returns the elements of the surveyed list that have values of a form, and the row of each such value.
  private static func elements(
    _ browser: Browser, _ survey: TypeSurvey, _ form: ValueForm, _ index: Int
  ) throws -> [(element: Row, value: Row)] {
    let outline = browser.outline
    guard let list = outline.list(survey.list) else { return [] }
    var found: [(Row, Row)] = []
    for (number, element) in outline.childRows(of: list).enumerated() {
      try outline.records.goOn()
      guard number < Selection.most else {
        throw Message.warning("More than \(Selection.most) elements: only a smaller list is converted")
      }
      let rows = survey.paths[index].rows(in: element, outline)
      if form == .absent, rows.isEmpty { found.append((element, element)) }
      found += rows.filter { survey.form(of: $0.node, at: index) == form }.map { (element, $0) }
    }
    return found
  }

  /// Converts the values of the selected form, of all forms of a property, or of the selected problem to the type of their
  /// property, as one undo step.
  static func convert(_ browser: inout Browser, _ pane: ListPane) throws {
    let rows: [(row: Row, json: [UInt8]?)]
    var isAmbiguous = false
    switch pane.selectedItem?.target ?? pane.selectedGroup?.items.first?.target {
    case .form(let form, let index)?:
      guard let survey = browser.types, survey.paths.indices.contains(index),
        let target = survey.target(at: index)
      else {
        throw Message.warning("There is no common type to convert to")
      }
      let others = survey.forms(at: index).map(\.form).filter { ![.absent, .null, target].contains($0) }
      // The line of the target is about all other forms, as the line of the property is.
      rows = try (pane.selectedItem == nil || form == target ? others : [form]).flatMap { form in
        try elements(browser, survey, form, index).map {
          ($0.value, survey.json(of: $0.value, property: index))
        }
      }
      if rows.isEmpty { throw Message.note("All values have the same type  (t on a value converts them)") }
      isAmbiguous = rows.contains { ValueForm($0.row.node).isAmbiguous }
    case .place?:
      let outline = browser.outline
      rows = (pane.selectedGroup?.items ?? []).compactMap { item in
        guard case .place(let place) = item.target else { return nil }
        return outline.row(ofProblemAt: place).map { ($0, $0.converted) }
      }
    default: throw Message.note("c converts the values of the selected type or problem: select one first")
    }
    let values = rows.compactMap { row, json in json.map { (row: row, json: $0) } }
    let reason = isAmbiguous ? ": the day or the month may be first" : ""
    guard !values.isEmpty else {
      throw Message.warning(
        "None of these values can be converted\(reason)  (e edits one, | pipes it to a command)")
    }
    browser.editor.set { _ in values }
    if values.count < rows.count, let words = browser.message?.text {
      browser.message = .note("\(words); \(rows.count - values.count) could not be converted\(reason)")
    }
    surveyAgain(&browser, pane)
  }

  /// Updates the list of forms after an edit.
  static func surveyAgain(_ browser: inout Browser, _ pane: ListPane) {
    if pane.kind == .types, let list = browser.types.flatMap({ browser.outline.list($0.list) }) {
      TypeSurvey.start(in: &browser, of: list)
    }
    refresh(&browser)
  }
}

extension Row {
  /// The JSON of the value after conversion to the type of its property; nil if it cannot be converted.
  fileprivate var converted: [UInt8]? {
    guard let property = typing, let node, !node.kind.isContainer else { return nil }
    let dates = [true, false].compactMap { ValueForm.json(of: node, as: .date(hasTime: $0)) }
      .map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
    let text = node.displayText
    let cases = if case .enumeration(let cases) = property.shape.unwrapped { cases } else { [String]() }
    let names = cases.filter { $0.lowercased() == text.lowercased() }
    return ([text] + names + dates).lazy.compactMap { try? property.replacement(for: $0) }.first
  }
}
