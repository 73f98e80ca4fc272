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
  /// The value is at the first of several paths that has a value. Encoding writes it to the first path of the
  /// list.
  case paths([JSONKeyPath])
  /// The value is combined from several members of the object, and encoded as the same members.
  case members([JSONKeyPath])
  /// The value is not in JSON and is computed locally.
  case local
  /// The value is at a single key, which the ``KeyNaming`` of the property list derives from the property's
  /// name.
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
  /// The name of the model; nil unless the Swift type represents several models.
  var modelName: String?
  /// The displayed name of the property's type; nil if it is the name of the Swift type.
  var typeName: String?
  var documentation: String?
  var direction = PropertyDirection.both
  var retention = PropertyRetention.permanent
  package var nilEncoding: NilEncoding?
  /// The JSON values that have the meaning of a missing key.
  var absent: AbsentValues = []
  /// Whether encoding omits a value whose JSON is that of the default.
  package var omitsDefault = false
  /// The invalid JSON that a list or dictionary property tolerates: invalid elements, or one value in place
  /// of a list.
  var tolerance: ListTolerance = []
  var nullAliasFallsThrough = false
  var isIdentity = false
  var isRequired = false
  /// Whether the property has no transformer yet, because the ``TransformerRegistry`` of its list of
  /// properties must provide it.
  var isUnregistered = false
  /// The reason why the property cannot be decoded from its JSON default; nil if it can, or has no JSON
  /// default.
  var defaultMistake: String?
  /// The settings that other layers attach to the property, such as its key in archives.
  package var attachments = Attachments()
}
