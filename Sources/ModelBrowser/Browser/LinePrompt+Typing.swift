import Mantle
import TerminalText

extension LinePrompt {
  /// Handles a key that is typed into a prompt on the bottom line.
  static func type(_ browser: inout Browser, _ key: Key, _ prompt: LinePrompt) {
    switch key {
    case .escape, .control("c"):
      endPreview(&browser)
    case .backspace where prompt.line.text.isEmpty:
      endPreview(&browser)
    case .enter:
      endPreview(&browser)
      accept(&browser, prompt)
    case .tab: complete(&browser, prompt, 1)
    case .backTab: complete(&browser, prompt, -1)
    default:
      var prompt = prompt
      prompt.handle(key)
      if case .search(let forward) = prompt.purpose { Search.preview(&browser, &prompt, forward: forward) }
      browser.mode = .typing(prompt)
    }
  }

  /// Closes a prompt. After a search prompt, also restores the view and the search from before the prompt.
  private static func endPreview(_ browser: inout Browser) {
    browser.mode = .browsing
    guard let before = browser.searchOrigin else { return }
    browser.searchOrigin = nil
    browser.view.goBack(to: before.view)
    browser.search = before.search
  }

  private static func accept(_ browser: inout Browser, _ prompt: LinePrompt) {
    let text = prompt.line.text
    let key = prompt.purpose.historyKey
    if !text.isEmpty, browser.typed[key]?.last != text { browser.typed[key, default: []].append(text) }
    switch prompt.purpose {
    case .search(let forward): return browser.attempt { try Search.start(&$0, text, forward: forward) }
    case .filter: return browser.attempt { try ElementFilter.narrowShown(&$0, text) }
    case .command: break
    }
    switch TypedCommand.read(text, browser.commands) {
    case .nothing: break
    case .refused(let reason): if !goTo(&browser, typed: text) { browser.message = .error(reason) }
    case .invoke(let invocation): browser.perform(invocation)
    }
  }

  /// Completes the line of a prompt, or selects the next or previous possible word.
  private static func complete(_ browser: inout Browser, _ prompt: LinePrompt, _ steps: Int) {
    if var completion = prompt.completion, completion.words.count > 1 {
      completion.step(steps)
      show(&browser, completion, in: prompt)
      return
    }
    let text = prompt.line.text
    let completer = Completer(scopes: browser.view.scopes, commands: browser.commands)
    if let completion = completer.complete(text, prompt.purpose) {
      show(&browser, completion, in: prompt)
    } else if prompt.purpose == .command, let folder = completer.folder(of: text) {
      browser.request(.listFolder(folder))
    }
  }

  /// Completes the path that is typed into the open prompt with the entries of its folder.
  static func complete(_ browser: inout Browser, folder: String, names: [String]) {
    guard case .typing(let prompt) = browser.mode,
      let completion = Completer.complete(prompt.line.text, folder: folder, names: names)
    else { return }
    show(&browser, completion, in: prompt)
  }

  private static func show(_ browser: inout Browser, _ completion: Completion, in prompt: LinePrompt) {
    var prompt = prompt
    prompt.show(completion)
    browser.mode = .typing(prompt)
  }
}

extension Browser {
  /// Asks for a line at the bottom of the screen.
  mutating func ask(_ purpose: LinePrompt.Purpose, text: String = "") {
    let line = LineEditor(text, history: typed[purpose.historyKey] ?? [])
    if case .search = purpose { searchOrigin = (editor.view, search) }
    mode = .typing(LinePrompt(purpose: purpose, line: line))
  }
}
