/// The two texts that a command brings together; one of them may be standard input.
struct InputPair {
  let first: InputSource
  let second: InputSource

  /// - Parameter names: as the command's syntax calls them.
  init(_ parsed: ParsedWords, of command: String, _ names: (String, String)) throws(CommandError) {
    guard parsed.values.count == 2 else {
      throw .usage("\(command) needs \(names.0) and \(names.1), found \(parsed.values.count) names")
    }
    first = InputSource(parsed.values[0])
    second = InputSource(parsed.values[1])
    guard first != .standardInput || second != .standardInput else {
      throw .usage("\(command) can read standard input (`-`) once only")
    }
  }
}
