import Foundation
import Testing

/// `mantle infer` and `mantle schema`, as scripts use them.
struct InferTests {
  private func mantle(_ arguments: String..., input: String? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input.map { Data($0.utf8) })
  }

  @Test func inferredDefinitionDecodesItsArchive() throws {
    let scratch = try Scratch()
    let archive = try scratch.sample("issues.archive")
    let binary = try MantleBinary.url()
    let inferred = try Executable.outcome(
      of: binary, ["infer", archive, "--output", scratch.path("Inferred.model.json")])
    #expect(inferred.status == 0, "\(inferred.errors)")
    let definition = String(decoding: try scratch.bytes("Inferred.model.json"), as: UTF8.self)
    #expect(definition.contains(#""archive": { "class": "#) && !definition.contains(#""migrations": []"#))
    let checked = try Executable.outcome(
      of: binary, ["check", archive, "--models", scratch.path("Inferred.model.json"), "--require-model"])
    #expect(checked.status == 0, "\(checked.output)")
  }

  @Test func outputSuffixSelectsFormat() throws {
    let scratch = try Scratch()
    let source = SampleData.url("issues.json").path
    for (name, text) in [
      ("Issue.model.json", "\"mantle\": 1"), ("Issue.swift", "public struct Issue: Model"),
      ("Issue.schema.json", "json-schema.org"), ("Issue.txt", "  title "),
    ] {
      #expect(try mantle("infer", source, "--output", scratch.path(name)).status == 0)
      #expect(scratch.text(name).contains(text))
    }
    let schema = try mantle("schema", scratch.path("Issue.model.json"))
    #expect(schema.status == 0)
    #expect(schema.output.contains("\"$defs\""))
  }

  @Test(arguments: [
    "issues.json", "issues.ndjson", "issue.json", "search.json", "broken.json", "transit/departures.json",
  ])
  func inferredModelsAcceptTheirSample(_ name: String) throws {
    try expectAccepted(try String(contentsOf: SampleData.url(name), encoding: .utf8))
  }

  @Test(arguments: [
    #"{"a":1,"n":"\ud800"}"#, #"{"\ud800":1}"#, "1 2 \"x\"\n", "{\"a\":1} {\"a\":2}\n{\"a\":3}\n",
    #"{"a":1}, {"a":2}, {"a":"x"}"#, #"{"a":1}, "#, #"{"a":1} trailing"#, "[1,2],[3]",
  ])
  func inferredModelsAcceptIrregularInput(_ text: String) throws { try expectAccepted(text) }

  /// A file from which models are inferred without a problem has no error as these models, and one with a problem has.
  private func expectAccepted(_ text: String) throws {
    let scratch = try Scratch()
    for file in [try scratch.file("a.json", text), try scratch.file("a.ndjson", text)] {
      let models = scratch.path("b.model.json")
      let inferred = try mantle("infer", file, "--output", models, "--force")
      let checked = try mantle("check", file, "--models", models)
      #expect((checked.status == 0) == (inferred.status == 0), "\(inferred.errors)\n\(checked.output)")
    }
  }

  @Test func emptyObjectInfersJSONValueAsRoot() throws {
    let outcome = try mantle("infer", "--as", "swift", input: "{}")
    #expect(outcome.status == 0 && outcome.output.contains("typealias Root = JSONValue"), "\(outcome.output)")
    let empty = try mantle("infer", input: "")
    #expect(empty.status == 2 && empty.output == "" && empty.errors.contains("the text is empty"))
  }

  /// JSON for programs shows nothing to a terminal that it would obey.
  @Test(arguments: ["definition", "schema"]) func controlsInKeysAreEscaped(_ form: String) throws {
    let text = "{\"a\u{202E}b\":1,\"c\u{9B}31m\u{7F}\":\"x\"}"
    let outcome = try mantle("infer", "--as", form, input: text)
    #expect(outcome.output.unicodeScalars.allSatisfy { !"\u{202E}\u{9B}\u{7F}".unicodeScalars.contains($0) })
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.outputBytes) }
    let scratch = try Scratch()
    let difference = try mantle("diff", try scratch.file("a", text), "-", "--format", "json", input: "{}")
    #expect(difference.output.contains(#"/a\u202eb"#) && difference.output.contains(#"/c\u009b31m\u007f"#))
  }

  /// The rows of a file read through the definition are those they were.
  @Test func inferredDefinitionIncludesSummary() throws {
    let rows = (0..<30).map {
      #"{"ref":"INV-\#($0)","kind":"\#($0 % 2 == 0 ? "paper" : "mail")","amount":1}"#
    }
    let outcome = try mantle("infer", input: "[\(rows.joined(separator: ","))]")
    #expect(outcome.output.contains(#""summary": "{kind} {ref}""#), "\(outcome.output)")
  }

  /// Comments are meant in `.jsonc`, and dates with a pattern need another product.
  @Test func inferAcceptsCommentsAndNamesRequiredProducts() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.jsonc", "{ \"a\": 1, // one\n }")
    let outcome = try mantle("infer", file)
    #expect(outcome.status == 0 && outcome.output.contains(#""type": "integer""#), "\(outcome.errors)")
    let definition =
      #"{"mantle":1,"root":"P","models":[{"name":"P","properties":[{"name":"d","type":"date(dd.MM.yyyy)"}]}]}"#
    let source = try mantle("schema", try scratch.file("p.model.json", definition), "--as", "swift")
    #expect(source.output.hasPrefix("// Needs the products Mantle and MantleFormatters"), "\(source.errors)")
  }

  /// A definition may be written by hand: it is replaced where that is asked for.
  @Test func inferRefusesToOverwriteFiles() throws {
    let scratch = try Scratch()
    let data = try scratch.file("b.json", #"[{"a":1}]"#)
    let own = try scratch.file("Acc.model.json", #"{"mantle":1,"root":"json"}"#)
    for (output, words) in [
      ([own], "--force overwrites it"), ([data], "is also an input file"),
      ([data, "--force"], "is also an input file"),
    ] {
      let before = try String(contentsOfFile: output[0], encoding: .utf8)
      let refused = try Executable.outcome(of: MantleBinary.url(), ["infer", data, "--output"] + output)
      #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
      #expect(try String(contentsOfFile: output[0], encoding: .utf8) == before)
    }
    #expect(try mantle("infer", data, "--output", own, "--force").status == 0)
    // What would be the same is no loss, and Swift is made anew.
    #expect(try mantle("infer", data, "--output", own).status == 0)
    for _ in 0..<2 { #expect(try mantle("infer", data, "--output", scratch.path("B.swift")).status == 0) }
    #expect(try mantle("schema", "import", data, "--output", own).status != 0)
  }

  /// Of definitions that fit alike, the one named like the file is its own.
  @Test func definitionNamedLikeFileIsPreferred() throws {
    let scratch = try Scratch()
    let data = try scratch.file("zebra.json", #"[{"id":1,"n":"x"},{"id":2,"n":"y"}]"#)
    for name in ["Apple", "Zebra"] {
      _ = try scratch.file(
        "\(name.lowercased()).model.json",
        #"{"mantle":1,"root":"[\#(name)]","models":[{"name":"\#(name)","properties":[{"name":"id","type":"integer"},{"name":"n","type":"string"}]}]}"#
      )
    }
    #expect(try mantle("check", data).output.contains("2 Zebras"))
  }

  @Test func inferCombinesSampleFilesIntoOneModel() throws {
    let scratch = try Scratch()
    let first = try scratch.file("trains.json", #"[{"id":1,"line":"S1"}]"#)
    let second = try scratch.file("more.json", #"[{"id":2}]"#)
    let outcome = try mantle("infer", first, second, "--as", "table")
    #expect(
      outcome.output == """
        root: [Train]

        Train
          id    integer    2 of 2, first at file 1, line 1
          line  string?    1 of 2, 1 distinct, first at file 1, line 1

        """)
  }

  @Test(arguments: [
    (#"{"items":[{"at":7},{"at":1700000000}]}"#, ":1:17"),
    ("{\"items\":[{\"at\":1}]}\n{\"items\":[{\"at\":2}]}", ":1:17"),
  ]) func inferReportsContradictedOverride(_ text: String, _ place: String) throws {
    let scratch = try Scratch()
    let data = try scratch.file("t.json", text)
    let overrides = try scratch.file("o.json", #"{"/items/-/at":{"as":"url"}}"#)
    let outcome = try mantle("infer", data, "--overrides", overrides)
    #expect(
      outcome.errors
        == "\(overrides): /items/-/at: 2 values cannot be read as `url`, first at \(data)\(place)\n")
    let right = try scratch.file("o2.json", #"{"/items/-/at":{"as":"unixSeconds"}}"#)
    #expect(try mantle("infer", data, "--overrides", right).errors == "")
  }

  /// A list's elements are called by the singular of the file's name, an object by the name itself.
  @Test(arguments: [
    (#"[{"a":1}]"#, "root: [Train]"), (#"{"a":1}"#, "root: Trains"),
    ("{\"a\":1}\n{\"a\":2}\n", "root: Train\n"),
    (#"{"1":{"a":1}}"#, "root: {Train}"),
  ]) func rootNameIsDerivedFromFileName(_ text: String, _ root: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("trains.json", text)
    #expect(try mantle("infer", file, "--as", "table").output.hasPrefix(root))
  }

  @Test func inferReportsMalformedLineAndContinues() throws {
    let outcome = try mantle(
      "infer", "--as", "table", "--name", "row", input: "{\"a\":1}\n{\"a\":\n{\"a\":2}\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("2:"))
    #expect(outcome.output == "root: Row\n\nRow\n  a  integer    2 of 2, first at line 1\n")
  }

  @Test func inferNamesFileOfMalformedLine() throws {
    let scratch = try Scratch()
    let good = try scratch.file("a.ndjson", "{\"a\":1}\n")
    let bad = try scratch.file("b.ndjson", "{\"a\":1}\n{\"a\":2,}\n")
    let outcome = try mantle("infer", good, bad)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("\(bad):2:7: error: expected a string key, found a trailing comma"),
      "\(outcome.errors)")
  }

  /// Each mistake is a line of its own.
  @Test func overrideErrorsAreReportedOnSeparateLines() throws {
    let scratch = try Scratch()
    let data = try scratch.file("t.json", #"{"a":1}"#)
    let overrides = try scratch.file("o.json", #"{"/a":{"as":"strng"},"b":{"as":"string"}}"#)
    let lines = try mantle("infer", data, "--overrides", overrides).errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("mantle: \(overrides):1:") }, "\(lines)")
  }

  @Test func schemaImportWritesSwiftFile() throws {
    let scratch = try Scratch()
    let schema = try scratch.file("s.json", #"{"title":"Doc","properties":{"a":{"type":"string"}}}"#)
    #expect(try mantle("schema", "import", schema, "--output", scratch.path("Doc.swift")).status == 0)
    #expect(scratch.text("Doc.swift").contains("public struct Doc: Model"))
  }
}
