import Foundation
import Testing

/// The Swift code of the README and the articles is that of the snippet files in this directory, which the tests
/// compile and run.
struct DocumentationTests {
  @Test(
    "Every Swift block of an article is a compiled snippet",
    arguments: [
      "README", "Mantle", "GettingStarted", "ComingFromMantle", "ComingFromCodable",
      "TransformersAndTheRoundTripLaw", "Diagnostics", "Merging", "Archives", "Tutorial",
      "SeveralForms", "ClassClusters", "Files", "EmbeddingTheBrowser", "Concurrency", "Stores",
      "ComingFromOtherLibraries",
    ])
  func articleBlocksAreCompiledSnippets(_ article: String) throws {
    let blocks = Article.swiftBlocks(in: try Article.text(article))
    let snippets = Article.snippets(in: try Article.snippetSource(article))
    #expect(!blocks.isEmpty)
    #expect(blocks.count == snippets.count)
    for block in blocks { #expect(snippets.contains(block)) }
  }

  @Test("The examples on the landing pages of the products are compiled snippets")
  func landingPageExamplesAreCompiledSnippets() throws {
    let sources = Article.package.appending(path: "Sources")
    let snippets = Article.snippets(in: try Article.snippetSource("Products"))
    var blocks: [String] = []
    let products = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    for product in products where product != "Mantle" {
      let page = sources.appending(path: "\(product)/\(product).docc/\(product).md")
      guard FileManager.default.fileExists(atPath: page.path) else { continue }
      blocks += Article.swiftBlocks(in: try String(contentsOf: page, encoding: .utf8))
    }
    #expect(blocks.sorted() == snippets.sorted())
  }

  @Test("The examples of the reference are compiled snippets")
  func commentsContainReferenceExamples() throws {
    let folder = Article.package.appending(path: "Sources/Mantle")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var comments = ""
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      var isFenced = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("/// ```") {
          isFenced.toggle()
          comments += "|\n"
        } else if line == "///" {
          comments += "\n"
        } else if isFenced {
          comments += line.dropFirst(4) + "\n"
        } else {
          comments += line.hasPrefix("///     ") ? line.dropFirst(8) + "\n" : "|\n"
        }
      }
    }
    for snippet in Article.snippets(in: try Article.snippetSource("Reference")) {
      #expect(comments.contains("\(snippet)\n"), "no comment has this example: \(snippet)")
    }
  }

  @Test func everyArticleWithSwiftCodeIsCompiled() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Article.folder.path)
    for file in files where file.hasSuffix(".md") {
      let text = try Article.text(String(file.dropLast(3)))
      let isChecked = FileManager.default.fileExists(
        atPath: Article.snippetFile(String(file.dropLast(3))).path)
      #expect(
        isChecked || Article.swiftBlocks(in: text).isEmpty, "\(file) has Swift code that is not compiled")
    }
  }
}

/// The articles and the sources of their code.
enum Article {
  static var here: URL { URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent() }

  static var package: URL {
    here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  static var folder: URL { package.appending(path: "Sources/Mantle/Mantle.docc") }

  static func text(_ article: String) throws -> String {
    let folder = article == "README" ? package : folder
    return try String(contentsOf: folder.appending(path: "\(article).md"), encoding: .utf8)
  }

  static func snippetFile(_ article: String) -> URL { here.appending(path: "\(article)Snippets.swift") }

  static func snippetSource(_ article: String) throws -> String {
    try String(contentsOf: snippetFile(article), encoding: .utf8)
  }

  static func swiftBlocks(in text: String) -> [String] { blocks("swift", in: text) }

  /// The fenced blocks of a language; of blocks without a language if it is empty.
  static func blocks(_ language: String, in text: String) -> [String] {
    // The text before, in and after the fences alternate.
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.compactMap { index in
      let lines = parts[index].split(separator: "\n", omittingEmptySubsequences: false)
      return lines[0] == language ? lines.dropFirst().dropLast().joined(separator: "\n") : nil
    }
  }

  /// The code between "// snippet" and "// end", without its indentation.
  static func snippets(in text: String) -> [String] {
    parts(of: text, from: "// snippet", to: "// end").map(unindented)
  }

  private static func parts(of text: String, from start: String, to end: String) -> [String] {
    var parts: [String] = []
    var open: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.trimmingCharacters(in: .whitespaces)
      if let lines = open {
        if mark == end {
          parts.append(lines.joined(separator: "\n"))
          open = nil
        } else {
          open = lines + [line]
        }
      } else if mark == start {
        open = []
      }
    }
    return parts
  }

  private static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(margin)) }.joined(separator: "\n")
  }
}
