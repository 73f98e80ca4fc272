import Mantle
import TerminalText
import TextCells

/// The line above the bottom one: file, model and counts on the left; the cursor's path and the pending keys on the
/// right.
struct StatusBar: ~Copyable {
  private let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  private var document: Document { browser.document }
  private var outline: Outline { browser.outline }
  private var size: ScreenSize { browser.size }
  private var findings: CheckStatus { browser.findings }

  var spans: [Span] {
    if case .typing(let prompt) = browser.mode, let completion = prompt.completion,
      completion.words.count > 1,
      !completion.hasMenu
    {
      return completionBar(completion)
    }
    if case .typing(let prompt) = browser.mode, let complaint = prompt.complaint {
      return Sanitized(" " + complaint, cells: size.columns).spans(Style(.error, bold: true))
    }
    // The keys are shortened if the name of the file needs the room.
    let right = rightStatus(
      in: min(size.columns * 3 / 4, size.columns - Sanitized(document.name).text.cellWidth - 2))
    let path = Sanitized(browser.cursor.path.description).text
    let space = max(0, size.columns - right.cellWidth)
    // The position is shown if at least a part of the name fits next to it.
    let wanted = position.map { "   \($0)" } ?? ""
    let place = wanted.cellWidth + Self.minimumName <= space ? wanted : ""
    let room = space - place.cellWidth
    let left = leftStatus(in: min(room, max(Self.minimumName, room - min(path.cellWidth, room / 3) - 3)))
    let gap = place.isEmpty ? "   " : "  "
    let shownPath = Truncation.start.fit(path, to: room - left.cellWidth - gap.cellWidth)
    let end = place + (shownPath.isEmpty ? "" : gap + shownPath)
    let text = left + String.blanks(max(0, space - left.cellWidth - end.cellWidth)) + end + right
    return [Span(Truncation.end.fit(text, to: size.columns), Style(.status, reversed: true))]
  }

  /// Returns the bar with the words that Tab cycles through, starting two words before the selected one.
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

  private static let minimumName = 8

  /// Returns the left part of the bar, cut to a width: first words are abbreviated, then the model and the counts are omitted.
  private func leftStatus(in cells: Int) -> String {
    let shares = browser.running.shares
    let work = [(Work.Kind.save, "saving"), (.search, "searching"), (.compare, "comparing")].compactMap {
      kind, words in
      shares[kind].map { "\(words) \(Int($0 * 100)) %" }
    }
    let short = findings.statusPieces(isShort: true) + work
    let choices =
      [findings.statusPieces(isShort: false) + work, short].map { (true, $0) }
      + (0...short.count).map { (false, Array(short.dropLast($0))) }
    for (withModel, counts) in choices {
      let text = " " + (filePieces(withModel: withModel) + counts).joined(separator: " · ")
      if text.cellWidth <= cells { return text }
    }
    return Truncation.end.fit(" " + filePieces(withModel: false).joined(separator: " · "), to: cells)
  }

  private func filePieces(withModel: Bool) -> [String] {
    let mark = browser.isJournalMissing ? " [+ not backed up]" : " [+]"
    var pieces = [Sanitized(document.name).text + (document.isModified ? mark : "")]
    let files = browser.files
    if files.all.count > 1, let index = files.index(of: document.identity) {
      pieces[0] += " (\(index + 1) of \(files.all.count))"
    }
    if document.isOverwritten { pieces.append("changed on disk, :e! reads it again") }
    if let archive = document.archive { pieces.append(archive.words) }
    if withModel {
      let isRaw = document.model == nil || outline.view == .raw
      let model = document.titleModel.map { isRaw ? $0.name + ", raw JSON" : modelCount($0.name) }
      pieces += [model ?? (isRaw ? "raw JSON" : nil)].compactMap(\.self)
    } else if document.model != nil, outline.view == .raw {
      pieces.append("raw")
    }
    if let incoming = document.incoming {
      pieces.append(
        "\(incoming.isOver ? "more input" : "reading"), \(Words.count(incoming.count, "byte"))")
    }
    if let filterPiece = browser.filterPiece { pieces.append(filterPiece) }
    return pieces
  }

  /// Returns the name of a model with the number of its values: `30 Issues` for a list or map, `Issue` for a
  /// single value, `Issues in [].payload.issue` for values inside other values.
  private func modelCount(_ name: String) -> String {
    guard let count = outline.modelCount else {
      return Words.plural(name) + (outline.modelContainer == nil ? " in \(document.pick.path)" : "")
    }
    return document.pick.path.isEmpty ? name : Words.count(count, name)
  }

  /// The position of the cursor among the elements and in the file, such as `12/649658 · 46 %`; nil on the root row, or if
  /// neither is known.
  private var position: String? {
    guard browser.cursor.parent != nil else { return nil }
    var pieces: [String] = []
    if let list = outline.mainContainer {
      if case .element(let index?)? = browser.cursor.element(of: list.filteredAs)?.label {
        pieces.append(
          "\(index + 1)/"
            + (list.container.map { outline.children(of: $0).countText } ?? "\(list.childRows.valueCount)"))
      }
    }
    if let share = outline.share(of: browser.cursor) { pieces.append("\(Int((share * 100).rounded())) %") }
    return pieces.isEmpty ? nil : pieces.joined(separator: " · ")
  }

  /// The name of the mode and its keys; nil while browsing.
  private var mode: (name: String, keys: String)? {
    switch browser.mode {
    case .editing: ("EDIT", "Enter accept · Esc cancel")
    case .writing: ("TEXT", "^S keep · ^F search · ^G next match · Esc leave")
    case .choosing: ("CHOOSE", "j k move · letters find · Enter select · Esc cancel")
    case .filling: ("NEW", "Tab next · Esc cancel")
    default: nil
    }
  }

  private func rightStatus(in cells: Int) -> String {
    if let mode {
      let text = "  \(mode.name)  \(mode.keys) "
      return text.cellWidth <= cells ? text : "  \(mode.name) "
    }
    var pieces: [String] = []
    if let selected = browser.selected {
      let keys = browser.view.table == nil ? "dd yy cc ~ J K" : "yy rows · cc ~ column · dd asks"
      pieces.append("SELECT \(selected.countText(in: outline))  \(keys) · Esc ends")
    }
    if let counter = browser.search.counter { pieces.append(counter) }
    if !browser.keys.pendingText.isEmpty { pieces.append(browser.keys.pendingText) }
    return pieces.isEmpty ? " " : "  " + pieces.joined(separator: "  ") + " "
  }
}
