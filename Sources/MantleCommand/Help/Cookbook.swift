/// The recipes of the documentation, whose page is built into the program.
enum Cookbook {
  /// The page formatted for a terminal: headings without their Markdown markers, and commands after a `$`.
  static var lines: [String] {
    let page = String(decoding: PackageResources.Cookbook_md, as: UTF8.self)
    var (lines, block): ([String], Substring?) = ([], nil)
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
      } else if let language = block {
        lines.append((language == "sh" ? "  $ " : "    ") + line)
      } else {
        lines.append(String(line.drop { $0 == "#" }.drop { $0 == " " }))
      }
    }
    return lines
  }
}
