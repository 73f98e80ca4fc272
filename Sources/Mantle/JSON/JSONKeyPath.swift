/// A way from one JSON value to another: object keys, array indices, and "each element".
///
/// Written with dots, it reads `user.login`, `labels[0].name`, `labels[].name`. A backslash takes the next
/// character of a key literally (`a\.b` is one key), the empty path is the value itself, and any key can
/// be given as a component, so every legal JSON key can be reached.
public struct JSONKeyPath: Sendable, Hashable {
  public enum Component: Sendable, Hashable {
    case key(String)
    case index(Int)
    case each
  }

  public var components: [Component]

  public init(_ components: [Component] = []) { self.components = components }
}
