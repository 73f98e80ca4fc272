import Foundation
import Mantle
import MantleFiles
import Testing

@testable import MantleArchiving
@testable import MantleDefinitions

/// Archives through definitions: those of the original, and those that are written here.
struct DefinedArchiveTests {
  private func models() throws -> [ModelDescription] {
    DefinedModels(try Definition(try Samples.bytes("archives/GHIssue.model.json"))).descriptions
  }

  private func document(_ name: String) throws -> ArchivedDocument {
    let bytes = try JSONBytes.map(path: Samples.fixture("archives/\(name)"))
    return try ArchivedDocument(reading: Array(bytes.slice(0..<bytes.count)), models: models())
  }

  /// Every value that was archived is in the JSON, and what is left over is what the class computes.
  @Test(
    .enabled(if: Samples.fixturesExist, "the shared fixtures are absent"),
    arguments: ["v0-full", "v1-full", "v2-array", "v2-subclass"], ["bin", "xml"])
  func convertedFixturesEqualTheirExpectedJSON(_ name: String, _ form: String) throws {
    let archived = try document("\(name).\(form).plist")
    #expect(archived.isReadable)
    #expect(archived.summary.unmapped.allSatisfy { $0.path.components.last == .key("computed") })
    let root = try JSONDocument(parsing: archived.json).root
    let twin = try String(contentsOfFile: Samples.fixture("archives/\(name).decoded.json"), encoding: .utf8)
    #expect(differences(root, try #require(try JSONDocument(twin).root["root"])) == [])
  }

  @Test(.enabled(if: Samples.fixturesExist, "the shared fixtures are absent"))
  func archivesUseMigrationsAndClassesOfDefinition() throws {
    let old = try document("v0-full.bin.plist")
    #expect(
      old.diagnostics.contains { $0.code == .migration && $0.message.contains("`name` is now `title`") })
    #expect(old.found.first?.version == 0)
    let new = try document("v2-subclass.xml.plist")
    #expect(new.found.first?.model.name == "GHPullRequest")
    #expect(new.found.first?.archiveClass.chain == ["GHPullRequest", "GHIssue", "MTLModel", "NSObject"])
  }

  /// An archive that is not edited is written as it was, byte by byte; an edit changes what it is to change.
  @Test(
    .enabled(if: Samples.fixturesExist, "the shared fixtures are absent"),
    arguments: ["v0-full", "v1-full", "v2-array", "v2-subclass"])
  func rewritingChangesOnlyTheEditedValues(_ name: String) throws {
    let archived = try document("\(name).bin.plist")
    let same = try archived.rewritten(try JSONDocument(parsing: archived.json).root)
    #expect(try same.bytes() == archived.graph.bytes())
    let text = archived.json.text(0..<archived.json.count).replacing("\"Issue ", with: "\"Edited ")
    let edited = try ArchivedDocument(
      reading: try archived.rewritten(try JSONDocument(text).root).bytes(), models: models())
    #expect(edited.json.text(0..<edited.json.count) == text)
  }

  /// Each object of a class cluster is archived as its member, at the root too, and edited there.
  @Test(arguments: [
    (#"{"k":"a","x":1}"#, #"{"k":"a","x":2}"#),
    (#"[{"k":"a","x":1},{"k":"b","y":"q"}]"#, #"[{"k":"a","x":2},{"k":"b","y":"q"},{"k":"a","x":3}]"#),
  ])
  func clustersAreArchivedAsTheirMembers(_ json: String, _ edited: String) throws {
    let models = try clusterModels()
    let path: JSONKeyPath = json.hasPrefix("[") ? "[]" : ""
    let graph = try ArchiveGraph(
      json: [try JSONDocument(json).root], models: models, model: models[0], at: path)
    let document = try ArchivedDocument(reading: try graph.bytes(), models: models)
    #expect(document.json.text(0..<document.json.count).filter { !$0.isWhitespace } == json)
    let again = try ArchivedDocument(
      reading: try document.rewritten(try JSONDocument(edited).root).bytes(), models: models)
    #expect(again.json.text(0..<again.json.count).filter { !$0.isWhitespace } == edited)
    #expect(again.found.contains { $0.model.name == "A" })
  }

  @Test(arguments: [#"[{"k":"c","x":1}]"#, #"[{"x":1}]"#, #"[{"k":"a","x":"1"}]"#])
  func archivingRejectsObjectsOutsideTheCluster(_ json: String) throws {
    let models = try clusterModels()
    #expect(throws: DecodingFailure.self) {
      try ArchiveGraph(json: [try JSONDocument(json).root], models: models, model: models[0], at: "[]")
    }
  }

  private func clusterModels() throws -> [ModelDescription] {
    let text = #"""
      {"mantle":1,"root":"S","models":[
        {"name":"S","cluster":{"by":"k","models":{"a":"A","b":"B"}}},
        {"name":"A","properties":[{"name":"k","type":"string"},{"name":"x","type":"integer"}]},
        {"name":"B","properties":[{"name":"k","type":"string"},{"name":"y","type":"string"}]}]}
      """#
    return DefinedModels(try Definition(JSONBytes(text))).descriptions
  }

  @Test func migrationsSplitAndJoinStrings() throws {
    func models(_ archive: String, _ properties: [String]) throws -> [ModelDescription] {
      let list = properties.map { #"{"name":"\#($0)","type":"string?"}"# }.joined(separator: ",")
      let text =
        #"{"mantle":1,"root":"P","models":[{"name":"P","onNil":"omit","archive":\#(archive),"properties":[\#(list)]}]}"#
      return DefinedModels(try Definition(JSONBytes(text))).descriptions
    }
    let old = try models(#"{"class":"P"}"#, ["full", "street", "number"])
    let new = try models(
      #"""
      {"class":"P","version":1,"migrations":[{"from":0,
        "split":{"full":{"by":" ","into":["first","last"]}},"join":{"address":{"of":["street","number"],"with":" "}}}]}
      """#, ["first", "last", "address"])
    for (before, after) in [
      (
        #"{"full":"Ann Mary Lee","street":"Elm","number":"7"}"#,
        #"{"first":"Ann","last":"Mary Lee","address":"Elm 7"}"#
      ),
      (#"{"full":"Ann","number":"7"}"#, #"{"first":"Ann","address":"7"}"#), ("{}", "{}"),
    ] {
      let graph = try ArchiveGraph(json: [try JSONDocument(before).root], models: old, model: old[0], at: "")
      let document = try ArchivedDocument(reading: try graph.bytes(), models: new)
      let root = try JSONDocument(parsing: document.json).root
      #expect(
        root.isEquivalent(to: try JSONDocument(after).root), "\(document.json.text(0..<document.json.count))")
    }
  }

  /// Models without an archive class of their own stand in archives under their names, with Foundation's leaves.
  @Test func definedModelsRoundTripThroughArchives() throws {
    let definition = try Definition(
      JSONBytes(
        #"""
        {"mantle":1,"root":"Stop","models":[
         {"name":"Stop","properties":[{"name":"id","type":"uuid"},{"name":"at","type":"date"},{"name":"url","type":"url"},
          {"name":"tags","type":"[string?]"},{"name":"next","type":"Stop?"},{"name":"by","type":"{Vehicle}"},
          {"name":"secret","type":"string?","archived":false},{"name":"data","type":"base64","archiveKey":"D"}]},
         {"name":"Vehicle","cluster":{"by":"type","models":{"bus":"Bus","train":"Train"}}},
         {"name":"Bus","properties":[{"name":"doors","type":"integer"}]},
         {"name":"Train","properties":[{"name":"cars","type":"decimal"}]}]}
        """#))
    let models = DefinedModels(definition).descriptions
    let leaves = #"""
      "id":"8e0fd8a8-53bb-4e31-8a3e-cd4d20a66ce9","at":"2024-02-29T12:30:00Z","url":"https://a.b/c","secret":null,"data":"aGk="
      """#
    let root = try JSONDocument(
      #"{\#(leaves),"tags":["x",null],"next":{\#(leaves),"tags":[],"next":null,"by":{}},"#
        + #""by":{"a":{"type":"bus","doors":2},"b":{"type":"train","cars":1.25}}}"#
    ).root
    let graph = try ArchiveGraph(json: [root], models: models, model: models[0])
    for format in ArchiveFormat.allCases {
      let again = try ArchivedDocument(reading: graph.bytes(format), models: models)
      #expect(again.diagnostics.map { $0.line() } == [])
      #expect(try JSONDocument(parsing: again.json).root.isEquivalent(to: root))
    }
    let top = try #require(graph.root)
    #expect(graph.archiveClass(of: top)?.chain == ["Stop", "MTLModel", "NSObject"])
    guard case .object(let fields) = graph[top] else {
      Testing.Issue.record("no object")
      return
    }
    #expect(
      fields.map { graph.name(of: $0.key) } == [
        "id", "at", "url", "tags", "next", "by", "D", "MTLModelVersion",
      ])
    guard case .uuid = graph[fields[0].value], case .date = graph[fields[1].value],
      case .url = graph[fields[2].value], case .data = graph[fields[6].value]
    else {
      Testing.Issue.record("the leaves are others")
      return
    }
  }

  // MARK: - Comparing with the description of the archived object

  private static let keys = [
    "URL": "url", "HTMLURL": "html_url", "userID": "id", "avatarURL": "avatar_url", "updatedAt": "updated_at",
    "bigNumber": "big_number", "mergeCommit": "merge_commit_sha", "name": "title",
  ]

  private func differences(_ found: JSONNode?, _ expected: JSONNode, at place: String = "") -> [String] {
    if expected.isNull { return [] }
    guard let found else { return ["\(place): nothing"] }
    if let text = (expected["$url"] ?? expected["$data"] ?? expected["$uuid"])?.displayText {
      return found.displayText == text ? [] : ["\(place): \(found.rawText), not \(text)"]
    }
    if let seconds = expected["$dateSince2001"].flatMap({ Double($0.rawText) }) {
      let date = try? JSONTransformer<Date>.iso8601.value(of: JSONValue(json: found.rawText))
      return date?.timeIntervalSinceReferenceDate == seconds
        ? [] : ["\(place): \(found.rawText), not \(seconds)"]
    }
    let expected = expected["$set"] ?? expected
    if expected.kind == .array {
      guard found.count == expected.count else { return ["\(place): \(found.count) elements"] }
      return zip(found.elements, expected.elements).enumerated().flatMap {
        differences($1.0, $1.1, at: "\(place)[\($0)]")
      }
    }
    if expected.kind == .object {
      return expected.members.flatMap { key, value -> [String] in
        let key = key.displayText
        // What describes the object, or is not archived.
        if ["$class", "computed", "owner", "secret"].contains(key) { return [] }
        return differences(found[key] ?? found[Self.keys[key] ?? key], value, at: "\(place).\(key)")
      }
    }
    if found.kind == .true || found.kind == .false {
      return ["1", "true"].contains(expected.rawText) == (found.kind == .true)
        ? [] : ["\(place): \(found.rawText)"]
    }
    // What was a number in old versions is a text.
    if place.hasSuffix(".state"), expected.kind == .number {
      return found.displayText == (expected.rawText == "0" ? "open" : "closed") ? [] : [place]
    }
    return found.isEquivalent(to: expected) ? [] : ["\(place): \(found.rawText), not \(expected.rawText)"]
  }
}

/// Files that tests read.
enum Samples {
  private static let package = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  static func bytes(_ name: String) throws -> JSONBytes {
    try JSONBytes.map(path: package.appending(path: "SampleData/\(name)").path)
  }

  private static let fixtures = package.deletingLastPathComponent().appending(path: "shared/fixtures")
  static var fixturesExist: Bool { FileManager.default.fileExists(atPath: fixtures.path) }
  static func fixture(_ name: String) -> String { fixtures.appending(path: name).path }
}
