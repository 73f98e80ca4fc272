import Mantle

/// Commands of the system, on the value under the cursor or the whole text.
extension Browser {
  /// What becomes of a command's answer.
  enum ShellUse: Sendable {
    case show
    /// Put it after the cursor.
    case insert
  }

  mutating func runInShell(_ command: String, input: [UInt8], _ use: ShellUse) -> [Effect] {
    let filter = ShellFilter(command: command, input: input)
    message = .note("Running \(command)  (Esc ends it)")
    let work = running.start(.shell) { link in
      do throws(WriteFailure) {
        link.report(.answered(try filter.run(isCancelled: link.isCancelled), filter.command, use))
      } catch {
        link.report(.wrote(.failed("\(filter.command): not run: \(error)")))
      }
    }
    return [.cancel(.shell), .start(work)]
  }

  mutating func take(_ outcome: ShellFilter.Outcome, of command: String, _ use: ShellUse) {
    running.end(.shell)
    let errors = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    guard outcome.status == 0 || !outcome.output.isEmpty else {
      message = .error("\(command): exit status \(outcome.status)\(errors)")
      return
    }
    message = outcome.status == 0 ? nil : .warning("\(command): exit status \(outcome.status)\(errors)")
    switch use {
    case .insert: insert(answer: outcome.output)
    case .show: show(answer: outcome.output, of: command)
    }
  }

  /// An answer of one line as a message, a longer one on a screen of its own.
  private mutating func show(answer: [UInt8], of command: String) {
    let text = String(decoding: answer, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shown = lines.last == "" ? lines.dropLast() : lines[...]
    guard shown.count > 1, !isEditing else {
      message =
        message
        ?? .note(shown.first.map { $0.isEmpty ? "\(command): no output" : $0 } ?? "\(command): no output")
      return
    }
    mode = .reading(
      TextScreen(
        title: Sanitized("!\(command)").text, lines: shown.map { Sanitized($0, cells: 2000).spans() }))
  }

  /// JSON as it is, anything else as a string.
  private mutating func insert(answer: [UInt8]) {
    var text = String(decoding: answer, as: UTF8.self)
    while text.hasSuffix("\n") { text.removeLast() }
    let value = (try? JSONDocument(text)) == nil ? Array(JSONText.quoted(text).utf8) : Array(text.utf8)
    register = Register(values: [Register.Value(key: nil, json: value)])
    guard let put = commands.all.first(where: { $0.id == "putAfter" }) else { return }
    _ = put.perform(&self, Invocation(put))
  }
}
