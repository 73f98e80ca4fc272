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
/// Property(local: \.retrievedAt) { Date() }.storage(.transitory)
/// ```
///
/// The storage has no influence on JSON. See ``Property/storage(_:)``.
public enum PropertyStorage: Sendable, Hashable {
  /// The property is used in equality, hash, description, the dictionary view and archives.
  case permanent
  /// The property is used in the dictionary view and in copies only.
  case transitory
  /// The property is used in decoding and encoding only.
  case none
}

/// The meaning of an explicit null for a property.
///
/// ```swift
/// let properties = Properties(of: Tags.self, null: .absent) {
///   Property(\.tags, "tags").default([])  // null gives the default
/// }
/// ```
///
/// ``Property/nullMeansDefault()`` sets the meaning for one property.
public enum NullMeaning: Sendable, Hashable {
  /// Null is nil for an optional and an error for every other type.
  case value
  /// Null has the meaning of a missing key: the default, or nil.
  case absent
}

/// The source of a property's value in JSON.
@usableFromInline enum PropertySource: Sendable {
  /// Alternative paths, the canonical one first.
  case paths([JSONKeyPath])
  /// Several members of the object that are combined into one value, and encoded as the same members.
  case members([JSONKeyPath])
  /// No source: the value is computed locally.
  case local
  /// One key, derived from the property's name by the mapping's ``KeyNaming``.
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
  var storage = PropertyStorage.permanent
  package var nullPolicy: NullPolicy?
  var nullMeaning = NullMeaning.value
  /// Whether a value whose JSON is that of the default is omitted.
  package var omitsDefault = false
  /// Whether an empty string has the meaning of a missing key.
  var emptyMeansAbsent = false
  /// Whether a value that cannot be decoded has the meaning of a missing key.
  var errorMeansAbsent = false
  /// The tolerance for the elements of a list.
  var tolerance: ListTolerance = []
  var nullAliasFallsThrough = false
  var isIdentity = false
  var isRequired = false
  /// Whether the property's transformer is that of a registry, which has none.
  var isUnregistered = false
  /// The reason why the property cannot be decoded from its JSON default.
  var defaultMistake: String?
  /// The values that other layers attach, such as the key in archives.
  package var attachments = Attachments()
}
