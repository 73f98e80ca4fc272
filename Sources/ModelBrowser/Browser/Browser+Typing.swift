import Mantle

extension Browser {
  /// Asks for a line at the bottom of the screen.
  mutating func ask(_ purpose: LinePrompt.Purpose, text: String = "") {
    let line = LineEditor(text, history: typed[purpose.historyKey] ?? [])
    if case .search = purpose { searchOrigin = (view, search) }
    mode = .typing(LinePrompt(purpose: purpose, line: line))
  }

  /// Takes a key into what is typed at the bottom line.
  mutating func type(_ key: Key, _ prompt: LinePrompt) -> [Effect] {
    switch key {
    case .escape, .control("c"):
      endPreview()
    case .backspace where prompt.line.text.isEmpty:
      endPreview()
    case .enter:
      endPreview()
      return accept(prompt)
    case .control("l"):
      return [.redraw]
    case .tab:
      return complete(prompt, 1)
    case .backTab:
      return complete(prompt, -1)
    default:
      var prompt = prompt
      prompt.handle(key)
      if case .search(let forward) = prompt.purpose { preview(&prompt, forward: forward) }
      mode = .typing(prompt)
    }
    return []
  }

  /// Leaves a prompt; what it showed while it was typed is taken back.
  private mutating func endPreview() {
    mode = .browsing
    guard let before = searchOrigin else { return }
    searchOrigin = nil
    let layout = view.layout
    view = before.view
    search = before.search
    if view.layout != layout { view.layout = layout }
  }

  private mutating func accept(_ prompt: LinePrompt) -> [Effect] {
    let text = prompt.line.text
    let key = prompt.purpose.historyKey
    if !text.isEmpty, typed[key]?.last != text { typed[key, default: []].append(text) }
    switch prompt.purpose {
    case .search(let forward): return startSearch(text, forward: forward)
    case .filter: return filter(text)
    case .command: break
    }
    switch TypedCommand.read(text, commands) {
    case .nothing: return []
    case .refused(let reason):
      message = .error(reason)
      return []
    case .invoke(let invocation): return perform(invocation)
    }
  }

  /// Completes the line of a prompt, or goes on to the next possible word.
  private mutating func complete(_ prompt: LinePrompt, _ steps: Int) -> [Effect] {
    if var completion = prompt.completion, completion.words.count > 1 {
      completion.step(steps)
      show(completion, in: prompt)
      return []
    }
    switch Completer(outline: outline, cursor: cursor, commands: commands).complete(
      prompt.line.text, prompt.purpose)
    {
    case .words(let completion): show(completion, in: prompt)
    case .folder(let folder): return [.listFolder(folder)]
    case .nothing: break
    }
    return []
  }

  /// Goes on completing a path once it is known what is in its folder.
  mutating func complete(folder: String, names: [String]) {
    guard case .typing(let prompt) = mode,
      let completion = Completer.complete(prompt.line.text, folder: folder, names: names)
    else { return }
    show(completion, in: prompt)
  }

  private mutating func show(_ completion: Completion, in prompt: LinePrompt) {
    var prompt = prompt
    prompt.show(completion)
    mode = .typing(prompt)
  }
}
