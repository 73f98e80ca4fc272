import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleArchiving

/// The classes of models in the properties of other models, in JSON that names classes.
struct NestedClassTests {
  private static let models = [
    Plant.modelDescription, Rose.modelDescription, Garden.modelDescription,
  ]

  private static func json(_ graph: ArchiveGraph, keepsClasses: Bool = true) throws -> JSONNode {
    let document = try ArchivedDocument(
      reading: try graph.bytes(), models: models, keepsClasses: keepsClasses)
    try #require(document.isReadable, "\(document.diagnostics)")
    return try JSONDocument(parsing: document.json).root
  }

  private static func graph(_ json: JSONNode) throws -> ArchiveGraph {
    try ArchiveGraph(json: [json], models: models, model: Garden.modelDescription)
  }

  @Test func archivesWithSubclassesInPropertiesRoundTrip() throws {
    for seed in 0..<UInt64(ArchiveEditLawTests.rounds) {
      var random = SeededGenerator(seed: seed)
      var builder = GardenBuilder(random: random)
      let garden = builder.garden(depth: 0)
      random = builder.random
      builder.builder.setTop(garden)
      let before = builder.builder.graph
      let after = try Self.graph(Self.json(before))
      let differences = ArchiveShape(after).differences(from: ArchiveShape(before))
      #expect(differences.isEmpty, "seed \(seed): \(differences)")
    }
  }

  /// The object of a subclass in a property is of this class, with the keys that only the subclass has.
  @Test(arguments: [
    #"{"best": {"$class": "Rose", "name": "a", "thorns": 3}}"#,
    #"{"$class": "Garden", "best": {"$class": ["Rose", "Plant", "MTLModel", "NSObject"], "name": "a", "thorns": 3}}"#,
  ])
  func classNameInJSONSelectsSubclassOfProperty(_ text: String) throws {
    let graph = try Self.graph(JSONDocument(text).root)
    let best = try #require(graph.root.flatMap { graph.field("best", of: $0) })
    #expect(graph.archiveClass(of: best)?.name == "Rose")
    #expect(graph.field("thorns", of: best).map { graph[$0] } == .integer(3))
  }

  @Test func unmodeledSubclassInPropertyKeepsItsKeys() throws {
    let text = #"{"best": {"$class": ["Tulip", "Plant", "MTLModel", "NSObject"], "name": "a", "petals": 6}}"#
    let graph = try Self.graph(JSONDocument(text).root)
    let best = try #require(graph.root.flatMap { graph.field("best", of: $0) })
    #expect(graph.archiveClass(of: best)?.chain.prefix(2) == ["Tulip", "Plant"])
    #expect(graph.field("petals", of: best).map { graph[$0] } == .integer(6))
    let again = try Self.json(graph)
    #expect(again.find("best.$class[0]")?.rawText == "\"Tulip\"")
  }

  @Test func jsonWithoutClassNamesHasOnlyMappedKeys() throws {
    let graph = try Self.graph(JSONDocument(#"{"best": {"$class": "Rose", "name": "a", "thorns": 3}}"#).root)
    let json = try Self.json(graph, keepsClasses: false)
    #expect(json.find("best")?.rawText == #"{"name":"a"}"#)
  }

  /// A generator of gardens without shared objects, which JSON repeats.
  private struct GardenBuilder {
    var random: SeededGenerator
    var builder = ArchiveBuilder()

    private mutating func object(
      _ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]
    ) -> ArchiveReference {
      let reference = builder.reserve(archiveClass)
      let all = fields + [("MTLModelVersion", builder.integer(1))]
      builder.fill(reference, all.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }

    private mutating func plant() -> ArchiveReference {
      let name = builder.string(random.pick(["rose", "ü", ""]))
      guard random.chance(50) else { return object(.model("Plant"), [("name", name)]) }
      return object(
        .model("Rose", superclasses: ["Plant"]),
        [("name", name), ("thorns", builder.integer(random.pick([0, 3])))])
    }

    mutating func garden(depth: Int) -> ArchiveReference {
      let beds = (0..<random.below(3)).map { number in
        ArchiveEntry(key: builder.string("bed \(number)"), value: plant())
      }
      var fields = [
        ("plants", builder.array((0..<random.below(4)).map { _ in plant() })),
        ("beds", builder.dictionary(beds)),
        ("rows", builder.array((0..<random.below(2)).map { _ in builder.array([plant(), plant()]) })),
      ]
      if random.chance(70) { fields.append(("best", plant())) }
      let parts = depth < 2 ? (0..<random.below(3)).map { _ in garden(depth: depth + 1) } : []
      fields.append(("parts", builder.array(parts)))
      return object(.model("Garden"), fields)
    }
  }
}

private struct Plant: ArchivableModel {
  var name: String

  static let archive = ModelArchive("Plant", version: 1)
  static let properties = Properties(of: Plant.self) { Property(\.name) }
  static let mapping = Mapping(Plant.init, properties)
}

private struct Rose: ArchivableModel {
  var name: String
  var thorns: Int

  static let archive = ModelArchive("Rose", superclasses: ["Plant"], version: 1)
  static let properties = Properties(of: Rose.self) {
    Property(\.name)
    Property(\.thorns)
  }
  static let mapping = Mapping(Rose.init, properties)
}

private struct Garden: ArchivableModel {
  var plants: [Plant]
  var beds: [String: Plant]
  var rows: [[Plant]]
  var best: Plant?
  var parts: [Garden]

  static let archive = ModelArchive("Garden", version: 1)
  static let properties = Properties(of: Garden.self) {
    Property(\.plants).default([])
    Property(\.beds, "info.beds").default([:])
    Property(\.rows).default([])
    Property(\.best)
    Property(\.parts).default([])
  }
  static let mapping = Mapping(Garden.init, properties)
}
