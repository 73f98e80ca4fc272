import Mantle

/// The degree to which a model fits the objects at a path, judged by their keys.
///
/// Wrong values do not count against a model, so that the intended model of a document is found even if all values
/// are wrong. Values only decide between models whose keys fit equally well.
package struct ModelFit: Sendable {
  /// A share of a total, such as 3 of 4 keys.
  package struct Share: Sendable, Hashable {
    /// The counted part of the total, such as the number of keys that are present.
    package let part: Int
    /// The total, such as the number of all keys.
    package let whole: Int

    /// The part divided by the total, from 0 to 1; 1 if the total is zero.
    package var ratio: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
  }

  /// The model that is compared with the objects.
  package let model: ModelDescription
  /// The path of the objects in the document: empty for the root, `[]` for elements of an array, lines or members,
  /// `items[]` inside a wrapper object.
  package let path: JSONKeyPath
  /// The number of objects at the path that were inspected.
  let sampled: Int
  /// The share of the model's required properties whose key occurs in at least one object.
  package let required: Share
  /// The share of the model's properties whose key occurs in at least one object.
  package let mapped: Share
  /// The share of the objects' keys that the model maps. A key counts once for each object that has it.
  package let keys: Share
  /// The share of the objects' keys that the model maps, as in ``keys``, but ignoring unmapped keys for addresses, such
  /// as `url` and `html_url`.
  let ownKeys: Share
  /// The number of distinct keys of the objects that the model does not map; 0 for a class cluster, whose members have
  /// further keys.
  let unmapped: Int
  /// The share of the properties with a present key whose value is of a kind that the property accepts.
  package let typed: Share
  /// The required keys of the model that no object has.
  package let missing: [String]
  /// The missing required keys that are probably misspelled in the objects, each with its misspelling.
  let misspelt: [String: String]
  /// Whether nearly all objects resemble the model.
  package let isUniform: Bool
  /// Whether all objects that resemble the model are truncated, so that the truncated text may contain the missing
  /// keys.
  let isCut: Bool
  /// Whether some properties only have values of other kinds, which speaks against the model. False if most of many
  /// properties do, because the document then probably has wrong values rather than another model.
  let isContradicted: Bool
  /// Whether the objects probably describe the model's keys, as a schema does, instead of having values for them: most
  /// scalar properties have an array or object as their value, and hardly any value is a scalar.
  package let isDescription: Bool

  /// The quality of the fit, from 0 to 1: the ratio of ``required``, multiplied by the average of the ratios of
  /// ``mapped`` and ``keys``. The kinds of the values (``typed``) contribute a hundredth.
  ///
  /// For truncated objects, the quality is computed from the number of mapped keys and the ratio of ``ownKeys``.
  package var score: Double {
    if isCut { return ownKeys.ratio * Double(mapped.part) / Double(mapped.part + 8) }
    return required.ratio * ((mapped.ratio + keys.ratio) / 2 * 0.99 + typed.ratio * 0.01)
  }

  /// Whether the objects were probably intended as the model: at least half of the model's required keys, of its
  /// properties, and of the objects' own keys match.
  package var isClose: Bool {
    typed.part > 0 && [required, mapped, ownKeys].allSatisfy { $0.ratio >= 0.5 }
  }

  /// Whether the model may be chosen without a request by the user: no required key is missing, and the model and the
  /// objects have enough keys in common.
  ///
  /// A model with many required keys needs fewer other matching keys. A model with few required keys needs all of its
  /// keys, or nearly all keys of the object, because many objects have a `name` and a `color`. Values of other kinds
  /// then also count against the model, and so do keys that only the model or only the objects have, because an
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

  /// Whether the objects have all but one of the model's many required keys, and hardly any keys that the model does
  /// not map.
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

  /// Whether the objects have enough of the model's required keys to rule out a coincidence.
  package var isTelling: Bool { required.part >= Self.telling }

  /// The minimum number of present required keys that rules out a coincidental match.
  static let telling = 6
  private static let large = 8
  private static let list = 3
  /// The minimum number of matching keys that identify the model of an object despite truncation or wrong values.
  fileprivate static let fewest = 4
  private static let nearlyAll = 0.75
  private static let nearlyAllKeys = 0.8
  /// The minimum number of matching keys that rules out a coincidence if they are all keys of the model.
  fileprivate static let fewestOfAll = 5
}

/// The keys that the objects of a model have, and the kinds of their values, for comparison with samples.
struct ModelKeys {
  /// The key of a property: its possible names, whether it is required, and the accepted kinds of values.
  private struct Key {
    let names: [String]
    let isRequired: Bool
    let kinds: ValueKinds
  }

  let model: ModelDescription
  private let properties: [Key]
  private let names: Set<String>

  /// For each required property, the possible names of its key.
  var requiredNames: [[String]] { properties.filter(\.isRequired).map(\.names) }

  /// Collects the keys of a model's properties.
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

  /// Returns the degree to which the model fits sampled objects.
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

  /// Returns whether an object resembles the model: it has a key of the model and at least two thirds of the required
  /// keys, or one third if the object is truncated.
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

  /// Returns whether the model maps a key of its object.
  func maps(_ key: String) -> Bool { names.contains(key) }

  /// Returns the missing required keys that are probably misspelled in the objects, each with its misspelling. The
  /// result is empty if more than a fifth of the required keys are missing, because the objects then have another
  /// model.
  ///
  /// - Parameter required: the number of required keys.
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
  /// Whether the string is a key that usually has an address as its value, judged by several public APIs. Such a key
  /// says little about the model of an object.
  fileprivate var isAddress: Bool { Self.addresses.contains(self) || hasSuffix("_url") }

  private static let addresses: Set = ["url", "href", "self", "_links", "node_id", "gravatar_id"]
}

/// An object of the document, reduced to its keys and the kinds of its values.
struct ObjectSample {
  /// The kinds of the object's values, by key.
  let kinds: [String: ValueKind]
  /// Whether the object is truncated in the sample, so that its last members are missing.
  var isCut = false

  /// Returns whether the object has a key with one of the names.
  func has(_ names: [String]) -> Bool { names.contains { kinds[$0] != nil } }
  /// Returns the kind of the value under the first of the names that is a key of the object; nil if none is.
  func kind(_ names: [String]) -> ValueKind? { names.lazy.compactMap { kinds[$0] }.first }
}

/// The kind of a JSON value, as far as its first byte determines it.
enum ValueKind {
  /// A string, a number, a boolean, null, or a container (an array or object).
  case string, number, boolean, null, container

  /// Creates the kind of a JSON value from the first byte of its text.
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

/// The kinds of JSON values that a property accepts.
private struct ValueKinds {
  private let kinds: Set<ValueKind>
  private let takesNull: Bool

  /// Creates the set of kinds that a property accepts.
  ///
  /// - Parameter isInside: whether the property decodes only a part of the value under its key, which must then be a
  ///   container.
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

  /// Whether the property accepts neither arrays nor objects.
  var isScalar: Bool { !kinds.contains(.container) }

  /// Returns whether the property accepts values of a kind.
  func contains(_ kind: ValueKind) -> Bool { kind == .null ? takesNull : kinds.contains(kind) }
}
