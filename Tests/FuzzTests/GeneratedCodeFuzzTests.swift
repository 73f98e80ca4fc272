import Foundation
import Mantle
@testable import MantleDefinitions
import Testing

/// No text of a definition becomes code of the Swift source that is made of it.
struct GeneratedCodeFuzzTests {
  private static let definitionsInOneCall: UInt64 = 100

  /// The source parses, and declares what that of the same definition with plain words declares.
  @Test func generatedSwiftDeclaresOnlyDefinedNames() throws {
    try Fuzzer.forEachSeed(rounds: 3) { seed in
      let seeds = (seed * Self.definitionsInOneCall)..<((seed + 1) * Self.definitionsInOneCall)
      let hostile = try declarations(seeds, isTame: false)
      let tame = try declarations(seeds, isTame: true)
      for (number, seed) in seeds.enumerated() {
        #expect(hostile[number] == tame[number], "definition of seed \(seed)")
      }
    }
  }

  /// The kinds of the declarations in the source of each definition.
  private func declarations(_ seeds: Range<UInt64>, isTame: Bool) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mantle-fuzz-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var source = ""
    for seed in seeds {
      var hostile = HostileDefinition(seed: seed, isTame: isTame)
      let file = hostile.file()
      do { source += try Definition(JSONBytes(file)).swiftSource } catch {
        Issue.record("seed \(seed): \(error)\n\(file)")
      }
      source += "\nprecedencegroup EndOfSource {}\n"
    }
    let file = folder.appending(path: "Generated.swift")
    try Data(source.utf8).write(to: file)
    let tree = try parse(file, to: folder.appending(path: "tree"))
    let kinds = tree.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map { String($0.dropFirst()) }
    }.filter { $0.hasSuffix("_decl") }
    let parts = kinds.split(separator: "precedence_group_decl", omittingEmptySubsequences: false)
    try #require(parts.count == seeds.count + 1, "a source has no end")
    return parts.map(Array.init)
  }

  /// The syntax tree of a file.
  private func parse(_ file: URL, to output: URL) throws -> String {
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-frontend", "-dump-parse", "-suppress-warnings", file.path]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "the source does not parse")
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// Names that are no identifiers are refused with their place.
  @Test(arguments: [
    "id: Int { didSet { f() } }; public var x", "a b", "a-b", "1a", "", "_", "a\nb", "a\u{2028}", "`a`", "$0",
    "a()",
    "A {} ; struct B", "a\u{200D}b", "é\u{202E}", "\u{301}a", "a.b", "Ⓐ", "m²", "🌊",
  ])
  func definitionRejectsNamesThatAreNotIdentifiers(_ name: String) throws {
    let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let property =
      #"{"mantle":1,"root":"A","models":[{"name":"A","properties":[{"name":\#(json),"type":"url"}]}]}"#
    let model = #"{"mantle":1,"root":"json","models":[{"name":\#(json),"properties":[]}]}"#
    for (file, path, column) in [
      (property, "models[0].properties[0].name", 68), (model, "models[0].name", 45),
    ] {
      let failure = #expect(throws: DecodingFailure.self) { try Definition(JSONBytes(file)) }
      #expect(failure?.diagnostics.map(\.path.description) == [path])
      #expect(failure?.diagnostics.first?.location?.column == column)
    }
  }

  /// Names made from keys are identifiers, whatever the keys are.
  @Test func inferredNamesAreValidIdentifiers() throws {
    var inference = Inference()
    let keys = [
      "m²", "Ⓐ", "\u{301}a", "é\u{202E}", "a\u{200D}b", "½", "٣", "🌊", "_", "a\r\nb", "x}\\u2028{", "名前",
    ]
    let members = try keys.map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + #":{"a":1}"#
    }
    inference.read(JSONBytes("{" + members.joined(separator: ",") + "}"))
    let definition = inference.definition(rootName: "Root")
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
  }
}
