/// The directions in which a property is converted between model and JSON.
enum PropertyDirection: Sendable, Hashable {
  /// The property is decoded and encoded.
  case both
  /// The property is decoded from JSON and never encoded.
  case decodeOnly
  /// The property is encoded to JSON and never decoded; decoding uses the default.
  case encodeOnly
}

/// The uses of a property in addition to decoding and encoding.
///
/// ```swift
/// Property(local: \.retrievedAt) { Date() }.retention(.transient)
/// ```
///
/// The retention has no influence on JSON. See ``Property/retention(_:)``.
public enum PropertyRetention: Sendable, Hashable {
  /// The property is used in equality, hash, description, ``Model/propertyValues`` and archives.
  case permanent
  /// The property is used in ``Model/propertyValues`` and in copies, but not in equality and archives.
  case transient
  /// The property is used in decoding and encoding only.
  case excluded
}

/// Values that have the meaning of a missing key.
///
/// ```swift
/// Property(\.size, "size").default(0, for: [.null, .invalid])
/// ```
///
/// See ``Property/default(_:for:)`` and ``Property/absent(when:)``.
public struct AbsentValues: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An explicit null, which otherwise is nil for an optional and an error for every other type.
  public static let null = AbsentValues(rawValue: 1)
  /// An empty string.
  public static let empty = AbsentValues(rawValue: 2)
  /// A value that cannot be decoded. Its problems become warnings.
  public static let invalid = AbsentValues(rawValue: 4)
}

/// The source of a property's value in JSON.
@usableFromInline enum PropertySource: Sendable {
  /// Alternative paths, the canonical one first.
  case paths([JSONKeyPath])
  /// Several members of the object that are combined into one value, and encoded as the same members.
  case members([JSONKeyPath])
  /// No source: the value is computed locally.
  case local
  /// A single key, derived from the property's name by the ``KeyNaming`` of the property list.
  case unnamed

  @usableFromInline static func at(_ path: JSONKeyPath, or aliases: [JSONKeyPath]) -> PropertySource {
    .paths([path] + aliases)
  }

  var paths: [JSONKeyPath] {
    switch self {
    case .paths(let paths), .members(let paths): paths
    case .local, .unnamed: []
    }
  }
}

/// The settings of a property that do not depend on its value type.
package struct PropertyTraits: Sendable {
  var name: String?
  /// The model's name, if the Swift type represents several models.
  var modelName: String?
  /// The displayed type name, if it differs from the Swift type.
  var typeName: String?
  var documentation: String?
  var direction = PropertyDirection.both
  var retention = PropertyRetention.permanent
  package var nilEncoding: NilEncoding?
  /// The values that have the meaning of a missing key.
  var absent: AbsentValues = []
  /// Whether a value whose JSON is that of the default is omitted.
  package var omitsDefault = false
  /// The tolerance for the elements of a list.
  var tolerance: ListTolerance = []
  var nullAliasFallsThrough = false
  var isIdentity = false
  var isRequired = false
  /// Whether the property has no transformer yet, because the registry of its list must provide it.
  var isUnregistered = false
  /// The reason why the property cannot be decoded from its JSON default.
  var defaultMistake: String?
  /// The values that other layers attach, such as the key in archives.
  package var attachments = Attachments()
}
