import Mantle

/// The line above the bottom one: file, model and counts at the left; the cursor's path and what is being typed at the
/// right.
struct StatusBar {
  private let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  private var document: Document { browser.document }
  private var outline: Outline { browser.outline }
  private var size: ScreenSize { browser.size }
  private var findings: CheckStatus { browser.findings }

  var spans: [Span] {
    if case .typing(let prompt) = browser.mode, let completion = prompt.completion, completion.words.count > 1
    {
      return completionBar(completion)
    }
    if case .typing(let prompt) = browser.mode, let complaint = prompt.complaint {
      return Sanitized(" " + complaint, cells: size.columns).spans(Style(.error, bold: true))
    }
    let right = rightStatus
    let path = browser.cursor.path.description
    let space = max(0, size.columns - right.cellWidth)
    let left = Truncation.end.fit(leftStatus(in: space - min(path.cellWidth, space / 3) - 3), to: space)
    let room = space - left.cellWidth - 3
    var shownPath = room > 0 ? Truncation.start.fit(Sanitized(path).text, to: room) : ""
    // In front of the path, where both have room.
    if let position, position.cellWidth + 2 + shownPath.cellWidth <= room {
      shownPath = "\(position)  \(shownPath)"
    }
    let gap = max(0, size.columns - left.cellWidth - shownPath.cellWidth - right.cellWidth)
    let text = left + String.blanks(gap) + shownPath + right
    return [Span(Truncation.end.fit(text, to: size.columns), Style(.status, reversed: true))]
  }

  /// The words Tab goes through, from a little before the one on the line.
  private func completionBar(_ completion: Completion) -> [Span] {
    let first = max(0, (completion.selected ?? 0) - 2)
    var spans = [Span(first > 0 ? "… " : " ", Style(.status, reversed: true))]
    for (index, word) in completion.words.enumerated().dropFirst(first) where spans.cellWidth < size.columns {
      let isSelected = index == completion.selected
      spans += Sanitized(word, cells: size.columns).spans(
        Style(.status, bold: isSelected, underlined: isSelected, reversed: true))
      spans.append(Span("  ", Style(.status, reversed: true)))
    }
    return Truncation.end.fit(spans, to: size.columns).padded(
      to: size.columns, Style(.status, reversed: true))
  }

  /// As much as leaves room for a path: words are shortened before counts are left out.
  private func leftStatus(in cells: Int) -> String {
    let short = findings.shortStatusPieces
    let choices = [findings.statusPieces, short] + (0...short.count).map { Array(short.dropLast($0)) }
    let texts = choices.lazy.map { " " + (filePieces + $0).joined(separator: " · ") }
    return texts.first { $0.cellWidth <= cells } ?? " " + filePieces.joined(separator: " · ")
  }

  private var filePieces: [String] {
    let mark = browser.isJournalMissing ? " [+ not backed up]" : " [+]"
    var pieces = [Sanitized(document.name).text + (document.isModified ? mark : "")]
    if document.isOverwritten { pieces.append("changed on disk, :e! reads it anew") }
    if let archive = document.archive {
      pieces.append(archive.words + (archive.isReadable ? "" : ", read-only"))
    }
    if let model = document.model {
      pieces.append(outline.view == .model ? modelCount(model.name) : "\(model.name), raw JSON")
    } else {
      pieces.append("raw JSON")
    }
    if let incoming = document.incoming {
      pieces.append(
        "\(incoming.isOver ? "more has come" : "reading"), \(Words.count(incoming.count, "byte"))")
    }
    if let filterPiece = browser.filterPiece { pieces.append(filterPiece) }
    return pieces
  }

  /// `30 Issues` for a list of models, `Issue` for a single one.
  private func modelCount(_ name: String) -> String {
    guard let count = outline.modelCount else { return Words.plural(name) }
    return outline.mainContainer == nil ? name : Words.count(count, name)
  }

  /// Where the cursor is among the elements, and in the file: `12/649658 · 46 %`.
  private var position: String? {
    guard browser.cursor.parent != nil else { return nil }
    var pieces: [String] = []
    if let list = outline.mainContainer {
      var row: Row? = browser.cursor
      while let here = row, here.parent?.id != list.id { row = here.parent }
      if let row, case .element(let index?) = row.label {
        pieces.append(
          "\(index + 1)/"
            + (list.container.map { outline.children(of: $0).countText } ?? "\(list.childRows.valueCount)"))
      }
    }
    if let share = outline.share(of: browser.cursor) { pieces.append("\(Int(share * 100)) %") }
    return pieces.joined(separator: " · ")
  }

  private var rightStatus: String {
    switch browser.mode {
    case .editing: return "  EDIT  Enter keeps · Esc leaves "
    case .writing: return "  TEXT  ^S keeps · ^F searches, ^G goes on · Esc leaves "
    case .filling: return "  NEW  Tab next · Esc leaves "
    default: break
    }
    var pieces: [String] = []
    if let selected = browser.selected {
      pieces.append("SELECT \(selected.countText(in: outline))  dd yy cc ~ J K · Esc ends")
    }
    if let counter = browser.search.counter { pieces.append(counter) }
    if !browser.keys.pendingText.isEmpty { pieces.append(browser.keys.pendingText) }
    return pieces.isEmpty ? " " : "  " + pieces.joined(separator: "  ") + " "
  }
}
