import Foundation
import Testing

/// The folders of a target in layers, lowest first.
struct Layers: Sendable {
  let target: String
  let layers: [[String]]
  /// The layers whose folders know each other, by their indices; the folders of other layers do not.
  var open: Set<Int> = []

  /// The layers as CONTRIBUTING.md shows them.
  static let mantle = Layers(
    target: "Mantle",
    layers: [
      ["Support"], ["JSON"], ["Diagnostics"], ["Coding"], ["Values"], ["Transformers"], ["Mapping"],
      ["Clusters", "Sequences", "Codable"], ["Merging"],
    ])

  /// A model that does not know the browser, the browser with a folder for each subject, and the loop that runs it.
  static let modelBrowser = Layers(
    target: "ModelBrowser",
    layers: [
      ["Model/State"], ["Model/Document"], ["Model/Records"], ["Model/Search"], ["Model/Filter"],
      ["Model/Outline"],
      ["Model/Edits"],
      ["Browser", "View", "Editing", "Types", "Tables", "Finding", "Lists", "Comparing", "Files", "Help"],
      ["Loop"],
    ],
    open: [7])

  func level(of folder: String) -> Int? { layers.firstIndex { $0.contains(folder) } }

  /// Whether a file of one folder may name a type of another.
  func allows(_ folder: String, toUse other: String) -> Bool {
    guard let here = level(of: folder), let there = level(of: other) else { return false }
    return folder == other || there < here || there == here && open.contains(here)
  }
}

@Suite struct LayerTests {
  @Test(arguments: [Layers.mantle, .modelBrowser]) func referencesPointDownward(_ layers: Layers) throws {
    let sources = try SourceFolder.files(of: layers.target)
    #expect(sources.count > 50, "the sources of \(layers.target) were not found")
    let unplaced = Set(sources.map(\.folder)).filter { layers.level(of: $0) == nil }
    #expect(unplaced.isEmpty, "folders without a layer: \(unplaced.sorted())")
    let upward = references(among: sources).filter { !layers.allows($0.from, toUse: $0.to) }
    let listed = upward.map { "\($0.file) uses \($0.type) of \($0.to)" }
    #expect(listed.isEmpty, "references upward:\n\(listed.sorted().joined(separator: "\n"))")
  }

  /// In every target but the browser, whose folders of one layer share `Browser`.
  @Test func foldersHaveNoDependencyCycles() throws {
    for target in try SourceFolder.targets() where target != Layers.modelBrowser.target {
      let found = references(among: try SourceFolder.files(of: target))
      let circle = foldersInCircles(found)
      let links = found.filter { circle.contains($0.from) && circle.contains($0.to) }
      #expect(
        circle.isEmpty, "\(target): \(Set(links.map { "\($0.file) uses \($0.type) of \($0.to)" }).sorted())")
    }
  }

  @Test func cycleCheckDetectsCycles() {
    let files = [
      SourceFile(path: "A/One.swift", text: "struct One { let two: Two }"),
      SourceFile(path: "B/Two.swift", text: "struct Two { let three: Three }"),
      SourceFile(path: "C/Three.swift", text: "struct Three { let two: Two }"),
    ]
    #expect(foldersInCircles(references(among: files)) == ["B", "C"])
  }

  @Test func layerCheckDetectsUpwardReferences() {
    let low = SourceFile(path: "JSON/Low.swift", text: "struct Low { let high: High }")
    let high = SourceFile(
      path: "Mapping/High.swift", text: "public final class High {} // Low\nlet text = \"Low\"")
    let found = references(among: [low, high])
    #expect(found.map(\.file) == ["JSON/Low.swift"])
    #expect(found.allSatisfy { !Layers.mantle.allows($0.from, toUse: $0.to) })
    #expect(!Layers.mantle.allows("JSON", toUse: "Mapping"))
    #expect(Layers.mantle.allows("Mapping", toUse: "JSON"))
    #expect(!Layers.mantle.allows("Clusters", toUse: "Merging"))
  }
}

/// One file naming one type that a file of another folder declares.
private struct Reference {
  let file: String
  let type: String
  let from: String
  let to: String
}

/// Returns the references between folders by the name of a type that only one of them declares; what is used through
/// inference alone is not found.
private func references(among files: [SourceFile]) -> [Reference] {
  var owners: [Substring: Set<String>] = [:]
  for file in files {
    for type in file.declaredTypes { owners[type, default: []].insert(file.folder) }
  }
  return files.flatMap { file in
    file.names.subtracting(file.declaredTypes).compactMap { name in
      guard let owner = owners[name], owner.count == 1, let folder = owner.first, folder != file.folder else {
        return nil
      }
      return Reference(file: file.path, type: String(name), from: file.folder, to: folder)
    }
  }
}

/// Returns the folders that use each other in a circle: those that remain when folders that use no other one, and folders
/// that no other one uses, are removed again and again.
private func foldersInCircles(_ references: [Reference]) -> Set<String> {
  var links = Set(references.map { [$0.from, $0.to] })
  while true {
    let (from, to) = (Set(links.map { $0[0] }), Set(links.map { $0[1] }))
    let left = links.filter { to.contains($0[0]) && from.contains($0[1]) }
    guard left.count < links.count else { return from.union(to) }
    links = left
  }
}

private struct SourceFile {
  /// Within its target.
  let path: String
  /// Names that begin with a capital letter, outside comments and texts.
  let names: Set<Substring>
  /// Types declared at the top level of the file.
  let declaredTypes: Set<Substring>

  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  init(path: String, text: String) {
    self.path = path
    let code = Self.withoutTextsAndComments(text)
    var names: Set<Substring> = []
    var declared: Set<Substring> = []
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    for line in code.split(separator: "\n") {
      let words = line.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_") }
      names.formUnion(words.filter { $0.first?.isUppercase == true })
      guard line.first?.isWhitespace == false, let keyword = words.firstIndex(where: keywords.contains),
        words.indices.contains(keyword + 1)
      else { continue }
      declared.insert(words[keyword + 1])
    }
    self.names = names
    declaredTypes = declared
  }

  /// The code with comments and the texts between quotes taken out, line by line; texts over several lines are
  /// recognised by their three quotes.
  private static func withoutTextsAndComments(_ text: String) -> String {
    var isInText = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      if line.contains("\"\"\"") {
        isInText.toggle()
        return ""
      }
      guard !isInText else { return "" }
      var kept = ""
      var isInString = false
      var previous: Character = " "
      for character in line {
        if character == "\"", previous != "\\" { isInString.toggle() }
        if !isInString, character == "/", previous == "/" { break }
        if !isInString { kept.append(character) }
        previous = previous == "\\" ? " " : character
      }
      return kept[...]
    }
    .joined(separator: "\n")
  }
}

private enum SourceFolder {
  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
  }

  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") }.sorted()
  }

  static func files(of target: String) throws -> [SourceFile] {
    let folder = root.appending(path: target)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      SourceFile(path: path, text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }
}
