import Mantle
import MantleDocuments
import MantleFiles

/// The purpose of reading another file than the open one.
enum OtherFileUse: Sendable {
  case compare, merge
}

extension Comparison {
  /// Compares a value with another text in the background, and lists the differences.
  static func start(
    in browser: inout Browser, at place: JSONKeyPath, with name: String, _ other: JSONBytes
  ) {
    let revision = browser.document.history.revision
    let text = browser.editor.currentText
    let value =
      place.isEmpty ? nil : browser.outline.row(at: place).row.node.map { JSONBytes($0.rawBytes) }
    let isList = value == nil && browser.outline.isOfValues
    browser.start(.compare) { link in
      link.report(
        .attempting("Not compared") {
          let comparison = try Comparison(
            of: try value ?? text.text(), at: place, isList: isList, revision: revision, with: name, other
          ) { link.report(.progress($0)) }
          return Report { comparison.show(in: &$0) }
        })
    }
  }

  /// Repeats the latest comparison if the document was edited since. A running comparison is canceled first.
  static func startAgain(in browser: inout Browser) {
    guard browser.running[.compare] == nil, let known = browser.comparison,
      known.revision != browser.document.history.revision
    else { return }
    start(in: &browser, at: known.place, with: known.name, known.other)
  }

  /// Reports that the file was reloaded. The values that changed both in the file and by unsaved edits are stored as a
  /// comparison with the file.
  static func note(_ conflicts: [MergeConflict], in browser: inout Browser, with file: JSONBytes) {
    let revision = browser.document.history.revision
    let paths = conflicts.map(\.path)
    let kept = conflicts.filter { $0.edited == nil }
    let comparison = try? Comparison(
      of: browser.currentText.text(), at: JSONKeyPath(), isList: browser.outline.isOfValues,
      revision: revision,
      with: "the file", file, progress: { _ in }
    ).conflicts(revision: revision) { part in
      paths.contains { $0.starts(with: part.path) || part.path.starts(with: $0) }
    }
    browser.comparison = comparison?.difference == nil ? nil : comparison
    guard browser.document.isModified else {
      return browser.message = .note(
        "\(browser.document.name): reloaded; the file already contains the edits")
    }
    var words = "\(browser.document.name): reloaded with the unsaved edits  (gc shows them"
    if conflicts.isEmpty { words += ", :w saves them" }
    if kept.count < conflicts.count {
      words +=
        "; :conflicts lists \(Words.count(conflicts.count - kept.count, "value")) that changed in the file too"
    }
    if let first = kept.first {
      words += "; \(first.path) was deleted here, but changed in the file, and was kept"
    }
    browser.message = conflicts.isEmpty ? .note(words + ")") : .warning(words + ")")
  }

  /// Shows the differences in a list, or a message if there are none.
  func show(in browser: inout Browser) {
    let isNew = browser.comparison == nil
    let isListed = if case .listing(let pane) = browser.mode { pane.kind == .differences } else { false }
    browser.comparison = difference == nil ? nil : self
    if difference == nil {
      if isListed { browser.mode = .browsing }
      let names = names(in: browser.document)
      browser.message = .note("\(names.own) and \(names.other): the same values")
    } else if isListed {
      ListPane.refresh(&browser)
      Self.startAgain(in: &browser)
    } else if isNew {
      browser.attempt { try ListPane.show(&$0, .differences) }
    }
  }
}

extension MergedText {
  /// Merges another text into the document in the background.
  static func start(in browser: inout Browser, with name: String, _ newer: JSONBytes) {
    guard let inference = browser.document.inference else {
      return browser.message = .error("Not merged: this program cannot merge files")
    }
    let (text, model) = (browser.currentText, browser.document.model)
    let (revision, isList) = (browser.document.history.revision, browser.outline.isOfValues)
    browser.start(.compare) { link in
      link.report(
        .attempting("Not merged") {
          let merged = try MergedText(
            newer, named: name, over: text.text(), isList: isList, revision: revision
          ) { try inference.merged($0, over: $1, isList: isList, readAs: model) }
          return Report { merged.take(in: &$0) }
        })
    }
  }

  /// Replaces the document by the merged one, and lists the values that both documents changed.
  func take(in browser: inout Browser) {
    guard comparison.revision == browser.document.history.revision else {
      return browser.message = .warning("Not merged: the document was edited meanwhile")
    }
    guard let difference else {
      return browser.message = .note("Nothing to merge: \(name) has no new values")
    }
    guard browser.editor.undo(difference, at: JSONKeyPath(), as: "merged \(name)") else { return }
    let conflicts = comparison.conflicts(revision: browser.document.history.revision)
    let count = conflicts.parts.count
    browser.message = .note(
      "merged \(name): \(count == 0 ? "no conflicts" : Words.count(count, "conflict"))  (u undoes)")
    guard count > 0 else { return }
    browser.comparison = conflicts
    browser.attempt { try ListPane.show(&$0, .differences) }
  }
}

extension Outline {
  /// Whether the document is a sequence of values after each other, such as JSON Lines.
  fileprivate var isOfValues: Bool { root.container?.form == .values }
}

extension Editor {
  /// Reverts a difference between another text and a value of the document: copies the value of the other text at each
  /// location.
  ///
  /// - Parameters:
  ///   - difference: the difference from the other text to the value.
  ///   - place: the path of the value.
  ///   - summary: the description of the undo step.
  /// - Returns: whether the edit was made.
  mutating func undo(_ difference: JSONDifference, at place: JSONKeyPath, as summary: String) -> Bool {
    let made = change { builder, _ in
      let raw = builder.outline.raw
      return try EditBuilder(outline: raw).undoing(difference, at: raw.row(at: place).row, as: summary)
    }
    return made != nil
  }
}

extension Report {
  /// Returns a report that another file was read, which starts the comparison or the merge with its text.
  static func other(path: String, _ text: JSONBytes, _ use: OtherFileUse) -> Report {
    Report { browser in
      switch use {
      case .compare:
        browser.editor.comparison = nil
        Comparison.start(in: &browser, at: JSONKeyPath(), with: path, text)
      case .merge: MergedText.start(in: &browser, with: path, text)
      }
    }
  }

  /// Reads another file, and reports its text or the error.
  ///
  /// - Parameter models: the candidate models of an archive, which is compared as the JSON of its models.
  static func reading(_ path: String, for use: OtherFileUse, models: [ModelDescription]) -> Report {
    attempting(use == .compare ? "not compared" : "not merged") {
      let source = try DocumentSource.reading(.map(path: path), name: path, models: models)
      return .other(path: path, source.bytes, use)
    }
  }
}
