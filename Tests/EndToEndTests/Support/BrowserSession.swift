import Foundation

/// The browser, open on a copy of a file in a folder of its own.
final class BrowserSession: TmuxSession {
  let scratch: Scratch
  /// The file's name in the folder, and what the browser calls it.
  let name: String

  /// Opens a file of the folder, and waits until it is shown and checked.
  init(
    _ name: String, in scratch: Scratch, arguments: [String] = [], columns: Int = 120, rows: Int = 30,
    environment: [String: String] = [:]
  ) throws {
    self.scratch = scratch
    self.name = name
    try super.init(
      [try MantleBinary.url().path, name] + arguments, in: scratch.folder, columns: columns, rows: rows,
      environment: environment)
    if columns >= 40, rows >= 3 { try waitUntilChecked() }
  }

  /// Opens a copy of one of the sample files.
  convenience init(
    sample name: String, arguments: [String] = [], columns: Int = 120, rows: Int = 30
  ) throws {
    let scratch = try Scratch()
    _ = try scratch.sample(name)
    try self.init(name, in: scratch, arguments: arguments, columns: columns, rows: rows)
  }

  /// Opens a file made of a text.
  convenience init(
    _ name: String, text: String, arguments: [String] = [], columns: Int = 120, rows: Int = 30
  ) throws {
    let scratch = try Scratch()
    _ = try scratch.file(name, text)
    try self.init(name, in: scratch, arguments: arguments, columns: columns, rows: rows)
  }

  /// The file as it is now.
  func bytes() throws -> [UInt8] { try scratch.bytes(name) }

  // MARK: - What a person does

  /// Types a command after `:`.
  func command(_ line: String) throws {
    try type(":" + line)
    try press("Enter")
  }

  /// Types a pattern after `/`.
  func search(_ pattern: String) throws {
    try type("/" + pattern)
    try press("Enter")
  }

  /// Goes to a property of an element, counted from 1, by opening the element and searching for the name.
  func go(toElement number: Int, property: String) throws {
    try type("\(number)Gl")
    try search(property)
    try waitForPath("[\(number - 1)].\(property)")
  }

  /// Flips the sample issue's `locked`: an edit of two letters.
  func flipLocked() throws {
    try search("locked")
    try waitForPath("locked")
    try press("~")
    try waitForStatus("\(name) [+]")
  }

  /// Opens the editor of the value under the cursor and replaces the text.
  func retype(_ text: String) throws {
    try press("e", "C-u")
    try type(text)
  }

  /// Leaves, whatever is unsaved; answers the exit status.
  func leave() throws -> Int {
    try command("q!")
    return try exitStatus()
  }

  // MARK: - What a person sees

  /// The last row but one: file, counts, the cursor's path.
  func statusBar() throws -> String { Self.statusBar(try capture()) }

  /// Waits until the cursor is at a path; how many matches a search has may follow it.
  @discardableResult
  func waitForPath(_ path: String) throws -> String {
    try waitUntil("the cursor at \(path)") { screen in
      Self.statusBar(screen).replacing(/\  \d+\/\d+$/, with: "").hasSuffix(" " + path)
    }
  }

  /// Waits until the cursor is at the row of the whole file, which has no path.
  @discardableResult
  func waitForRoot() throws -> String {
    try waitUntil("the cursor at the whole file") { Self.statusBar($0).contains(/\ keys?$/) }
  }

  @discardableResult
  func waitForStatus(_ text: String) throws -> String {
    try waitUntil("\"\(text)\" in the status bar") { Self.statusBar($0).contains(text) }
  }

  @discardableResult
  func waitUntilChecked() throws -> String {
    try waitUntil("the counts of the whole file") { screen in
      let bar = Self.statusBar(screen)
      return bar.contains(" error") && !bar.contains("checking")
    }
  }

  private static func statusBar(_ screen: String) -> String {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.count < 3 ? "" : String(rows[rows.count - 3])
  }
}
