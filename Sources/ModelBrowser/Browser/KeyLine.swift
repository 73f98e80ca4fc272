/// The keys of the current screen, for the bottom line: the most important ones first, since a narrow screen cuts the line.
///
/// The line of a table names the keys that have another meaning in the tree.
struct KeyLine {
  let text: String

  init(_ browser: Browser) {
    if let result = browser.view.result {
      text = Self.keys(of: result.request)
    } else if browser.view.table != nil {
      text = Self.table
    } else {
      text = browser.view.tableToReturnTo == nil ? Self.tree : "q back to the table · " + Self.tree
    }
  }

  static let tree = "F1 help · q quit · jk move · lh open, close · / search · e edit · T table · :w save"

  static let table =
    "q tree · s sort · F count · HL move · -+ hide · <> width · () expand · F1 help · C columns · = keep · ! exclude · "
    + "I statistics"

  static func keys(of request: ResultTable.Request) -> String {
    let keys =
      switch request.kind {
      case .elements: "Enter element · F count · & filter"
      case .statistics: "Enter values"
      case .ranges(_, _, let unit): "Enter elements" + (unit?.next.map { " · F by \($0)" } ?? "")
      case .groups(let paths): "Enter elements" + (paths.count == 1 ? " · F ranges" : "")
      }
    return
      "q back · \(keys) · s sort · / search · C columns · yt copy · F1 help · HL move · -+ hide · <> width"
  }
}
