import MantleReports

/// `mantle explain`: the page of a diagnostic code, or the list of all codes.
struct ExplainCommand {
  let code: String?
  let console: Console

  func run() throws(CommandError) -> ExitStatus {
    guard let code else {
      let width = Explanation.all.map(\.code.rawValue.count).max() ?? 0
      for page in Explanation.all {
        let gap = String(repeating: " ", count: width - page.code.rawValue.count)
        console.print("\(page.code.rawValue)\(gap)  \(page.title)")
      }
      return .success
    }
    guard let page = Explanation.of(code) else {
      throw .usage("no code `\(code)`; `mantle explain` lists all of them")
    }
    page.lines.forEach(console.print)
    return .success
  }
}
