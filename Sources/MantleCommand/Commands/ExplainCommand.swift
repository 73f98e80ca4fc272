import Mantle
import MantleReports

/// `mantle explain`: explains a diagnostic code, or lists all codes.
struct ExplainCommand: ProgramCommand {
  private let code: String?

  static let syntax = CommandSyntax(
    name: "explain", forms: ["mantle explain [CODE]"], options: [],
    summary: "Explains the code of a problem, or lists all codes.",
    help: "Explains the code of a problem and its remedy; without CODE, lists all codes.")

  init(_ parsed: ParsedWords) throws(CommandError) {
    code = try parsed.word(called: "CODE")?.shown
  }

  func run(_ console: Console) throws(CommandError) -> ExitStatus {
    guard let code else {
      Explanation.all.map { [$0.code.rawValue, $0.title] }.aligned.forEach(console.print)
      return .success
    }
    let name = code.lowercased().map { "_ ".contains($0) ? "-" : String($0) }.joined()
    guard let page = Explanation.of(name) else {
      let near = Spelling.nearest(to: name, among: Explanation.all.map(\.code.rawValue))
      let like = near.map { "; did you mean `\($0)`?" } ?? ""
      throw .usage("no code `\(code)`\(like.isEmpty ? ";" : like) `mantle explain` lists all of them")
    }
    page.lines.forEach(console.print)
    return .success
  }
}
