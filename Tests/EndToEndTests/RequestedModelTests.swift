import Foundation
import Testing

/// The models of the command line: named definitions, `--model none` and `--model inferred`.
struct RequestedModelTests {
  private func mantle(_ arguments: [String]) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: nil)
  }

  /// A definition that was named is meant for the data; those of a folder may be for other data.
  @Test func requestedDefinitionThatDoesNotFitIsAnError() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("defs"), withIntermediateDirectories: true)
    let definition = try scratch.file(
      "defs/Svc.model.json",
      #"{"mantle":1,"root":"Svc","models":[{"name":"Svc","properties":[{"name":"host","type":"string"},{"name":"port","type":"integer"}]}]}"#
    )
    let wrong = try scratch.file("a.json", #"{"hots": "x", "prot": 1}"#)
    let right = try scratch.file("b.json", #"{"host": "x", "port": 1}"#)
    #expect(try mantle(["check", right, "--models", definition]).status == 0)
    let outcome = try mantle(["check", wrong, "--models", definition])
    #expect(outcome.status == 1 && outcome.output.contains("no model fits"), "\(outcome)")
    #expect(try mantle(["check", wrong, "--models", scratch.path("defs")]).status == 0)
  }

  /// Documents of others, and requests for plain JSON and for the inferred model.
  @Test func unrelatedDocumentsIgnoreCompiledModels() throws {
    let scratch = try Scratch()
    let text = ##"[{"name":"red","color":"#f00"},{"name":"blue","color":"#00f","hex":1}]"##
    let file = try scratch.file("palette.json", text)
    for options in [[], ["--model", "none"], ["--model", "inferred"]] {
      let plain = try mantle(["convert", file, "-", "--format", "ndjson"] + options)
      #expect(plain.output.contains("\"hex\":1"), "\(plain)")
      let table = try mantle(["table", file, "--format", "csv"] + options)
      #expect(table.output.hasPrefix("name,color,hex"), "\(table)")
      #expect(try mantle(["delete", file, "[0].color", "--output", "-"] + options).status == 0)
      #expect(try mantle(["rename", file, "[0].name", "title", "--output", "-"] + options).status == 0)
      #expect(try mantle(["check", file] + options).status == 0)
    }
    #expect(try mantle(["check", file, "--model", "inferred"]).output.contains("2 Palettes"))
    #expect(try mantle(["table", file, "--model", "none", "--model", "Label"]).status == 2)
  }
}
