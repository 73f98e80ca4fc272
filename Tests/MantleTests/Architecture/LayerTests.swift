import Foundation
import Testing

/// The folders of a target in layers, lowest first; the folders of one layer do not know each other.
struct Layers: Sendable {
  let target: String
  let layers: [[String]]

  /// The picture of the house; CONTRIBUTING shows the same.
  static let mantle = Layers(
    target: "Mantle",
    layers: [
      ["Support"], ["JSON"], ["Diagnostics"], ["Coding"], ["Values"], ["Transformers"], ["Mapping"],
      ["Clusters", "Sequences", "Codable"], ["Merging"],
    ])

  static let modelBrowser = Layers(
    target: "ModelBrowser",
    layers: [
      ["State"], ["Document"], ["Records"], ["Search"], ["Filter"],
      ["Outline"], ["Edits", "Table"], ["Browser"], ["Screens"], ["Commands"], ["Loop"],
    ])

  func level(of folder: String) -> Int? { layers.firstIndex { $0.contains(folder) } }

  /// Whether a file of one folder may name a type of another.
  func allows(_ folder: String, toUse other: String) -> Bool {
    guard let here = level(of: folder), let there = level(of: other) else { return false }
    return folder == other || there < here
  }
}

@Suite struct LayerTests {
  @Test(arguments: [Layers.mantle, .modelBrowser]) func referencesPointDownward(_ layers: Layers) throws {
    let sources = try SourceFolder.files(of: layers.target)
    #expect(sources.count > 50, "the sources of \(layers.target) were not found")
    let unplaced = Set(sources.map(\.folder)).filter { layers.level(of: $0) == nil }
    #expect(unplaced.isEmpty, "folders without a layer: \(unplaced.sorted())")
    let upward = layers.references(among: sources).filter { !layers.allows($0.from, toUse: $0.to) }
    let listed = upward.map { "\($0.file) uses \($0.type) of \($0.to)" }
    #expect(listed.isEmpty, "references upward:\n\(listed.sorted().joined(separator: "\n"))")
  }

  @Test func aReferenceUpwardIsFound() {
    let low = SourceFile(path: "JSON/Low.swift", text: "struct Low { let high: High }")
    let high = SourceFile(
      path: "Mapping/High.swift", text: "public final class High {} // Low\nlet text = \"Low\"")
    let found = Layers.mantle.references(among: [low, high])
    #expect(found.map(\.file) == ["JSON/Low.swift"])
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

extension Layers {
  /// References by the name of a type; what is used through inference alone is not seen.
  fileprivate func references(among files: [SourceFile]) -> [Reference] {
    var owners: [Substring: Set<String>] = [:]
    for file in files {
      for type in file.declaredTypes { owners[type, default: []].insert(file.folder) }
    }
    return files.flatMap { file in
      file.names.subtracting(file.declaredTypes).flatMap { name in
        (owners[name] ?? []).subtracting([file.folder]).map {
          Reference(file: file.path, type: String(name), from: file.folder, to: $0)
        }
      }
    }
    .filter { !allows($0.from, toUse: $0.to) }
  }
}

private struct SourceFile {
  /// Within its target.
  let path: String
  /// Names that begin with a capital letter, outside comments and texts.
  let names: Set<Substring>
  /// Types declared at the top level of the file.
  let declaredTypes: Set<Substring>

  var folder: String { path.split(separator: "/").dropLast().first.map(String.init) ?? "" }

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
  static func files(of target: String) throws -> [SourceFile] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(target)")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }
}
