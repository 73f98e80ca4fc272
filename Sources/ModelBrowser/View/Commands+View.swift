import Mantle
import MantleChecking
import TerminalText

extension Command {
  static let view: [Command] = [
    Command(
      "toggle view", .view, keys: ["gr"], "Toggle models and raw JSON",
      disabled: { $0.document.model == nil ? "There is no model: everything is raw JSON already" : nil }
    ) { browser, _ in toggleView(&browser) },
    Command("toggle detail", .view, keys: ["<Tab>"], "Toggle the detail pane") { browser, _ in
      toggleDetail(&browser)
    },
    Command("detail down", .view, keys: [")"], "Scroll the detail pane down", disabled: noDetail) {
      $0.view.detailTop = min($0.view.detailTop + $1.times, max(0, Screen($0).detailLineCount - 1))
    },
    Command("detail up", .view, keys: ["("], "Scroll the detail pane up", disabled: noDetail) {
      $0.view.detailTop = max(0, $0.view.detailTop - $1.times)
    },
    openTable,
    Command("position", .view, aliases: ["^G"], line: ["file", "f"], "Show the position of the cursor") {
      browser, _ in browser.message = .note(positionText(browser))
    },
    Command(
      "choose model", .view, line: ["model"], argument: Argument("[NAME|inferred|none]", .models),
      "Choose the model that the file is read as", isAllowedWhileSaving: false
    ) { try chooseModel(&$0, $1.argument) },
    Command(
      "choose type", .view, keys: ["t"], line: ["type"], argument: Argument("[TYPE]", .types),
      "Choose the type of the property",
      isAllowedWhileSaving: false, disabled: cannotDecide
    ) { try $1.argument.isEmpty ? $0.chooseType() : $0.decide($1.argument) },
    Command(
      "set", .view, line: ["set"], argument: Argument("[OPTION]", .words(Setting.words)),
      "Set an option: wrap, nowrap, theme=dark (save keeps them)"
    ) { try set(&$0, $1.argument) },
    Command(
      "map", .view, line: ["map"], argument: Argument("[KEYS COMMANDS]"),
      "Map keys to commands: :map X :filter has-error<Enter>"
    ) { $0.message = $0.keys.map($1.argument, $0.commands) },
    Command(
      "unmap", .view, line: ["unmap"], argument: Argument("KEYS"), "Restore the meaning of mapped keys"
    ) { $0.message = $0.keys.unmap($1.argument) },
    Command("config", .view, line: ["config"], "Show the settings, and mistakes in config.json") {
      browser, _ in browser.mode = .reading(browser.configurationScreen)
    },
    Command("redraw", .view, aliases: ["^L"], line: ["redraw"], "Redraw the screen") { browser, _ in
      browser.request(.redraw)
    },
    Command(
      "help", .view, keys: ["<F1>", "g?"], line: ["help", "h", "he"],
      argument: Argument("[TOPIC]", .words(HelpTopic.all.map(\.name))), "Show this help (/ searches it)"
    ) { browser, call in
      try showHelp(&browser, about: call.argument)
    },
  ]
}

/// Shows the page of a topic, the help screen at a text, or the help line of a command.
private func showHelp(_ browser: inout Browser, about text: String) throws {
  let (commands, columns) = (browser.commands, browser.size.columns)
  if let topic = HelpTopic.all.first(where: { $0.name == text.lowercased() }) {
    browser.mode = .reading(HelpScreen.page(of: topic, commands, width: columns))
    return
  }
  if let line = HelpScreen.line(of: text, in: commands) { throw Message.note(line) }
  var screen = HelpScreen.make(commands, width: columns)
  let text = text.isEmpty && browser.view.table != nil ? Command.Group.table.rawValue : text
  guard text.isEmpty || screen.go(to: text, height: max(1, browser.size.rows - 2)) else {
    throw Message.warning("The help has no entry for \(text)")
  }
  browser.mode = .reading(screen)
}

/// Returns why the type of a property cannot be changed here; nil if it can.
@Sendable func cannotDecide(_ browser: Browser) -> String? {
  if browser.document.inference == nil { return "This program infers no models" }
  if browser.outline.view == .raw { return "Raw JSON has no types  (gr shows models)" }
  return browser.cursor.propertyPlace == nil ? "There is no property here" : nil
}

@Sendable private func noDetail(_ browser: Browser) -> String? {
  browser.layout.detail == .hidden ? "The detail pane is hidden (Tab shows it)" : nil
}

private func toggleDetail(_ browser: inout Browser) {
  browser.options.detail = browser.layout.detail == .hidden
  if browser.options.detail == true, browser.layout.detail == .hidden {
    browser.message = .warning("The screen is too small for the detail pane")
  }
}

private func set(_ browser: inout Browser, _ option: String) throws {
  if option.isEmpty || option == "all" { throw Message.note(browser.setWords) }
  if let setting = asked(by: option, browser) { throw Message.note("\(setting)") }
  if let setting = toggled(by: option, browser) {
    browser.message = .note("\(setting)")
    return browser.set(setting)
  }
  if option == "save" {
    let settings = browser.changedSettings
    if !settings.isEmpty { return browser.request(.keep(settings)) }
    throw Message.note("All settings have their defaults: there is nothing to save")
  }
  guard let setting = Setting(option) else {
    if let advice = CommandsElsewhere.advice(forOption: option) { throw Message.note(advice) }
    let words = option.hasPrefix("theme=") ? Theme.names : Setting.names.joined(separator: ", ")
    throw Message.error("No such option: \(option)  (\(words))")
  }
  browser.set(setting)
}

/// Returns the setting that `wrap?` or `theme` queries, as in vim; nil if the text is not such a query.
private func asked(by option: String, _ browser: Browser) -> Setting? {
  let name = option.hasSuffix("?") ? option.dropLast() : option == Setting.theme ? option[...] : ""
  return browser.settings.first { $0.name == name }
}

/// Returns the flag that `wrap!` or `invwrap` toggles, with its new value; nil if the text toggles no flag.
private func toggled(by option: String, _ browser: Browser) -> Setting? {
  let name = option.hasSuffix("!") ? option.dropLast() : option.hasPrefix("inv") ? option.dropFirst(3) : ""
  return browser.settings.first { $0.name == name }?.opposite
}

private func positionText(_ browser: Browser) -> String {
  let (document, cursor) = (browser.document, browser.cursor)
  var pieces = ["\(document.name): \(document.pathText(of: cursor))"]
  if let location = document.location(of: cursor) {
    pieces.append("line \(location.line) column \(location.column)")
  }
  if let range = document.byteRange(of: cursor) {
    let percent = range.lowerBound * 100 / max(1, document.base.count)
    pieces.append("byte \(range.lowerBound) of \(document.base.count) (\(percent) %)")
  }
  return pieces.joined(separator: " · ")
}

// MARK: - Models

/// Shows models as raw JSON, or raw JSON as models, at the same place.
private func toggleView(_ browser: inout Browser) {
  browser.selection = Selection()
  let here = browser.cursor.firstInText
  let place = browser.document.textPlace(of: here, end: false)
  let shown: Row.View = browser.outline.view == .model ? .raw : .model
  let folds = browser.otherFolds
  browser.otherFolds = browser.outline.folds
  let other = Outline(
    like: browser.outline, view: shown, folds: folds, filters: browser.outline.filtersOfAnyView)
  let row = place == .original(0) ? nil : other.row(at: place)
  browser.view.show(other, at: row ?? other.row(nearest: here.id))
  browser.message = .note(shown == .model ? "Model view" : "Raw JSON view")
}

/// Performs `:model`, which lists the models that fit, or `:model NAME`, which interprets the file as a model; `inferred` and
/// `none` (raw JSON) are names, too.
private func chooseModel(_ browser: inout Browser, _ argument: String) throws {
  switch argument {
  case "":
    listModels(&browser)
  case "none":
    return browser.choose(.none)
  case "inferred":
    guard browser.editor.infer(), let inferred = browser.document.inferred else {
      throw Message.warning("No model can be inferred: there are no objects in the JSON")
    }
    return browser.read(as: ModelPick([inferred.place]))
  default:
    let name =
      browser.document.models.first { $0.name.lowercased() == argument.lowercased() }?.name ?? argument
    guard let pick = ModelPick.named(name, of: browser.document.models, for: browser.document.base) else {
      let known = browser.document.models.map(\.name).joined(separator: ", ")
      throw Message.error(
        "No model is called \(argument)" + (known.isEmpty ? "" : "  (there are: \(known))"))
    }
    return browser.choose(pick)
  }
}

private func listModels(_ browser: inout Browser) {
  browser.editor.infer()
  let fits = ModelChoice(of: browser.document.models, in: browser.document.base).fits.prefix(20)
  var items = fits.map { fit in
    let file = browser.document.inference?.file(defining: fit.model).map { "of \($0), " } ?? ""
    return ListPicker.Item(label: fit.model.name, detail: file + fit.words) {
      $0.choose(ModelPick(fit.model, at: fit.path))
    }
  }
  if let place = browser.document.inferred?.place {
    let detail = "inferred from the file, at " + (place.path.isEmpty ? "the root" : place.path.description)
    items.append(ListPicker.Item(label: place.model.name, detail: detail) { $0.choose(ModelPick([place])) })
  }
  items.append(ListPicker.Item(label: "none", detail: "raw JSON") { $0.choose(.none) })
  let current =
    browser.document.isReadAsInferred
    ? items.count - 2
    : fits.firstIndex {
      $0.model.name == browser.document.model?.name && $0.path == browser.document.pick.path
    }
  browser.mode = .choosing(ListPicker(title: "Read as", items: items, selected: current ?? items.count - 1))
}

extension ModelFit {
  /// A description of the fit: `at items[] · 63 %: 9/9 required, 20/31 mapped, 62 % of the keys`.
  fileprivate var words: String {
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    let place = path.isEmpty ? "the root" : path.description
    let lack = missing.isEmpty ? "" : ", no `\(missing.joined(separator: "`, `"))`"
    return "at \(place) · \(percent(score)): \(required.part)/\(required.whole) required, "
      + "\(mapped.part)/\(mapped.whole) mapped, \(percent(keys.ratio)) of the keys" + lack
  }
}
