import Foundation
import MantleArchiving
import MantleDefinitions
import MantleStore
import TestSupport
import Testing

@testable import Mantle

/// Models that `check()` accepts are read again as they were written, or refuse to be written: for random combinations of
/// flattened models, class clusters, aliases, nested keys, indices, lists, fields, kept keys, defaults, derived keys,
/// registries, null policies of the mapping and of the call, added members, and models that are one value. The same values
/// come back from archives, stores, merge patches and the other profile.
///
/// `MANTLE_FUZZ_ROUNDS=40000 swift test --filter SoundnessLawTests` tries a thousand models a seed, and
/// `MANTLE_MODEL_SEED=7` begins with another seed.
@Suite struct SoundnessLawTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = (environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 120) / 40
  private static let firstSeed = environment["MANTLE_MODEL_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: firstSeed..<firstSeed + 40) func soundModelsRoundTrip(seed: UInt64) throws {
    var maker = ModelMaker(seed: seed)
    var written = 0
    for round in 0..<Self.rounds {
      let model = maker.model(depth: 0)
      try RandomModel.$current.withValue(model) {
        for _ in 0..<4 {
          let value = model.value(&maker.random)
          let edited = value.edited(to: model.value(&maker.random), &maker.random)
          for value in [value, edited] {
            guard let json = try? model.transformer.reverse(.model(value)) else { continue }
            written += 1
            let place = "\(seed).\(round)"
            try Self.roundTrips(value, model, json, place)
            for policy in [NilEncoding.omitted, .null] {
              let context = EncodingOptions(nilEncoding: policy)
              guard let json = try? model.transformer.reverse(.model(value), context) else { continue }
              try Self.roundTrips(value, model, json, "\(place) \(policy)")
            }
            try Self.addsOnce(value, model, place)
            try Self.agree(model, Self.mutated(json, &maker.random), place)
            try Self.isKept(value, model, place)
            try Self.profileRoundTrips(value, model, place)
          }
          try Self.patches(value, to: edited, model, "\(seed).\(round)")
        }
      }
    }
    #expect(written > Self.rounds / 2, "too few models are sound: \(written)")
  }

  /// The definition that describes a model decodes its output, and its JSON Schema accepts it.
  @Test(arguments: firstSeed..<firstSeed + 40) func descriptionsAcceptTheOutput(seed: UInt64) throws {
    var maker = ModelMaker(seed: seed &+ 1000)
    var schemas = SchemaSamples()
    for round in 0..<Self.rounds {
      let model = maker.model(depth: 0)
      try RandomModel.$current.withValue(model) {
        let definition = Definition(describing: model.mapping.description)
        let models = DefinedModels(definition)
        var texts: [String] = []
        for _ in 0..<4 {
          guard let json = try? model.value(&maker.random).json() else { continue }
          texts.append(json)
          let again = Result { try models.decode(model.mapping.name, from: JSONDocument(json).root) }
          #expect((try? again.get()) != nil, "\(seed).\(round): \(model) \(json) \(again)")
        }
        for isClosed in [false, true] where !texts.isEmpty {
          let schema = try definition.jsonSchema(title: "T", isClosed: isClosed)
          schemas.add("\(seed).\(round) \(isClosed): \(model)", schema, texts)
        }
      }
    }
    let mistakes = try schemas.mistakes()
    #expect(mistakes.isEmpty, "\(mistakes.prefix(3))")
  }

  /// The output is JSON with distinct keys, all of which are known, and is read as the same value.
  private static func roundTrips(
    _ value: Fields, _ model: RandomModel, _ json: String, _ place: String
  ) throws {
    let root = try JSONDocument(json).root
    #expect(root.hasDistinctKeys, "\(place): \(model) \(json)")
    let options = DecodingOptions(unknownKeys: .refused)
    let again = Result { try model.transformer.forward(json: json, options: options) }
    #expect((try? again.get()) == .model(value), "\(place): \(model) \(json) \(again)")
  }

  /// Members that the call adds are written once.
  private static func addsOnce(_ value: Fields, _ model: RandomModel, _ place: String) throws {
    let context = EncodingOptions(everyModel: { name, additions in
      try additions.set("k1", name)
      try additions.set("added", 1)
    })
    guard let json = try? model.transformer.reverse(.model(value), context) else { return }
    #expect(try JSONDocument(json).root.hasDistinctKeys, "\(place): \(model) \(json)")
  }

  /// An archive and a store give the same value.
  private static func isKept(_ value: Fields, _ model: RandomModel, _ place: String) throws {
    if let archive = try? Archive.bytes(of: value) {
      let again = Result { try Archive.decode(Fields.self, from: archive) }
      #expect((try? again.get()) == value, "\(place): archive: \(model) \(value) \(again)")
    }
    let store = try Store.temporary()
    // Some models have no table, such as those that are one value.
    do { try store.save(value) } catch is StoreError { return }
    let again = Result { try store.fetchAll(Fields.self) }
    #expect((try? again.get()) == [value], "\(place): store: \(model) \(value) \(again)")
  }

  /// The JSON of another profile is read as the same value.
  private static func profileRoundTrips(_ value: Fields, _ model: RandomModel, _ place: String) throws {
    guard model.other != nil, let json = try? value.json(EncodingOptions(profile: RandomModel.profile))
    else { return }
    #expect(try JSONDocument(json).root.hasDistinctKeys, "\(place): \(model) \(json)")
    let again = Result {
      try Fields.decode(
        json: json, options: DecodingOptions(unknownKeys: .refused, profile: RandomModel.profile))
    }
    #expect((try? again.get()) == value, "\(place): profile: \(model) \(json) \(again)")
  }

  /// Whether the value can be told without null, which removes a key in a merge patch.
  private static func isReachedByPatches(_ value: Fields) -> Bool {
    guard let json = try? value.json(EncodingOptions(nilEncoding: .omitted)) else { return false }
    return !json.contains("null") && (try? Fields.decode(json: json)) == value
  }

  /// The merge patch to another value gives this value.
  private static func patches(
    _ value: Fields, to edited: Fields, _ model: RandomModel, _ place: String
  ) throws {
    guard (try? value.json()) != nil, (try? edited.json()) != nil else { return }
    for other in [value, edited] where isReachedByPatches(other) {
      let patch = Result { try value.mergePatch(to: other) }
      let again = Result { try value.applying(mergePatch: patch.get()) }
      #expect((try? again.get()) == other, "\(place): patch: \(model) \(value) \(other) \(patch) \(again)")
    }
  }

  /// Both ways to decode give the same value and the same errors.
  private static func agree(_ model: RandomModel, _ json: String, _ place: String) throws {
    guard let document = try? JSONDocument(json) else { return }
    for options in [DecodingOptions.strict, DecodingOptions(unknownKeys: .refused), .lenient] {
      let decoded = try model.transformer.forwarding(document.root, options: options)
      let context = DecodingContext(options, minimumSeverity: .error)
      var errors: [Diagnostic] = []
      let value = document.root.withCursor(context) { json -> RandomPiece? in
        do {
          let value = try model.transformer.decode(json)
          if options.refusesUnknownKeys { try json.throwIfKeyWasRefused(in: document) }
          return value
        } catch {
          errors = (json.failure(from: error, in: document) as? DecodingFailure)?.diagnostics ?? []
          return nil
        }
      }
      #expect(value == decoded.value, "\(place): \(model) \(json)")
      #expect(
        errors.map(\.description) == decoded.diagnostics.errors.map(\.description),
        "\(place): \(model) \(json)")
    }
  }

  /// The text with one value changed.
  private static func mutated(_ json: String, _ random: inout SeededGenerator) -> String {
    var parts = json.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return json }
    let place = 1 + random.below(parts.count - 1)
    let rest = parts[place].drop { !",}{[".contains($0) }
    if let first = rest.first, first != "{", first != "[" {
      parts[place] = random.pick(["null", "7", #""x""#]) + rest
    }
    return parts.joined(separator: ":")
  }
}

extension JSONNode {
  fileprivate var hasDistinctKeys: Bool {
    switch kind {
    case .object:
      Set(members.map { $0.key.decodedBytes }).count == count
        && members.allSatisfy { $0.value.hasDistinctKeys }
    case .array: elements.allSatisfy(\.hasDistinctKeys)
    default: true
    }
  }
}

/// Schemas and values for the package `jsonschema` of Python.
private struct SchemaSamples {
  private static let script = """
    import json, sys
    try:
        import jsonschema
    except ImportError:
        sys.exit(3)
    for line in open(sys.argv[1]):
        name, schema, values = json.loads(line)
        validator = jsonschema.Draft202012Validator(schema)
        for value in values:
            for error in validator.iter_errors(value):
                print(name, json.dumps(value), error.message, json.dumps(schema["$defs"]))
    """

  private var lines: [String] = []

  mutating func add(_ name: String, _ schema: String, _ values: [String]) {
    var writer = JSONWriter()
    writer.writeString(name)
    let name = String(decoding: writer.finish(), as: UTF8.self)
    lines.append("[\(name),\(schema),[\(values.joined(separator: ","))]]".replacing("\n", with: " "))
  }

  /// The values that their schemas refuse; none, with a note, if the package is not installed.
  func mistakes() throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "schemas-\(UUID())")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      print("skipped: the package jsonschema of Python is not installed, so that no schema was checked")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
