import Mantle
import TerminalText
import TextCells

extension Command {
  static let file: [Command] = [
    Command("command line", .file, keys: [":"], "Type a command (Tab completes it)") { browser, _ in
      browser.ask(.command)
    },
    writeAndQuit, quit,
    Command(
      "quit all", .file, line: ["qa!", "quitall!"], "Quit without saving any file",
      isAllowedWhileSaving: false
    ) { browser, _ in browser.request(.quit) },
    Command(
      "file", .file, aliases: ["^^ #"], line: ["b", "buffer"], argument: Argument("FILE"),
      "Show another open file, by number or name (#: the last one)",
      isAllowedWhileSaving: false
    ) { browser, call in
      if call.argument == "#" { return try open(&browser, "#", .kept) }
      OpenFiles.go(&browser, to: try browser.files.name(for: call.argument))
    },
    Command(
      "reopen", .file, aliases: ["<F5>"], line: ["e", "edit"], argument: Argument("[PATH]", .files),
      "Reload the file, or open another one", force: "drops unsaved edits",
      isAllowedWhileSaving: false
    ) { try open(&$0, $1.argument, $1.isForced ? .dropped : .kept) },
    Command(
      "follow", .file, keys: ["F"],
      "Toggle following a file that grows",
      disabled: {
        $0.document.path == nil && $0.document.incoming == nil ? "There is no file to follow" : nil
      }
    ) { browser, _ in
      browser.options.follow.toggle()
      guard browser.options.follow else { return browser.message = .note("Stopped following the file") }
      browser.view.setCursor(browser.outline.last)
      browser.message = .note("Following the file: appended values are shown  (F stops)")
    },
    Command("information", .file, line: ["info"], "Show the classes and versions of an archive") {
      browser, _ in browser.mode = .reading(informationScreen(browser.document))
    },
    Command(
      "recover", .file, line: ["recover"], "Restore the unsaved edits of an earlier session",
      isAllowedWhileSaving: false, disabled: cannotRecover
    ) { browser, _ in browser.recover(0, .ask) },
    Command(
      "discard", .file, line: ["discard"], "Delete the unsaved edits of an earlier session",
      isAllowedWhileSaving: false,
      disabled: { $0.document.leftovers.isEmpty ? cannotRecover($0) : nil }
    ) { browser, _ in browser.mode = .asking(.discarding(0, of: browser.document)) },
    Command(
      "suspend", .file, aliases: ["^Z"], line: ["suspend", "stop"], "Suspend the program (fg resumes it)"
    ) {
      browser, _ in browser.request(.suspend)
    },
    Command(
      "cancel", .file, keys: ["<Esc>", "^C check"],
      "Cancel the selection, the filter or a running command"
    ) { browser, call in
      guard call.argument == "check" else { return cancel(&browser, [.count, .check, .infer, .types]) }
      let isIdle = !browser.selection.isActive && browser.outline.filter == nil
      if isIdle, browser.running.kinds.allSatisfy({ [.count, .infer, .types].contains($0) }) {
        browser.message = .note("Nothing is running that could be stopped  (:q leaves)")
      }
      return cancel(&browser, [.count, .infer, .types])
    },
    Command("clear search", .file, line: ["noh", "nohlsearch"], "Stop highlighting matches") {
      browser, _ in browser.search.isHighlighting = false
    },
  ]

  static let writeAndQuit = Command(
    "write and quit", .file, aliases: ["ZZ"], line: ["wq", "x", "wqa", "xa", "exit", "xit"],
    "Save all files and quit",
    force: "overwrites changed and protected files", isAllowedWhileSaving: false
  ) { browser, call in
    if browser.document.isModified {
      return try write(&browser, to: "", forced: call.isForced, quits: true)
    }
    if browser.document.hasUnwrittenTypes, !call.isForced { return askAndQuit(&browser) }
    OpenFiles.quit(&browser, .kept, isSavingAll: true)
  }

  static let quit = Command(
    "quit", .file, keys: ["q table", "<F10>", "ZQ !"], line: ["q", "quit", "qa"],
    "Quit, or return from a row to its table", force: "drops unsaved edits",
    isAllowedWhileSaving: false
  ) { browser, call in
    if call.isForced { return OpenFiles.quit(&browser, .dropped) }
    if call.argument.isEmpty { return askAndQuit(&browser) }
    if browser.view.tableToReturnTo != nil { return browser.view.returnToTable() }
    if !ResultTable.leave(&browser) { askAndQuit(&browser) }
  }
}

// MARK: - Leaving, opening and recovering

/// Asks once about all files with unsaved edits.
private func askAndQuit(_ browser: inout Browser) {
  let document = browser.document
  let others = browser.files.edited.map { String($0.name.split(separator: "/").last ?? "") }
  let names = (document.isModified ? [document.name] : []) + others
  guard !names.isEmpty else { return quitWithTypes(&browser) }
  let shown = Sanitized(names.prefix(3).joined(separator: ", ")).text
  let count = names.count > 3 ? " and \(names.count - 3) more" : ""
  let verb = names.count == 1 ? "has" : "have"
  let types =
    others.isEmpty && document.hasUnwrittenTypes ? ", and chosen types that :infer FILE writes" : ""
  let list: ListPane.Kind = others.isEmpty ? .changes : .files
  browser.mode = .asking(
    Question(
      text: "\(shown)\(count) \(verb) unsaved edits\(types). Save them?",
      answers: [
        Question.Answer(key: "y", words: "yes") { $0.perform(Invocation(.writeAndQuit)) },
        Question.Answer(key: "n", words: "no") { $0.request(.quit) },
        Question.Answer(key: "d", words: "show") { try ListPane.show(&$0, list) },
      ]))
}

/// Quits a session without unsaved edits; first asks about chosen types that were not written to a file.
private func quitWithTypes(_ browser: inout Browser) {
  guard browser.document.hasUnwrittenTypes else { return OpenFiles.quit(&browser, .kept) }
  browser.mode = .asking(
    Question(
      text: "The chosen types are not saved. Write them to a file?",
      answers: [
        Question.Answer(key: "y", words: "yes") {
          $0.mode = .typing(LinePrompt(purpose: .command, line: LineEditor("infer ")))
        },
        Question.Answer(key: "n", words: "no, leave") { $0.perform(Invocation(.quit, isForced: true)) },
      ]))
}

private let unsavedEdits = "There are unsaved edits (:w saves them, :e! drops them)"

private func open(_ browser: inout Browser, _ argument: String, _ edits: UnsavedEdits) throws {
  if argument == "#", browser.otherFile == nil { throw Message.warning("No other file was open") }
  let named = argument == "#" ? browser.otherFile : argument == "%" ? browser.document.path : argument
  if argument.isEmpty, let incoming = browser.document.incoming { return browser.request(.readOn(incoming)) }
  guard let path = argument.isEmpty ? browser.document.readableName : named else {
    throw Message.error("There is no file to reload; :e PATH opens one")
  }
  browser.request(.open(path: path, edits))
}

/// Returns why unsaved edits cannot be recovered now; nil if they can.
@Sendable private func cannotRecover(_ browser: Browser) -> String? {
  if browser.document.leftovers.isEmpty { return "No earlier session left unsaved edits of this file" }
  return browser.document.isModified ? unsavedEdits : nil
}

/// Ends one activity at a time, in this order: the query of a result, the selection, the latest filter, background work,
/// the highlighting of matches.
private func cancel(_ browser: inout Browser, _ spared: Set<Work.Kind>) {
  if browser.view.result != nil { return ResultTable.stop(&browser) }
  if browser.selection.isActive {
    browser.selection.end(at: browser.cursor.id)
    return
  }
  if browser.outline.filter != nil { return ElementFilter.widen(&browser) }
  let kinds = browser.running.kinds.filter { !spared.contains($0) }
  if kinds.isEmpty {
    browser.search.isHighlighting = false
    return
  }
  // A canceled save stays registered, because it still reports whether the file was written.
  for kind in kinds {
    if kind == .save { browser.request(.cancel(.save)) } else { browser.cancel(kind) }
  }
  browser.search.stepsLeft = 0
  if kinds.contains(.sort) { browser.view.table?.order = nil }
  if kinds.contains(.total) { browser.view.table?.totals = TableTotals() }
  if kinds.contains(.check) { browser.findings.stop() }
  browser.message = .note(kinds.contains(.check) ? "Cancelled  (:check checks again)" : "Cancelled")
}

// MARK: - Screens

/// Returns a screen with the archive's form, classes, versions and remarks.
private func informationScreen(_ document: Document) -> TextScreen {
  let title = Sanitized(document.name).text
  guard let archive = document.archive else {
    let words = [
      "JSON text, \(Words.count(document.base.count, "byte"))", "model: \(document.model?.name ?? "none")",
    ]
    return TextScreen(title: title, texts: words)
  }
  let remarks = DiagnosticGroups(archive.diagnostics).lines
  let lines = [archive.words] + archive.facts + (remarks.isEmpty ? [] : [""] + remarks)
  return TextScreen(title: "\(title): \(archive.words)", texts: lines)
}
