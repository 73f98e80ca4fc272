import Mantle
import TerminalText

extension Command {
  static let saving: [Command] =
    writing(
      "write", line: ["w", "write", "wa", "up", "update"], argument: "[PATH | !COMMAND]",
      "save; with a path, save a copy of the whole file there, as its suffix says (.json .ndjson .plist .archive .xml); or hand it to a command",
      forced: (
        line: ["w!", "write!"], "[PATH]",
        "save even if the file changed on disk or is write-protected, or the path exists"
      ), perform: { try write(&$0, to: $1, forced: $2) })
    + writing(
      "saveAs", line: ["saveas", "sav"], "save under another name, and go on with that file",
      perform: { try write(&$0, to: $1, forced: $2, opens: true) })
    + writing(
      "export", line: ["export"],
      "write what a filter shows or what is selected, mapped keys only; .ndjson: one value a line; a table also as .csv .tsv .md",
      disabled: noModelToExport, perform: export)
    + writing(
      "infer", line: ["infer"],
      "write the definition in use, or the model inferred from the file: NAME.model.json, .swift, .schema.json or .txt",
      disabled: noInference, perform: define)
    + writing(
      "archive", line: ["archive"],
      "write the models as an archive of the original Mantle; XML where PATH ends in .xml", perform: archive)

  /// A command that writes to a path, and the one with a `!` that also does over what is there.
  private static func writing(
    _ id: String, line: [String], argument: String = "PATH", _ help: String,
    forced: (line: [String], argument: String, help: String)? = nil,
    disabled: @escaping @Sendable (Browser) -> String? = { _ in nil },
    perform: @escaping @Sendable (_ browser: inout Browser, _ path: String, _ isForced: Bool) throws -> Void
  ) -> [Command] {
    let forced = forced ?? (line.map { $0 + "!" }, argument, "the same, over what is there")
    return [
      (id, line, argument, help, false), (id + "Forced", forced.line, forced.argument, forced.help, true),
    ]
    .map { id, line, argument, help, isForced in
      Command(
        id, .file, line: line, argument: Argument(argument, .files), help, isAllowedWhileSaving: false,
        disabled: disabled, perform: { try perform(&$0, $1.argument, isForced) })
    }
  }

  /// Saves the text, or writes a copy of it.
  ///
  /// - Parameters:
  ///   - path: empty for the file that is open.
  ///   - quits: whether to leave once it is saved.
  ///   - opens: whether to go on with the copy.
  static func write(
    _ browser: inout Browser, to path: String, forced: Bool, quits: Bool = false, opens: Bool = false
  ) throws {
    if path.hasPrefix("!") { return try pipe(&browser, to: String(path.dropFirst())) }
    if let reason = reasonAgainstWriting(to: path, forced: forced) {
      if let order = try tableExport(browser, to: path, forced: forced) { return browser.write(order) }
      throw Message.error(reason)
    }
    let document = browser.document
    guard let target = path.isEmpty ? document.path : path else {
      askForName(&browser)
      return
    }
    guard target == document.path else {
      var order = copyOrder(
        browser, to: target, as: document.form(for: target), forced: forced,
        isOwnFile: document.adopts(target))
      if opens { (order.opens, order.forced) = (!order.isOwnFile, ":saveas!") }
      return try saveIfWritable(&browser, order)
    }
    if !document.isModified, !forced {
      browser.message = .note("\(document.name): nothing to save")
      if quits { OpenFiles.quit(&browser, .kept, isSavingAll: true) }
      return
    }
    return try saveIfWritable(
      &browser,
      SaveOrder(
        content: browser.currentText, path: target, replacing: replacingOwnFile(document, forced),
        form: document.ownForm, source: document.mapped, isOwnFile: true, quits: quits,
        changes: browser.outline.changeWords))
  }
}

// MARK: - Saving

private func reasonAgainstWriting(to path: String, forced: Bool) -> String? {
  if path.hasPrefix(">>") {
    return "Nothing is appended to files: `:w !cat >> PATH` does that"
  }
  guard !forced, path.contains("."), let suffix = path.split(separator: ".").last?.lowercased() else {
    return nil
  }
  if compressed.contains(suffix) {
    let program = suffix == "zst" ? "zstd" : "gzip"
    return "Nothing is compressed: `:w !\(program) > \(path)` does that  (:w! writes JSON under that name)"
  }
  return foreignForms.contains(suffix)
    ? "Only JSON and archives can be written, not \(suffix)  (:w! writes JSON under that name)" : nil
}

/// A text that came through a pipe, or was compressed: what is missing is a name.
private func askForName(_ browser: inout Browser) {
  let name = browser.document.name
  let suffix = compressed.first { name.hasSuffix(".\($0)") }
  let start = suffix.map { "w \(name.dropLast($0.count + 1))" } ?? "w "
  var prompt = LinePrompt(purpose: .command, line: LineEditor(start))
  prompt.complaint =
    suffix == nil
    ? "\(name) is no file that can be written to: type the name of one"
    : "It was compressed: what is written is not, so it needs another name"
  browser.mode = .typing(prompt)
}

/// Suffixes of files that are read through other programs.
private let compressed = ["gz", "zst"]

/// Suffixes of what cannot be written.
private let foreignForms: Set<String> = ["csv", "tsv", "yaml", "yml", "toml", "xlsx", "html", "md"]

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

private func saveIfWritable(_ browser: inout Browser, _ order: SaveOrder) throws {
  guard case .archive(var saving)? = order.form else { return browser.write(order) }
  if let reason = browser.document.archive?.readOnlyReason {
    throw Message.error("This archive is read-only: \(reason)  (:w PATH.json saves its JSON)")
  }
  var order = order
  saving.origins = saving.original == nil ? nil : browser.outline.valueOrigins
  order.form = .archive(saving)
  return browser.write(order)
}

// MARK: - Other forms

@Sendable private func noInference(_ browser: Browser) -> String? {
  browser.document.inference == nil ? "This program infers no models" : nil
}

@Sendable private func define(_ browser: inout Browser, to path: String, forced: Bool) throws {
  guard let inference = browser.document.inference else { return }
  guard !path.isEmpty else {
    throw Message.error(":infer needs a path: NAME.model.json, .swift, .schema.json or .txt")
  }
  let document = browser.document
  guard document.path?.resolvedPath != path.resolvedPath else {
    throw Message.error("\(path) is the file that is open: a definition needs another name")
  }
  return browser.write(
    DefinitionOrder(
      path: path, source: browser.currentText, inference: inference, name: document.name,
      model: document.isReadAsInferred ? nil : document.declaredPick.model, decisions: document.decisions,
      isForced: forced))
}

@Sendable private func archive(_ browser: inout Browser, to path: String, forced: Bool) throws {
  let format = FileSuffix(of: path)?.format ?? .binary
  let document = browser.document
  var order = copyOrder(
    browser, to: path, as: .archive(document.saving(as: format, .keyedArchive)), forced: forced,
    isOwnFile: false)
  order.forced = ":archive!"
  return try saveIfWritable(&browser, order)
}
