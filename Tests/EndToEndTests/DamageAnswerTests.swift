import Foundation
import TestSupport
import Testing

/// The law of damage: all commands agree on which elements of a malformed text can be read, and name the same problems.
@Suite(.serialized) struct DamageAnswerTests {
  /// A mistake in a row: the first text is replaced by the second.
  static let faults = [
    ("\"b\": true", "\"b\": tru"), ("\"n\": ", "\"n\": NaN, \"m\": "), ("}", ",}"), (", \"s\"", " \"s\""),
    ("\"s\"", "'s'"), ("\"n\"", "/* c */ \"n\""), ("\"s\": \"", "\"s\": "), ("\"n\": ", "\"n\" "),
    ("\"n\": ", "\"n\": +"),
  ]

  /// Texts of the same rows with one to four mistakes, with the place of their identities.
  private static func texts(seed: UInt64) -> [(name: String, text: String, place: String)] {
    var random = SeededGenerator(seed: seed)
    var rows = (1...Int.random(in: 3...8, using: &random)).map { id in
      "{\"id\": \(id), \"n\": \(Int.random(in: 0...9, using: &random)), \"s\": \"t\(id)\", \"b\": true}"
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let row = Int.random(in: rows.indices, using: &random)
      let (text, damaged) = faults[Int.random(in: faults.indices, using: &random)]
      if let range = rows[row].range(of: text) { rows[row].replaceSubrange(range, with: damaged) }
    }
    let list = rows.joined(separator: ",\n")
    return [
      ("array.json", "[\(list)]", "[].id"), ("lines.ndjson", rows.joined(separator: "\n") + "\n", "[].id"),
      ("object.json", "{\"rows\": [\(list)]}", "rows[].id"),
    ]
  }

  @Test(arguments: OneAnswerTests.seeds) func commandsAgreeOnDamagedInput(_ seed: UInt64) throws {
    let scratch = try Scratch()
    // Files are small, so that there can be many for each round.
    for seed in seed * 8..<seed * 8 + 8 {
      for (name, text, place) in Self.texts(seed: seed) {
        let file = try scratch.file(name, text)
        func run(_ words: String...) throws -> Executable.Outcome {
          try Executable.outcome(of: MantleBinary.url(), words)
        }
        let answers = try [
          ("get", run("get", file, place)), ("filter", run("filter", "id != absent", file)),
          ("table", run("table", file, "--columns", "id", "--format", "tsv")),
          ("stats", run("stats", file, "--columns", "id", "--format", "csv")),
        ]
        let expected = try problems(ofCheck: run("check", file, "--format", "json").output)
        for (command, outcome) in answers {
          let found = problems(outcome.errors)
          #expect(found == expected, "seed \(seed), \(command) of \(name)\n\(text)")
          #expect(
            outcome.status == (expected.isEmpty ? 0 : 1), "seed \(seed), \(command) of \(name)\n\(text)")
        }
        let ids = answers[0].1.output.split(separator: "\n")
        let filtered = answers[1].1.output.matches(of: #/"id": ?(\d+)/#).map(\.output.1)
        #expect(filtered == ids, "seed \(seed), filter of \(name)\n\(text)")
        let rows = answers[2].1.output.split(whereSeparator: \.isNewline).dropFirst()
        #expect(Array(rows) == ids, "seed \(seed), table of \(name)\n\(text)")
        #expect(
          answers[3].1.output.contains("id,\(ids.count),"),
          "seed \(seed), stats of \(name)\n\(answers[3].1.output)")
      }
    }
  }

  /// The lines and columns of the errors, without those about a place that has no value.
  private func problems(_ lines: String) -> [String] {
    lines.split(separator: "\n").filter { !$0.contains("error: nothing at") }
      .compactMap { $0.firstMatch(of: #/:(\d+:\d+): error: /#).map { String($0.output.1) } }
  }

  private func problems(ofCheck json: String) throws -> [String] {
    struct Report: Decodable {
      struct Diagnostic: Decodable {
        let severity: String
        let line, column: Int
      }
      let diagnostics: [Diagnostic]
    }
    return try JSONDecoder().decode(Report.self, from: Data(json.utf8)).diagnostics
      .filter { $0.severity == "error" }.map { "\($0.line):\($0.column)" }
  }
}
