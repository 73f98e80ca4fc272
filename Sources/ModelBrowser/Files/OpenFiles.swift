import Mantle
import MantleChecking
import MantleFiles
import TerminalText
import TextCells

/// The files of a session, in the order in which they were named or opened.
struct OpenFiles {
  /// A file of the session.
  struct File {
    /// The path of the file, or the name of a text without a path.
    let name: String
    var facts: Facts?
    /// The state of the file with its unsaved edits; nil for a file that is read from disk when it is shown.
    fileprivate(set) var left: Editor?

    var isEdited: Bool { left?.document.isModified == true }
  }

  private(set) var all: [File] = []
  private var indices: [String: Int] = [:]
  /// The files that `gf` led away from, the latest last.
  private var origins: [String] = []
  /// The elements to show when their file is opened next.
  fileprivate(set) var goal: DocumentSource.Reference?
  /// Whether all edited files are being saved, one after the other, before the browser quits.
  var isSavingAll = false
  /// The function that reads a file of the session; nil to read files with the models of the open file.
  var reader: DocumentSource.Reader?
  /// The function that runs SQL queries; nil in a program without SQL.
  var sql: QueriedText.Runner?

  /// The files that were left with unsaved edits.
  var edited: [File] { all.filter(\.isEdited) }

  func index(of name: String) -> Int? { indices[name] }

  /// Adds a file at the end, unless the session has it already.
  mutating func add(_ name: String) {
    guard indices[name] == nil else { return }
    indices[name] = all.count
    all.append(File(name: name))
  }

  /// Removes the entry of a text that was saved under another name.
  mutating func remove(_ name: String) {
    all.removeAll { $0.name == name }
    indices = Dictionary(uniqueKeysWithValues: zip(all.map(\.name), all.indices))
  }

  mutating func note(_ facts: [(name: String, facts: Facts)]) {
    for (name, facts) in facts { if let index = index(of: name) { all[index].facts = facts } }
  }

  /// Stores the editor of a file that the user leaves, without its edits if they were dropped.
  mutating func leave(_ editor: Editor, _ edits: UnsavedEdits) {
    var editor = editor
    if edits == .dropped { editor.update { $0.revert() } }
    add(editor.document.identity)
    if let index = index(of: editor.document.identity) { all[index].left = editor }
  }

  /// Removes and returns the stored state of a file. Returns nil if there is none, or if the file has no unsaved edits and has
  /// changed on disk.
  mutating func takeLeft(_ name: String) -> Editor? {
    guard let left = index(of: name).flatMap({ all[$0].left.take() }) else { return nil }
    let isCurrent = left.document.fingerprint == FileFingerprint(path: name)
    return left.document.isModified || left.document.path == nil || isCurrent ? left : nil
  }

  /// Records the file that `^O` returns to.
  mutating func noteOrigin(_ name: String) { origins.append(name) }

  /// Returns the name of the file that an argument of `:b` denotes: a number from 1, a name, or a part of only one name.
  func name(for argument: String) throws(Message) -> String {
    if let number = Int(argument), all.indices.contains(number - 1) { return all[number - 1].name }
    let found = all.map(\.name).filter { $0.contains(argument) }
    if found.contains(argument) || found.count == 1 { return found.contains(argument) ? argument : found[0] }
    throw .warning(
      found.isEmpty
        ? "No open file matches \(argument)  (:ls lists them, :e PATH opens another)"
        : "\(found.count) files match \(argument): \(found.prefix(3).joined(separator: ", "))")
  }

  /// The models of a file and the number of its problems.
  struct Facts: Sendable {
    let words: String
    let problems: Int
    /// The fingerprint of the file when it was checked; nil if the file could not be read.
    let fingerprint: FileFingerprint?

    /// Reads and checks a file, and describes its models and problems.
    init(of path: String, by reader: DocumentSource.Reader, isCancelled: () -> Bool) {
      fingerprint = FileFingerprint(path: path)
      do {
        let source = try reader(path, nil)
        let checker = Checker.ofBrowser(source.bytes, name: source.name, source.pick)
        let summary = checker.run { _ in !isCancelled() }
        problems = source.archive?.problems.count ?? summary.errors + summary.warnings
        let end = source.incoming == nil ? "" : " so far"
        let model =
          (source.pick.model == nil ? "raw JSON" : Words.count(summary.models, source.pick.names)) + end
        words = "\(model) · \(problems == 0 ? "no problems" : Words.count(problems, "problem"))"
      } catch {
        (words, problems) = ("\(error)", 1)
      }
    }
  }
}

extension Browser {
  /// The function that reads a file of the session.
  var reader: DocumentSource.Reader {
    let (models, inference) = (models, inference)
    return files.reader
      ?? { path, pick in
        try DocumentSource.contents(of: path, models: models, inference: inference, pick: pick)
      }
  }
}

extension OpenFiles {
  /// Finds the models and problems of the files that are new or have changed, one file after the other.
  static func survey(_ browser: inout Browser) {
    let (files, reader) = (browser.files.all.map { ($0.name, $0.facts) }, browser.reader)
    browser.start(.files) { link in
      var found: [(name: String, facts: Facts)] = []
      var pace = ReportPace()
      func report(_ facts: [(name: String, facts: Facts)]) {
        link.report(
          Report(.awaitedPart) {
            $0.files.note(facts)
            ListPane.refresh(&$0)
          })
      }
      for (name, known) in files where !link.isCancelled() {
        // A text without a file does not change.
        let fingerprint = FileFingerprint(path: name)
        if let known, fingerprint == nil || known.fingerprint == fingerprint { continue }
        let facts = Facts(of: name, by: reader, isCancelled: link.isCancelled)
        guard !link.isCancelled() else { return }
        found.append((name, facts))
        pace.take {
          report(found)
          found = []
        }
      }
      report(found)
      link.report(Report { ListPane.refresh(&$0) })
    }
  }

  /// Goes to another file of the session.
  static func go(_ browser: inout Browser, to name: String) {
    if name != browser.document.identity { browser.request(.open(path: name, .kept)) }
  }

  /// Goes to the elements that a reference denotes; opens their file first if it is not the open file.
  static func go(_ browser: inout Browser, to reference: DocumentSource.Reference) {
    browser.files.goal = reference
    if reference.path == browser.document.identity {
      browser.view.setCursor(browser.outline.root, isJump: true)
      showGoal(&browser)
    } else {
      browser.files.noteOrigin(browser.document.identity)
      go(&browser, to: reference.path)
    }
  }

  /// Returns to the file that `gf` led away from.
  ///
  /// - Returns: false if there is none.
  static func goBack(_ browser: inout Browser) -> Bool {
    let shown = browser.document.identity
    while let origin = browser.files.origins.popLast() {
      guard origin != shown else { continue }
      go(&browser, to: origin)
      return true
    }
    return false
  }

  /// Shows the elements that the file was opened for.
  static func showGoal(_ browser: inout Browser) {
    guard let goal = browser.files.goal.take(), goal.path == browser.document.identity else { return }
    browser.view.outline.filters = []
    browser.view.setCursor(browser.outline.root)
    browser.attempt { try ElementFilter.narrow(&$0, goal.filter) }
  }

  /// Quits; if another file has unsaved edits, shows that file instead.
  ///
  /// - Parameter isSavingAll: whether to save all edited files, one after the other, until a file cannot be saved.
  static func quit(_ browser: inout Browser, _ edits: UnsavedEdits, isSavingAll: Bool = false) {
    guard let next = browser.files.edited.first else { return browser.request(.quit) }
    browser.files.isSavingAll = isSavingAll
    browser.request(.open(path: next.name, edits))
  }
}

extension ListPane {
  /// Returns the files of the session: their number, name, models and problems.
  static func fileGroups(_ browser: Browser) -> [Group] {
    let files = browser.files.all
    let width = min(maximumNameCells, files.map { Sanitized($0.name).text.cellWidth }.max() ?? 0)
    let items = files.enumerated().map { index, file in
      let isOpen = file.name == browser.document.identity
      let name = Truncation.start.fit(Sanitized(file.name).text, to: width)
      let mark = isOpen ? "%" : file.name == browser.otherFile ? "#" : " "
      let edited = file.isEdited || isOpen && browser.document.isModified ? "+" : " "
      let number = String(index + 1)
      let start = String.blanks(String(files.count).count - number.count) + "\(number) \(mark)\(edited) "
      let end = String.blanks(width - name.cellWidth) + "  \(file.facts?.words ?? "…")"
      return Item(
        target: .file(file.name), text: start + name + end, times: file.facts?.problems ?? 0)
    }
    return [Group(title: "files", count: items.count, items: items)]
  }

  private static let maximumNameCells = 48
}
