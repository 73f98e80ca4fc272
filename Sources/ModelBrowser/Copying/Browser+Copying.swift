import Mantle

extension Browser {
  mutating func copy(_ id: CommandID) -> [Effect] {
    guard let (text, what) = copied(id) else {
      message = .warning("There is nothing here to copy")
      return []
    }
    if id == .copyValue || id == .copyLine { keep() }
    return [.copy(text, what: what)]
  }

  private func copied(_ id: CommandID) -> (text: String, what: String)? {
    if let text = cursor.archiveText, id == .copyValue || id == .copyLine || id == .copyText {
      return (text, "text")
    }
    return switch id {
    case .copyValue: cursor.node.map { (document.formatted($0, limit: .max), "value") }
    case .copyLine: cursor.node.map { (document.compact($0), "value on one line") }
    case .copyText: cursor.node.map { ($0.displayText, "text") }
    case .copyKey: document.keyText(of: cursor).map { ($0, "key") }
    case .copyPath: (document.path(of: cursor).description, "JSON key path")
    case .copyPointer: document.path(of: cursor).pointer.map { ($0, "JSON pointer") }
    case .copyQuery: (document.path(of: cursor).query, "jq path")
    default: nil
    }
  }
}
