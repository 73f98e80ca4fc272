import Foundation
import Testing

/// Definition files, as they are found and used by every command.
struct DefinitionsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.file(
      "trains.json",
      #"[{"id":"a","at":"2025-10-04T02:30:00Z","line":"S1"},{"id":"b","at":"2025-10-04T03:00:00Z"}]"#)
    _ = try scratch.file(
      "late.json", #"[{"id":"c","at":"soon","line":"S1"},{"id":"d","at":"2025-10-04T03:00:00Z"}]"#)
  }

  private func mantle(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: nil)
  }

  @Test func whatWasInferredChecksWhatItWasInferredFrom() throws {
    let definition = scratch.path("Train.model.json")
    #expect(try mantle("infer", scratch.path("trains.json"), "--output", definition).status == 0)
    let same = try mantle("check", scratch.path("trains.json"))
    #expect(same.status == 0)
    #expect(same.output.contains("2 Trains at `[]`"))
    // Beside the data it is found by itself; elsewhere it is named.
    let other = try mantle("check", scratch.path("late.json"))
    #expect(other.status == 1)
    #expect(other.output.contains("late.json:1:17: error: Train.at: expected ISO 8601 date, found \"soon\""))
    let folder = try Scratch()
    let copy = try folder.file("late.json", scratch.bytes("late.json"))
    #expect(try mantle("check", copy).status == 0)
    #expect(try mantle("check", copy, "--models", definition).status == 1)
    #expect(try mantle("check", copy, "--models", scratch.folder.path).status == 1)
  }

  @Test func modelsAreListedWithTheirSource() throws {
    #expect(
      try mantle("infer", scratch.path("trains.json"), "--output", scratch.path("Train.model.json")).status
        == 0)
    let list = try mantle("models", "--models", scratch.path("Train.model.json"))
    #expect(list.output.contains("Train.model.json"))
    #expect(list.output.contains("Issue "))
    let table = try mantle("models", "train", "--models", scratch.path("Train.model.json"))
    #expect(
      table.output
        == "Train\n  id    string     required\n  at    date       iso8601, required\n  line  string?\n")
    let fits = try mantle("models", scratch.path("trains.json"))
    #expect(fits.output.hasPrefix("read as Train at []\n"))
  }

  @Test func aDefinitionWithMistakesIsNamedWithItsPlaces() throws {
    let wrong = try scratch.file(
      "Wrong.model.json",
      #"{"mantle": 1, "root": "A", "models": [{"name": "A", "properties": [{"name": "a", "type": "strng"}]}]}"#
    )
    let outcome = try mantle("check", scratch.path("trains.json"), "--models", wrong)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Wrong.model.json:1:90: error: "))
  }
}
