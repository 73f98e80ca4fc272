import Mantle

/// The degree to which a model fits the objects at a location, judged by their keys.
///
/// Values do not count against a model, so that a document with only wrong values still has
/// its intended model. They only decide between models whose keys fit equally well.
package struct ModelFit: Sendable {
  /// A part of a whole number of things.
  package struct Share: Sendable, Hashable {
    /// The number of things that are present.
    package let part: Int
    /// The number of all things.
    package let whole: Int

    /// The share, from 0 to 1; 1 if the whole is empty.
    package var ratio: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
  }

  /// The model.
  package let model: ModelDescription
  /// The location: empty for the root, `[]` for elements of an array, lines or members,
  /// `items[]` inside a wrapper object.
  package let path: JSONKeyPath
  /// The number of objects inspected.
  let sampled: Int
  /// The properties with a required key, and the number of those whose key at least one
  /// object has.
  package let required: Share
  /// The decoded properties, and the number of those whose key at least one object has.
  package let mapped: Share
  /// The keys of all objects, and the number of those that the model maps.
  package let keys: Share
  /// The same as ``keys`` without unmapped keys of locations, such as `url` and `html_url`.
  let ownKeys: Share
  /// The number of different keys that the model does not map; 0 for a cluster, whose members have further keys.
  let unmapped: Int
  /// The properties whose key is present, and the number of those with a value of an accepted
  /// kind.
  package let typed: Share
  /// The required keys that no object has.
  package let missing: [String]
  /// The required keys that no object has, with the unmapped key that was probably intended.
  let misspelt: [String: String]
  /// Whether nearly all objects resemble the model.
  package let isUniform: Bool
  /// Whether all objects that resemble the model are truncated, so that missing keys may
  /// follow.
  let isCut: Bool
  /// Whether some properties only have values of other kinds. If most of many properties do,
  /// the document is probably wrong rather than of another model.
  let isContradicted: Bool
  /// Whether most scalar properties have an array or object, and hardly any value is a
  /// scalar, so that the keys describe something, as in a schema.
  package let isDescription: Bool

  /// The quality of the fit, from 0 to 1: the share of the required keys that are present,
  /// multiplied by the average share of the model's and the objects' keys that correspond.
  /// The kinds of the values count for a hundredth.
  ///
  /// For truncated objects: the number of matched keys, and their share of the objects' keys.
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
  /// A model with many required keys needs fewer other keys. A model with few needs all of
  /// its keys, or nearly all keys of the object, because many things have a `name` and a
  /// `color`; in that case values of other kinds count against it too, and so do keys that
  /// only the model or only the objects have: an inferred model has none of these.
  package var isConvincing: Bool {
    guard isUniform, !isDescription, mapped.part > 0, isEveryKeyThere else { return false }
    // Only the keys before the truncation can be compared.
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

  /// Whether all but one of many required keys are present, and hardly any others.
  var isNearlyWhole: Bool {
    missing.count == 1 && isTelling && isUniform && !isDescription && ownKeys.ratio >= Self.nearlyAllKeys
  }

  /// Whether the objects may be intended as the model although required keys are missing.
  var isPlausible: Bool {
    isUniform && !isDescription && !isContradicted && mapped.ratio + keys.ratio >= 1.2
  }

  private var isEveryKeyThere: Bool {
    if missing.count == misspelt.count { return true }
    if isCut { return mapped.part >= Self.fewest }
    // One key may be missing from a large model, or if hardly any other keys differ. If a
    // whole list lacks the key, it has another model.
    return missing.count == 1 && sampled < Self.list && mapped.ratio >= Self.nearlyAll
      && (required.part >= Self.large || isNearlyWhole)
  }

  /// Whether the model has enough required keys to rule out a coincidental match.
  package var isTelling: Bool { required.part >= Self.telling }

  /// The number of required keys that are not a coincidence.
  static let telling = 6
  private static let large = 8
  private static let list = 3
  /// The number of keys that identify the model of an object despite truncation or wrong
  /// values.
  fileprivate static let fewest = 4
  private static let nearlyAll = 0.75
  private static let nearlyAllKeys = 0.8
  /// The number of keys that are not a coincidence if they are all keys of a model.
  fileprivate static let fewestOfAll = 5
}

/// The keys of a model's objects, and the kinds of their values.
struct ModelKeys {
  /// The names, requirement and value kinds of one property's key.
  private struct Key {
    let names: [String]
    let isRequired: Bool
    let kinds: ValueKinds
  }

  let model: ModelDescription
  private let properties: [Key]
  private let names: Set<String>

  /// The keys of the required properties.
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
      // One of a few objects may be something else or lack a key, or one of two if the other
      // is complete.
      isUniform: !alike.isEmpty
        && (odd * 5 <= objects.count
          || odd == 1 && isComplete && (alike.count >= 2 || isProof)),
      isCut: !alike.isEmpty && alike.allSatisfy(\.isCut),
      isContradicted: wrong > 0 && (wrong * 2 <= kinds.count || present.count < ModelFit.fewest),
      isDescription: scalars.count { $0.1 == .container } * 2 > scalars.count
        && values.count { $0.1 == .container } * 4 >= values.count * 3)
  }

  /// Whether an object resembles the model, with at most a third of the required keys
  /// missing.
  func isAlike(_ object: ObjectSample) -> Bool {
    let required = properties.lazy.filter(\.isRequired)
    let present = required.count { object.has($0.names) }
    return present * 3 >= required.count * (object.isCut ? 1 : 2)
      && properties.contains { object.has($0.names) }
  }

  /// Whether an object resembles the model and has all required keys, as far as it is not
  /// truncated.
  func isWhole(_ object: ObjectSample) -> Bool {
    isAlike(object) && (object.isCut || properties.allSatisfy { !$0.isRequired || object.has($0.names) })
  }

  /// Whether the model has a property for a key.
  func maps(_ key: String) -> Bool { names.contains(key) }

  /// Returns the missing keys that are probably misspelled in the text. If more than a fifth
  /// of the required keys would be misspelled, the text has another model.
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
  /// Whether a key is a location rather than content in the APIs that were examined.
  fileprivate var isAddress: Bool { Self.addresses.contains(self) || hasSuffix("_url") }

  private static let addresses: Set = ["url", "href", "self", "_links", "node_id", "gravatar_id"]
}

/// An object of the document, reduced to its keys and the kinds of its values.
struct ObjectSample {
  /// The kinds of the values by key.
  let kinds: [String: ValueKind]
  /// Whether the object is truncated, and its end was added.
  var isCut = false

  /// Whether the object has one of the keys.
  func has(_ names: [String]) -> Bool { names.contains { kinds[$0] != nil } }
  /// Returns the kind of the value for the first of the keys that is present; nil if none is.
  func kind(_ names: [String]) -> ValueKind? { names.lazy.compactMap { kinds[$0] }.first }
}

/// The kind of a value, determined by its first byte.
enum ValueKind {
  /// A string, number, boolean or null, or an array or object.
  case string, number, boolean, null, container

  /// Creates the kind of a value that begins with a byte.
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
  /// - Parameter isInside: whether the property decodes a part of the value only.
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

  /// Whether neither arrays nor objects are accepted.
  var isScalar: Bool { !kinds.contains(.container) }

  /// Whether a kind is accepted.
  func contains(_ kind: ValueKind) -> Bool { kind == .null ? takesNull : kinds.contains(kind) }
}
