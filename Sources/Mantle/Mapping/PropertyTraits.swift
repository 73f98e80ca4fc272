/// Which ways a property goes between model and JSON.
package enum PropertyDirection: Sendable, Hashable {
  /// Read and written.
  case both
  /// Read from JSON, never written.
  case decodeOnly
  /// Written to JSON, never read: decoding uses the default.
  case encodeOnly
}

/// What a property takes part in.
public enum PropertyStorage: Sendable, Hashable {
  /// Everything: equality, hash, description, the dictionary view, archives.
  case permanent
  /// The dictionary view and copies only; not equality, hash, description or archives.
  case transitory
  /// Nothing but decoding and encoding.
  case none
}

/// What an explicit null means for a property.
public enum NullMeaning: Sendable, Hashable {
  /// Nil for an optional, an error for every other type.
  case value
  /// The same as an absent key: the default, or nil.
  case absent
}

/// Where a property is read from.
@usableFromInline enum PropertySource: Sendable {
  /// Alternative paths, the canonical one first.
  case paths([JSONKeyPath])
  /// Several members of the object become one value; written back the same way.
  case members([JSONKeyPath])
  /// Nowhere: the value is decided locally.
  case local
  /// One key, named by the mapping's ``KeyNaming``.
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

/// What a property is told that does not depend on its value's type.
struct PropertyTraits: Sendable {
  var name: String?
  /// The model's name, where the Swift type is that of many models.
  var modelName: String?
  /// The type as it is shown, where the Swift type says less.
  var typeName: String?
  var documentation: String?
  var direction = PropertyDirection.both
  var storage = PropertyStorage.permanent
  var nullPolicy: NullPolicy?
  var nullMeaning = NullMeaning.value
  var nullAliasFallsThrough = false
  var isIdentity = false
  var isRequired = false
  /// Why the default, given as JSON, is no value of the property.
  var defaultMistake: String?
  /// What other layers want to know, e.g. the key in archives.
  var attachments = Attachments()
}
