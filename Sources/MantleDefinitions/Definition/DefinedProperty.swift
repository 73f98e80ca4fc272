import Mantle
import MantlePlatform

/// One property of a model.
public struct DefinedProperty: Sendable, Hashable {
  public var name: String
  /// Where it stands in JSON.
  public var keyPath: JSONKeyPath
  /// Where else it may stand, tried in order where the paths before have nothing; written is ``keyPath``.
  public var aliases: [JSONKeyPath] = []
  public var type: DefinedType
  /// The value for an absent key, as JSON.
  public var defaultValue: JSONValue?
  /// Whether an absent key is an error though the type is optional or there is a default.
  public var isRequired = false
  /// What null means; for an optional nil, else an error.
  public var onNull: NullReading?
  /// How nil is written, where this differs from the model's policy.
  public var onNil: DefinedNilPolicy?
  /// Whether it can be edited.
  public var isMutable = true
  public var direction = Direction.both
  public var rules = DefinedRules()
  /// Whether it tells which of several models it is: of two archives, and where archives are merged.
  public var isIdentity = false
  /// How a newer value becomes one with what there was; by its type where nothing is said.
  public var merge: Merge?
  /// Whether it is part of archives.
  public var isArchived = true
  /// The key in archives, where it is not the name.
  public var archiveKey: String?
  public var documentation: String?
  /// What was seen that the type does not say, e.g. that all texts are days.
  public var notes: [String]

  /// The notes without those that advise the type it has.
  var openNotes: [String] { notes.filter { !$0.contains("`\(type.unwrapped.text)`") } }

  /// What null means besides nil.
  public enum NullReading: String, Sendable, Hashable, CaseIterable {
    /// The same as an absent key.
    case absent
    /// That the next of the ``aliases`` is to be read.
    case next
  }

  /// Which ways it goes between model and JSON.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case both
    /// It is read and never written.
    case read
    /// It is written and never read.
    case write
  }

  /// What becomes of a value that stands in both of two models that are merged.
  public enum Merge: String, Sendable, Hashable, CaseIterable {
    /// The newer one takes its place as a whole.
    case newer
    /// What there was stays, unless it is null.
    case older
    /// A list keeps its elements, and those of the newer one that it does not have are appended.
    case union
  }

  public init(
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
public struct DefinedRules: Sendable, Hashable {
  /// The least number.
  public var minimum: Decimal?
  /// The greatest number.
  public var maximum: Decimal?
  /// How many characters a text has, or elements a list or dictionary, at least.
  public var minLength: Int?
  /// The same at most.
  public var maxLength: Int?
  /// A regular expression that a text must match somewhere.
  public var pattern: String?
  /// The only values there may be, as JSON.
  public var oneOf: [JSONValue]?

  public init() {}
}
