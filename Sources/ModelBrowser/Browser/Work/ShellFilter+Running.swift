import Mantle

/// Commands of the system, on the value under the cursor or the whole text.
extension ShellFilter {
  static func start(_ browser: inout Browser, _ command: String, input: [UInt8], _ use: Browser.ShellUse)
    -> [Effect]
  {
    let filter = ShellFilter(command: command, input: input)
    browser.message = .note("Running \(command)  (Esc ends it)")
    let work = browser.running.start(.shell) { link in
      do throws(WriteFailure) {
        link.report(.answered(try filter.run(isCancelled: link.isCancelled), filter.command, use))
      } catch {
        link.report(.wrote(.failed("\(filter.command): not run: \(error)")))
      }
    }
    return [.cancel(.shell), .start(work)]
  }

  static func take(
    _ browser: inout Browser, _ outcome: ShellFilter.Outcome, of command: String, _ use: Browser.ShellUse
  ) {
    browser.running.end(.shell)
    let errors = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    guard outcome.status == 0 || !outcome.output.isEmpty else {
      browser.message = .error("\(command): exit status \(outcome.status)\(errors)")
      return
    }
    browser.message =
      outcome.status == 0 ? nil : .warning("\(command): exit status \(outcome.status)\(errors)")
    switch use {
    case .insert: insert(&browser, answer: outcome.output)
    case .show: show(&browser, answer: outcome.output, of: command)
    }
  }

  /// An answer of one line as a message, a longer one on a screen of its own.
  private static func show(_ browser: inout Browser, answer: [UInt8], of command: String) {
    let text = String(decoding: answer, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shown = lines.last == "" ? lines.dropLast() : lines[...]
    guard shown.count > 1, !browser.isEditing else {
      browser.message =
        browser.message
        ?? .note(shown.first.map { $0.isEmpty ? "\(command): no output" : $0 } ?? "\(command): no output")
      return
    }
    browser.mode = .reading(
      TextScreen(
        title: Sanitized("!\(command)").text, lines: shown.map { Sanitized($0, cells: 2000).spans() }))
  }

  /// JSON as it is, anything else as a string.
  private static func insert(_ browser: inout Browser, answer: [UInt8]) {
    var text = String(decoding: answer, as: UTF8.self)
    while text.hasSuffix("\n") { text.removeLast() }
    let value = (try? JSONDocument(text)) == nil ? Array(JSONText.quoted(text).utf8) : Array(text.utf8)
    browser.registers.keep([Registers.Value(key: nil, json: value)])
    _ = browser.perform(Invocation(.putAfter))
  }
}

extension Browser {
  /// What becomes of a command's answer.
  enum ShellUse: Sendable {
    case show
    /// Put it after the cursor.
    case insert
  }
}
