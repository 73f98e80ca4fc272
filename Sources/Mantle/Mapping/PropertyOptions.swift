/// Which ways a property goes between model and JSON.
public enum PropertyDirection: Sendable, Hashable {
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
enum NullMeaning: Sendable, Hashable {
  /// Nil for an optional, an error for every other type.
  case value
  /// The same as an absent key.
  case absent
}

/// Everything a property is told beyond its key path, JSON key paths and transformer.
struct PropertyOptions<Root, Value> {
  var name: String?
  var documentation: String?
  var direction = PropertyDirection.both
  var storage = PropertyStorage.permanent
  var nullPolicy: NullPolicy?
  var nullMeaning = NullMeaning.value
  var nullAliasFallsThrough = false
  var isIdentity = false
  var isRequired = false
  var defaultValue: (@Sendable () -> Value)?
  var archiving = PropertyArchiving.automatic
  var archiveKey: String?
  var rules: [@Sendable (Value) throws -> Value] = []
  var merge: (@Sendable (_ current: Value, _ incoming: Value) -> Value)?
}
