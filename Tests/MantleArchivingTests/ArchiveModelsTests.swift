import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Archives whose models are found by class, and models that are one of several.
@Suite struct ArchiveModelsTests {
  private let models = [Original.Issue.modelDescription, Original.User.modelDescription]

  private func text(_ document: ArchivedDocument) -> String { document.json.text(0..<document.json.count) }

  private func graph(of root: JSONNode) throws -> ArchiveGraph {
    let path: JSONKeyPath = root.kind == .array ? "[]" : JSONKeyPath()
    return try ArchiveGraph(json: [root], models: models, model: models[0], at: path)
  }

  /// Entry points under other names, all of which are read.
  @Test func archivesMayHaveSeveralNamedEntryPoints() throws {
    var builder = ArchiveBuilder()
    builder.setTop(builder.array([builder.integer(1)]), name: "first")
    builder.setTop(builder.string("two"), name: "second")
    let document = try ArchivedDocument(reading: try builder.graph.bytes(), models: [])
    #expect(text(document) == #"{"first":[1],"second":"two"}"#)
    #expect(document.diagnostics.isEmpty)
    let edited = try document.rewritten(try JSONDocument(#"{"first":[1,2],"second":"two"}"#).root)
    let again = try ArchiveGraph(reading: try edited.bytes())
    #expect(again.top.map(\.name) == ["first", "second"])
    #expect(again.top.last.map { again[$0.value] } == .string("two"))
  }

  @Test func mixedArrayIsShownByClass() throws {
    var builder = ArchiveBuilder()
    let user = builder.reserve(ArchiveClass.model("GHAdmin", superclasses: ["GHUser"]))
    builder.fill(
      user,
      [
        ArchiveField(builder.key("login"), builder.string("a")),
        ArchiveField(builder.key("userID"), builder.integer(1)),
      ])
    let stranger = builder.append(
      .object([ArchiveField(builder.key("x"), builder.integer(1))]),
      class: ArchiveClass("XYStranger", chain: ["NSObject"]))
    builder.setTop(builder.array([user, stranger, builder.string("text")]))
    let document = try ArchivedDocument(reading: try builder.graph.bytes(), models: models)
    #expect(text(document) == #"[{"login":"a","id":1,"avatar_url":null},{"x":1},"text"]"#)
    #expect(document.isReadable)
    #expect(document.found.map(\.archiveClass.name) == ["GHAdmin"])
  }

  @Test(arguments: [#"{"number":1,"title":"t"}"#, #"[{"number":1,"title":"t"},{"number":2,"title":"u"}]"#])
  func jsonRoundTripsThroughArchives(_ text: String) throws {
    let graph = try graph(of: try JSONDocument(text).root)
    let document = try ArchivedDocument(reading: try graph.bytes(), models: models)
    let again = try self.graph(of: try JSONDocument(parsing: document.json).root)
    #expect(try again.bytes() == graph.bytes())
  }

  /// NC-05, NC-06, NC-07: the stored kind is checked
  @Test func decodingReportsEveryProblemWithItsPath() throws {
    var builder = ArchiveBuilder()
    let issue = builder.reserve(ArchiveClass.model("GHIssue"))
    let label = builder.reserve(ArchiveClass.model("GHLabel"))
    builder.fill(label, [ArchiveField(builder.key("name"), builder.integer(1))])
    builder.fill(
      issue,
      [
        ArchiveField(builder.key("number"), builder.string("one")),
        ArchiveField(builder.key("labels"), builder.array([label, issue])),
        ArchiveField(builder.key("MTLModelVersion"), builder.integer(2)),
      ])
    builder.setTop(builder.array([issue]))
    let decoded = try Archive.report([Original.Issue].self, in: builder.graph)
    #expect(
      decoded.diagnostics.map { "\($0.model ?? "-").\($0.path) \($0.code.rawValue)" } == [
        "Issue.[0].number type-mismatch", "Issue.[0].title missing", "Label.[0].labels[0].name type-mismatch",
        "Issue.[0].labels[1] type-mismatch", "Issue.[0].locked default-used",
      ])
  }

  /// The policy decides whether an invalid element leaves a nil.
  @Test(arguments: [(DecodingPolicy.lenient, [1, 3]), (.lenientKeepingIndices, [1, nil, 3])])
  func policyDecidesIndicesOfInvalidElements(_ policy: DecodingPolicy, _ expected: [Int?]) throws {
    var builder = ArchiveBuilder()
    builder.setTop(builder.array([builder.integer(1), builder.string("two"), builder.integer(3)]))
    let decoded = try Archive.report([Int?].self, in: builder.graph, options: DecodingOptions(policy))
    #expect(decoded.value == expected)
    #expect(decoded.diagnostics.map(\.code) == [.typeMismatch, .elementDropped])
    #expect(decoded.diagnostics.map(\.path.description) == ["[1]", "[1]"])
    #expect(
      try Archive.report([Int].self, in: builder.graph, options: DecodingOptions(policy)).value == [1, 3])
  }

  /// A cluster's value is archived as the member's object, even if its transformer was derived.
  @Test func derivedTransformersArchiveMemberObjects() throws {
    let plan = Plan(checked: .circle(Circle(radius: 2)), readOnly: .square(Square(side: 3)))
    let graph = try Archive.graph(of: plan)
    let root = try #require(graph.root)
    let names = try ["checked", "readOnly"].map { name in
      graph.archiveClass(of: try #require(graph.field(name, of: root)))?.name
    }
    #expect(names == ["Circle", "Square"])
    #expect(try Archive.report(Plan.self, in: graph).value == plan)
    let wrong = try Archive.graph(of: Plan(checked: .circle(Circle(radius: -1)), readOnly: plan.readOnly))
    #expect(try Archive.report(Plan.self, in: wrong).diagnostics.map(\.path.description) == ["checked"])
  }

  @Test func clusterMembersKeepTheirClass() throws {
    let shapes: [Shape] = [.circle(Circle(radius: 2)), .square(Square(side: 3))]
    let graph = try Archive.graph(of: shapes)
    let root = try #require(graph.root)
    guard case .array(let items) = graph[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(items.map { graph.archiveClass(of: $0)?.name } == ["Circle", "Square"])
    #expect(try Archive.report([Shape].self, in: graph).value == shapes)
  }

  @Test func unknownClusterMemberIsAnError() throws {
    let graph = try Archive.graph(of: Original.User(login: "a", id: 1, avatarURL: nil))
    let decoded = try Archive.report(Shape.self, in: graph)
    #expect(decoded.diagnostics.map(\.expected) == ["one of Circle, Square"])
    #expect(decoded.diagnostics.map(\.found) == ["GHUser"])
  }
}

private struct Circle: Model, Equatable {
  let radius: Double
  static let properties = Properties(of: Circle.self) { Property(\.radius, "radius") }
  static let mapping = Mapping(Circle.init, properties)
}

private struct Square: Model, Equatable {
  let side: Double
  static let properties = Properties(of: Square.self) { Property(\.side, "side") }
  static let mapping = Mapping(Square.init, properties)
}

private struct Plan: Model, Equatable {
  let checked: Shape
  let readOnly: Shape

  static let properties = Properties(of: Plan.self) {
    Property(
      \.checked, "checked",
      Shape.cluster.transformer.checked("no negative radius") { $0 != .circle(Circle(radius: -1)) })
    Property(\.readOnly, "read_only", Shape.cluster.transformer.forwardOnly).decodeOnly()
  }
  static let mapping = Mapping(Plan.init, properties)
}

private enum Shape: PolymorphicModel, Equatable {
  case circle(Circle), square(Square)

  static let cluster = Cluster<Shape>([
    .model(Circle.self, having: "radius", wrap: Shape.circle) {
      if case .circle(let it) = $0 { it } else { nil }
    },
    .model(Square.self, having: "side", wrap: Shape.square) {
      if case .square(let it) = $0 { it } else { nil }
    },
  ])
}
