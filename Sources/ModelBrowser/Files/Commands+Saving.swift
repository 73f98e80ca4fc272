import Mantle
import MantleFiles
import TerminalText

extension Command {
  static let saving: [Command] = [
    writing(
      "write", line: ["w", "write", "wa", "up", "update"], argument: "[PATH | !COMMAND]",
      "Save, write a copy to PATH, or pipe the text to a command",
      force: "overwrites changed and protected files",
      perform: { try write(&$0, to: $1, forced: $2) }),
    writing(
      "export", line: ["export"],
      "Write the elements shown or selected, mapped keys only",
      disabled: noModelToExport, perform: export),
    writing(
      "infer", line: ["infer"],
      "Write the models: .model.json, .swift, .schema.json, .txt",
      disabled: { $0.document.inference == nil ? "This program infers no models" : nil }, perform: define),
  ]

  /// Creates a command that writes to a path.
  private static func writing(
    _ name: String, line: [String], argument: String = "PATH", _ help: String, force: String = "overwrites",
    disabled: @escaping @Sendable (Browser) -> String? = { _ in nil },
    perform: @escaping @Sendable (_ browser: inout Browser, _ path: String, _ isForced: Bool) throws -> Void
  ) -> Command {
    Command(
      name, .file, line: line, argument: Argument(argument, .files), help, force: force,
      isAllowedWhileSaving: false, disabled: disabled
    ) { try perform(&$0, $1.argument, $1.isForced) }
  }

  /// Saves the text, or writes a copy of it.
  ///
  /// - Parameters:
  ///   - path: empty for the file that is open.
  ///   - quits: whether to quit after the text is saved.
  static func write(
    _ browser: inout Browser, to path: String, forced: Bool, quits: Bool = false
  ) throws {
    if path.hasPrefix("!") { return try pipe(&browser, to: String(path.dropFirst())) }
    let isOwn = path.isEmpty || path == browser.document.path
    // While the result of a query is shown, `:w PATH` writes the result if the path has a table format.
    if !isOwn, browser.view.result != nil, let request = try tableExport(browser, to: path, forced: forced) {
      return browser.write(request)
    }
    if !isOwn, let reason = reasonAgainstWriting(to: path, forced: forced, from: browser.document.name) {
      if let request = try tableExport(browser, to: path, forced: forced) { return browser.write(request) }
      throw Message.error(reason)
    }
    let document = browser.document
    if isOwn, document.readableName != nil, !document.isModified, !forced {
      browser.message = .note("\(document.name): nothing to save")
      if quits { OpenFiles.quit(&browser, .kept, isSavingAll: true) }
      return
    }
    let target = path.isEmpty ? document.path : path
    // The text of a read-only document is JSON that was converted from the file.
    if let reason = document.readOnlyReason, let own = document.path, target?.resolvedPath == own.resolvedPath
    {
      throw Message.error(reason)
    }
    if isOwn, let request = try RowsRequest(browser, quits: quits) { return browser.write(request) }
    guard let target else {
      askForName(&browser)
      return
    }
    return try saveIfWritable(
      &browser,
      SaveRequest(
        content: browser.currentText, path: target,
        replacing: isOwn ? replacingOwnFile(document, forced) : forced ? .anything : .nothing,
        form: isOwn ? document.ownForm : document.form(for: target), source: document.mapped,
        isOwnFile: isOwn || document.adopts(target), quits: quits,
        changes: isOwn ? browser.outline.changeWords : nil))
  }
}

// MARK: - Saving

/// Returns the reason why `:w` cannot write to a path, such as a foreign suffix; nil if it can.
///
/// - Parameter name: the name of the document, whose suffix is accepted.
private func reasonAgainstWriting(to path: String, forced: Bool, from name: String) -> String? {
  if path.hasPrefix(">>") {
    return "Not saved: `:w` does not append  (use `:w !cat >> PATH`)"
  }
  guard !forced, let suffix = nameSuffix(of: path) else { return nil }
  if compressed.contains(suffix) {
    let program = suffix == "zst" ? "zstd" : "gzip"
    return "Not saved: `:w` does not compress  (use `:w !\(program) > \(path)`, or `:w!` for plain JSON)"
  }
  if databases.contains(suffix) {
    return "Databases are written by `mantle convert FILE \(path)`  (:w! writes JSON under that name)"
  }
  if foreignForms.contains(suffix) {
    return "Only JSON and archives can be written, not \(suffix)  (:w! writes JSON under that name)"
  }
  guard FileSuffix(of: path) == nil, !jsonForms.contains(suffix), suffix != nameSuffix(of: name) else {
    return nil
  }
  return "The suffix .\(suffix) is not a known format: use .json, .ndjson, .archive, .plist or .xml  "
    + "(:w! writes JSON under that name)"
}

/// Returns the suffix of the last component of a path in lowercase; nil without a suffix.
private func nameSuffix(of path: String) -> String? {
  let parts = (path.split(separator: "/").last ?? "").split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count > 1, let suffix = parts.last, !suffix.isEmpty, parts.count > 2 || parts[0] != "" else {
    return nil
  }
  return suffix.lowercased()
}

/// The suffixes that `:w` accepts for JSON, besides those that name a file format.
private let jsonForms: Set<String> = [
  "jsonc", "json5", "geojson", "topojson", "har", "ipynb", "webmanifest", "map", "txt", "log",
]

/// Asks for a file name, because the text came through a pipe or was compressed.
private func askForName(_ browser: inout Browser) {
  let name = browser.document.name
  let suffix = compressed.first { name.hasSuffix(".\($0)") }
  let start = suffix.map { "w \(name.dropLast($0.count + 1))" } ?? "w "
  var prompt = LinePrompt(purpose: .command, line: LineEditor(start))
  prompt.complaint =
    suffix == nil
    ? "\(name) is not a regular file: type another name"
    : "The file was compressed, the saved file is not: type another name"
  browser.mode = .typing(prompt)
}

/// The suffixes of compressed files, which are read through other programs.
private let compressed = ["gz", "zst"]

private let databases: Set<String> = ["sqlite", "sqlite3", "db"]

/// The suffixes of file formats that `:w` cannot write.
private let foreignForms: Set<String> = ["csv", "tsv", "yaml", "yml", "toml", "xlsx", "html", "md"]

private func replacingOwnFile(_ document: Document, _ forced: Bool) -> FileSaver.Replacing {
  guard !forced, let fingerprint = document.fingerprint else { return .anything }
  return .file(fingerprint)
}

private func saveIfWritable(_ browser: inout Browser, _ request: SaveRequest) throws {
  guard case .archive(var saving)? = request.form else { return browser.write(request) }
  var request = request
  saving.origins = saving.original == nil ? nil : browser.outline.valueOrigins
  saving.copiesShared = browser.options.copy
  request.form = .archive(saving)
  return browser.write(request)
}

// MARK: - Other forms

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
    DefinitionRequest(
      path: path, source: browser.currentText, inference: inference, name: document.name,
      model: document.isReadAsInferred ? nil : document.declaredPick.model, decisions: document.decisions,
      isForced: forced))
}
