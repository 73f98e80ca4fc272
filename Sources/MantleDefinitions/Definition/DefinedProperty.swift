import Mantle
import MantlePlatform

/// One property of a model.
package struct DefinedProperty: Sendable, Hashable {
  package var name: String
  /// Where it stands in JSON.
  package var keyPath: JSONKeyPath
  /// Where else it may stand, tried in order where the paths before have nothing; written is ``keyPath``.
  package var aliases: [JSONKeyPath] = []
  package var type: DefinedType
  /// The value for an absent key, as JSON.
  package var defaultValue: JSONValue?
  /// Whether an absent key is an error though the type is optional or there is a default.
  package var isRequired = false
  /// What null means; for an optional nil, else an error.
  package var onNull: NullReading?
  /// How nil is written, where this differs from the model's policy.
  package var onNil: DefinedNilPolicy?
  /// Whether it can be edited.
  package var isMutable = true
  package var direction = Direction.both
  package var rules = DefinedRules()
  /// Whether it tells which of several models it is: of two archives, and where archives are merged.
  package var isIdentity = false
  /// How a newer value becomes one with what there was; by its type where nothing is said.
  package var merge: Merge?
  /// Whether it is part of archives.
  package var isArchived = true
  /// The key in archives, where it is not the name.
  package var archiveKey: String?
  package var documentation: String?
  /// What was seen that the type does not say, e.g. that all texts are days.
  package var notes: [String]

  /// Where it may stand: the place that is written, and the aliases.
  var allPaths: [JSONKeyPath] { [keyPath] + aliases }

  /// The notes without those that advise the type it has.
  var openNotes: [String] { notes.filter { !$0.contains("`\(type.unwrapped.text)`") } }

  /// What null means besides nil.
  package enum NullReading: String, Sendable, Hashable, CaseIterable {
    /// The same as an absent key.
    case absent
    /// That the next of the ``aliases`` is to be read.
    case next
  }

  /// Which ways it goes between model and JSON.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    case both
    /// It is read and never written.
    case read
    /// It is written and never read.
    case write
  }

  /// What becomes of a value that stands in both of two models that are merged.
  package enum Merge: String, Sendable, Hashable, CaseIterable {
    /// The newer one takes its place as a whole.
    case newer
    /// What there was stays, unless it is null.
    case older
    /// A list keeps its elements, and those of the newer one that it does not have are appended.
    case union
  }

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

/// What the values of a property must be like; nil, in a property that may be nil, is never asked.
package struct DefinedRules: Sendable, Hashable {
  /// The least number.
  package var minimum: Decimal?
  /// The greatest number.
  package var maximum: Decimal?
  /// How many characters a text has, or elements a list or dictionary, at least.
  package var minLength: Int?
  /// The same at most.
  package var maxLength: Int?
  /// A regular expression that a text must match somewhere.
  package var pattern: String?
  /// The only values there may be, as JSON.
  package var oneOf: [JSONValue]?

  package init() {}
}
