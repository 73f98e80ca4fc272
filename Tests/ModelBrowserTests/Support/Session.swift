import GitHubModels
import Mantle

@testable import ModelBrowser
@testable import TerminalText

/// A browser driven without a terminal: keys go in, lines come out; effects are done at once, in order.
struct Session {
  private(set) var browser: Browser
  /// What was offered to the clipboard.
  private(set) var copied: [String] = []
  /// The effects other than work and copying, in words.
  private(set) var effects: [String] = []
  private(set) var hasQuit = false
  /// What the user's own editor makes of a text.
  var edited: @Sendable (String) -> String = { $0 }
  /// Whether files are written; keys pressed at random name any.
  var writesFiles = true
  /// Whether files that are to be opened are read.
  var opensFiles = false
  /// Where unsaved edits were written when it was killed.
  private(set) var rescued: String?

  init(
    _ json: String, name: String = "test.json", path: String? = nil,
    models: [ModelDescription] = Session.gitHub,
    columns: Int = 70, rows: Int = 16
  ) {
    self.init(
      DocumentSource(
        JSONBytes(Array(json.utf8), isNDJSON: name.isNDJSONName), name: name, path: path, models: models),
      columns: columns, rows: rows)
  }

  init(_ source: DocumentSource, columns: Int = 70, rows: Int = 16) {
    browser = Browser(source, size: ScreenSize(rows: rows, columns: columns))
    browser.startChecking()
    perform()
  }

  static let gitHub = GitHub.all.map { $0.modelDescription }

  /// Presses keys written as in the help: `jj`, `^D`, `<Down>`, `:w<Enter>`.
  mutating func press(_ keys: String) {
    for key in KeyNotation.keys(keys) { handle(.key(key)) }
  }

  /// Types text as it is, where `<` and `^` mean themselves.
  mutating func type(_ text: String) {
    for character in text { handle(.key(.character(character))) }
  }

  mutating func resize(rows: Int, columns: Int) {
    browser.handle(.resize(ScreenSize(rows: rows, columns: columns)))
    perform()
  }

  mutating func configure(_ configuration: Configuration) {
    browser.apply(configuration)
    perform()
  }

  /// Sets how other texts are read, and this one again.
  mutating func read(by reader: @escaping DocumentSource.Reader) { browser.files.reader = reader }

  /// Opens the levels that fit, as the program does.
  mutating func openWhatFits() { browser.view.openWhatFits() }

  /// Sets the runner of queries in SQL.
  mutating func query(by runner: @escaping QueriedText.Runner) { browser.files.sql = runner }

  mutating func startPicking() { browser.startPicking() }

  mutating func handle(_ event: Event) {
    browser.handle(event)
    perform()
    browser.startCounting()
    perform()
  }

  mutating func receive(_ report: Report) {
    browser.receive(report)
    perform()
  }

  private mutating func perform() {
    // Not by recursion: a search starts once more for each match that leads nowhere.
    var waiting: [Effect] = []
    repeat {
      waiting += browser.takeEffects().reversed()
      if let effect = waiting.popLast() { perform(effect) }
    } while !waiting.isEmpty || !browser.effects.isEmpty
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .write where !writesFiles: break
    case .quit: hasQuit = true
    case .pick(let values): self.effects += values.map { "pick \($0.path): \($0.text)" }
    case .suspend: self.effects.append("suspend")
    case .edit(let order): browser.receive(.edited(order, edited(order.text)))
    case .redraw: self.effects.append("redraw")
    case .readOn: self.effects.append("read on")
    case .mouse(let isOn): self.effects.append(isOn ? "mouse" : "nomouse")
    case .keep(let settings):
      self.effects.append("keep \(settings.map(\.description).joined(separator: " "))")
    case .theme(let theme): self.effects.append("theme \(theme.rawValue)")
    case .colors(let colors):
      let words = colors.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
      self.effects.append("colors \(words)")
    case .ascii(let isOn): self.effects.append("ascii \(isOn)")
    case .cancel: break
    case .copy(let text, let what):
      copied.append(text)
      browser.receive(.noted("copied the \(what)"))
    case .rescue(let order): rescued = try? order.perform()
    case .write(let order): browser.receive(order.report { _ in true })
    case .listFolder(let folder): browser.receive(.listing(of: folder))
    case .open(let path, let edits):
      self.effects.append("open \(path)")
      guard opensFiles, !browser.resume(path, leaving: edits) else { return }
      browser.receive(.reading(path, edits, for: browser))
    case .readOther(let path, let use): browser.receive(.reading(path, for: use, models: browser.models))
    case .recover(let order): browser.receive(order.report(by: browser.reader))
    case .discard(let leftovers): leftovers.forEach { $0.remove() }
    case .start(let work):
      let reports = Reports()
      work.run { reports.all.append($0) }
      for report in reports.all { browser.receive(report) }
    }
  }

  private final class Reports {
    var all: [WorkReport] = []
  }

  // MARK: - What is seen

  /// The whole screen, without blanks at the ends of its lines.
  var screen: String { lines.joined(separator: "\n") }

  var lines: [String] { browser.render().plainLines }

  /// The rows of the outline only, the cursor's marked with `>`.
  var rows: [String] {
    let frame = browser.render()
    return frame.lines.prefix(browser.layout.listRows).filter { !$0.isEmpty }.map { line in
      let text = line.prefix(cells: browser.layout.listColumns).reduce(into: "") { $0 += $1.text }
      return (line.contains { $0.style.reversed } ? ">" : " ") + text.trimmedEnd
    }
  }

  /// The unsaved edits, as text.
  var differences: [String] {
    browser.outline.differences.screen(browser.document.name, width: browser.size.columns).lines.map {
      $0.reduce(into: "") { $0 += $1.text }
    }
  }

  var message: String { browser.message?.text ?? "" }
  /// The status bar, which stands above a message of several lines.
  var status: String {
    var browser = browser
    browser.message = nil
    let lines = browser.render().plainLines
    return lines.count >= 2 ? lines[browser.layout.bodyRows] : ""
  }
  var cursorPath: String { browser.cursor.path.description }

  /// The text as a save would write it.
  var text: String {
    let spliced = browser.currentText
    return (try? spliced.original.applying(spliced.splices)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  var isModified: Bool { browser.document.isModified }
}

extension Frame {
  var plainLines: [String] { lines.map { $0.reduce(into: "") { $0 += $1.text }.trimmedEnd } }

  /// The screen with the styles that carry meaning written into it: `[error:✗]`, reversed in `«»`.
  var marked: String {
    lines.map { line in
      line.map { span in
        var text = span.text
        if span.style.role != .plain, span.style.role != .dimmed, !text.isBlank {
          text = "⟨\(span.style.role):\(text)⟩"
        }
        return span.style.reversed ? "«\(text)»" : text
      }.joined().trimmedEnd
    }.joined(separator: "\n")
  }
}

extension String {
  var trimmedEnd: String {
    var text = Substring(self)
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  var isBlank: Bool { allSatisfy { $0 == " " } }
}
