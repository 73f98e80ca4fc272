/// The recipes of the documentation, whose page is built into the program.
enum Cookbook {
  /// The page as it is read in a terminal: titles without their marks, and what is typed behind a `$`.
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
