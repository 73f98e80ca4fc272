/// How well a model fits the objects at a place of a text, judged by the keys that are there.
///
/// Values do not count against a model, so that a text with every value wrong still shows what it was meant to be; they
/// only decide between models whose keys fit equally well.
package struct ModelFit: Sendable {
  /// So many of so many.
  package struct Share: Sendable, Hashable {
    package let part: Int
    package let whole: Int

    /// From 0 to 1; 1 where there is nothing to have a part of.
    package var ratio: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
  }

  package let model: ModelDescription
  /// Empty for the root, `[]` for elements of an array, lines or members, `items[]` inside a wrapper object.
  package let path: JSONKeyPath
  /// How many objects were looked at.
  package let sampled: Int
  /// The properties whose key must be there, and how many have it in at least one object.
  package let required: Share
  /// The properties read from JSON, and how many have their key in at least one object.
  package let mapped: Share
  /// The keys of the objects, and how many of them the model maps; of all objects together.
  package let keys: Share
  /// The same without unmapped keys that only say where things are, such as `url` and `html_url`.
  let ownKeys: Share
  /// The properties that have their key, and how many find a value of a kind that they read.
  package let typed: Share
  /// The required keys that no object has.
  package let missing: [String]
  /// Required keys that no object has, with the unmapped key that was probably meant.
  package let misspelt: [String: String]
  /// Whether nearly all of the objects look like the model, rather than some of them.
  package let isUniform: Bool
  /// Whether every object that looks like the model is cut off, so that missing keys may have stood behind the cut.
  package let isCut: Bool
  /// Whether some properties find nothing but values they cannot read; where most of many do, the text is rather wrong
  /// than another's.
  package let isContradicted: Bool
  /// Whether most properties that hold a text, a number or a boolean meet an array or object, and hardly anything else
  /// stands there: then the keys describe something, as in a schema. Where all kinds of values do, they are wrong.
  package let isDescription: Bool

  /// From 0 to 1: what share of the required keys is there, times how much of the model and of the objects' keys the
  /// two have in common. The kinds of the values count for a hundredth.
  ///
  /// Of what is cut off, how many keys of the model are there, and how much of the objects' own keys that is.
  package var score: Double {
    if isCut { return ownKeys.ratio * Double(mapped.part) / Double(mapped.part + 8) }
    return required.ratio * ((mapped.ratio + keys.ratio) / 2 * 0.99 + typed.ratio * 0.01)
  }

  /// Whether the objects were probably meant to be the model: at least half of its required keys, of its properties and
  /// of the objects' own keys belong to both.
  package var isClose: Bool {
    typed.part > 0 && [required, mapped, ownKeys].allSatisfy { $0.ratio >= 0.5 }
  }

  /// Whether the model may be chosen unasked: no required key is missing, and model and objects have enough in common.
  ///
  /// A model that requires much needs less of the rest. One that requires little needs all of its keys, or nearly all of
  /// the object's: many things have a `name` and a `color`. There a value of another kind speaks against it, too.
  package var isConvincing: Bool {
    guard isUniform, !isDescription, mapped.part > 0, isEveryKeyThere else { return false }
    // Of what is cut off, only what stands before the cut can be compared.
    if isCut {
      return required.ratio >= 0.5 && ownKeys.ratio >= Self.nearlyAllKeys && !isContradicted
        || isTelling && mapped.ratio + keys.ratio >= 0.6
    }
    if isTelling { return mapped.ratio + keys.ratio >= 0.6 }
    if mapped.ratio == 1 { return true }
    // What members of a cluster have besides is not counted here.
    let isOwn = model.isCluster || ownKeys.ratio >= Self.nearlyAllKeys
    return mapped.ratio + keys.ratio >= 1 && isOwn && !isContradicted
  }

  /// Whether all but one of many required keys are there, and nearly nothing else.
  var isNearlyWhole: Bool {
    missing.count == 1 && isTelling && isUniform && !isDescription && ownKeys.ratio >= Self.nearlyAllKeys
  }

  /// Whether the objects may be meant for the model although required keys are missing.
  var isPlausible: Bool {
    isUniform && !isDescription && !isContradicted && mapped.ratio + keys.ratio >= 1.2
  }

  private var isEveryKeyThere: Bool {
    if missing.count == misspelt.count { return true }
    if isCut { return mapped.part >= Self.fewest }
    // One key too few of a large model, or of nearly all that model and object have; where a whole list lacks it, the list is
    // another's.
    return missing.count == 1 && sampled < Self.list && mapped.ratio >= Self.nearlyAll
      && (required.part >= Self.large || isNearlyWhole)
  }

  /// Whether so much of the model is required that its keys are not there by chance.
  package var isTelling: Bool { required.part >= Self.telling }

  static let telling = 6
  private static let large = 8
  private static let list = 3
  /// So many keys tell what an object was: before a cut, or under wrong values.
  fileprivate static let fewest = 4
  private static let nearlyAll = 0.75
  private static let nearlyAllKeys = 0.8
  /// So many keys are not there by chance where they are all that a model has.
  fileprivate static let fewestOfAll = 5
}

/// The keys of a model's objects, and what stands under them.
struct ModelKeys {
  private struct Key {
    let names: [String]
    let isRequired: Bool
    let kinds: ValueKinds
  }

  let model: ModelDescription
  private let properties: [Key]
  private let names: Set<String>

  /// The keys of the properties that must be there.
  var requiredNames: [[String]] { properties.filter(\.isRequired).map(\.names) }

  init(_ model: ModelDescription) {
    self.model = model
    properties = model.properties.compactMap { property in
      let names = property.keyPaths.compactMap { path -> String? in
        if case .key(let key) = path.components.first { key } else { nil }
      }
      guard !names.isEmpty else { return nil }
      let isInside = property.keyPaths.contains { $0.components.count > 1 }
      return Key(
        names: names, isRequired: property.isRequired, kinds: ValueKinds(property, isInside: isInside))
    }
    names = Set(properties.flatMap(\.names))
  }

  func fit(_ objects: [ObjectSample], at path: JSONKeyPath) -> ModelFit {
    let required = properties.filter(\.isRequired)
    let alike = objects.filter(isAlike)
    let looked = alike.isEmpty ? objects : alike
    let present = properties.filter { property in looked.contains { $0.has(property.names) } }
    let missing = required.filter { property in !looked.contains { $0.has(property.names) } }.map {
      $0.names[0]
    }
    let kinds = present.map { property in
      let found = looked.lazy.compactMap { $0.kind(property.names) }.filter { $0 != .null }
      return (property.kinds, found.first(where: property.kinds.contains) ?? found.first ?? .null)
    }
    let values = kinds.filter { $0.1 != .null }
    let scalars = values.filter(\.0.isScalar)
    let odd = objects.count - alike.count
    let isComplete = alike.allSatisfy { object in required.allSatisfy { object.has($0.names) } }
    let isProof =
      required.count >= ModelFit.telling
      || present.count == properties.count && present.count >= ModelFit.fewestOfAll
    let wrong = kinds.count { $0.1 != .null && !$0.0.contains($0.1) }
    return ModelFit(
      model: model, path: path, sampled: objects.count,
      required: .init(part: required.count - missing.count, whole: required.count),
      mapped: .init(part: present.count, whole: properties.count),
      keys: .init(
        part: looked.reduce(0) { $0 + $1.kinds.keys.count { names.contains($0) } },
        whole: looked.reduce(0) { $0 + $1.kinds.count }),
      ownKeys: .init(
        part: looked.reduce(0) { $0 + $1.kinds.keys.count { names.contains($0) } },
        whole: looked.reduce(0) { $0 + $1.kinds.keys.count { names.contains($0) || !$0.isAddress } }),
      typed: .init(part: kinds.count { $0.0.contains($0.1) }, whole: kinds.count),
      missing: missing, misspelt: misspelt(missing, of: required.count, in: looked),
      // Of a few objects one may be something else, or lack a key; beside one that has all of a model, too.
      isUniform: !alike.isEmpty
        && (odd * 5 <= objects.count
          || odd == 1 && isComplete && (alike.count >= 2 || isProof)),
      isCut: !alike.isEmpty && alike.allSatisfy(\.isCut),
      isContradicted: wrong > 0 && (wrong * 2 <= kinds.count || present.count < ModelFit.fewest),
      isDescription: scalars.count { $0.1 == .container } * 2 > scalars.count
        && values.count { $0.1 == .container } * 4 >= values.count * 3)
  }

  /// Whether an object looks like the model: a few keys may be missing in each.
  func isAlike(_ object: ObjectSample) -> Bool {
    let required = properties.lazy.filter(\.isRequired)
    let present = required.count { object.has($0.names) }
    return present * 3 >= required.count * (object.isCut ? 1 : 2)
      && properties.contains { object.has($0.names) }
  }

  /// Whether an object looks like the model and has all keys that it requires; of one that is cut off, nobody knows.
  func isWhole(_ object: ObjectSample) -> Bool {
    isAlike(object) && (object.isCut || properties.allSatisfy { !$0.isRequired || object.has($0.names) })
  }

  /// The missing keys that stand there with a slip. Where more than a fifth of the required keys would be misspelt,
  /// it is another model's spelling.
  private func misspelt(_ missing: [String], of required: Int, in objects: [ObjectSample]) -> [String: String]
  {
    guard missing.count * 5 <= required else { return [:] }
    let unmapped = Set(objects.flatMap(\.kinds.keys)).subtracting(names).sorted()
    var found: [String: String] = [:]
    for key in missing { found[key] = Spelling.nearest(to: key, among: unmapped) }
    return found
  }
}

extension String {
  /// Whether a key says where something is rather than what it is, in the APIs that were looked at.
  fileprivate var isAddress: Bool { Self.addresses.contains(self) || hasSuffix("_url") }

  private static let addresses: Set = ["url", "href", "self", "_links", "node_id", "gravatar_id"]
}

/// An object of the text by its keys: what kind of value stands under each.
struct ObjectSample {
  let kinds: [String: ValueKind]
  /// Whether its end was added: the text is cut off in it.
  var isCut = false

  func has(_ names: [String]) -> Bool { names.contains { kinds[$0] != nil } }
  func kind(_ names: [String]) -> ValueKind? { names.lazy.compactMap { kinds[$0] }.first }
}

/// What kind of value begins with a byte.
enum ValueKind {
  case string, number, boolean, null, container

  init(firstByte byte: UInt8) {
    self =
      switch byte {
      case ASCII.openBrace, ASCII.openBracket: .container
      case 0x74, 0x66: .boolean  // t f
      case 0x6E: .null  // n
      case ASCII.minus, UInt8(ascii: "0")...UInt8(ascii: "9"): .number
      default: .string
      }
  }
}

/// The kinds of values that a property reads.
private struct ValueKinds {
  private let kinds: Set<ValueKind>
  private let takesNull: Bool

  init(_ property: PropertyDescription, isInside: Bool) {
    takesNull = !property.isRequired
    guard !isInside else {
      kinds = [.container]
      return
    }
    kinds =
      switch property.shape.unwrapped {
      // A transformer may read a number as a date, or a text as a number.
      case .string, .url, .date, .uuid, .data, .enumeration, .integer, .number, .boolean:
        property.transformer == nil ? [Self.plain(property.shape.unwrapped)] : [.string, .number, .boolean]
      case .model, .array, .dictionary: [.container]
      case .json, .optional, .other: [.string, .number, .boolean, .container]
      }
  }

  private static func plain(_ shape: ValueShape) -> ValueKind {
    switch shape {
    case .integer, .number: .number
    case .boolean: .boolean
    default: .string
    }
  }

  var isScalar: Bool { !kinds.contains(.container) }

  func contains(_ kind: ValueKind) -> Bool { kind == .null ? takesNull : kinds.contains(kind) }
}
