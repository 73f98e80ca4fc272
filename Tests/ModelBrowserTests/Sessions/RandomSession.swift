import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleArchiving
@testable import MantleFiles
@testable import ModelBrowser

/// A session of operations made up by chance on a file made up by chance, the same ones for the same seed.
struct RandomSession {
  let kind: SessionText
  let folder: Folder
  let file: String
  private(set) var session: Session
  var random: RandomText
  /// The keys pressed so far, to follow what went wrong.
  private(set) var log: [String] = []
  let largestRecord: Int
  /// What an archive is read with: in every other session what maps a part of its elements only.
  let models: [ModelDescription]
  private let original: String
  /// The whole file, as it was.
  private let originalBytes: [UInt8]
  private let seed: UInt64

  init(seed: UInt64, kinds: [SessionText] = SessionText.allCases) throws {
    self.seed = seed
    random = RandomText(seed: seed)
    kind = kinds.randomElement(using: &random.generator) ?? .list
    largestRecord = [1, 24, 200, 1 << 20].randomElement(using: &random.generator) ?? 1
    folder = try Folder()
    file = folder.path + "/" + kind.fileName
    models = kind.archiveFormat != nil && seed.isMultiple(of: 2) ? PartOfIssue.models : Session.gitHub
    originalBytes = try kind.bytes(&random)
    try Data(originalBytes).write(to: URL(filePath: file))
    session = try Self.open(file, models, largestRecord)
    original = session.text
  }

  private static func open(
    _ file: String, _ models: [ModelDescription], _ largestRecord: Int
  ) throws -> Session {
    var source = try DocumentSource.file(file, models: models, inference: Inferring())
    source.largestRecord = largestRecord
    // Most steps are on disk, where there are several.
    return Session(source, columns: 80, rows: 20)
  }

  /// Does so many things, and then undoes and redoes all of them.
  mutating func run(_ count: Int) throws {
    for _ in 0..<count { try perform(SessionOperation.random(using: &random.generator)) }
    // The results of queries have no edits to undo.
    for _ in 0..<count where session.browser.view.result != nil { press("q") }
    session.press("99999^R")
    let edited = session.text
    session.press("99999u")
    expect(session.text == original, "undoing everything gives \(session.text) instead of \(original)")
    session.press("99999^R")
    expect(session.text == edited, "doing all of it again gives \(session.text) instead of \(edited)")
    expectRowsOfText()
    expectAnswersOfReopenedFile()
    _ = session.browser.outline.differences
  }

  private mutating func perform(_ operation: SessionOperation) throws {
    switch operation {
    case .keys(let keys): press(keys)
    case .edit(let keys, let isTyped): edit(keys, typed: isTyped)
    case .place: press(":goto \(place())<Enter>")
    case .resize:
      let rows = Int.random(in: 1...40, using: &random.generator)
      session.resize(rows: rows, columns: Int.random(in: 1...120, using: &random.generator))
    case .save: try save()
    case .copy(let command, let name): try copy(command, name)
    case .recover: try recover()
    }
    _ = session.screen
    expectCursor()
  }

  /// - Parameter answer: typed if the keys have opened something to type it into.
  mutating func press(_ keys: String, then answer: String = "") {
    log.append(keys)
    session.press(keys)
    if case .browsing = session.browser.mode {
    } else {
      log.append(answer)
      session.press(answer)
    }
    leaveModes()
  }

  private mutating func leaveModes() {
    for _ in 0..<60 {
      switch session.browser.mode {
      case .browsing: return
      case .writing where random.generator.next() & 1 == 0: leave("^S")
      case .asking where random.generator.next() & 1 == 0: leave("n")
      case .reading: leave("q")
      default: leave("<Esc>")
      }
    }
    expect(false, "a mode is not left: \(session.screen)")
  }

  private mutating func leave(_ keys: String) {
    log.append(keys)
    session.press(keys)
  }

  func expect(_ holds: Bool, _ words: @autoclosure () -> String) {
    guard !holds else { return }
    let head = "MANTLE_SESSION_SEED=\(seed), \(kind), records of \(largestRecord)"
    Issue.record("\(head): \(words())\nkeys: \(log.joined(separator: " ␣ "))\ntext: \(original)")
  }
}

// MARK: - Edits

extension RandomSession {
  /// What is typed as a value, with the key that ends it.
  mutating func value() -> String {
    var text = random.value(depth: 3)
    if Int.random(in: 0..<4, using: &random.generator) == 0 { text = "\"k\(text.count)\": " + text }
    return text.replacing("<", with: "<lt>").replacing("\n", with: " ") + "<Enter>"
  }

  mutating func place() -> String {
    let index = Int.random(in: 0..<5, using: &random.generator)
    return [
      "[\(index)]", "k\(index)", "[\(index)].title", "data[\(index)]", "data[\(index)].user.login",
      "[0].k\(index)",
    ]
    .randomElement(using: &random.generator) ?? "[0]"
  }

  /// Makes an edit, takes it back, and makes it again: the text, the folds and the cursor are as they were each time.
  private mutating func edit(_ keys: String, typed isTyped: Bool) {
    let before = session.text
    let steps = session.browser.document.history.done.count
    press(keys, then: isTyped ? value() : "")
    let history = session.browser.document.history
    guard history.done.count == steps + 1, history.undone.isEmpty, let step = history.done.last else {
      return
    }
    let after = session.text
    let folds = openRows(besides: step)
    session.press("u")
    expect(session.text == before, "u gives \(session.text) instead of \(before)")
    session.press("^R")
    expect(session.text == after, "^R gives \(session.text) instead of \(after)")
    let cursor = session.cursorPath
    // A damaged text is read anew after each edit, and rows may be others. Undoing opens what is around the place it goes to.
    let closed = isJSON ? folds.subtracting(openRows(besides: step)) : []
    expect(closed.isEmpty, "after u ^R no longer open: \(closed.sorted())")
    session.press("u^R")
    expect(session.cursorPath == cursor, "after u ^R u ^R at \(session.cursorPath) instead of \(cursor)")
  }

  /// The open rows, but for those a step brings and takes away.
  private func openRows(besides step: EditStep) -> Set<String> {
    var everything = session.browser.outline.unfiltered
    let folds = everything.folds
    everything.folds = FoldSet(openTo: .max)
    let touched = step.places.compactMap { everything.row(at: $0)?.id }
    var open: Set<String> = []
    var row: Row? = everything.root
    while let here = row {
      if here.isContainer, folds.isOpen(here.id), !touched.contains(where: { $0.contains(here.id) }) {
        open.insert("\(here.path) \(here.label)")
      }
      row = everything.next(after: here)
    }
    return open
  }
}

// MARK: - What always holds

extension RandomSession {
  /// The edits make a text, the cursor is on a row that is there, and the rows above are those below, the other way round.
  private func expectCursor() {
    let text = session.browser.currentText
    expect((try? text.original.applying(text.splices)) != nil, "the edits are over each other")
    let outline = session.browser.outline
    let cursor = session.browser.cursor
    expect(outline.row(cursor.id)?.id == cursor.id, "the cursor's row is not there: \(cursor.path)")
    var rows: [RowID] = []
    var row: Row? = outline.root
    while let here = row, rows.count < 400 {
      rows.append(here.id)
      row = outline.next(after: here)
    }
    // The rows of a table need not be open in the tree.
    if rows.count < 400, session.browser.view.table == nil {
      expect(rows.contains(cursor.id), "the cursor's row is hidden: \(cursor.path)")
    }
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      guard let below = outline.row(lower) else { return expect(false, "a row is not found again") }
      guard outline.previous(before: below)?.id == upper else {
        return expect(false, "above \(below.path) is another row than the one it is below")
      }
    }
  }

  /// The rows are those of a session that is begun with the text as it is now.
  private func expectRowsOfText() {
    let old = session.browser.document.base
    let text = JSONBytes(Array(session.text.utf8), isNDJSON: old.isNDJSON)
    let isJSON = (try? JSONDocument(parsing: text.valuesAsArray ?? text)) != nil
    let isSameForm = JSONLayout.detect(old).form == JSONLayout.detect(text).form
    guard isJSON, isSameForm, (try? JSONDocument(parsing: old.valuesAsArray ?? old)) != nil else { return }
    var source = DocumentSource(text, name: "t")
    source.largestRecord = 1 << 20
    let fresh = Outline(Document(source), Records(), view: .raw, folds: FoldSet(openTo: .max))
    let now = Outline(like: session.browser.outline, view: .raw, folds: FoldSet(openTo: .max))
    let (expected, found) = (rows(of: fresh), rows(of: now))
    for (one, other) in zip(expected, found) {
      let isSame = one.path == other.path && (one.node == nil || other.node == nil || one.text == other.text)
      guard isSame else {
        return expect(false, "\(other.path) is \(other.text) instead of \(one.path) \(one.text)")
      }
    }
    expect(expected.count == found.count, "there are \(found.count) rows instead of \(expected.count)")
  }

  func rows(of outline: Outline) -> [Row] {
    var rows: [Row] = []
    var row: Row? = outline.root
    while let here = row, rows.count < 3000 {
      // Whether a string is opened as a document depends on the size of records.
      if here.record?.string == nil { rows.append(here) }
      row = outline.next(after: here)
    }
    return rows
  }
}

extension Row {
  fileprivate var text: String { node.map { $0.kind.isContainer ? "" : $0.rawText } ?? "" }
}

extension JSONLayout {
  /// What it is, wherever that begins.
  var form: String { "\(self)".split(separator: "(").first.map(String.init) ?? "" }
}

// MARK: - Files

extension RandomSession: JournalSuite {
  private mutating func save() throws {
    press(":w<Enter>")
    guard session.message.contains("saved, ") else { return }
    let bytes = JSONBytes(try folder.bytes(kind.fileName))
    if kind.archiveFormat == nil {
      expect(bytes.slice(0..<bytes.count) == Array(session.text.utf8), "the file is not what is shown")
    } else {
      expectArchive(bytes)
    }
    try expectPython(kind.fileName, bytes)
    expect(!session.isModified, "there are unsaved edits after a save")
  }

  private func expectArchive(_ bytes: JSONBytes) {
    do {
      let archive = try ArchivedDocument(reading: bytes.slice(0..<bytes.count), models: models)
      if models.count == 1 { try expectUnmappedValues(bytes.slice(0..<bytes.count)) }
      let (saved, shown) = (try JSONDocument(parsing: archive.json), try JSONDocument(session.text))
      // An archive has no place for unmapped keys, and keeps a property that is absent by its default.
      guard models.count > 1, let expected = try? issues(shown) else { return }
      let found = try issues(saved)
      expect(
        found == expected,
        "\(session.message): the archive holds \(saved.root.rawText) instead of \(shown.root.rawText)")
    } catch {
      expect(false, "the archive is not read again: \(error)")
    }
  }

  /// What the models do not map belongs to the same elements as before.
  private func expectUnmappedValues(_ saved: [UInt8]) throws {
    let known = try Dictionary(rest(originalBytes), uniquingKeysWith: { first, _ in first })
    for (id, rest) in try rest(saved) {
      guard let before = known[id], before != rest else { continue }
      expect(false, "the element \(id) is saved with \(rest) instead of \(before)")
    }
  }

  /// By the identifier of each element what a part of a model does not map.
  private func rest(_ archive: [UInt8]) throws -> [(String, [String?])] {
    let document = try ArchivedDocument(reading: archive, models: Session.gitHub)
    return try JSONDocument(parsing: document.json).root.elements.compactMap { element in
      // With a value that no issue can have, it is shown as its archived fields.
      guard let id = element["id"], element["created_at"] != nil else { return nil }
      return (id.rawText, ["number", "title", "created_at"].map { element[$0]?.rawText })
    }
  }

  private func issues(_ document: JSONDocument) throws -> [UInt8] {
    try [GitHubModels.Issue].decode(json: document.root.rawText).jsonBytes()
  }

  /// Writes another file, which is read by the reader its name promises.
  private mutating func copy(_ command: String, _ name: String) throws {
    try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
    press(":\(command) \(folder.path)/\(name)<Enter>")
    guard folder.has(name) else {
      return expect(!session.message.isEmpty, ":\(command) \(name) wrote nothing and said nothing")
    }
    let bytes = JSONBytes(try folder.bytes(name))
    try expectPython(name, bytes)
    do {
      switch command == "archive" ? .archive(.binary) : FileSuffix(of: name) {
      case .archive, .propertyList:
        _ = try ArchivedDocument(reading: bytes.slice(0..<bytes.count), models: Session.gitHub)
      // Lines that were broken may have become values that take several, and are copied as they are.
      case .lines where kind == .brokenLines && bytes.slice(0..<bytes.count) == Array(session.text.utf8):
        break
      case .lines where isJSON:
        for line in String(decoding: bytes.slice(0..<bytes.count), as: UTF8.self).split(separator: "\n") {
          _ = try JSONDocument(String(line))
        }
        try expectPython(name, as: .lines)
      default:
        if isJSON { _ = try JSONDocument(parsing: bytes.valuesAsArray ?? bytes) }
      }
    } catch {
      expect(false, ":\(command) \(name) wrote what is not read again: \(error)")
    }
  }

  var isJSON: Bool {
    let text = JSONBytes(session.text)
    return (try? JSONDocument(parsing: text.valuesAsArray ?? text)) != nil
  }

  /// The session dies; the next one has its edits.
  private mutating func recover() throws {
    guard session.isModified, session.browser.document.journal(of: session.browser.currentText) != nil else {
      return
    }
    let text = session.text
    try die(session)
    var next = try Self.open(file, models, largestRecord)
    next.press(":recover<Enter>y")
    expect(next.text == text, "recovered \(next.text) instead of \(text): \(next.message)")
    next.press("<Esc>:discard<Enter>y<Esc>")
  }
}

extension Folder {
  fileprivate func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

  fileprivate func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name)))
  }
}
