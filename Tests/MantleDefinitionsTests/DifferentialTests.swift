import Foundation
import GitHubModels
import Mantle
import MantleFiles
import Testing

@testable import MantleArchiving
@testable import MantleDefinitions

/// The same models compiled and as a definition, over the same data: one engine runs both.
struct DifferentialTests {
  private static let compiled = GitHub.all.map { $0.modelDescription }

  private static func defined() throws -> [ModelDescription] {
    DefinedModels(try Definition(try Samples.bytes("github/GitHub.model.json"))).descriptions
  }

  private func pairs() throws -> [(compiled: ModelDescription, defined: ModelDescription)] {
    let links = try #require(
      Self.compiled[0].properties.first { $0.name == "pullRequest" }.flatMap {
        $0.shape.reference?.description()
      })
    let defined = try Self.defined()
    let pairs = (Self.compiled + [links]).compactMap { model in
      defined.first { $0.name == model.name }.map { (compiled: model, defined: $0) }
    }
    #expect(pairs.count == defined.count)
    return pairs
  }

  /// The output of `mantle schema export` can be read as a definition.
  @Test(arguments: GitHub.all.map { $0.modelDescription.name }) func exportedDefinitionOfCompiledModelParses(
    _ name: String
  )
    throws
  {
    let model = try #require(Self.compiled.first { $0.name == name })
    let definition = Definition(describing: model)
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
  }

  @Test func definedPropertiesMatchCompiledProperties() throws {
    for (compiled, defined) in try pairs() {
      // A local property is in no data.
      let properties = compiled.properties.filter { !$0.keyPaths.isEmpty }
      #expect(properties.map(\.name) == defined.properties.map(\.name))
      for (a, b) in zip(properties, defined.properties) {
        #expect(a.keyPaths == b.keyPaths)
        #expect(a.isRequired == b.isRequired, "\(compiled.name).\(a.name)")
        #expect(a.isEditable == b.isEditable, "\(compiled.name).\(a.name)")
        #expect(
          "\(a.shape)".hasPrefix("model") || a.shape.words == b.shape.words, "\(compiled.name).\(a.name)")
        #expect(a.transformer == b.transformer, "\(compiled.name).\(a.name)")
        #expect(a.defaultJSON == b.defaultJSON, "\(compiled.name).\(a.name)")
      }
    }
  }

  @Test(arguments: ["issues.json", "search.json", "issue.json"])
  func definedModelsDecodeSamplesLikeCompiledModels(_ name: String) throws {
    let root = try JSONDocument(parsing: try Samples.bytes(name)).root
    let issues =
      root["items"].map { Array($0.elements) } ?? (root.kind == .array ? Array(root.elements) : [root])
    let (compiled, defined) = try pairs()[0]
    for issue in issues { expectSame(issue, compiled, defined) }
  }

  @Test(.enabled(if: Samples.fixturesExist, "the shared fixtures are absent"))
  func definedModelsDecodeRecordedIssuesLikeCompiledModels() throws {
    let root = try JSONDocument(parsing: JSONBytes.map(path: Samples.fixture("github/issues-page.json"))).root
    let (compiled, defined) = try pairs()[0]
    for issue in root.elements { expectSame(issue, compiled, defined) }
  }

  /// Every member of every object in turn is left out, null, of another kind, or another text.
  @Test func definedModelsReportDamageLikeCompiledModels() throws {
    let issue = try JSONDocument(parsing: try Samples.bytes("issue.json")).root
    let (compiled, defined) = try pairs()[0]
    var count = 0
    for node in issue.everything where node.kind != .null {
      for replacement in [
        "null", "7", "-1.5", "1e400", "\"\"", "\"open\"", "\"2024-02-30T00:00:00Z\"", "true", "[]", "[1]",
        "{}",
      ] {
        var text = Array(issue.rawText.utf8)
        let start = issue.byteRange.lowerBound
        text.replaceSubrange(
          node.byteRange.lowerBound - start..<node.byteRange.upperBound - start, with: Array(replacement.utf8)
        )
        expectSame(try JSONDocument(text).root, compiled, defined)
        count += 1
      }
    }
    #expect(count > 500)
  }

  /// Each reads the archives of the other as its own.
  @Test func definedAndCompiledModelsShareArchives() throws {
    let root = try JSONDocument(parsing: try Samples.bytes("issues.json")).root
    let both = [Self.compiled, try Self.defined()]
    let graphs = try both.map { try ArchiveGraph(json: [root], models: $0, model: $0[0], at: "[]") }
    let texts = try graphs.flatMap { graph in
      try both.map { models in
        let document = try ArchivedDocument(reading: graph.bytes(), models: models)
        #expect(document.diagnostics.map { $0.line() } == [])
        return document.json.text(0..<document.json.count)
      }
    }
    #expect(Set(texts).count == 1)
  }

  private func expectSame(_ node: JSONNode, _ compiled: ModelDescription, _ defined: ModelDescription) {
    let (a, b) = (compiled.diagnose(node), defined.diagnose(node))
    #expect(
      a.map { "\($0.line()) \($0.hint.map { "\($0)" } ?? "")" }
        == b.map { "\($0.line()) \($0.hint.map { "\($0)" } ?? "")" })
    #expect(written(node, compiled) == written(node, defined))
    for property in defined.properties {
      guard let twin = compiled.properties.first(where: { $0.name == property.name }),
        let value = property.keyPaths.first.flatMap({ node.find($0) })
      else { continue }
      let (a, b) = (twin.decode(value), property.decode(value))
      #expect(a.text == b.text && a.editableText == b.editableText, "\(property.name)")
      #expect(a.reencoded == b.reencoded && a.roundTrips == b.roundTrips, "\(property.name)")
      #expect(a.diagnostics.map { $0.line() } == b.diagnostics.map { $0.line() }, "\(property.name)")
    }
  }

  private func written(_ node: JSONNode, _ model: ModelDescription) -> [UInt8]? {
    var writer = JSONWriter()
    guard (try? model.export(node, to: &writer)) != nil else { return nil }
    return writer.finish()
  }
}

extension JSONNode {
  /// The value and all in it.
  fileprivate var everything: [JSONNode] {
    switch kind {
    case .object: [self] + members.flatMap { $0.value.everything }
    case .array: [self] + elements.flatMap(\.everything)
    default: [self]
    }
  }
}

extension ValueShape {
  fileprivate var reference: ModelReference? {
    if case .model(let reference) = unwrapped { reference } else { nil }
  }

  /// The shape with the names of models.
  fileprivate var words: String {
    switch self {
    case .model(let reference): reference.name
    case .array(let inner): "[\(inner.words)]"
    case .dictionary(let inner): "{\(inner.words)}"
    case .optional(let inner): "\(inner.words)?"
    default: "\(self)"
    }
  }
}
