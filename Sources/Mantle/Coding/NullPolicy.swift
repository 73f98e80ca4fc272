/// How nil is written.
public enum NullPolicy: Sendable, Hashable {
  /// As `null`, creating the containers of its path.
  case writeNull
  /// Not at all; no empty container is left behind.
  case omit
  /// As the property's default; as null where it has none, or its default is nil.
  case writeDefault
}
