import Foundation
import TestSupport
import Testing

@testable import Mantle

/// Models that `check()` accepts are read again as they were written, or refuse to be written: for random combinations of
/// flattened models, class clusters, aliases, nested keys, indices, lists, fields, kept keys, null policies of the mapping
/// and of the call, and added members.
///
/// `MANTLE_FUZZ_ROUNDS=1000000 swift test --filter SoundnessLawTests` tries a million.
@Suite struct SoundnessLawTests {
  private static let rounds =
    (ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 400) / 40

  @Test(arguments: UInt64(1)...40) func whatIsSoundRoundTrips(seed: UInt64) throws {
    var maker = ModelMaker(seed: seed)
    var written = 0
    for round in 0..<Self.rounds {
      let model = maker.model(depth: 0)
      for _ in 0..<4 {
        let value = model.value(&maker.random)
        let edited = value.edited(to: model.value(&maker.random), &maker.random)
        for value in [value, edited] {
          guard let json = try? model.transformer.reverse(.model(value)) else { continue }
          written += 1
          let place = "\(seed).\(round)"
          try Self.roundTrips(value, model, json, place)
          for policy in [NullPolicy.omit, .writeNull] {
            let context = EncodingContext(nullPolicy: policy)
            guard let json = try? model.transformer.reverse(.model(value), context) else { continue }
            try Self.roundTrips(value, model, json, "\(place) \(policy)")
          }
          try Self.addsOnce(value, model, place)
          try Self.agree(model, Self.mutated(json, &maker.random), place)
        }
      }
    }
    #expect(written > Self.rounds / 2, "too few models are sound: \(written)")
  }

  /// The output is JSON with distinct keys, all of which are known, and is read as the same value.
  private static func roundTrips(
    _ value: Fields, _ model: RandomModel, _ json: String, _ place: String
  ) throws {
    let root = try JSONDocument(json).root
    #expect(root.hasDistinctKeys, "\(place): \(model) \(json)")
    let policy = DecodingPolicy.strict.unknownKeys(.refused)
    let again = Result { try model.transformer.forward(json: json, policy: policy) }
    #expect((try? again.get()) == .model(value), "\(place): \(model) \(json) \(again)")
  }

  /// Members that the call adds are written once.
  private static func addsOnce(_ value: Fields, _ model: RandomModel, _ place: String) throws {
    let context = EncodingContext(everyModel: { name, additions in
      try additions.set("k1", name)
      try additions.set("added", 1)
    })
    guard let json = try? model.transformer.reverse(.model(value), context) else { return }
    #expect(try JSONDocument(json).root.hasDistinctKeys, "\(place): \(model) \(json)")
  }

  /// Both ways to decode give the same value and the same errors.
  private static func agree(_ model: RandomModel, _ json: String, _ place: String) throws {
    guard let document = try? JSONDocument(json) else { return }
    for policy in [DecodingPolicy.strict, .strict.unknownKeys(.refused), .lenient] {
      let decoded = try model.transformer.forwarding(document.root, policy: policy)
      let context = DecodingContext(policy: policy, leastSeverity: .error)
      var errors: [Diagnostic] = []
      let value = document.root.withCursor(context) { json -> Piece? in
        do {
          let value = try model.transformer.decode(json)
          if policy.refusesUnknownKeys { try json.failWithErrors(in: document) }
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

/// A value of a property of any model.
private indirect enum Piece: Hashable, Sendable {
  case absent, null, number(Int), text(String), model(Fields), list([Piece]), keys([String: Piece])
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

private struct Fields: Hashable, Sendable {
  let model: String
  var values: [Piece]

  /// Returns a copy with one value of another model.
  func edited(to other: Fields, _ random: inout SeededGenerator) -> Fields {
    guard !values.isEmpty, other.values.count == values.count, other.model == model else { return other }
    var copy = self
    let index = random.below(values.count)
    copy.values[index] = other.values[index]
    return copy
  }
}

/// A model made at run time, and how its values are made.
private final class RandomModel: CustomStringConvertible, Sendable {
  let description: String
  let mapping: Mapping<Fields>
  let value: @Sendable (inout SeededGenerator) -> Fields

  init(
    _ description: String, _ mapping: Mapping<Fields>,
    _ value: @escaping @Sendable (inout SeededGenerator) -> Fields
  ) {
    (self.description, self.mapping, self.value) = (description, mapping, value)
  }

  var transformer: JSONTransformer<Piece> { .models(.model(named: mapping.name) { self.mapping }) }
}

extension JSONTransformer<Piece> {
  fileprivate static var number: JSONTransformer<Piece> {
    JSONTransformer(
      nil, shape: .integer, decode: { .number(try Int.decode($0)) },
      encode: { value, writer in
        guard case .number(let number) = value else { throw TransformError(expected: "a number") }
        writer.integer(number)
      })
  }

  fileprivate static var text: JSONTransformer<Piece> {
    JSONTransformer(
      nil, shape: .string, decode: { .text(try String.decode($0)) },
      encode: { value, writer in
        guard case .text(let text) = value else { throw TransformError(expected: "a text") }
        writer.string(text)
      })
  }

  fileprivate static func models(_ models: JSONTransformer<Fields>) -> JSONTransformer<Piece> {
    JSONTransformer(
      nil, shape: models.shape, decode: { .model(try models.decode($0)) },
      encode: { value, writer in
        guard case .model(let fields) = value, let encode = models.encode else {
          throw TransformError(expected: "a model")
        }
        try encode(fields, &writer)
      })
  }

  fileprivate var orList: JSONTransformer<Piece> {
    array.converted({ .list($0) }) { value in
      guard case .list(let values) = value else { throw TransformError(expected: "a list") }
      return values
    }
  }

  fileprivate var orKeys: JSONTransformer<Piece> {
    dictionary.converted({ .keys($0) }) { value in
      guard case .keys(let values) = value else { throw TransformError(expected: "keys") }
      return values
    }
  }

  fileprivate var orField: JSONTransformer<Piece> {
    field.converted({
      switch $0 {
      case .absent: .absent
      case .null: .null
      case .value(let value): value
      }
    }) { $0 == .absent ? .absent : $0 == .null ? .null : .value($0) }
  }

  fileprivate var orAbsent: JSONTransformer<Piece> {
    JSONTransformer(
      nil, shape: .optional(shape), decode: { [decode] in $0.isNull ? .absent : try decode($0) },
      encode: { [encode] value, writer in
        if value == .absent { writer.null() } else { try encode?(value, &writer) }
      }, valueForAbsentKey: { .absent })
  }
}

private struct ModelMaker {
  var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private struct Made: Sendable {
    var words: String
    var transformer: JSONTransformer<Piece>
    var value: @Sendable (inout SeededGenerator) -> Piece
  }

  private static let keys: [JSONKeyPath] = [
    "a", "b", "c", "d", "e", "f.x", "f.y", "g.x.y", "g.z", "l[0]", "l[1]", "l[2].x", "m[0][0]", "m[0][1]",
  ]
  private static let lists: [JSONKeyPath] = ["a", "items[].x", "items[].y.z", "b", "g.items[].x"]
  private static let tags: [JSONKeyPath] = ["kind", "h.kind", "tags.first"]

  /// A model that `check()` calls sound.
  mutating func model(depth: Int) -> RandomModel {
    while true {
      let model = anyModel(depth: depth)
      if (try? model.mapping.check()) != nil { return model }
    }
  }

  private mutating func anyModel(depth: Int) -> RandomModel {
    count += 1
    let name = "M\(count)"
    var words: [String] = []
    var properties: [Property<Fields, Piece>] = []
    var values: [@Sendable (inout SeededGenerator) -> Piece] = []
    for index in 0..<1 + random.below(4) {
      let isWhole = depth < 3 && random.chance(35)
      var made = isWhole || depth < 3 && random.chance(20) ? modelOrCluster(depth: depth + 1) : scalar()
      var path = isWhole ? JSONKeyPath() : random.pick(Self.keys + Self.tags)
      if !isWhole, random.chance(15) { (made, path) = (list(scalar()), random.pick(Self.lists)) }
      if isWhole || depth > 1, random.chance(20) { (made, path) = (keptKeys(), JSONKeyPath()) }
      // Nil that is left out at the path of a tag is read as the tag.
      if !Self.tags.contains(path), random.chance(40) {
        made = random.chance(25) ? field(made) : optional(made)
      }
      let aliases = random.chance(25) ? [random.pick(Self.keys)] : []
      let keyPath: KeyPath<Fields, Piece> = \Fields.values[index]
      properties.append(
        Property(keyPath, path, or: aliases, made.transformer).named("p\(index)").of(model: name))
      values.append(made.value)
      words.append("\(path)\(aliases.map(\.description)): \(made.words)")
    }
    var mapping = Mapping<Fields>(named: name, listing: properties) { Fields(model: name, values: $0) }
    if random.chance(30) {
      mapping = mapping.onNil(.omit)
      words.append("omit")
    }
    if random.chance(20) {
      let key = random.pick(["a", "w", "kind"])
      mapping = mapping.writing(key) { $0.values.count }
      words.append("writing \(key)")
    }
    return RandomModel("{\(words.joined(separator: ", "))}", mapping) { [values] random in
      Fields(model: name, values: values.map { $0(&random) })
    }
  }

  private mutating func scalar() -> Made {
    if random.chance(50) { return Made(words: "number", transformer: .number) { .number($0.below(4)) } }
    return Made(words: "text", transformer: .text) { .text($0.pick(["", "x", "t1", "t2"])) }
  }

  private func list(_ made: Made) -> Made {
    Made(words: "[\(made.words)]", transformer: made.transformer.orList) { random in
      .list((0..<random.below(3)).map { _ in made.value(&random) })
    }
  }

  /// Keys that nothing maps; some of them may be mapped, so that the value cannot be written.
  private mutating func keptKeys() -> Made {
    let made = scalar()
    return Made(words: "{\(made.words)}", transformer: made.transformer.orKeys) { random in
      var values: [String: Piece] = [:]
      for _ in 0..<random.below(3) {
        values[random.pick(["k1", "k2", "k3", "a", "kind", "f"])] = made.value(&random)
      }
      return .keys(values)
    }
  }

  private func field(_ made: Made) -> Made {
    Made(words: made.words + "??", transformer: made.transformer.orField) {
      $0.chance(30) ? .absent : $0.chance(30) ? .null : made.value(&$0)
    }
  }

  private func optional(_ made: Made) -> Made {
    Made(words: made.words + "?", transformer: made.transformer.orAbsent) {
      $0.chance(50) ? .absent : made.value(&$0)
    }
  }

  private mutating func modelOrCluster(depth: Int) -> Made {
    guard random.chance(50) else {
      let model = model(depth: depth)
      return Made(words: model.description, transformer: model.transformer) { .model(model.value(&$0)) }
    }
    let models = [model(depth: depth), model(depth: depth)]
    let key: JSONKeyPath = random.pick(Self.tags)
    let hasRest = random.chance(30)
    let members = models.enumerated().map { number, model in
      ClusterMember<Fields>.mapped(
        model.mapping.name, when: hasRest && number == 1 ? nil : "t\(number + 1)", by: { model.mapping },
        isMember: { $0.model == model.mapping.name })
    }
    let cluster = Cluster(named: "C\(count)", by: key, members)
    return Made(
      words: "<\(key)\(hasRest ? " or rest" : ""): \(models)>", transformer: .models(cluster.transformer)
    ) { .model($0.pick(models).value(&$0)) }
  }
}
