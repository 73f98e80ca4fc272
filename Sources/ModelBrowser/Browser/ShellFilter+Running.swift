import Mantle
import MantleFiles
import TerminalText
import TextCells

/// Running shell commands on the value under the cursor or on the whole text.
extension ShellFilter {
  static func start(_ browser: inout Browser, _ command: String, input: [UInt8], _ use: Browser.ShellUse) {
    let filter = ShellFilter(command: command, input: input)
    browser.message = .note("Running \(command)  (Esc ends it)")
    browser.start(.shell) { link in
      do throws(WriteFailure) {
        let outcome = try filter.run(isCancelled: link.isCancelled)
        link.report(Report { $0.attempt { try take(&$0, outcome, of: filter.command, use) } })
      } catch {
        link.report(.failed("\(filter.command): not run: \(error)"))
      }
    }
  }

  static func take(
    _ browser: inout Browser, _ outcome: ShellFilter.Outcome, of command: String, _ use: Browser.ShellUse
  ) throws {
    let errors = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    guard outcome.status == 0 || !outcome.output.isEmpty else {
      throw Message.error("\(command): exit status \(outcome.status)\(errors)")
    }
    browser.message =
      outcome.status == 0 ? nil : .warning("\(command): exit status \(outcome.status)\(errors)")
    switch use {
    case .insert: insert(&browser, answer: outcome.output)
    case .replace(let rows, let revision):
      guard outcome.status == 0 else { return }
      try replace(&browser, rows, revision, answer: outcome.output)
    case .show: show(&browser, answer: outcome.output, of: command)
    }
  }

  /// Shows output of one line as a message, and longer output on a screen of its own.
  private static func show(_ browser: inout Browser, answer: [UInt8], of command: String) {
    let text = String(decoding: answer, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shown = lines.last == "" ? lines.dropLast() : lines[...]
    guard shown.count > 1, !browser.isEditing else {
      browser.message =
        browser.message
        ?? .note(shown.first.map { $0.isEmpty ? "\(command): no output" : $0 } ?? "\(command): no output")
      browser.message?.isOutput = true
      return
    }
    browser.mode = .reading(TextScreen(title: Sanitized("!\(command)").text, texts: Array(shown)))
  }

  /// Inserts the output of a shell command into the document: JSON as a value, and any other text as a
  /// string.
  private static func insert(_ browser: inout Browser, answer: [UInt8]) {
    var text = String(decoding: answer, as: UTF8.self)
    while text.hasSuffix("\n") { text.removeLast() }
    let value = value(text)
    browser.registers.keep([Registers.Value(key: nil, json: value)])
    browser.perform(Invocation(.putAfter))
  }

  private static func value(_ text: String) -> [UInt8] {
    (try? JSONDocument(text)) == nil ? Array(JSONText.quoted(text).utf8) : Array(text.utf8)
  }

  /// Replaces the values of rows by the values in the output of a shell command, in order.
  ///
  /// - Parameter revision: the revision of the edits when the command started; later edits prevent the
  ///   replacement.
  private static func replace(_ browser: inout Browser, _ ids: [RowID], _ revision: Int, answer: [UInt8])
    throws
  {
    guard browser.document.history.revision == revision, !browser.isEditing else {
      throw Message.error("Not replaced: the text was edited meanwhile")
    }
    let values = values(answer, count: ids.count)
    guard values.count == ids.count else {
      throw Message.error(
        "Not replaced: the command read \(Words.count(ids.count, "value")) and wrote \(Words.count(values.count, "value"))"
      )
    }
    browser.editor.set { browser in
      try zip(ids, values).map { id, json in
        guard let row = browser.outline.row(id) else {
          throw EditRefused(description: "a value was deleted meanwhile")
        }
        if let reason = EditPermission(outline: browser.outline, cursor: row).objection(to: json) {
          throw EditRefused(description: "\(row.path): \(reason)")
        }
        return (row, EditBuilder(outline: browser.outline).indented(json, for: row))
      }
    }
  }

  /// Parses the output of a shell command as JSON values. Output that is not JSON becomes one string or, if
  /// it replaces several values, one string for each line.
  ///
  /// - Parameter count: the number of values that the output replaces.
  private static func values(_ answer: [UInt8], count: Int) -> [[UInt8]] {
    let bytes = JSONBytes(answer)
    if let document = try? JSONDocument(parsing: bytes) { return [document.root.rawBytes] }
    if let document = bytes.valuesAsArray.flatMap({ try? JSONDocument(parsing: $0) }) {
      return document.root.elements.map(\.rawBytes)
    }
    var text = String(decoding: answer, as: UTF8.self)
    while text.hasSuffix("\n") { text.removeLast() }
    guard count > 1 else { return text.isEmpty ? [] : [value(text)] }
    return text.split(separator: "\n").map { value(String($0)) }
  }
}

extension Browser {
  /// The use of the output of a shell command.
  enum ShellUse: Sendable {
    case show
    /// Insert the output after the cursor.
    case insert
    /// Replace the values of the rows, unless the text was edited after the given revision.
    case replace([RowID], revision: Int)
  }
}
