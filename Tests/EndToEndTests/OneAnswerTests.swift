import Foundation
import TestSupport
import Testing

/// The law of one answer: the same values give the same answer in every form, from every command.
///
/// `MANTLE_ANSWER_ROUNDS` sets the number of random documents of each test, `MANTLE_ANSWER_SEED` the first one.
@Suite(.serialized) struct OneAnswerTests {
  static let rounds = ProcessInfo.processInfo.environment["MANTLE_ANSWER_ROUNDS"].flatMap(Int.init) ?? 1
  static let seed = ProcessInfo.processInfo.environment["MANTLE_ANSWER_SEED"].flatMap(UInt64.init) ?? 1
  static var seeds: Range<UInt64> { seed..<seed + UInt64(rounds) }

  /// The output of a question, and what the program said if there was none.
  private func answer(_ words: [String], of form: DocumentForm, sizeDivisor: Int = 1) throws -> String {
    let words = words.flatMap { $0 == "FILES" ? form.operands : [$0] }
    let program = try MantleBinary.url()
    let outcome = try Executable.outcome(
      of: URL(fileURLWithPath: "/usr/bin/env"), ["MANTLE_SIZE_DIVISOR=\(sizeDivisor)", program.path] + words,
      input: form.input.map { Data($0.utf8) })
    // A database has the values of numbers, not their spelling.
    return "\(outcome.status)\n\(outcome.output.replacing("1.50", with: "1.5"))"
  }

  /// Expects the same answer to a question from all forms.
  ///
  /// - Parameter inspect: Receives each form and its answer.
  private func expectOneAnswer(
    of forms: [DocumentForm], _ seed: UInt64, _ question: [String],
    inspect: (DocumentForm, String) throws -> Void = { _, _ in }
  ) throws {
    var first: (name: String, answer: String)?
    for form in forms {
      let answer = try answer(question, of: form)
      let known = first ?? (form.name, answer)
      first = known
      #expect(answer == known.answer, "seed \(seed), \(question): \(form.name), not as \(known.name)")
      try inspect(form, answer)
    }
  }

  // MARK: - Questions

  static let questions: [[String]] = [
    ["table", "FILES", "--columns", "id, n, o.a", "--sort", "n desc, id", "--format", "ndjson"],
    [
      "table", "FILES", "--group", "s", "--aggregate", "count, sum(n), min(n), max(n), median(n)", "--format",
      "ndjson",
    ],
    ["table", "FILES", "--group", "o.a, tags[]", "--format", "csv"],
    [
      "table", "FILES", "--aggregate", "count, count(n), distinct(s), top(s, 2), quantile(n, 0.25)",
      "--format", "json",
    ],
    [
      "table", "FILES", "--columns", "id, items.k, tags", "--where", "id > 1", "--limit", "4", "--format",
      "tsv",
    ],
    ["table", "FILES", "--sort", "at, id desc", "--columns", "id, at", "--format", "md"],
    ["table", "FILES", "--columns", "id, items[].k", "--format", "ndjson"],
    ["stats", "FILES", "--columns", "id, n, s, tags, at", "--format", "csv"],
  ]

  static let filters = [
    "n > 3", "n = 7", "n <= 0.1", "s = a", #"s = "3""#, "tags = 3", "tags > 2", "o.a = 1", "s = absent",
    "n = null",
    "at < 2024-03-01", "items.k = x", "items = []", "not (tags = 1) and id > 2",
    "s ~ é or n = 9007199254740993",
    #"s === """#, "has-error", #"s in (a, "x,y", "null")"#, #"o."b c" != absent"#,
  ]

  @Test(arguments: seeds) func queriesAgreeAcrossFormats(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let forms = try DocumentForm.all(of: document.rows(), in: scratch)
    for question in Self.questions {
      try expectOneAnswer(of: forms.filter { $0.keepsNumbers || !question.contains("csv") }, seed, question)
    }
  }

  @Test(arguments: seeds) func filtersAgreeAcrossFormats(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let forms = try DocumentForm.all(of: document.rows(), in: scratch)
    for filter in Self.filters {
      let question = ["table", "FILES", "--where", filter, "--columns", "id", "--format", "csv"]
      try expectOneAnswer(of: forms, seed, question) { form, table in
        // The lines of a filter are those of the form, so their number is compared.
        let count = try answer(["filter", filter, "FILES", "--count"], of: form)
        #expect(
          count.split(separator: "\n").last.flatMap { Int($0) } == table.split(separator: "\r\n").count - 1
            || count.hasPrefix("2"),
          "seed \(seed), \(filter), \(form.name): filter and table differ: \(count) \(table)")
      }
    }
  }

  /// Property lists have no null, and numbers of 64 bits.
  @Test(arguments: seeds) func propertyListsAnswerQueriesLikeJSON(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let rows = document.rows().map(\.inPropertyList)
    var forms = [
      DocumentForm(name: "array", operands: [try scratch.file("a.json", RandomValue.list(rows).text())])
    ]
    for name in ["a.plist", "a.xml"] {
      #expect(try convert(forms[0].operands[0], scratch.path(name), "--model", "none") == 0)
      forms.append(DocumentForm(name: name, operands: [scratch.path(name)], keepsNumbers: false))
    }
    let filters = Self.filters.map {
      ["table", "FILES", "--where", $0, "--columns", "id", "--format", "csv"]
    }
    for question in Self.questions + filters { try expectOneAnswer(of: forms, seed, question) }
  }

  /// The models that are inferred of the values, and the answers with such a definition, do not depend on the form.
  @Test(arguments: seeds) func answersWithDefinitionAgreeAcrossFormats(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let forms = try DocumentForm.all(of: document.rows(), in: scratch).filter {
      $0.keepsNumbers && $0.input == nil
    }
    let definition = scratch.path("Row.model.json")
    let array = try #require(forms.first)
    let inferred = try answer(["infer", "FILES", "--name", "Row", "--output", definition], of: array)
    #expect(inferred.hasPrefix("0"))
    for question in Self.questions where !question.contains("stats") {
      try expectOneAnswer(of: forms, seed, question + ["--models", definition])
    }
    for form in forms where form.isList {
      let answer = try answer(["check", "FILES", "--models", definition, "--quiet"], of: form)
      #expect(answer == "0\n", "seed \(seed), check of \(form.name)")
    }
  }

  // MARK: - Conversions

  /// A conversion keeps every value and the spelling of every number, through any chain of forms that hold them.
  @Test(arguments: seeds) func conversionsKeepTheValues(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let rows = document.rows()
    let lines = try scratch.file("rows.ndjson", rows.map { $0.text() + "\n" }.joined())
    for target in ["t.json", "t.ndjson", "t.sqlite"] {
      let there = try convert(lines, scratch.path(target))
      #expect(there == 0, "seed \(seed), \(target)")
      let back = scratch.path("back-\(target).ndjson")
      #expect(try convert(scratch.path(target), back) == 0, "seed \(seed), \(target) and back")
      let expected = target == "t.sqlite" ? rows.map { $0.text(numbers: .value) } : rows.map { $0.text() }
      let found = scratch.text("back-\(target).ndjson").split(separator: "\n").map(String.init)
      #expect(
        found.count == expected.count && zip(found, expected).allSatisfy { Self.areEqual($0, $1) },
        "seed \(seed), \(target): \(found) is not \(expected)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(left.allSatisfy { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }, "\(left)")
  }

  private func convert(_ source: String, _ target: String, _ options: String...) throws -> Int32 {
    try Executable.outcome(of: MantleBinary.url(), ["convert", source, target, "--quiet"] + options).status
  }

  private static func areEqual(_ a: String, _ b: String) -> Bool {
    a.filter { $0 != " " } == b.filter { $0 != " " }
  }

  // MARK: - Edits

  /// An edit changes the bytes of the named value, and no others.
  @Test(arguments: seeds) func editsChangeTheNamedBytesOnly(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let rows = document.rows()
    for form in try DocumentForm.all(of: rows, in: scratch) {
      guard let prefix = form.prefix, let file = form.operands.first, let write = form.write else { continue }
      let index = document.index(below: rows.count)
      let value = document.string()
      for edit in RowEdit.allCases {
        let copy = scratch.path("edit-\(form.name)")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: file, toPath: copy)
        let words = edit.words(copy, at: "\(prefix)[\(index)]", value: value)
        let outcome = try Executable.outcome(of: MantleBinary.url(), words)
        var expected = rows
        expected[index] = edit.apply(to: rows[index], value: value)
        #expect(
          outcome.status == 0 && scratch.text("edit-\(form.name)") == write(expected),
          "seed \(seed), \(words): \(outcome.errors)")
        guard edit != .rename, form.name != "lines.ndjson" else { continue }
        let difference = try Executable.outcome(
          of: MantleBinary.url(), ["diff", file, copy, "--format", "json-patch"])
        let patched = scratch.path("patched-\(form.name)")
        let patch = try scratch.file("patch.json", difference.output)
        let applied = try Executable.outcome(
          of: MantleBinary.url(), ["patch", file, patch, "--output", patched, "--force"])
        #expect(
          applied.status == 0 && Self.areEqual(scratch.text("patched-\(form.name)"), write(expected)),
          "seed \(seed), \(words), as a patch: \(difference.output) \(applied.errors)")
      }
    }
  }

  /// An edit of a row of a database changes the named value, and no others.
  @Test(arguments: seeds) func editsOfTablesChangeTheNamedValueOnly(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let rows = document.rows()
    let lines = try scratch.file("rows.ndjson", rows.map { $0.text() + "\n" }.joined())
    let table = scratch.path("rows.sqlite")
    guard try convert(lines, table) == 0 else { return }
    let index = document.index(below: rows.count)
    let value = document.string()
    // Of text that looks like a number the column decides, so one with another form is written.
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), ["set", table, "[\(index)].s", RandomValue.string(value + "!").text()])
    var expected = rows
    guard case .object(var members) = rows[index] else { return }
    if let place = members.firstIndex(where: { $0.key == "s" }) {
      members[place].value = .string(value + "!")
    } else {
      members.append(("s", .string(value + "!")))
    }
    expected[index] = .object(members)
    #expect(try convert(table, scratch.path("back.json")) == 0)
    let array = try scratch.file("expected.json", RandomValue.list(expected).text())
    let difference = try Executable.outcome(
      of: MantleBinary.url(), ["diff", array, scratch.path("back.json")])
    #expect(
      outcome.status == 0 && difference.status == 0,
      "seed \(seed), [\(index)].s: \(outcome.errors) \(difference.output)")
  }

  // MARK: - Sizes

  /// Small parts, short runs and many batches give the answers of a text that is read as a whole.
  @Test(arguments: seeds) func partSizesDoNotChangeAnswers(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed)
    let scratch = try Scratch()
    let rows = (0..<40).flatMap { _ in document.rows() }
    for form in try DocumentForm.all(of: rows, in: scratch) where form.input == nil {
      for question in Self.questions + Self.filters.map({ ["filter", $0, "FILES"] }) {
        let whole = try answer(question, of: form)
        let parts = try answer(question, of: form, sizeDivisor: 1 << 14)
        #expect(whole == parts, "seed \(seed), \(question) of \(form.name)")
      }
    }
  }
}
