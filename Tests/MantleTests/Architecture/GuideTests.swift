import Foundation
import Testing

/// The files, types and functions that CONTRIBUTING.md names in "Follow one value".
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func guideNamesOnlyExistingDeclarations() throws {
    let sources = try Sources(in: Self.root.appending(path: "Sources"))
    let names = try tracedNames()
    #expect(names.count > 100)
    for name in names {
      #expect(sources.contain(name), "CONTRIBUTING.md names \(name), which does not exist")
    }
  }

  @Test func guideCheckDetectsMissingNames() throws {
    let sources = try Sources(in: Self.root.appending(path: "Sources"))
    #expect(sources.contain("Coding/JSONCursor"))
    #expect(!sources.contain("Coding/NoSuchFile"))
    #expect(!sources.contain("Values/JSONCursor"))
    #expect(!sources.contain("noSuchFunction"))
  }

  /// The names in backticks of the section, without its keys and commands.
  private func tracedNames() throws -> Set<String> {
    let guide = try String(contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let section = try #require(guide.firstRange(of: "## Follow one value"))
    let text = guide[section.upperBound...]
    let end = text.firstRange(of: "\n## ")?.lowerBound ?? text.endIndex
    let quoted = text[..<end].split(separator: "`", omittingEmptySubsequences: false)
    let names = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return Set(
      names.filter { $0.count > 2 && $0.allSatisfy { $0.isLetter || $0.isNumber || "+/".contains($0) } })
  }

  /// The paths of the source files and the names that they declare.
  private struct Sources {
    private var paths: [String] = []
    private var names: Set<Substring> = []

    init(in root: URL) throws {
      let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      for file in files where file.hasSuffix(".swift") {
        paths.append("/Sources/" + file.dropLast(".swift".count))
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        for (keyword, name) in zip(words, words.dropFirst()) where Self.keywords.contains(keyword) {
          names.insert(name)
        }
      }
    }

    /// Whether a file or folder has the name or the end of a path, or a type, function or variable has the name.
    func contain(_ name: String) -> Bool {
      names.contains(name[...]) || paths.contains { ($0 + "/").contains("/" + name + "/") }
    }

    private static let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "case",
    ]
  }
}
