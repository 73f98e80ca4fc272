import Mantle
import MantlePlatform

extension Command {
  static let shell: [Command] = [
    Command(
      "shell", .shell, keys: ["!"], line: ["!"], argument: Argument("COMMAND"),
      "Run a shell command with the value as its input"
    ) { browser, call in
      if call.argument.isEmpty { return browser.ask(.command, text: "!") }
      // A list at the root is too large to be passed as one value, so the whole text is piped.
      let isAll = !browser.selection.isActive && browser.cursor.parent == nil && browser.cursor.node == nil
      if isAll { return try pipe(&browser, to: call.argument) }
      let input = valueText(browser)
      browser.selection.end(at: browser.cursor.id)
      return ShellFilter.start(&browser, call.argument, input: input, .show)
    },
    Command(
      "replace by shell", .shell, keys: ["|"], line: ["|"], argument: Argument("COMMAND"),
      "Replace the value by the output of a shell command",
      isAllowedWhileSaving: false,
      disabled: { browser in
        if browser.targets.contains(where: { $0.node == nil }) {
          return "Large or malformed values cannot be replaced"
        }
        let outline = browser.outline
        return browser.targets.lazy.compactMap {
          EditPermission(outline: outline, cursor: $0).keepingMistakes
        }.first
      },
      perform: confirmed { browser, call in
        if call.argument.isEmpty { return browser.ask(.command, text: "| ") }
        let use = Browser.ShellUse.replace(
          browser.targets.map(\.id), revision: browser.document.history.revision)
        let input = valueText(browser)
        browser.selection.end(at: browser.cursor.id)
        return ShellFilter.start(&browser, call.argument, input: input, use)
      }),
    Command(
      "read", .shell, line: ["r", "read"], argument: Argument("!COMMAND"),
      "Insert the output of a shell command after the cursor",
      isAllowedWhileSaving: false, disabled: { $0.permission.insert(.after) }
    ) { browser, call in
      guard call.argument.hasPrefix("!") else {
        throw Message.error("Usage: :r !COMMAND  (:r !cat FILE reads a file)")
      }
      return ShellFilter.start(&browser, String(call.argument.dropFirst()), input: [], .insert)
    },
    Command("open URL", .shell, keys: ["gx"], "Open the URL under the cursor") {
      browser, _ in
      guard let text = text(browser), isURL(text) else {
        throw Message.warning("There is no URL under the cursor")
      }
      guard isInstalled(opener) else {
        throw Message.error("\(opener), which opens URLs, is not installed  (yv copies the URL)")
      }
      return ShellFilter.start(
        &browser, "\(opener) \(shellQuoted(text)) >/dev/null 2>&1 &", input: [], .show)
    },
    Command(
      "open file", .shell, keys: ["gf"],
      "Open the file or the foreign row under the cursor",
      isAllowedWhileSaving: false
    ) { browser, _ in
      if let reference = browser.cursor.reference(in: browser.document) {
        return OpenFiles.go(&browser, to: reference)
      }
      guard let text = text(browser), !text.isEmpty, !text.contains("\0") else {
        throw Message.warning("There is no path under the cursor")
      }
      browser.files.noteOrigin(browser.document.identity)
      browser.request(.open(path: besideFile(text, browser.document.path), .kept))
    },
  ]

  /// Runs a shell command and shows its output. The input of the command is the whole document, as a save
  /// would write it.
  static func pipe(_ browser: inout Browser, to command: String) throws {
    let text = browser.currentText
    guard text.count <= maximumPiped, let bytes = try? text.original.applying(text.splices) else {
      throw Message.error("Too large to be piped to a command; :w PATH writes it to a file")
    }
    return ShellFilter.start(&browser, command, input: Array(bytes), .show)
  }

  /// The maximum size in bytes of the input of a shell command, since the input is held in memory.
  private static let maximumPiped = 1 << 28

  /// Returns the source text of the value under the cursor, or a line for each selected value.
  private static func valueText(_ browser: Browser) -> [UInt8] {
    if browser.selection.isActive {
      return Array(
        browser.targets.compactMap { $0.node.map { JSONNode.line($0.rawBytes) + [0x0A] } }.joined())
    }
    if let node = browser.cursor.node { return node.rawBytes }
    return browser.document.byteRange(of: browser.cursor).map {
      browser.document.base.slice($0.lowerBound..<min($0.upperBound, $0.lowerBound + maximumPiped))
    } ?? []
  }

  private static func text(_ browser: Browser) -> String? {
    browser.cursor.node.flatMap { $0.kind == .string ? $0.displayText : nil }
  }

  private static func isURL(_ text: String) -> Bool {
    ["http://", "https://", "ftp://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static var opener: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  private static func shellQuoted(_ text: String) -> String { "'" + text.replacing(["'": "'\\''"]) + "'" }

  /// Resolves a relative path against the folder of the open file; returns any other path unchanged.
  private static func besideFile(_ path: String, _ file: String?) -> String {
    guard !path.hasPrefix("/"), let folder = file?.lastIndex(of: "/") else { return path }
    return String(file?[...folder] ?? "") + path
  }
}
