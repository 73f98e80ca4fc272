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
package struct DefinedProperty: Sendable, Hashable {
  /// The name in Swift, messages and the browser.
  package var name: String
  /// The location of the value in JSON, for decoding and encoding.
  package var keyPath: JSONKeyPath
  /// Further locations, which are tried in order if the locations before have no value. Encoding
  /// uses ``keyPath`` only.
  package var aliases: [JSONKeyPath] = []
  /// The type of the value.
  package var type: DefinedType
  /// The value for an absent key, as JSON.
  package var defaultValue: JSONValue?
  /// Whether an absent key is an error although the type is optional or a default exists.
  package var isRequired = false
  /// The meaning of null; nil for the usual one: null is nil for an optional type, and an error
  /// for every other type.
  package var onNull: NullReading?
  /// The encoding of nil; nil for the model's policy.
  package var onNil: DefinedNilPolicy?
  /// Whether the value can be edited.
  package var isMutable = true
  /// Whether the value is decoded, encoded or both.
  package var direction = Direction.both
  /// The constraints on the value.
  package var rules = DefinedRules()
  /// Whether the property belongs to the identity of a model, by which elements are paired when
  /// two archives are compared or merged.
  package var isIdentity = false
  /// The rule for merging an older and a newer value; nil for the default of the type.
  package var merge: Merge?
  /// Whether the value is part of archives.
  package var isArchived = true
  /// The key in archives; nil if it equals the name.
  package var archiveKey: String?
  /// The meaning of the property, for readers.
  package var documentation: String?
  /// Observations from inference that the type does not express, e.g. that all strings are dates.
  package var notes: [String]

  /// All locations of the value, ``keyPath`` first.
  var allPaths: [JSONKeyPath] { [keyPath] + aliases }

  /// The notes that do not recommend the current type.
  var openNotes: [String] { notes.filter { !$0.contains("`\(type.unwrapped.text)`") } }

  /// A meaning of null other than nil.
  package enum NullReading: String, Sendable, Hashable, CaseIterable {
    /// Null is equivalent to an absent key.
    case absent
    /// Null selects the next of the ``aliases``.
    case next
  }

  /// The directions in which a value is converted between model and JSON.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    /// The value is decoded and encoded.
    case both
    /// The value is decoded and never encoded.
    case read
    /// The value is encoded and never decoded.
    case write
  }

  /// The rule for a value that both of two merged models have.
  package enum Merge: String, Sendable, Hashable, CaseIterable {
    /// The newer value replaces the older one as a whole.
    case newer
    /// The older value remains, unless it is null.
    case older
    /// The list keeps its elements, followed by the elements of the newer list that it lacks.
    case union
  }

  /// Creates a property that is decoded, encoded, mutable and archived, with no constraints.
  package init(
    name: String, keyPath: JSONKeyPath, type: DefinedType, documentation: String? = nil, notes: [String] = []
  ) {
    self.name = name
    self.keyPath = keyPath
    self.type = type
    self.documentation = documentation
    self.notes = notes
  }
}

/// The constraints on the values of a property. They do not apply to nil.
package struct DefinedRules: Sendable, Hashable {
  /// The smallest permitted number.
  package var minimum: Decimal?
  /// The largest permitted number.
  package var maximum: Decimal?
  /// The minimum number of characters of a string, or of elements of a list or dictionary.
  package var minLength: Int?
  /// The maximum number of characters of a string, or of elements of a list or dictionary.
  package var maxLength: Int?
  /// A regular expression that a string must match somewhere; `^` and `$` anchor it.
  package var pattern: String?
  /// The permitted values, as JSON.
  package var oneOf: [JSONValue]?

  /// Creates an empty set of constraints.
  package init() {}
}
