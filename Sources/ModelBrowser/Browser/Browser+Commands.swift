extension Browser {
  /// Does what was asked for, or says why not.
  mutating func perform(_ invocation: Invocation) -> [Effect] {
    guard let command = CommandTable.command(invocation.id) else { return [] }
    if let reason = reasonAgainst(invocation.id) {
      message = .warning(reason)
      return []
    }
    switch command.group {
    case .motion:
      move(invocation)
      return []
    case .folding:
      fold(invocation)
      return []
    case .search: return performSearch(invocation)
    case .editing: return performEditing(invocation)
    case .copying: return copy(invocation.id)
    case .view: return look(invocation)
    case .file: return performFile(invocation)
    }
  }

  private mutating func look(_ invocation: Invocation) -> [Effect] {
    switch invocation.id {
    case .toggleView: toggleView()
    case .toggleDetail: toggleDetail()
    case .detailDown: detailTop = min(detailTop + invocation.times, max(0, detailLineCount - 1))
    case .detailUp: detailTop = max(0, detailTop - invocation.times)
    case .position: message = .note(positionText)
    case .chooseModel: return chooseModel(invocation.argument)
    case .set: set(invocation.argument)
    case .help: mode = .reading(HelpScreen.make(width: size.columns))
    case .redraw: return [.redraw]
    default: break
    }
    return []
  }

  private mutating func toggleDetail() {
    options.detail = layout.detail == .hidden
    if options.detail == true, layout.detail == .hidden {
      message = .warning("The screen is too small for the detail pane")
    }
    keepInSight()
  }

  private mutating func set(_ option: String) {
    switch option {
    case "wrap": options.wrap = true
    case "nowrap": options.wrap = false
    case "detail": options.detail = true
    case "nodetail": options.detail = false
    case "":
      message = .note(
        "\(options.wrap ? "wrap" : "nowrap")  \(layout.detail == .hidden ? "nodetail" : "detail")")
    default: message = .error("No such option: \(option)  (wrap, nowrap, detail, nodetail)")
    }
    keepInSight()
  }

  private var positionText: String {
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
}

extension Browser {
  /// Why a command cannot be done here and now; nil when it can.
  func reasonAgainst(_ id: CommandID) -> String? {
    if running[.save] != nil, Self.waitsForSaving(id) { return "A file is being written (Esc stops that)" }
    return switch id {
    case .edit: cannotEdit(cursor)
    case .editOrToggle: cursor.isContainer ? nil : cannotEdit(cursor)
    case .delete: cannotDelete(cursor)
    case .setNull: cannotSetNull(cursor)
    case .append, .insertAfter, .insertBefore: cannotInsert(id)
    case .putAfter, .putBefore: cannotPut(id)
    case .rename: cannotRename
    case .moveUp, .moveDown: cannotMove
    case .undo: document.history.done.isEmpty ? "There is nothing to undo" : nil
    case .redo: document.history.undone.isEmpty ? "There is nothing to redo" : nil
    case .nextMatch, .previousMatch: search.pattern == nil ? "Nothing was searched for yet" : nil
    case .copyKey: document.keyText(of: cursor) == nil ? "This row has no key" : nil
    case .copyText: cursor.node?.kind == .string || cursor.archiveText != nil ? nil : "This is no string"
    case .copyValue, .copyLine:
      cursor.node == nil && cursor.archiveText == nil ? "There is no value here that can be copied" : nil
    case .detailDown, .detailUp: layout.detail == .hidden ? "The detail pane is hidden (Tab shows it)" : nil
    case .toggleView: document.model == nil ? "There is no model: everything is raw JSON already" : nil
    case .diff: document.isModified ? nil : "There are no unsaved edits"
    case .recover: cannotRecover
    case .discard: document.leftovers.isEmpty ? cannotRecover : nil
    case .export, .exportForced: document.model == nil ? "There is no model to export through" : nil
    default: nil
    }
  }

  /// What would change the text, or write it once more, while it is being written.
  private static func waitsForSaving(_ id: CommandID) -> Bool {
    switch id {
    case .write, .writeForced, .writeAndQuit, .quit, .reopen, .reopenForced, .export, .exportForced,
      .archive, .archiveForced, .chooseModel, .recover, .discard:
      true
    default: CommandTable.command(id)?.group == .editing
    }
  }
}
