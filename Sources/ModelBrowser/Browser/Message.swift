import Mantle
import MantleArchiving
import TerminalText
import TextCells

/// A message on the bottom line, until the next key. A command that fails throws its message.
struct Message: Error, Hashable {
  /// The severity of a message, which selects its color.
  enum Tone: Sendable, Hashable {
    case note, warning, error
  }

  let text: String
  let tone: Tone
  /// Whether the message is the output of a command; `q` then closes the message, as it closes a screen of longer output.
  var isOutput = false

  static func note(_ text: String) -> Message { Message(text: text, tone: .note) }
  static func warning(_ text: String) -> Message { Message(text: text, tone: .warning) }
  static func error(_ text: String) -> Message { Message(text: text, tone: .error) }

  /// Returns the rows of a message: several for a warning or an error that fits into `most` rows, otherwise one.
  func rows(cells: Int, most: Int) -> [[Span]] {
    let rows = tone == .note ? nil : Wrapping.severalRows(of: signed, width: cells, most: most, style)
    return rows ?? [spans(cells: cells)]
  }

  /// Returns the message on one line. A message that is too long keeps both ends, since it begins with a
  /// path and ends with a reason. Advice in trailing brackets, such as a command, is cut last.
  func spans(cells: Int) -> [Span] {
    if tone == .note, text.contains(" · ") { return hint(cells: cells) }
    let spans = Sanitized(signed).spans(style)
    guard spans.cellWidth > cells, text.hasSuffix(")"), let advice = text.firstRange(of: "  (")?.lowerBound
    else {
      return Truncation.middle.fit(spans, to: cells)
    }
    let behind = Sanitized(text[advice...]).spans(spans.last?.style ?? Style())
    let front = spans.prefix(cells: spans.cellWidth - behind.cellWidth)
    let room = max(cells / 4, cells - behind.cellWidth)
    return Truncation.middle.fit(front, to: room) + Truncation.end.fit(behind, to: cells - room)
  }

  /// Returns the first pieces of a hint that fit on the line; the pieces are in the order of their importance.
  private func hint(cells: Int) -> [Span] {
    var pieces = text.split(separator: " · ").map(String.init)
    while pieces.count > 1, Sanitized(pieces.joined(separator: " · ")).text.cellWidth > cells {
      pieces.removeLast()
    }
    return Truncation.middle.fit(Sanitized(pieces.joined(separator: " · ")).spans(style), to: cells)
  }

  private var signed: String {
    switch tone {
    case .note: text
    case .warning: "! " + text
    case .error: "✗ " + text
    }
  }

  private var style: Style {
    switch tone {
    case .note: Style()
    case .warning: Style(.warning)
    case .error: Style(.error)
    }
  }
}

extension Document {
  /// The message to show after the document was opened; nil if there is nothing to report.
  var openingMessage: Message? {
    if let leftoverMessage { return leftoverMessage }
    if let noticeMessage { return noticeMessage }
    if let archive = self.archive { return archiveMessage(archive) }
    if base.count == 0 { return .warning("The file is empty") }
    if base.hasByteOrderMark { return .note("The file starts with a byte order mark; it is kept") }
    if let foreign = base.foreignDiagnostic {
      return .error("\(foreign.shortMessage)" + (foreign.help.map { "  (\($0))" } ?? ""))
    }
    if self.givenPick == nil, let model, let file = self.inference?.discoveredFile(defining: model) {
      return .note("Models from \(file)  (:model none shows the file as it is)")
    }
    guard model == nil, self.inference != nil || !self.models.isEmpty else { return nil }
    return .note(
      "\(self.givenPick == nil ? "No model fits: shown as raw JSON" : "Raw JSON")  (:model lists the models)")
  }

  /// The message about how the file was read; nil if there is nothing to say.
  var noticeMessage: Message? { self.notice.map { $0 == self.readOnlyReason ? .note($0) : .error($0) } }

  private func archiveMessage(_ archive: ArchivedDocument) -> Message {
    let facts = archive.facts
    let words = archive.words.prefix(1).uppercased() + archive.words.dropFirst()
    if let error = archive.diagnostics.first(where: { $0.severity == .error }) {
      return .warning("\(words): \(error.path.isEmpty ? "" : "\(error.path): ")\(error.message)  (ge)")
    }
    return .note("\(words): \(facts.first ?? "no models")  (:info)")
  }

  /// The warning about unsaved edits of an earlier session or of another running session; nil if there are none.
  var leftoverMessage: Message? {
    guard let first = self.leftovers.first else {
      return self.isEditedElsewhere ? .warning("Another session has unsaved edits of this file") : nil
    }
    let place = first.form == .text ? "in \(first.path)" : "of an earlier session"
    let others = self.leftovers.count > 1 ? ", and \(self.leftovers.count - 1) more" : ""
    return .warning(
      "Unsaved edits \(place)\(others)  (:recover shows and restores them, :discard deletes them)")
  }
}
