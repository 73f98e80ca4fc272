import Mantle

/// The degree to which a model fits the objects at a path, judged by their keys.
///
/// Wrong values do not count against a model, so that the intended model of a document is found even if all values
/// are wrong. Values only decide between models whose keys fit equally well.
package struct ModelFit: Sendable {
  /// A count out of a total.
  package struct Share: Sendable, Hashable {
    /// The count.
    package let part: Int
    /// The total.
    package let whole: Int

    /// The count divided by the total, from 0 to 1; 1 if the total is zero.
    package var ratio: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
  }

  /// The model.
  package let model: ModelDescription
  /// The path of the objects: empty for the root, `[]` for elements of an array, lines or members, `items[]` inside a
  /// wrapper object.
  package let path: JSONKeyPath
  /// The number of inspected objects.
  let sampled: Int
  /// The number of properties with a required key, and how many of these keys occur in at least one object.
  package let required: Share
  /// The number of properties that are decoded, and how many of their keys occur in at least one object.
  package let mapped: Share
  /// The number of distinct keys of the objects, and how many of them the model maps.
  package let keys: Share
  /// Like ``keys``, but without unmapped keys for addresses, such as `url` and `html_url`.
  let ownKeys: Share
  /// The number of distinct unmapped keys; 0 for a cluster, whose members have further keys.
  let unmapped: Int
  /// The number of properties whose key is present, and how many of them have a value of an accepted kind.
  package let typed: Share
  /// The required keys that no object has.
  package let missing: [String]
  /// The required keys that no object has, each with the unmapped key that is probably its misspelling.
  let misspelt: [String: String]
  /// Whether nearly all objects resemble the model.
  package let isUniform: Bool
  /// Whether all objects that resemble the model are truncated, so that missing keys may follow after the truncation.
  let isCut: Bool
  /// Whether some properties only have values of other kinds. If this is the case for most of many properties, the
  /// document probably has wrong values and not another model.
  let isContradicted: Bool
  /// Whether most scalar properties have an array or object as their value, and hardly any value is a scalar. The
  /// keys probably describe something then, as in a schema.
  package let isDescription: Bool

  /// The quality of the fit, from 0 to 1: the ratio of required keys that are present, multiplied by the average of
  /// the mapped ratios of the model's keys and of the objects' keys. The kinds of the values contribute a hundredth.
  ///
  /// For truncated objects, it is computed from the number of matched keys and their ratio in the objects.
  package var score: Double {
    if isCut { return ownKeys.ratio * Double(mapped.part) / Double(mapped.part + 8) }
    return required.ratio * ((mapped.ratio + keys.ratio) / 2 * 0.99 + typed.ratio * 0.01)
  }

  /// Whether the objects were probably intended as the model: at least half of the model's required keys, of its
  /// properties, and of the objects' own keys match.
  package var isClose: Bool {
    typed.part > 0 && [required, mapped, ownKeys].allSatisfy { $0.ratio >= 0.5 }
  }

  /// Whether the model may be chosen without a request: no required key is missing, and model and objects have enough
  /// keys in common.
  ///
  /// A model with many required keys needs fewer other matching keys. A model with few required keys needs all of its
  /// keys, or nearly all keys of the object, because many objects have a `name` and a `color`. In that case, values
  /// of other kinds also count against it, and so do keys that only the model or only the objects have, because an
  /// inferred model would match exactly.
  package var isConvincing: Bool {
    guard isUniform, !isDescription, mapped.part > 0, isEveryKeyThere else { return false }
    // Only keys before the truncation can be compared.
    if isCut {
      return required.ratio >= 0.5 && ownKeys.ratio >= Self.nearlyAllKeys && !isContradicted
        || isTelling && mapped.ratio + keys.ratio >= 0.6
    }
    if isTelling { return mapped.ratio + keys.ratio >= 0.6 }
    if mapped.ratio == 1 { return true }
    // Further keys of cluster members are not counted.
    let isOwn = model.isCluster || ownKeys.ratio >= Self.nearlyAllKeys
    let differences = mapped.whole - mapped.part + unmapped
    return (unmapped == 0 || mapped.part > differences) && isOwn && !isContradicted
  }

  /// Whether all but one of many required keys are present, and the objects have hardly any other keys.
  var isNearlyWhole: Bool {
    missing.count == 1 && isTelling && isUniform && !isDescription && ownKeys.ratio >= Self.nearlyAllKeys
  }

  /// Whether the objects may be intended as the model even though required keys are missing.
  var isPlausible: Bool {
    isUniform && !isDescription && !isContradicted && mapped.ratio + keys.ratio >= 1.2
  }

  private var isEveryKeyThere: Bool {
    if missing.count == misspelt.count { return true }
    if isCut { return mapped.part >= Self.fewest }
    // One key may be missing from a large model, or if hardly any other keys differ. If the key is missing in a whole
    // list, the list has another model.
    return missing.count == 1 && sampled < Self.list && mapped.ratio >= Self.nearlyAll
      && (required.part >= Self.large || isNearlyWhole)
  }

  /// Whether the model has enough required keys to rule out a coincidental match.
  package var isTelling: Bool { required.part >= Self.telling }

  /// The minimum number of required keys that rules out a coincidence.
  static let telling = 6
  private static let large = 8
  private static let list = 3
  /// The minimum number of keys that identify the model of an object despite truncation or wrong values.
  fileprivate static let fewest = 4
  private static let nearlyAll = 0.75
  private static let nearlyAllKeys = 0.8
  /// The minimum number of keys that rules out a coincidence if they are all keys of a model.
  fileprivate static let fewestOfAll = 5
}

/// The keys of a model's objects, and the kinds of their values.
struct ModelKeys {
  /// The possible names of a property's key, whether the key is required, and the accepted kinds of values.
  private struct Key {
    let names: [String]
    let isRequired: Bool
    let kinds: ValueKinds
  }

  let model: ModelDescription
  private let properties: [Key]
  private let names: Set<String>

  /// The possible names of the key of each required property.
  var requiredNames: [[String]] { properties.filter(\.isRequired).map(\.names) }

  /// Collects the keys of a model.
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

  /// Returns the fit of the model to some objects.
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
    let unmapped = model.isCluster ? [] : Set(looked.flatMap(\.kinds.keys)).subtracting(names)
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
      unmapped: unmapped.count,
      typed: .init(part: kinds.count { $0.0.contains($0.1) }, whole: kinds.count),
      missing: missing, misspelt: misspelt(missing, of: required.count, in: looked),
      // One of a few objects may be something else or lack a key. One of two may only do so if the other is complete.
      isUniform: !alike.isEmpty
        && (odd * 5 <= objects.count
          || odd == 1 && isComplete && (alike.count >= 2 || isProof)),
      isCut: !alike.isEmpty && alike.allSatisfy(\.isCut),
      isContradicted: wrong > 0 && (wrong * 2 <= kinds.count || present.count < ModelFit.fewest),
      isDescription: scalars.count { $0.1 == .container } * 2 > scalars.count
        && values.count { $0.1 == .container } * 4 >= values.count * 3)
  }

  /// Returns whether an object resembles the model, so that at most a third of the required keys are missing.
  func isAlike(_ object: ObjectSample) -> Bool {
    let required = properties.lazy.filter(\.isRequired)
    let present = required.count { object.has($0.names) }
    return present * 3 >= required.count * (object.isCut ? 1 : 2)
      && properties.contains { object.has($0.names) }
  }

  /// Returns whether an object resembles the model and has all required keys, except those that truncation may have removed.
  func isWhole(_ object: ObjectSample) -> Bool {
    isAlike(object) && (object.isCut || properties.allSatisfy { !$0.isRequired || object.has($0.names) })
  }

  /// Returns whether the model has a property for a key.
  func maps(_ key: String) -> Bool { names.contains(key) }

  /// Returns the missing keys that are probably misspelled in the text. If this applies to more than a fifth of the
  /// required keys, the text has another model.
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
  /// Whether a key is usually an address and not content, judged by several public APIs.
  fileprivate var isAddress: Bool { Self.addresses.contains(self) || hasSuffix("_url") }

  private static let addresses: Set = ["url", "href", "self", "_links", "node_id", "gravatar_id"]
}

/// An object of the document, reduced to its keys and the kinds of its values.
struct ObjectSample {
  /// The kinds of the values by key.
  let kinds: [String: ValueKind]
  /// Whether the object is truncated and was closed for the sample.
  var isCut = false

  /// Returns whether the object has one of the keys.
  func has(_ names: [String]) -> Bool { names.contains { kinds[$0] != nil } }
  /// Returns the kind of the value of the first key that is present; nil if none is present.
  func kind(_ names: [String]) -> ValueKind? { names.lazy.compactMap { kinds[$0] }.first }
}

/// The kind of a value, determined by its first byte.
enum ValueKind {
  /// A string, number, boolean or null; a container is an array or object.
  case string, number, boolean, null, container

  /// Creates the kind of a value from its first byte.
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

/// The kinds of values that a property accepts.
private struct ValueKinds {
  private let kinds: Set<ValueKind>
  private let takesNull: Bool

  /// Creates the kinds of a property.
  ///
  /// - Parameter isInside: whether the property decodes only a part of the value.
  init(_ property: PropertyDescription, isInside: Bool) {
    takesNull = !property.isRequired
    guard !isInside else {
      kinds = [.container]
      return
    }
    kinds =
      switch property.shape.unwrapped {
      // A transformer may convert a number to a date, or a text to a number.
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

  /// Whether neither arrays nor objects are accepted.
  var isScalar: Bool { !kinds.contains(.container) }

  /// Returns whether a kind is accepted.
  func contains(_ kind: ValueKind) -> Bool { kind == .null ? takesNull : kinds.contains(kind) }
}
