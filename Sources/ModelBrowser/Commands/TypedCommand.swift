/// Reads what was typed after `:`.
enum TypedCommand {
  enum Answer: Equatable {
    case invoke(Invocation)
    case nothing
    /// In words, what is wrong.
    case refused(String)
  }

  static func read(_ text: String) -> Answer {
    let text = trimmed(text)
    guard !text.isEmpty else { return .nothing }
    // A line and column as messages have them, too.
    if text.first?.isNumber == true, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ":") }) {
      return .invoke(Invocation(.goTo, argument: text))
    }
    let nameEnd = text.firstIndex(of: " ") ?? text.endIndex
    let name = String(text[..<nameEnd])
    let argument = trimmed(String(text[nameEnd...]))
    guard let command = commands[name] else {
      return .refused("Not a command: :\(name)  (:help lists them)")
    }
    return check(command, name: name, argument: argument)
  }

  private static func check(_ command: Command, name: String, argument: String) -> Answer {
    guard let form = command.line else { return .nothing }
    if form.argument == nil, !argument.isEmpty {
      return .refused(":\(name) takes no argument")
    }
    if let needed = form.argument, !needed.hasPrefix("["), argument.isEmpty {
      return .refused("Usage: :\(name) \(needed)")
    }
    return .invoke(Invocation(command.id, argument: argument))
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  private static let commands = Dictionary(
    CommandTable.all.flatMap { command in (command.line?.names ?? []).map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })
}
