import Foundation
import Mantle
import Testing

@testable import MantleDefinitions

/// Schemas and definitions of Swift models accept the output of the models.
struct DescribedModelTests {
  @Test func schemasAcceptTheOutput() throws {
    try accepts(Sample.all)
    try accepts(Sample.tags)
    try accepts(Sample.keys)
    try accepts([Flat(id: 1, part: nil, shape: .round(Round(radius: 2)), z: nil)])
    try accepts([Flat(id: 1, part: Piece(a: 1, b: nil), shape: .square(Square(side: 1, note: "x")), z: 3)])
    try accepts([Open(id: 1, login: "l", others: ["x": [1], "user": ["id": 7]])])
    try accepts([Counts(name: "a", counts: ["x": 1]), Counts(name: "b", counts: [:])])
    try accepts([Outer(id: 1, inner: Counts(name: "a", counts: ["x": 1]))])
    try accepts([Added(w: 1)], without: "double")
  }

  @Test func encodingWritesPropertiesNextToFlattenedModels() throws {
    let models = DefinedModels(Definition(describing: Flat.modelDescription))
    let text = #"{"id":1,"a":2,"b":null,"kind":"round","radius":2.5,"z":3}"#
    let record = try models.decode("Flat", from: JSONDocument(text).root)
    #expect(
      try JSONValue(json: String(decoding: models.encode(record), as: UTF8.self)) == JSONValue(json: text))
  }

  @Test func closedSchemasRejectOtherKeys() throws {
    for (schema, text) in [
      (try Shape.jsonSchema(isClosed: true), #"{"kind":"round","radius":2,"x":1}"#),
      (try Shape.jsonSchema(isClosed: true), #"{"kind":"square","radius":2}"#),
      (try Counts.jsonSchema(isClosed: true), #"{"name":"a","x":"no"}"#),
    ] {
      #expect(try !SchemaValidator(schema).mistakes(in: JSONDocument(text).root).isEmpty, "\(text)")
    }
  }

  /// The schemas, open and closed, and the definition accept the JSON of all values.
  ///
  /// - Parameter added: a key that only the Swift model writes.
  private func accepts<Value: DescribedValue>(_ values: [Value], without added: String? = nil) throws {
    let definition = Definition(describing: Value.modelDescription)
    let models = DefinedModels(definition)
    for isClosed in [false, true] {
      let schema = try Value.jsonSchema(isClosed: isClosed)
      let validator = try SchemaValidator(schema)
      for value in values {
        let text = try value.json()
        let root = try JSONDocument(text).root
        #expect(validator.mistakes(in: root) == [], "\(text) \(schema)")
        #expect(try Self.pythonMistakes(of: text, schema) == nil, "\(text) \(schema)")
        let name = try #require(definition.models.first?.name)
        let record = try models.decode(name, from: root)
        let again = String(decoding: try models.encode(record), as: UTF8.self)
        let expected = try MergePatch.apply(JSONDocument(#"{"\#(added ?? "")":null}"#).root, to: root)
        #expect(
          try JSONValue(json: again).node.isEquivalent(to: JSONDocument(expected).root), "\(name) \(again)")
      }
    }
  }

  /// Returns the message of Python's `jsonschema`; nil without mistakes, or if it is not installed.
  private static func pythonMistakes(of text: String, _ schema: String) throws -> String? {
    let script = """
      import json, sys
      try:
          import jsonschema
      except ImportError:
          sys.exit(0)
      text, schema = [json.loads(part) for part in sys.argv[1:]]
      for error in jsonschema.Draft202012Validator(schema).iter_errors(text):
          print(error.message)
      """
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", script, text, schema]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data.isEmpty ? nil : String(decoding: data, as: UTF8.self)
  }
}

/// A model or a class cluster.
private protocol DescribedValue: JSONConvertible {
  static var modelDescription: ModelDescription { get }
  static func jsonSchema(isClosed: Bool) throws -> String
}

private struct Round: Model, Equatable {
  let radius: Double
  static let properties = Properties(of: Round.self) { Property(\.radius, "radius") }
  static let mapping = Mapping(Round.init, properties)
}

private struct Square: Model, Equatable {
  let side: Int
  let note: String?
  static let properties = Properties(of: Square.self) {
    Property(\.side, "side")
    Property(\.note, "note")
  }
  static let mapping = Mapping(Square.init, properties)
}

private enum Shape: PolymorphicModel, DescribedValue, Equatable {
  case round(Round), square(Square)
  static let cluster = Cluster<Shape>(
    by: "kind",
    [
      .model(Round.self, when: "round", wrap: Shape.round),
      .model(Square.self, when: "square", wrap: Shape.square),
    ])
}

private enum Numbered: PolymorphicModel, DescribedValue, Equatable {
  case round(Round), square(Square), number(Int), none(Int)
  static let cluster = Cluster<Numbered>(
    by: "t.n",
    [
      .model(Round.self, when: 1, wrap: Numbered.round),
      .model(Square.self, when: "square", wrap: Numbered.square),
      .content(Int.self, at: "n", when: true, wrap: Numbered.number),
      .content(Int.self, at: "value.m", when: false, wrap: Numbered.none),
    ])
}

private enum Keyed: PolymorphicModel, DescribedValue, Equatable {
  case round(Round), square(Square), counts(Counts)
  static let cluster = Cluster<Keyed>([
    .model(Round.self, having: "radius", wrap: Keyed.round),
    .model(Square.self, having: "side", wrap: Keyed.square),
    .model(Counts.self, having: "name", wrap: Keyed.counts),
  ])
}

private struct Sample: Model, DescribedValue, Equatable {
  let shape: Shape
  let list: [Shape]
  let numbered: Numbered?
  let keyed: [String: Keyed]
  let nested: Nested
  static let properties = Properties(of: Sample.self) {
    Property(\.shape, "shape")
    Property(\.list, "list")
    Property(\.numbered, "numbered")
    Property(\.keyed, "keyed")
    Property(\.nested, "nested")
  }
  static let mapping = Mapping(Sample.init, properties)

  static let all = [
    Sample(
      shape: .round(Round(radius: 1)), list: [.square(Square(side: 1, note: nil)), .round(Round(radius: 2))],
      numbered: .number(3), keyed: ["a": .round(Round(radius: 1)), "b": .square(Square(side: 2, note: "n"))],
      nested: .shape(.round(Round(radius: 3)))),
    Sample(
      shape: .square(Square(side: 1, note: "x")), list: [], numbered: nil,
      keyed: ["c": .counts(Counts(name: "n", counts: ["z": 1]))],
      nested: .counts(Counts(name: "c", counts: [:]))),
  ]
  static let tags: [Numbered] = [
    .round(Round(radius: 1)), .square(Square(side: 1, note: nil)), .number(3), .none(4),
  ]
  static let keys: [Keyed] = [
    .round(Round(radius: 1)), .square(Square(side: 1, note: nil)),
    .counts(Counts(name: "n", counts: ["z": 1])),
  ]
}

private enum Nested: PolymorphicModel, DescribedValue, Equatable {
  case shape(Shape), counts(Counts)
  static let cluster = Cluster<Nested>(
    by: "kind",
    [
      .cluster(
        { Shape.cluster }, when: "round", "square", wrap: Nested.shape,
        unwrap: { if case .shape(let shape) = $0 { shape } else { nil } }),
      .model(Counts.self, when: "counts", wrap: Nested.counts),
    ])
}

private struct Piece: Model, Equatable {
  let a: Int
  let b: String?
  static let properties = Properties(of: Piece.self) {
    Property(\.a, "a")
    Property(\.b, "b")
  }
  static let mapping = Mapping(Piece.init, properties)
}

private struct Flat: Model, DescribedValue, Equatable {
  let id: Int
  let part: Piece?
  let shape: Shape
  let z: Int?
  static let properties = Properties(of: Flat.self) {
    Property(\.id, "id")
    Property(\.part, "")
    Property(\.shape, "")
    Property(\.z, "z")
  }
  static let mapping = Mapping(Flat.init, properties)
}

private struct Open: Model, DescribedValue, Equatable {
  let id: Int
  let login: String
  let others: [String: JSONValue]
  static let properties = Properties(of: Open.self) {
    Property(\.id, "id")
    Property(\.login, "user.login")
    Property(\.others, "")
  }
  static let mapping = Mapping(Open.init, properties)
}

private struct Counts: Model, DescribedValue, Equatable {
  let name: String
  let counts: [String: Int]
  static let properties = Properties(of: Counts.self) {
    Property(\.name, "name")
    Property(\.counts, "")
  }
  static let mapping = Mapping(Counts.init, properties)
}

private struct Outer: Model, DescribedValue, Equatable {
  let id: Int
  let inner: Counts
  static let properties = Properties(of: Outer.self) {
    Property(\.id, "id")
    Property(\.inner, "")
  }
  static let mapping = Mapping(Outer.init, properties)
}

private struct Added: Model, DescribedValue, Equatable {
  let w: Int
  static let properties = Properties(of: Added.self) { Property(\.w, "w") }
  static let mapping = Mapping(Added.init, properties).writing("double") { $0.w * 2 }
}
