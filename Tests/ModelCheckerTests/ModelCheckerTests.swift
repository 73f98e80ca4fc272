import Foundation
import Testing

@testable import ModelChecker

/// What is said about the models of a source, as line, column and message.
private func findings(_ sources: String...) -> [String] {
  var declarations = Declarations()
  for source in sources { declarations.add(source: source, file: "Issue.swift") }
  return declarations.findings().map { "\($0.line):\($0.column) \($0.message)" }
}

/// A model of three properties, whose list has the lines that are given, from line 7 on.
private func issue(_ lines: [String]) -> String {
  """
  struct Issue: Model {
    let number: Int
    let title: String
    var due: Date?

    static let properties = Properties(of: Issue.self) {
  \(lines.map { "    " + $0 }.joined(separator: "\n"))
    }
    static let mapping = Mapping(Issue.init, properties)
  }
  """
}

private let number = #"Property(\.number, "number")"#
private let title = #"Property(\.title, "title")"#
private let due = #"Property(\.due, "due", .iso8601)"#

@Suite struct ModelCheckerTests {
  @Test func matchingListIsAccepted() {
    #expect(findings(issue([number, title, due])) == [])
    #expect(
      findings(issue([number, title, #"Property(local: \.due) { Date() }.retention(.transient)"#])) == [])
    #expect(findings(issue([number, title + ".default(\"\")", due + "\n      .storage(.decodeOnly)"])) == [])
  }

  @Test(arguments: [
    ([title, due], "7:5 `number` of `Issue` has no line here", "before all others"),
    (
      [number, due], "7:5 `title` of `Issue` has no line here",
      #"`Property(\.title, "title")` after `number`"#
    ),
    ([number, title], "8:5 `due` of `Issue` has no line here", #"`Property(\.due, "due")` after `title`"#),
    ([number, title, due, #"Property(\.isDue)"#], "10:5 `isDue` is not a parameter", "remove the line"),
    ([number, title, title, due], "9:5 `title` is listed twice", "remove one"),
    ([title, number, due], "7:5 the initializer of `Issue` asks for `number` here", "`title` comes later"),
  ])
  func differenceIsReportedAtItsLine(_ lines: [String], _ beginning: String, _ cure: String) throws {
    let all = findings(issue(lines))
    #expect(all.count == 1)
    let finding = try #require(all.first)
    #expect(finding.hasPrefix(beginning))
    #expect(finding.contains(cure))
  }

  @Test func emptyListReportsTheFirstProperty() {
    let all = findings(
      "struct A { let a: Int\nstatic let properties = Properties(of: A.self) {}\nstatic let mapping = Mapping(A.init, properties) }"
    )
    #expect(
      all == [
        "2:12 `a` of `A` has no line here, and its initializer asks for it: add `Property(\\.a, \"a\")`"
      ])
  }

  @Test func nonFinalModelClassIsReported() {
    func type(_ head: String) -> String {
      """
      \(head) {
        var a = 0
        static let properties = Properties(of: A.self) { Property(\\.a, "a") }
      }
      """
    }
    let all = findings(type("public class A: NSObject, Model"))
    #expect(all.count == 1)
    #expect(all.first?.hasPrefix("1:14 a model class must be final: declare `final class`") == true)
    for head in [
      "open class A: Base", "@Observable\nfinal class A: Model", "struct A: Model",
      "class A: Box<Model>",
    ] {
      #expect(findings(type(head)) == [])
    }
  }

  @Test func storedListInGenericTypeIsReported() {
    let lines = #"= Properties(of: Page.self) { Property(\.items, "items") }"#
    func page(_ members: String) -> String {
      "struct Page<Item: Model>: Model where Item: Sendable {\n  let items: [Item]\n\(members)\n}"
    }
    let all = findings(
      page("  static let properties \(lines)\n  static let mapping = Mapping(Page.init, properties)"))
    #expect(all.count == 1)
    #expect(all.first?.hasPrefix("3:14 a generic type cannot have stored static properties: declare") == true)
    let cached =
      "static var mapping: Mapping<Page> { .cached { let properties \(lines); return Mapping(Page.init, properties) } }"
    #expect(findings(page(cached)) == [])
    #expect(
      findings(
        page(
          "static var mapping: Mapping<Page> {\n.cached {\nlet p \(lines)\nreturn Mapping(Page.init, p)\n}\n}"
        )) == [])
  }

  /// Members that a memberwise initializer has no parameter for, and ways to write those that it has.
  @Test(arguments: [
    "let fixed = 3", "static let shared = 1", "static var count: Int { 0 }", "lazy var text = String(number)",
    "var text: String { \"let due: Int\" }", "var text: String { get { \"}\" } set { number = 1 } }",
    "func take(due: Int) { let other = due }", "// let due: Int", "/* let due: Int /* */ */",
    "static let text = \"\"\"\n  let due: Int }\n\"\"\"", "static let raw = #\"let \\\" { \\#(\"}\")\"#",
    "enum State { case open; struct Deep { let due: Int } }", "subscript(due: Int) -> Int { due }",
    "static func == (a: Issue, b: Issue) -> Bool { true }", "typealias Due = Date",
    "@available(*, deprecated) static let due = 1", "private(set) static var due = 1",
  ])
  func acceptsMembersWithoutParameter(_ member: String) {
    let source = """
      public struct Issue: Model, Equatable where Int: Sendable {
        \(member)
        public let number: Int, title: String
        static let properties = Properties(of: Issue.self, keys: .snakeCase) {
          Property(\\.number); Property(\\.title)
        }
        static let mapping = Mapping(Issue.init, properties).validated { _ in }
      }
      """
    #expect(findings(source) == [])
  }

  @Test(arguments: [
    "let due: Date", "public private(set) var due: Date?", "var due = 3", "var due: Int { didSet { } }",
    "var due: Int = 3 { willSet { print(newValue) } }", "let a: Dictionary<String, Int>, due: Int",
    "let due: (Int) -> Void", "@Wrapped(\"x\") var due: Int", "let `due`: Int",
  ])
  func parametersRequireALine(_ member: String) {
    let source = """
      struct Issue {
        \(member)
        static let properties = Properties(of: Issue.self) { Property(\\.number) }
        static let mapping = Mapping(Issue.init, properties)
        let number: Int
      }
      """
    #expect(findings(source).count == 1)
  }

  @Test func ownInitializerDefinesTheParameters() {
    let model = """
      final class Issue {
        let number: Int, title: String, hash: Int
        init(number: Int, _ title: String = "") throws { self.number = number }
        static let properties = Properties(of: Issue.self) { Property(\\.number, "number") }
        static let mapping = Mapping(Self.init, properties)
      }
      """
    #expect(findings(model).map { $0.prefix(20) } == ["4:56 `title` of `Iss"])
  }

  @Test func labelsSelectTheInitializer() {
    let model = """
      struct Issue {
        let number: Int, title: String
        init(number: Int, title: String) {}
        init(title: String) {}
        static let properties = Properties(of: Issue.self) { Property(\\.number, "number") }
        static let mapping = Mapping(Issue.init(number:title:), properties)
        static let short = Mapping(Issue.init, properties)
      }
      """
    #expect(findings(model).count == 1)
  }

  @Test func checkerFindsTypesInOtherFilesAndExtensions() {
    let type = "enum Shop { struct Item { let name: String; let price: Int } }"
    let mapping = """
      extension Shop.Item: Model {
        static let properties = Properties(of: Shop.Item.self) { Property(\\.name, "name") }
        static let mapping = Mapping(Shop.Item.init, properties)
      }
      """
    #expect(findings(type, mapping).count == 1)
    #expect(findings(mapping, type).count == 1)
    #expect(findings(mapping) == [])
  }

  @Test func ambiguousTypeNamesAreLeftToTheCompiler() {
    #expect(findings(issue([number]), "private struct Issue { let other: Int }") == [])
  }

  /// A warning that is none would be worse than none: what cannot be told from names is left to the compiler.
  @Test(arguments: [
    #"Property(\.owner.login, "login")"#, #"Local(\.due)"#, "shared", "Property(path)",
  ])
  func undecidableCodeIsLeftToTheCompiler(_ line: String) { #expect(findings(issue([line])) == []) }

  @Test func privateTypesWithTheSameNameAreDistinguished() {
    func type(_ name: String) -> String {
      """
      private struct A: Model {
        let \(name): Int
        static let properties = Properties(of: A.self) { Property(\\.\(name), "x") }
        static let mapping = Mapping(A.init(\(name):), properties)
      }
      """
    }
    #expect(findings(type("a"), type("b")) == [])
  }

  @Test(arguments: ["#Preview {\n  Text(\"a\")\n}\n", "func f() {\n#expect(\n  a == b)\n}\n"])
  func macrosDifferFromConditions(_ before: String) {
    #expect(findings(before + issue([number, due])).count == 1)
  }

  @Test func checkerHandlesTruncatedSource() {
    let whole = issue([number, due]) + ##"let a = "\(b("c"))" + #"d"# /* e */ "##
    for end in whole.indices { _ = findings(String(whole[..<end])) }
    for start in whole.indices { _ = findings(String(whole[start...])) }
  }

  /// Of the models of this package some are wrong, in the tests of what happens then.
  @Test(arguments: [
    ("Sources/GitHubModels", []),
    (
      "Tests/MantleTests/Mapping",
      ["Swapped", "Rotated", "SwappedInTests", "`a` is listed twice", "Span", "SwappedLink", "Computed"]
    ),
  ])
  func correctModelsAreNotReported(_ folder: String, _ wrong: [String]) throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    var declarations = Declarations()
    let files = FileManager.default.enumerator(
      at: package.appending(path: folder), includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      declarations.add(source: try String(contentsOf: file, encoding: .utf8), file: file.path)
    }
    #expect(declarations.mappings.count > 3)
    let messages = declarations.findings().map(\.message)
    #expect(messages.count == wrong.count)
    for model in wrong {
      #expect(messages.contains { $0.contains(model.contains(" ") ? model : "`\(model)`") })
    }
  }
}
