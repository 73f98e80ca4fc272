import Mantle

extension Browser {
  /// Takes a key into what is typed at the bottom line.
  mutating func type(_ key: Key, _ prompt: LinePrompt) -> [Effect] {
    switch key {
    case .escape, .control("c"):
      mode = .browsing
    case .backspace where prompt.line.text.isEmpty:
      mode = .browsing
    case .enter:
      mode = .browsing
      return accept(prompt)
    case .control("l"):
      return [.redraw]
    default:
      var prompt = prompt
      prompt.line.handle(key)
      mode = .typing(prompt)
    }
    return []
  }

  private mutating func accept(_ prompt: LinePrompt) -> [Effect] {
    let text = prompt.line.text
    let shelf = prompt.purpose.shelf
    if !text.isEmpty, typed[shelf]?.last != text { typed[shelf, default: []].append(text) }
    switch prompt.purpose {
    case .search(let forward): return startSearch(text, forward: forward)
    case .filter: return filter(text)
    case .command: break
    }
    switch TypedCommand.read(text) {
    case .nothing: return []
    case .refused(let reason):
      message = .error(reason)
      return []
    case .invoke(let invocation): return perform(invocation)
    }
  }
}
