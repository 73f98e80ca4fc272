import Foundation
import Testing

/// The size of the house: code lines of each target, functions of a type, declarations that only this package sees.
///
/// A target may shrink at any time. Raising a figure is a commit of its own that says why.
@Suite struct HouseTests {
  /// The most code lines (neither blank nor comment) of each target. Those after the comment are above the design's
  /// budgets and may only shrink.
  static let budgets = [
    "Benchmarks": 1_533, "CheckModels": 20, "GitHubModels": 300, "MantleArchiving": 5_334,
    "MantleChecking": 1_984, "MantleDefinitions": 7_114, "MantleDocuments": 5_245, "MantleFiles": 1_474,
    "MantleFormatters": 200, "MantlePlatform": 30, "MantleProgram": 10, "MantleQuery": 4_300,
    "MantleReports": 1_134, "MantleStore": 3_310, "Mantle": 17_775, "ModelChecker": 518, "LinearRegex": 379,
    "CursesTerminal": 1_251, "TerminalText": 850,
    // In the design: 3,600 and 19,500.
    "MantleCommand": 3_946, "ModelBrowser": 19_835,
  ]

  /// Types with more than 60 functions across their extensions, and how many they have. None may be added.
  static let wideTypes = ["JSONBytes": 65, "Browser": 63, "Property": 75]

  /// The most declarations marked `package` in all targets.
  static let packageDeclarations = 1_560

  @Test func targetsKeepTheirBudgets() throws {
    let counted = try House.files().reduce(into: [:]) { $0[$1.target, default: 0] += $1.codeLines }
    #expect(Set(counted.keys) == Set(Self.budgets.keys), "each target has a budget")
    for (target, lines) in counted {
      #expect(lines <= Self.budgets[target] ?? 0, "\(target) has \(lines) code lines")
    }
  }

  @Test func typesHaveAtMostSixtyFunctions() throws {
    let counted = try House.files().flatMap(\.functions).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (type, count) in counted {
      #expect(count <= Self.wideTypes[type] ?? 60, "\(type) has \(count) functions")
    }
  }

  @Test func interfacesBetweenTargetsStayNarrow() throws {
    let count = try House.files().reduce(0) { $0 + $1.packageDeclarations }
    #expect(count <= Self.packageDeclarations, "\(count) declarations are marked `package`")
  }

  @Test func functionsAreCountedByTheTypeTheyBelongTo() {
    let file = House.File(
      target: "A",
      text: """
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
    #expect(file.packageDeclarations == 2)
    #expect(file.codeLines == 10)
  }
}

/// The sources as the tests of the house read them.
private enum House {
  struct File {
    let target: String
    var codeLines = 0
    var packageDeclarations = 0
    /// The type of each function and initializer.
    var functions: [String] = []
  }

  static func files() throws -> [File] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return File(target: String(path.prefix { $0 != "/" }), text: text)
    }
  }
}

extension House.File {
  private static let types: Set<Substring> = ["extension", "struct", "class", "enum", "actor"]

  init(target: String, text: String) {
    self.target = target
    var type: Substring?
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      guard !code.isEmpty, !code.hasPrefix("//") else { continue }
      codeLines += 1
      let words = code.split { !($0.isLetter || $0.isNumber || "_.`".contains($0)) }.drop {
        $0.hasPrefix("@")
      }
      if words.first(where: { $0 != "inlinable" && $0 != "usableFromInline" }) == "package" {
        packageDeclarations += 1
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
