/// The treatment of nil when a model is encoded.
///
/// ```swift
/// Property(\.body, "body").onNil(.omit)
/// ```
///
/// The policy is set for a property (``Property/onNil(_:)``), a call (``EncodingContext``) or a model
/// (``Mapping/onNil(_:)``); the first of them that is set is used. An absent ``Field`` is never written.
public enum NullPolicy: Sendable, Hashable {
  /// Writes `null` and creates the containers of the property's path.
  case writeNull
  /// Omits the key, and the containers of its path if they would be empty.
  case omit
  /// Writes the property's default, or `null` if there is no default or it is nil.
  case writeDefault
}
