import Mantle

extension Command {
  static let file: [Command] = [
    Command(
      "commandLine", .file, keys: [":"], "type a command; Tab completes it",
      change: { browser, _ in browser.ask(.command) }),
    Command(
      "write", .file, line: ["w", "write", "wa", "up", "update"],
      argument: Argument("[PATH | !COMMAND]", .files),
      "save; with a path, save a copy there, as its suffix says (.json .ndjson .archive .xml); or hand it to a command",
      isAllowedWhileSaving: false, perform: { write(&$0, to: $1.argument, forced: false) }),
    Command(
      "writeForced", .file, line: ["w!", "write!"], argument: Argument("[PATH]", .files),
      "save even if the file changed on disk or is write-protected, or the path exists",
      isAllowedWhileSaving: false, perform: { write(&$0, to: $1.argument, forced: true) }),
    Command(
      "saveAs", .file, line: ["saveas", "sav"], argument: Argument("PATH", .files),
      "save under another name, and go on with that file", isAllowedWhileSaving: false,
      perform: { write(&$0, to: $1.argument, forced: false, opens: true) }),
    Command(
      "saveAsForced", .file, line: ["saveas!", "sav!"], argument: Argument("PATH", .files),
      "the same, over what is there", isAllowedWhileSaving: false,
      perform: { write(&$0, to: $1.argument, forced: true, opens: true) }),
    writeAndQuit,
    Command(
      "writeAndQuitForced", .file, line: ["wq!", "x!", "wqa!", "xa!"],
      "the same, even if the file changed on disk or is write-protected", isAllowedWhileSaving: false,
      perform: { browser, _ in
        browser.document.isModified ? write(&browser, to: "", forced: true, quits: true) : [.quit]
      }),
    Command(
      "quit", .file, keys: ["q", "<F10>"], line: ["q", "quit", "qa"],
      "leave; asks if there are unsaved edits",
      isAllowedWhileSaving: false, perform: { browser, _ in quit(&browser) }),
    quitForced,
    Command(
      "reopen", .file, keys: ["<F5>"], line: ["e", "edit"], argument: Argument("[PATH]", .files),
      "open the file anew, or another one", isAllowedWhileSaving: false,
      disabled: { $0.document.isModified ? unsavedEdits : nil },
      perform: { open(&$0, $1.argument) }),
    Command(
      "reopenForced", .file, line: ["e!", "edit!"], argument: Argument("[PATH]", .files),
      "the same, dropping unsaved edits", isAllowedWhileSaving: false, perform: { open(&$0, $1.argument) }),
    Command(
      "follow", .file, keys: ["F"],
      "read the file anew whenever it grows or changes, and stay at its end; again: no more",
      disabled: {
        $0.document.path == nil && $0.document.incoming == nil ? "There is no file to follow" : nil
      },
      change: { browser, _ in
        browser.options.follow.toggle()
        guard browser.options.follow else { return browser.message = .note("Not followed any more") }
        browser.view.setCursor(browser.outline.last)
        browser.message = .note("Followed: what is added shows by itself  (F ends it)")
      }),
    Command(
      "otherFile", .file, keys: ["^^"], "open the file that was open before this one",
      isAllowedWhileSaving: false,
      disabled: { browser in
        if browser.otherFile == nil { return "No other file was open  (:e PATH opens one)" }
        return browser.document.isModified ? unsavedEdits : nil
      },
      perform: { browser, _ in open(&browser, browser.otherFile ?? "") }),
    Command(
      "export", .file, line: ["export"], argument: Argument("PATH", .files),
      "write the models' mapped keys only, through the reverse transformers; .ndjson: one on each line",
      isAllowedWhileSaving: false, disabled: noModelToExport,
      perform: { export(&$0, to: $1.argument, forced: false) }),
    Command(
      "exportForced", .file, line: ["export!"], argument: Argument("PATH", .files),
      "the same, over what is there", isAllowedWhileSaving: false, disabled: noModelToExport,
      perform: { export(&$0, to: $1.argument, forced: true) }),
    Command(
      "infer", .file, line: ["infer"], argument: Argument("PATH", .files),
      "write the definition in use, or the model inferred from the file: NAME.model.json, .swift, .schema.json or .txt",
      isAllowedWhileSaving: false, disabled: noInference,
      perform: { define(&$0, to: $1.argument, forced: false) }),
    Command(
      "inferForced", .file, line: ["infer!"], argument: Argument("PATH", .files),
      "the same, over what is there", isAllowedWhileSaving: false, disabled: noInference,
      perform: { define(&$0, to: $1.argument, forced: true) }),
    Command(
      "archive", .file, line: ["archive"], argument: Argument("PATH", .files),
      "write the models as an archive of the original Mantle; XML where PATH ends in .xml",
      isAllowedWhileSaving: false, perform: { archive(&$0, to: $1.argument, forced: false) }),
    Command(
      "archiveForced", .file, line: ["archive!"], argument: Argument("PATH", .files),
      "the same, over what is there", isAllowedWhileSaving: false,
      perform: { archive(&$0, to: $1.argument, forced: true) }),
    Command(
      "information", .file, line: ["info"], "form, classes, versions and remarks of an open archive",
      change: { browser, _ in browser.mode = .reading(informationScreen(browser.document)) }),
    diff,
    Command(
      "recover", .file, line: ["recover"],
      "show the unsaved edits an earlier session left behind, and take them over",
      isAllowedWhileSaving: false, disabled: cannotRecover,
      perform: { browser, _ in browser.document.recover(0, .ask) }),
    Command(
      "discard", .file, line: ["discard"], "delete them", isAllowedWhileSaving: false,
      disabled: { $0.document.leftovers.isEmpty ? cannotRecover($0) : nil },
      change: { browser, _ in browser.mode = .asking(.discarding(0, of: browser.document)) }),
    Command(
      "suspend", .file, keys: ["^Z"], "stop, and come back with fg", perform: { _, _ in [.suspend] }),
    Command(
      "cancel", .file, keys: ["<Esc>"],
      "end the selection, take back the filter, or cancel the search, save or command that is running",
      perform: { browser, _ in cancel(&browser, [.count, .check, .infer]) }),
    Command(
      "cancelAll", .file, keys: ["^C"], "the same, and stop the check too (:check begins it again)",
      perform: { browser, _ in
        let isIdle = !browser.selection.isActive && browser.outline.filter == nil
        if isIdle, browser.running.kinds.allSatisfy({ $0 == .count || $0 == .infer }) {
          browser.message = .note("Nothing is running that could be stopped  (:q leaves)")
        }
        return cancel(&browser, [.count, .infer])
      }),
    Command(
      "clearSearch", .file, line: ["noh", "nohlsearch"], "end highlighting what was searched for",
      change: { browser, _ in browser.search.isHighlighting = false }),
  ]

  static let writeAndQuit = Command(
    "writeAndQuit", .file, keys: ["ZZ"], line: ["wq", "x", "wqa", "xa"], "save what is unsaved and leave",
    isAllowedWhileSaving: false,
    perform: { browser, _ in
      browser.document.isModified ? write(&browser, to: "", forced: false, quits: true) : quit(&browser)
    })

  static let quitForced = Command(
    "quitForced", .file, keys: ["ZQ"], line: ["q!", "quit!", "qa!"], "leave without saving",
    isAllowedWhileSaving: false, perform: { _, _ in [.quit] })

  static let diff = Command(
    "diff", .file, line: ["diff"], "show the unsaved edits",
    disabled: { $0.document.isModified ? nil : "There are no unsaved edits" },
    change: { browser, _ in
      browser.mode = .reading(
        browser.outline.differences.screen(browser.document.name, width: browser.size.columns))
    })
}

// MARK: - Saving

private func write(
  _ browser: inout Browser, to path: String, forced: Bool, quits: Bool = false, opens: Bool = false
) -> [Effect] {
  if path.hasPrefix("!") { return Command.pipe(&browser, to: String(path.dropFirst())) }
  if path.hasPrefix(">>") {
    browser.message = .error("Nothing is appended to files: `:w !cat >> PATH` does that")
    return []
  }
  if !forced, let suffix = path.split(separator: ".").last, compressed.contains(String(suffix)) {
    let program = suffix == "zst" ? "zstd" : "gzip"
    browser.message = .error(
      "Nothing is compressed: `:w !\(program) > \(path)` does that  (:w! writes JSON under that name)")
    return []
  }
  if !forced, let suffix = path.split(separator: ".").last, foreignForms.contains(suffix.lowercased()),
    path.contains(".")
  {
    browser.message = .error(
      "Only JSON and archives can be written, not \(suffix)  (:w! writes JSON under that name)")
    return []
  }
  let document = browser.document
  if path.isEmpty, document.path == nil,
    let suffix = compressed.first(where: { document.name.hasSuffix(".\($0)") })
  {
    browser.message = .note("It was compressed: what is written is not, so it needs another name")
    let name = document.name.dropLast(suffix.count + 1)
    browser.mode = .typing(LinePrompt(purpose: .command, line: LineEditor("w \(name)")))
    return []
  }
  guard let target = path.isEmpty ? document.path : path else {
    // A text that came through a pipe: its name is all that is missing.
    browser.mode = .typing(LinePrompt(purpose: .command, line: LineEditor("w ")))
    return []
  }
  guard target == document.path else {
    var order = copyOrder(
      browser, to: target, as: document.form(for: target), forced: forced,
      isOwnFile: document.adopts(target))
    if opens { (order.opens, order.forced) = (!order.isOwnFile, ":saveas!") }
    return saveIfWritable(&browser, order)
  }
  if !document.isModified, !forced {
    browser.message = .note("\(document.name): nothing to save")
    return quits ? [.quit] : []
  }
  return saveIfWritable(
    &browser,
    SaveOrder(
      content: browser.currentText, path: target, replacing: replacingOwnFile(document, forced),
      form: document.ownForm, source: document.mapped, isOwnFile: true, quits: quits,
      changes: browser.outline.changeWords))
}

private func replacingOwnFile(_ document: Document, _ forced: Bool) -> FileSaver.Replacing {
  guard !forced, let fingerprint = document.fingerprint else { return .anything }
  return .file(fingerprint)
}

private func copyOrder(
  _ browser: Browser, to path: String, as form: SavedForm?, forced: Bool, isOwnFile: Bool
) -> SaveOrder {
  SaveOrder(
    content: browser.currentText, path: path, replacing: forced ? .anything : .nothing, form: form,
    source: browser.document.mapped, isOwnFile: isOwnFile)
}

private func saveIfWritable(_ browser: inout Browser, _ order: SaveOrder) -> [Effect] {
  guard case .archive(var saving)? = order.form else { return browser.save(order) }
  if let reason = browser.document.archive?.readOnlyReason {
    browser.message = .error("This archive is read-only: \(reason)  (:w PATH.json saves its JSON)")
    return []
  }
  var order = order
  saving.origins = saving.original == nil ? nil : browser.outline.valueOrigins
  order.form = .archive(saving)
  return browser.save(order)
}

@Sendable private func noModelToExport(_ browser: Browser) -> String? {
  browser.document.model == nil ? "There is no model to export through" : nil
}

private func export(_ browser: inout Browser, to path: String, forced: Bool) -> [Effect] {
  if case .archive? = FileSuffix(of: path) {
    browser.message = .error(":export writes JSON  (:archive \(path) writes an archive)")
    return []
  }
  return browser.document.exportOrder(browser.currentText, path: path, forced: forced).map { [.export($0)] }
    ?? []
}

@Sendable private func noInference(_ browser: Browser) -> String? {
  browser.document.inference == nil ? "This program infers no models" : nil
}

private func define(_ browser: inout Browser, to path: String, forced: Bool) -> [Effect] {
  guard let inference = browser.document.inference else { return [] }
  guard !path.isEmpty else {
    browser.message = .error(":infer needs a path: NAME.model.json, .swift, .schema.json or .txt")
    return []
  }
  let document = browser.document
  guard document.path?.resolvedPath != path.resolvedPath else {
    browser.message = .error("\(path) is the file that is open: a definition needs another name")
    return []
  }
  return [
    .define(
      DefinitionOrder(
        path: path, source: browser.currentText, inference: inference, name: document.name,
        model: document.isReadAsInferred ? nil : document.declaredPick.model, decisions: document.decisions,
        isForced: forced))
  ]
}

private func archive(_ browser: inout Browser, to path: String, forced: Bool) -> [Effect] {
  var format = ArchiveFormat.binary
  if case .archive(let named)? = FileSuffix(of: path) { format = named }
  let document = browser.document
  var order = copyOrder(
    browser, to: path, as: .archive(document.saving(as: format)), forced: forced, isOwnFile: false)
  order.forced = ":archive!"
  return saveIfWritable(&browser, order)
}

// MARK: - Leaving, opening and recovering

private func quit(_ browser: inout Browser) -> [Effect] {
  guard browser.document.isModified else { return quitWithTypes(&browser) }
  let types = browser.document.hasUnwrittenTypes ? ", and chosen types that :infer FILE writes" : ""
  browser.mode = .asking(
    Question(
      text: "\(Sanitized(browser.document.name).text) has unsaved edits\(types). Save them?",
      answers: [
        Question.Answer(key: "y", words: "yes") { $0.perform(Invocation(.writeAndQuit)) },
        Question.Answer(key: "n", words: "no") { $0.perform(Invocation(.quitForced)) },
        Question.Answer(key: "d", words: "show") { $0.perform(Invocation(.diff)) },
      ]))
  return []
}

/// Leaves where nothing is to be saved; types that were chosen may be to be written.
private func quitWithTypes(_ browser: inout Browser) -> [Effect] {
  guard browser.document.hasUnwrittenTypes else { return [.quit] }
  browser.mode = .asking(
    Question(
      text: "The types that were chosen are in no file. Write them?",
      answers: [
        Question.Answer(key: "y", words: "yes") {
          $0.mode = .typing(LinePrompt(purpose: .command, line: LineEditor("infer ")))
          return []
        },
        Question.Answer(key: "n", words: "no, leave") { $0.perform(Invocation(.quitForced)) },
      ]))
  return []
}

private let unsavedEdits = "There are unsaved edits (:w saves them, :e! drops them)"

private func open(_ browser: inout Browser, _ argument: String) -> [Effect] {
  if argument == "#", browser.otherFile == nil {
    browser.message = .warning("No other file was open")
    return []
  }
  let named = argument == "#" ? browser.otherFile : argument == "%" ? browser.document.path : argument
  if argument.isEmpty, let incoming = browser.document.incoming { return [.readOn(incoming)] }
  guard let path = argument.isEmpty ? browser.document.path : named else {
    browser.message = .error("There is no file to open anew; :e PATH names one")
    return []
  }
  return [.open(path: path)]
}

/// Why there is nothing to take over, or why not now; nil when there is.
@Sendable private func cannotRecover(_ browser: Browser) -> String? {
  if browser.document.leftovers.isEmpty { return "No earlier session left unsaved edits of this file" }
  return browser.document.isModified ? unsavedEdits : nil
}

/// Shows all elements again; or else cancels what is running; or else ends highlighting.
private func cancel(_ browser: inout Browser, _ spared: Set<Work.Kind>) -> [Effect] {
  if browser.selection.isActive {
    browser.selection.end(at: browser.cursor.id)
    return []
  }
  if browser.outline.filter != nil { return ElementFilter.widen(&browser) }
  let kinds = browser.running.kinds.filter { !spared.contains($0) }
  if kinds.isEmpty {
    browser.search.isHighlighting = false
    return []
  }
  // Whether a file was written before it could be stopped is still to be reported; counting is soon over.
  for kind in kinds where kind != .save { browser.running.end(kind) }
  browser.search.stepsLeft = 0
  browser.findings.stop(checking: kinds.contains(.check))
  browser.message = .note(kinds.contains(.check) ? "Cancelled  (:check checks again)" : "Cancelled")
  return kinds.map { Effect.cancel($0) }
}

/// Suffixes of files that are read through other programs.
private let compressed = ["gz", "zst"]

/// Suffixes of what cannot be written.
private let foreignForms: Set<String> = ["csv", "tsv", "yaml", "yml", "toml", "xlsx", "html", "md"]

// MARK: - Screens

/// The archive's form, classes, versions and remarks on a screen of their own.
private func informationScreen(_ document: Document) -> TextScreen {
  let title = Sanitized(document.name).text
  guard let archive = document.archive else {
    let words = [
      "JSON text, \(Words.count(document.base.count, "byte"))", "model: \(document.model?.name ?? "none")",
    ]
    return TextScreen(title: title, lines: words.map { Sanitized($0, cells: 400).spans() })
  }
  let remarks = DiagnosticGroups(archive.diagnostics).lines
  let lines = [archive.words] + archive.facts + (remarks.isEmpty ? [] : [""] + remarks)
  return TextScreen(
    title: "\(title): \(archive.words)", lines: lines.map { Sanitized($0, cells: 2000).spans() })
}
