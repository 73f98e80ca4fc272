import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// A text of the session, whose lists are the tables of a query.
package struct QueriedText: Sendable {
  package let name: String
  package let bytes: JSONBytes
  /// The models of the text with their key paths.
  package let places: [ModelPlace]
}

extension QueriedText {
  /// A function that runs a query in SQL over texts, and returns the rows as a list of objects.
  package typealias Runner = @Sendable (_ query: String, _ texts: [QueriedText]) throws -> JSONBytes

  /// Reads a file of the session as a text for a query.
  fileprivate init(reading path: String, by reader: DocumentSource.Reader, isCancelled: () -> Bool) throws {
    let source = try reader(path, nil)
    var bytes = source.bytes
    if let incoming = source.incoming {
      while !incoming.isOver, !isCancelled() { usleep(1_000) }
      bytes = try incoming.text()
    }
    self.init(name: path, bytes: bytes, places: source.pick.places)
  }
}

/// An open file of the browser, or a file to read, which becomes a table of a query.
private struct QueriedFile: Sendable {
  let name: String
  /// The text of an open document with its unsaved edits; nil for a file to be read.
  var text: SplicedBytes?
  var places: [ModelPlace] = []

  init(_ name: String, _ editor: Editor?) {
    self.name = name
    guard let editor else { return }
    (text, places) = (editor.currentText, editor.document.pick.places)
  }

  func read(by reader: DocumentSource.Reader, isCancelled: () -> Bool) throws -> QueriedText {
    guard let text else { return try QueriedText(reading: name, by: reader, isCancelled: isCancelled) }
    return QueriedText(name: name, bytes: try text.text(), places: places)
  }
}

extension Command {
  static let sql = Command(
    "query", .view, line: ["sql"], argument: Argument("QUERY"), "Show the result of a query in SQL",
    disabled: { $0.files.sql == nil ? "This program runs no SQL" : nil }
  ) { browser, call in
    guard let runner = browser.files.sql else { return }
    runQuery(&browser, call.argument, runner)
  }
}

/// Runs a query over the files of the session in the background, and opens its result as a table.
private func runQuery(_ browser: inout Browser, _ query: String, _ runner: @escaping QueriedText.Runner) {
  let (shown, reader) = (browser.document.identity, browser.reader)
  let others = browser.files.all.filter { $0.name != shown }
  let files = [QueriedFile(shown, browser.editor)] + others.map { QueriedFile($0.name, $0.left) }
  browser.message = .note("Running the query  (Esc ends it)")
  browser.start(.query) { link in
    link.report(
      .attempting("not run") {
        let texts = try files.map { try $0.read(by: reader, isCancelled: link.isCancelled) }
        let bytes = try runner(query, texts)
        var source = DocumentSource(bytes, name: "sql \(query)")
        source.readOnlyReason = "The result of a query is read-only  (:export PATH writes it)"
        source.notice = source.readOnlyReason
        return .query(source)
      })
  }
}

extension Report {
  /// Returns a report of the result of a query, which is opened like another file of the session.
  fileprivate static func query(_ source: DocumentSource) -> Report {
    Report { browser in
      var result = Browser(source, size: browser.size, commands: browser.commands)
      result.attempt { try showTable(&$0, "") }
      guard source.identity != browser.document.identity else {
        return browser.open(source, .kept)
      }
      browser.files.leave(result.editor, .kept)
      browser.request(.open(path: source.identity, .kept))
    }
  }
}
