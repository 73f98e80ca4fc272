import Mantle
import MantleFiles

/// What a file is read for besides the one that is open.
enum OtherFileUse: Sendable {
  case compare, merge
}

extension Browser {
  /// Compares a value with another text in the background, and lists the differences.
  mutating func compare(_ place: JSONKeyPath, with name: String, _ other: JSONBytes) {
    let revision = document.history.revision
    let text = editor.currentText
    let value = place.isEmpty ? nil : outline.row(at: place).row.node.map { JSONBytes($0.rawBytes) }
    let isList = value == nil && isList
    start(.compare) { link in
      link.report(
        .attempting("Not compared") {
          .compared(
            try Comparison(
              of: try value ?? text.text(), at: place, isList: isList, revision: revision, with: name, other
            ) { link.report(.progress($0)) })
        })
    }
  }

  /// Whether the document holds values after each other.
  private var isList: Bool { outline.root.container?.form == .values }

  /// Compares again what was compared last, if the document was edited since. A comparison that is running ends first.
  mutating func compareAgain() {
    guard running[.compare] == nil, let known = editor.comparison,
      known.revision != document.history.revision
    else { return }
    compare(known.place, with: known.name, known.other)
  }

  /// Takes in the differences that were found.
  mutating func receive(_ found: Comparison) {
    let isNew = editor.comparison == nil
    let isListed = if case .listing(let pane) = mode { pane.kind == .differences } else { false }
    editor.comparison = found.difference == nil ? nil : found
    if found.difference == nil {
      if isListed { mode = .browsing }
      let names = found.names(in: document)
      editor.message = .note("\(names.own) and \(names.other): the same values")
    } else if isListed {
      ListPane.refresh(&self)
      compareAgain()
    } else if isNew {
      attempt { try ListPane.show(&$0, .differences) }
    }
  }

  /// Merges another text into the document in the background.
  mutating func merge(_ name: String, _ newer: JSONBytes) {
    guard let inference = document.inference else {
      return editor.message = .error("Not merged: this program does not merge")
    }
    let (text, revision, model) = (editor.currentText, document.history.revision, document.model)
    let isList = isList
    start(.compare) { link in
      link.report(
        .attempting("Not merged") {
          .merged(
            try MergedText(newer, named: name, over: text.text(), isList: isList, revision: revision) {
              try inference.merged($0, over: $1, isList: isList, readAs: model)
            })
        })
    }
  }

  /// Makes the document what was merged, and lists the values that both texts have.
  mutating func receive(_ merged: MergedText) {
    guard merged.comparison.revision == document.history.revision else {
      return editor.message = .warning("Not merged: the document was edited meanwhile")
    }
    guard let difference = merged.difference else {
      return editor.message = .note("\(merged.name) has nothing new")
    }
    guard editor.undo(difference, at: JSONKeyPath(), as: "merged \(merged.name)") else { return }
    let conflicts = merged.comparison.conflicts(revision: document.history.revision)
    let count = conflicts.parts.count
    editor.message = .note(
      "merged \(merged.name): \(count == 0 ? "no conflicts" : Words.count(count, "conflict"))  (u undoes)")
    guard count > 0 else { return }
    editor.comparison = conflicts
    attempt { try ListPane.show(&$0, .differences) }
  }
}

extension Editor {
  /// Makes a value what another text has, in each location of a difference.
  ///
  /// - Parameter difference: the difference from the other text to the value.
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
  /// Reads another file, or says why not.
  ///
  /// - Parameter models: what an archive is read as, whose text is that of its models.
  static func reading(_ path: String, for use: OtherFileUse, models: [ModelDescription]) -> Report {
    attempting(use == .compare ? "not compared" : "not merged") {
      let source = try DocumentSource.reading(.map(path: path), name: path, models: models)
      return .other(path: path, source.bytes, use)
    }
  }
}
