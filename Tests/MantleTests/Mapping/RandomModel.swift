import TestSupport

@testable import Mantle

/// A value of a property of any model.
indirect enum RandomPiece: Hashable, Sendable {
  case absent, null, number(Int), text(String), model(Fields), list([RandomPiece]), keys(
    [String: RandomPiece])
}

struct Fields: Hashable, Sendable {
  let model: String
  var values: [RandomPiece]

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
final class RandomModel: CustomStringConvertible, Sendable {
  /// The model whose mappings `Fields` has.
  @TaskLocal static var current: RandomModel?
  static let profile = "other"

  let description: String
  let mapping: Mapping<Fields>
  /// The mapping with other keys; nil if there is none.
  let other: Mapping<Fields>?
  let value: @Sendable (inout SeededGenerator) -> Fields

  init(
    _ description: String, _ mapping: Mapping<Fields>, other: Mapping<Fields>?,
    _ value: @escaping @Sendable (inout SeededGenerator) -> Fields
  ) {
    (self.description, self.mapping, self.other, self.value) = (description, mapping, other, value)
  }

  /// Whether `check()` accepts the mappings.
  var isSound: Bool {
    Self.$current.withValue(self) {
      do {
        try mapping.check()
        try other?.check()
        return true
      } catch { return false }
    }
  }

  var transformer: JSONTransformer<RandomPiece> { .models(.model(named: mapping.name) { self.mapping }) }
}

extension Fields: Model {
  static var mapping: Mapping<Fields> {
    RandomModel.current?.mapping ?? Mapping(named: "none", listing: []) { Fields(model: "none", values: $0) }
  }

  static var profiles: [String: Mapping<Fields>] {
    RandomModel.current?.other.map { [RandomModel.profile: $0] } ?? [:]
  }
}

extension JSONTransformer<RandomPiece> {
  fileprivate static var number: JSONTransformer<RandomPiece> {
    JSONTransformer(
      nil, shape: .integer, decode: { .number(try Int.decode($0)) },
      encode: { value, writer in
        guard case .number(let number) = value else { throw TransformError(expected: "a number") }
        writer.writeInteger(number)
      })
  }

  fileprivate static var text: JSONTransformer<RandomPiece> {
    JSONTransformer(
      nil, shape: .string, decode: { .text(try String.decode($0)) },
      encode: { value, writer in
        guard case .text(let text) = value else { throw TransformError(expected: "a text") }
        writer.writeString(text)
      })
  }

  fileprivate static func models(_ models: JSONTransformer<Fields>) -> JSONTransformer<RandomPiece> {
    JSONTransformer(
      nil, shape: models.shape, decode: { .model(try models.decode($0)) },
      encode: { value, writer in
        guard case .model(let fields) = value, let encode = models.encode else {
          throw TransformError(expected: "a model")
        }
        try encode(fields, &writer)
      })
  }

  fileprivate var orList: JSONTransformer<RandomPiece> {
    array.converted({ .list($0) }) { value in
      guard case .list(let values) = value else { throw TransformError(expected: "a list") }
      return values
    }
  }

  fileprivate var orKeys: JSONTransformer<RandomPiece> {
    dictionary.converted({ .keys($0) }) { value in
      guard case .keys(let values) = value else { throw TransformError(expected: "keys") }
      return values
    }
  }

  fileprivate var orField: JSONTransformer<RandomPiece> {
    field.converted({
      switch $0 {
      case .absent: .absent
      case .null: .null
      case .value(let value): value
      }
    }) { $0 == .absent ? .absent : $0 == .null ? .null : .value($0) }
  }

  fileprivate var orAbsent: JSONTransformer<RandomPiece> {
    JSONTransformer(
      nil, shape: .optional(shape), decode: { [decode] in $0.isNull ? .absent : try decode($0) },
      encode: { [encode] value, writer in
        if value == .absent { writer.writeNull() } else { try encode?(value, &writer) }
      }, valueForAbsentKey: { .absent })
  }
}

struct ModelMaker {
  var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private struct Made: Sendable {
    var words: String
    var transformer: JSONTransformer<RandomPiece>
    var value: @Sendable (inout SeededGenerator) -> RandomPiece
  }

  private static let keys: [JSONKeyPath] = [
    "a", "b", "c", "d", "e", "f.x", "f.y", "g.x.y", "g.z", "l[0]", "l[1]", "l[2].x", "m[0][0]", "m[0][1]",
  ]
  private static let lists: [JSONKeyPath] = ["a", "items[].x", "items[].y.z", "b", "g.items[].x"]
  private static let tags: [JSONKeyPath] = ["kind", "h.kind", "tags.first"]

  /// A model that `check()` calls sound.
  mutating func model(depth: Int) -> RandomModel {
    while true {
      let model = depth == 0 && random.chance(8) ? valueModel() : anyModel(depth: depth)
      if model.isSound { return model }
    }
  }

  /// A model that is the value of its only property.
  private mutating func valueModel() -> RandomModel {
    count += 1
    let name = "M\(count)"
    var made = random.chance(50) ? list(modelOrCluster(depth: 2)) : scalar()
    if random.chance(30) { made = optional(made) }
    let keyPath: KeyPath<Fields, RandomPiece> = \Fields.values[0]
    let property = Property(keyPath, "", made.transformer).named("p0").of(model: name)
    let mapping = Mapping<Fields>(named: name, listing: [property]) { Fields(model: name, values: $0) }
    return RandomModel("\(made.words)", mapping, other: nil) { [made] in
      Fields(model: name, values: [made.value(&$0)])
    }
  }

  private mutating func anyModel(depth: Int) -> RandomModel {
    count += 1
    let name = "M\(count)"
    var words: [String] = []
    var properties: [Property<Fields, RandomPiece>] = []
    var others: [Property<Fields, RandomPiece>] = []
    var values: [@Sendable (inout SeededGenerator) -> RandomPiece] = []
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
      let keyPath: KeyPath<Fields, RandomPiece> = \Fields.values[index]
      var property = Property(keyPath, path, or: aliases, made.transformer)
      var list = PropertyListSettings(keys: .verbatim, transformers: TransformerRegistry(), absent: [])
      if !isWhole, !path.isEmpty, random.chance(15) {
        property = Property(keyPath, made.transformer)
        list = PropertyListSettings(keys: .snakeCase, transformers: TransformerRegistry(), absent: [])
        words.append("named")
      } else if !path.components.contains(.each), random.chance(15) {
        property = Property(keyPath, path, or: aliases, .registered)
        let registry = TransformerRegistry().using(made.transformer, for: RandomPiece.self)
        list = PropertyListSettings(keys: .verbatim, transformers: registry, absent: [])
        words.append("registered")
      }
      property = property.named("propertyP\(index)").of(model: name).adapted(list)
      if !made.words.hasSuffix("?"), random.chance(15) {
        let value = made.value(&random)
        property = property.default(value)
        words.append("default")
        if random.chance(50) {
          property = property.omitDefault()
          words.append("omitted")
        }
      }
      properties.append(property)
      others.append(
        property.with { definition in
          guard case .paths(let paths) = definition.source, path.hasOnlyKeys, !path.isEmpty,
            paths.count == 1
          else { return }
          definition.source = .paths([JSONKeyPath([.key("q\(index)")])])
        })
      values.append(made.value)
      words.append("\(path)\(aliases.map(\.description)): \(made.words)")
    }
    var mapping = Mapping<Fields>(named: name, listing: properties) { Fields(model: name, values: $0) }
    if random.chance(30) {
      mapping = mapping.encodeNil(as: .omitted)
      words.append("omit")
    }
    if random.chance(20) {
      let key = random.pick(["a", "w", "kind"])
      mapping = mapping.writing(key) { $0.values.count }
      words.append("writing \(key)")
    }
    let other =
      depth == 0 && random.chance(50)
      ? Mapping<Fields>(named: name, listing: others) { Fields(model: name, values: $0) } : nil
    return RandomModel("{\(words.joined(separator: ", "))}", mapping, other: other) { [values] random in
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
      var values: [String: RandomPiece] = [:]
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
    count += 1
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
