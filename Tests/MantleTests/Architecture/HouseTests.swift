import Foundation
import Testing

/// The functions of a type: one with more than sixty is several types.
@Suite struct HouseTests {
  /// Types with more than 60 functions across their extensions, and how many they have. None may be added.
  static let wideTypes = ["JSONBytes": 65, "Browser": 63, "Property": 75]

  @Test func typesHaveAtMostSixtyFunctions() throws {
    let counted = try House.files().flatMap(\.functions).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (type, count) in counted {
      #expect(count <= Self.wideTypes[type] ?? 60, "\(type) has \(count) functions")
    }
  }

  @Test func functionsAreCountedByTheirType() {
    let file = House.File(
      """
      package struct Shape {  // func
        package init() {}
        static func make() -> Shape { Shape() }

        var area: Int { 0 }
      }
      extension Shape.Part {
        @inlinable mutating func grow() {
          func local() {}
        }
      }
      """)
    #expect(file.functions == ["Shape", "Shape", "Shape.Part"])
  }
}

/// The sources as the tests of the house read them.
private enum House {
  struct File {
    /// The type of each function and initializer.
    var functions: [String] = []
  }

  static func files() throws -> [File] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      File(try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }
}

extension House.File {
  private static let types: Set<Substring> = ["extension", "struct", "class", "enum", "actor", "protocol"]

  init(_ text: String) {
    var type: Substring?
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      guard !code.isEmpty, !code.hasPrefix("//") else { continue }
      let words = code.split { !($0.isLetter || $0.isNumber || "_.`".contains($0)) }.drop {
        $0.hasPrefix("@")
      }
      switch line.count - code.count {
      case 0:
        guard let keyword = words.firstIndex(where: Self.types.contains), words.indices.contains(keyword + 1)
        else { continue }
        type = words[keyword + 1]
      case 2:
        if let type, Self.declaresFunction(words) { functions.append(String(type)) }
      default: continue
      }
    }
  }

  /// Whether a line whose words these are begins a function or an initializer.
  private static func declaresFunction(_ words: ArraySlice<Substring>) -> Bool {
    let modifiers: Set<Substring> = [
      "public", "package", "private", "fileprivate", "static", "mutating", "override", "final", "nonisolated",
      "inlinable", "usableFromInline", "convenience", "consuming", "discardableResult", "inline", "never",
    ]
    return words.first { !modifiers.contains($0) }.map { $0 == "func" || $0 == "init" } ?? false
  }
}
