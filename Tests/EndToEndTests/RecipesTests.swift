import Foundation
import Testing

/// The commands of the cookbook and of "Checking payloads in CI", run as they are printed.
struct RecipesTests {
  private static var catalogue: URL {
    SampleData.folder.deletingLastPathComponent().appendingPathComponent("Sources/Mantle/Mantle.docc")
  }

  /// A folder with the sample files, and the program on the search path.
  private struct Kitchen {
    let scratch: Scratch

    init(with names: [String]) throws {
      scratch = try Scratch()
      let files = FileManager.default
      try files.createDirectory(atPath: scratch.path("bin"), withIntermediateDirectories: false)
      try files.createSymbolicLink(
        atPath: scratch.path("bin/mantle"), withDestinationPath: MantleBinary.url().path)
      try files.createDirectory(atPath: scratch.path("work"), withIntermediateDirectories: false)
      for name in names {
        try files.copyItem(
          at: SampleData.url(name), to: URL(fileURLWithPath: scratch.path("work/\(name)")))
      }
    }

    /// Runs a script in the folder; what it writes, standard error included, and how it ends.
    func run(_ script: String) throws -> Executable.Outcome {
      let words = [
        "cd \(Executable.quoted(scratch.path("work")))", "export HOME=$PWD",
        "PATH=\(Executable.quoted(scratch.path("bin"))):$PATH", "exec 2>&1", script,
      ]
      return try Executable.outcome(of: Executable.find("bash"), ["-c", words.joined(separator: "\n")])
    }
  }

  /// Runs the recipes of an article, each of which is a block of commands and the block of what they print.
  ///
  /// `MANTLE_UPDATE_GOLDEN=1 swift test --filter RecipesTests` writes what they print now.
  ///
  /// - Parameters:
  ///   - needs: the program or the Python module that the commands of a recipe need; nil for none.
  ///   - setUp: whether the first recipe prepares the files of the others.
  private func cook(_ name: String, setUp: Bool = false, needs: (String) -> String? = { _ in nil }) throws
    -> Int
  {
    let file = Self.catalogue.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    var parts = text.components(separatedBy: "```")
    // Text, commands, text, output, text, commands …
    let recipes = Array(stride(from: 1, to: parts.count - 2, by: 4))
    let samples = try FileManager.default.contentsOfDirectory(atPath: SampleData.folder.path)
    for index in recipes {
      try #require(parts[index].hasPrefix("sh\n"), "no commands before \(parts[index])")
      let kitchen = try Kitchen(with: samples)
      if let tool = needs(parts[index]),
        try kitchen.run("command -v \(tool) || python3 -c 'import \(tool)'").status != 0
      {
        print("\(name): \(tool) is not installed: a recipe was not run")
        continue
      }
      if setUp, index > 1 { _ = try kitchen.run(String(parts[1].dropFirst(3))) }
      let printed = "\n" + (try kitchen.run(String(parts[index].dropFirst(3)))).output
      if ProcessInfo.processInfo.environment["MANTLE_UPDATE_GOLDEN"] != nil {
        parts[index + 2] = printed
      } else {
        #expect(printed == parts[index + 2], "\(parts[index])")
      }
    }
    let now = parts.joined(separator: "```")
    if now != text { try Data(now.utf8).write(to: file) }
    return recipes.count
  }

  @Test func cookbookCommandsProduceDocumentedOutput() throws {
    #expect(try cook("Cookbook.md") >= 30)
  }

  @Test func otherEngineRecipesProduceDocumentedOutput() throws {
    let count = try cook("SeveralProcesses.md", setUp: true) { commands in
      ["parallel", "duckdb", "pyspark"].first(where: commands.contains)
    }
    #expect(count == 7)
  }

  /// `mantle help cookbook` is the same page: every command behind a `$`, every line that is printed, no marks.
  /// The examples of definition files with the data after each.
  private static func definitions() throws -> [(definition: String, data: String)] {
    let text = try String(
      contentsOf: catalogue.appendingPathComponent("DefinitionFiles.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    return stride(from: 0, to: blocks.count - 1, by: 2).map { (blocks[$0], blocks[$0 + 1]) }
  }

  @Test func documentedDefinitionsDecodeTheirDataInEveryFormat() throws {
    let examples = try Self.definitions()
    #expect(examples.count == 10)
    for (definition, data) in examples {
      let kitchen = try Kitchen(with: [])
      _ = try kitchen.scratch.file("work/x.model.json", definition)
      _ = try kitchen.scratch.file("work/data.json", data)
      let outcome = try kitchen.run(
        """
        mantle check x.model.json data.json --require-model && mantle convert data.json data.archive --quiet &&
        mantle check data.archive --require-model && mantle convert data.json data.sqlite --quiet
        """)
      #expect(outcome.status == 0 && !outcome.output.contains("error:"), "\(definition) \(outcome.output)")
    }
  }

  @Test func helpDocumentsDefinitionFiles() throws {
    let help = try Executable.outcome(of: MantleBinary.url(), ["help", "definition"])
    #expect(help.output.contains("Definition files\n") && help.output.contains(#"    "root": "City","#))
  }

  @Test func helpContainsCookbook() throws {
    let text = try String(contentsOf: Self.catalogue.appendingPathComponent("Cookbook.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "```")
    let shown = try Executable.outcome(of: MantleBinary.url(), ["help", "cookbook"]).output
    let commands = stride(from: 1, to: parts.count - 2, by: 4).map {
      parts[$0].split(separator: "\n").dropFirst().map { "  $ \($0)\n" }.joined()
    }
    #expect(commands.allSatisfy(shown.contains))
    #expect(
      shown.contains("See which models fit a file\n\n  $ mantle models issues.json | head -3\n\n    read as"))
    #expect(!shown.contains("```") && !shown.contains("\n#"))
  }

  /// The blocks of the article, in the order it has them, by their language.
  private func blocks(_ language: String) throws -> [String] {
    let file = Self.catalogue.appendingPathComponent("CheckingInCI.md")
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
    return parts.filter { $0.hasPrefix(language + "\n") }.map { String($0.dropFirst(language.count + 1)) }
  }

  private func payloads() throws -> Kitchen {
    let kitchen = try Kitchen(with: ["issues.json"])
    #expect(try kitchen.run("mkdir Payloads && mv issues.json Payloads").status == 0)
    return kitchen
  }

  private func addBrokenFile(to kitchen: Kitchen) throws {
    let broken = URL(fileURLWithPath: kitchen.scratch.path("work/Payloads/broken.json"))
    try FileManager.default.copyItem(at: SampleData.url("broken.json"), to: broken)
  }

  @Test func makeRuleChecksNewFiles() throws {
    let kitchen = try payloads()
    _ = try kitchen.scratch.file("work/Makefile", #require(try blocks("make").first))
    #expect(try kitchen.run("make").output == "mantle check Payloads --quiet\ntouch .payloads-checked\n")
    #expect(try kitchen.run("make").output.contains("Nothing to be done"))
    try addBrokenFile(to: kitchen)
    let outcome = try kitchen.run("make")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("Payloads/broken.json:42:14: error: Issue.state"))
  }

  @Test func gitHookRejectsInvalidCommit() throws {
    let kitchen = try payloads()
    let hook = try #require(try blocks("sh").first { $0.hasPrefix("#!/bin/sh") })
    _ = try kitchen.scratch.file("hook", hook)
    let made = try kitchen.run(
      """
      git init -q . && git config user.email a@b && git config user.name a
      install -m 755 ../hook .git/hooks/pre-commit
      git add Payloads && git commit -q -m good
      """)
    #expect(made.status == 0 && made.output.isEmpty, "\(made.output)")
    try addBrokenFile(to: kitchen)
    let refused = try kitchen.run("git add Payloads && git commit -q -m bad")
    #expect(refused.status == 1)
    #expect(refused.output.contains("Payloads/broken.json:42:14: error: Issue.state"))
    #expect(try kitchen.run("git log --oneline | wc -l").output.contains("1"))
  }

  @Test func gitHubActionsStepAnnotatesErrors() throws {
    let kitchen = try payloads()
    let job = try #require(try blocks("yaml").first)
    let steps = job.split(separator: "\n").filter { $0.contains("mantle check") }
    let step = try #require(steps.first?.firstRange(of: "mantle check")).lowerBound
    let command = String(try #require(steps.first)[step...])
    #expect(try kitchen.run(command).status == 0)
    try addBrokenFile(to: kitchen)
    let outcome = try kitchen.run(command)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("::error file=Payloads/broken.json,line=42,"), "\(outcome.output)")
  }
}
