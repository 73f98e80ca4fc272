import Foundation
import Testing

/// Archives on the command line, from JSON and back, and edited.
struct ArchiveEditingTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.file("t.model.json", Self.definition)
  }

  /// A tree whose nodes may be leaves of a subclass.
  private static let definition = """
    {"mantle": 1, "root": "[TNode]", "models": [
     {"name": "TNode", "archive": {"class": "TNode", "version": 1}, "properties": [
      {"name": "id", "type": "integer", "identity": true}, {"name": "name", "type": "string", "default": ""},
      {"name": "kids", "type": "[TNode]", "default": []}]},
     {"name": "TLeaf", "archive": {"class": "TLeaf", "superclasses": ["TNode"], "version": 1}, "properties": [
      {"name": "id", "type": "integer", "identity": true}, {"name": "name", "type": "string", "default": ""},
      {"name": "kids", "type": "[TNode]", "default": []}, {"name": "color", "path": "leaf_color", "type": "string"}]}]}
    """

  private func mantle(_ words: String...) throws -> Executable.Outcome {
    try Executable.outcome(
      of: MantleBinary.url(), words + ["--models", scratch.path("t.model.json")], input: nil)
  }

  private func value(_ place: String, of name: String) throws -> String {
    try Executable.outcome(
      of: MantleBinary.url(), ["get", scratch.path(name), place, "--raw"], input: nil
    ).output
  }

  /// The members `$objects` of an archive.
  private func objects(_ name: String) throws -> [Any] {
    let list = try PropertyListSerialization.propertyList(
      from: Data(try scratch.bytes(name)), options: [], format: nil)
    return try #require((list as? [String: Any])?["$objects"] as? [Any])
  }

  private func classes(_ name: String) throws -> [String] {
    try objects(name).compactMap { ($0 as? [String: Any])?["$classname"] as? String }.sorted()
  }

  private func archive(_ json: String, _ name: String) throws -> Executable.Outcome {
    try mantle("convert", try scratch.file("in.json", json), scratch.path(name))
  }

  @Test func convertListsDroppedKeys() throws {
    for output in ["o.archive", "o.plist", "o.xml"] {
      let outcome = try archive(#"[{"id":1,"name":"a","zzz":1,"kids":[{"id":2,"foo":2}]}]"#, output)
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains("`[].zzz`") && outcome.errors.contains("`[].kids[].foo`"), "\(outcome.errors)"
      )
      #expect(!outcome.errors.contains("a list cannot have"), "\(outcome.errors)")
    }
  }

  @Test func elementsOfSubclassesKeepTheirClassAndKeys() throws {
    let json = #"[{"id":1,"name":"a","kids":[]},{"id":2,"name":"b","kids":[],"leaf_color":"red"}]"#
    let outcome = try archive(json, "a.archive")
    #expect(outcome.status == 0 && !outcome.errors.contains("leaf_color"), "\(outcome.errors)")
    #expect(try classes("a.archive") == ["NSArray", "TLeaf", "TNode"])
    let back = try mantle("convert", scratch.path("a.archive"), "-", "--to", "ndjson")
    #expect(
      back.output == #"{"id":1,"name":"a","kids":[]}"# + "\n"
        + #"{"id":2,"name":"b","kids":[],"leaf_color":"red"}"# + "\n")
  }

  @Test func classKeyInJSONDeterminesArchivedClass() throws {
    let json =
      #"[{"id":1,"name":"a"},{"$class":["XYThing","NSObject"],"foo":"bar"},{"$class":"TLeaf","id":2,"leaf_color":"x"}]"#
    let outcome = try archive(json, "a.archive")
    #expect(outcome.status == 0 && !outcome.errors.contains("foo"), "\(outcome.errors)")
    #expect(try classes("a.archive") == ["NSArray", "TLeaf", "TNode", "XYThing"])
    let kept = try mantle("convert", scratch.path("a.archive"), scratch.path("b.json"), "--keep-classes")
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(try mantle("convert", scratch.path("b.json"), scratch.path("b.archive")).status == 0)
    #expect(try classes("b.archive") == ["NSArray", "TLeaf", "TNode", "XYThing"])
  }

  /// The classes in properties survive JSON that names them, and no message says that their keys are lost.
  @Test func propertyClassesSurviveJSONWithClassKeys() throws {
    let json =
      #"[{"$class":"TNode","id":1,"name":"a","zzz":1,"kids":[{"$class":"TLeaf","id":2,"leaf_color":"x","kids":[]}]}]"#
    let outcome = try archive(json, "a.archive")
    #expect(
      outcome.errors.contains("`[].zzz`") && !outcome.errors.contains("leaf_color"), "\(outcome.errors)")
    #expect(try classes("a.archive") == ["NSArray", "TLeaf", "TNode"])
    let kept = try mantle("convert", scratch.path("a.archive"), scratch.path("b.json"), "--keep-classes")
    #expect(kept.status == 0 && !kept.errors.contains("color"), "\(kept.errors)")
    #expect(scratch.text("b.json").contains("leaf_color"))
    let back = try mantle("convert", scratch.path("b.json"), scratch.path("b.archive"))
    #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
    #expect(try classes("b.archive") == ["NSArray", "TLeaf", "TNode"])
  }

  @Test func dictionariesOfModelsAreArchivedAsModels() throws {
    let outcome = try archive(#"{"one":{"id":1,"name":"a"},"two":{"id":2,"name":"b"}}"#, "a.archive")
    #expect(outcome.status == 0 && !outcome.errors.contains("dropped"), "\(outcome.errors)")
    #expect(try classes("a.archive") == ["NSArray", "NSDictionary", "TNode"])
    #expect(try value("two.name", of: "a.archive") == "b\n")
  }

  /// Elements are found by their places, also if an edit makes their identities equal.
  @Test func identityEditLeavesUnmappedKeysInPlace() throws {
    _ = try archive(#"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#, "a.archive")
    for (place, value) in [("[0].note", "first"), ("[1].note", "second")] {
      #expect(try mantle("set", scratch.path("a.archive"), place, value, "--create").status == 0)
    }
    #expect(try mantle("set", scratch.path("a.archive"), "[0].id", "2").status == 0)
    let notes = try objects("a.archive").compactMap { $0 as? String }.filter {
      ["first", "second"].contains($0)
    }
    #expect(notes.sorted() == ["first", "second"])
    #expect(try mantle("delete", scratch.path("a.archive"), "[0]").status == 0)
    let left = try objects("a.archive").compactMap { $0 as? String }
    #expect(left.contains("second") && !left.contains("first"), "\(left)")
  }

  @Test func renamedKeyKeepsItsArchivedValue() throws {
    _ = try archive(#"[{"id":1,"name":"the name"}]"#, "a.archive")
    let outcome = try mantle("rename", scratch.path("a.archive"), "[0].name", "label")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let object = try objects("a.archive").compactMap { $0 as? [String: Any] }.first { $0["id"] != nil }
    #expect(object?["label"] != nil && object?["name"] == nil, "\(object ?? [:])")
    #expect(try objects("a.archive").contains { $0 as? String == "the name" })
  }

  /// Open, edit and save as JSON and as an archive, and edit the archive again.
  @Test func archiveSurvivesEditAndJSONRoundTrip() throws {
    _ = try archive(#"[{"id":1,"name":"a","kids":[{"id":2,"name":"b"}]}]"#, "a.archive")
    #expect(try mantle("set", scratch.path("a.archive"), "[0].kids[0].name", "edited").status == 0)
    let json = try mantle("convert", scratch.path("a.archive"), scratch.path("b.json"))
    #expect(json.status == 0 && scratch.text("b.json").contains("edited"), "\(json.errors)")
    #expect(try mantle("convert", scratch.path("b.json"), scratch.path("c.archive")).status == 0)
    #expect(try mantle("set", scratch.path("c.archive"), "[0].kids[0].name", "again").status == 0)
    #expect(try value("[0].kids[0].name", of: "c.archive") == "again\n")
    #expect(try mantle("check", scratch.path("c.archive")).status == 0)
  }
}
