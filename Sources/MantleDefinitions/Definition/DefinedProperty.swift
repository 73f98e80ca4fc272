import Mantle
import MantlePlatform

/// A property of a model in a definition.
///
/// Every setting is data, so that a definition can be stored in a file, inferred from samples,
/// and written as Swift source or as a JSON Schema.
///
/// ```json
/// { "name": "author", "path": "user.login", "type": "string?", "onNil": "omit", "maxLength": 39 }
/// ```
struct DefinedProperty: Sendable, Hashable {
  /// The name of the property in Swift, messages and the browser.
  var name: String
  /// The location of the property's value in JSON, for decoding and encoding.
  var keyPath: JSONKeyPath
  /// Further locations of the property's value, which are tried in order if ``keyPath`` has no value. Encoding uses
  /// ``keyPath`` only.
  var aliases: [JSONKeyPath] = []
  /// The type of the property's value.
  var type: DefinedType
  /// The property's value for an absent key, as JSON.
  var defaultValue: JSONValue?
  /// Whether an absent key is an error although the type is optional or a default exists.
  var isRequired = false
  /// The treatment of null in JSON. If it is nil, null becomes nil for an optional type, and is an error for every other type.
  var onNull: NullReading?
  /// The policy for encoding a value that is nil; nil for the policy of the model.
  var onNil: DefinedNilPolicy?
  /// Whether users can edit the value of the property.
  var isMutable = true
  /// Whether the value of the property is decoded, encoded or both.
  var direction = Direction.both
  /// The constraints on the value of the property.
  var rules = DefinedRules()
  /// Whether the property belongs to the identity of a model. By the identity, elements are matched when archives are compared or
  /// merged, and rows of a store are found.
  var isIdentity = false
  /// The rule for merging an older and a newer value; nil for the default of the type.
  var merge: Merge?
  /// Whether the value of the property is part of archives.
  var isArchived = true
  /// The key of the property in archives; nil if it equals the name of the property.
  var archiveKey: String?
  /// The name of the property's column in stores; nil if it equals the name of the property.
  var column: String?
  /// Whether the property's column in stores has an index.
  var isIndexed = false
  /// The form in which a store persists a list of models.
  var storage = PersistedForm.json
  /// The documentation of the property, for people who read the definition.
  var documentation: String?
  /// Observations from inference that the type does not express, e.g. that all strings are dates.
  var notes: [String] = []

  /// All locations of the property's value in JSON, ``keyPath`` first.
  var allPaths: [JSONKeyPath] { [keyPath] + aliases }

  /// The notes from inference that still apply: all except those that recommend the type that the property has now.
  var openNotes: [String] { notes.filter { !$0.contains("`\(type.unwrapped.text)`") } }

  /// A treatment of null that differs from the default.
  enum NullReading: String, Sendable, Hashable, CaseIterable {
    /// Null is equivalent to an absent key.
    case absent
    /// Null selects the next of the ``aliases``.
    case next
  }

  /// The directions in which a value is converted between model and JSON.
  enum Direction: String, Sendable, Hashable, CaseIterable {
    /// The value of the property is decoded and encoded.
    case both
    /// The value of the property is decoded and never encoded.
    case read
    /// The value of the property is encoded and never decoded.
    case write
  }

  /// The rule for a value that both of two merged models have.
  enum Merge: String, Sendable, Hashable, CaseIterable {
    /// The newer value replaces the older one as a whole.
    case newer
    /// The older value remains, unless it is null.
    case older
    /// The older list remains, followed by those elements of the newer list that it lacks.
    case union
  }
}

/// The constraints on the values of a property. They do not apply to nil.
struct DefinedRules: Sendable, Hashable {
  /// The smallest permitted number; nil if there is no limit.
  var minimum: Decimal?
  /// The largest permitted number; nil if there is no limit.
  var maximum: Decimal?
  /// The minimum number of characters of a string, or of elements of a list or dictionary.
  var minLength: Int?
  /// The maximum number of characters of a string, or of elements of a list or dictionary.
  var maxLength: Int?
  /// A regular expression that a string must match somewhere; `^` and `$` anchor it.
  var pattern: String?
  /// The permitted values as JSON; nil if there is no list of permitted values.
  var oneOf: [JSONValue]?
}
