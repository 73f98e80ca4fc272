/// The JSON of a property that is nil.
///
/// ```swift
/// Property(\.body, "body").encodeNil(as: .omitted)
/// ```
///
/// The encoding is set for a property (``Property/encodeNil(as:)``), a call (``EncodingOptions/nilEncoding``)
/// or a model (``Mapping/encodeNil(as:)``); the first of these settings is used. An absent ``Field`` is never
/// written.
public enum NilEncoding: Sendable, Hashable {
  /// Writes `null` and creates the containers of the property's path.
  case null
  /// Omits the key, and the containers of its path if they would be empty.
  case omitted
  /// Writes the property's default, or `null` if there is no default or it is nil.
  case `default`
}
