/// A way from one JSON value to another: object keys, array indices, and "each element".
///
/// Written with dots, it reads `user.login`, `labels[0].name`, `labels[].name`. A backslash takes the next
/// character of a key literally (`a\.b` is one key), the empty path is the value itself, and any key can
/// be given as a component, so every legal JSON key can be reached.
///
///     let path: JSONKeyPath = "labels[0].name"
///     let pointer = path.pointer  // /labels/0/name
public struct JSONKeyPath: Sendable, Hashable {
  /// One step of a path.
  public enum Component: Sendable, Hashable {
    /// The value of an object's member.
    case key(String)
    /// The element of an array at a position, from 0.
    case index(Int)
    /// Every element of an array.
    case each
  }

  /// The steps from the outside in; none for the value itself.
  public var components: [Component]
  /// Why the literal it was written as is no key path; nil for every sound one.
  let mistake: Mistake?

  /// A path of the given steps; of none, the value itself.
  public init(_ components: [Component] = []) {
    self.components = components
    mistake = nil
  }

  /// A path written as a literal that is no key path: one key, which a mapping refuses.
  init(mistaken error: JSONKeyPathError) {
    components = [.key(error.text)]
    mistake = Mistake(error)
  }

  /// A reference, because paths are many and mistakes few.
  final class Mistake: Sendable {
    let error: JSONKeyPathError
    init(_ error: JSONKeyPathError) { self.error = error }
  }

  public static func == (a: Self, b: Self) -> Bool { a.components == b.components }
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension JSONKeyPath.Component {
  /// Keys are the same where every code point is, as in JSON; `String` takes canonically equivalent ones for equal.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.key(let a), .key(let b)): a.isExactly(b)
    case (.index(let a), .index(let b)): a == b
    case (.each, .each): true
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(ExactText(key))
    case .index(let index): hasher.combine(index)
    case .each: hasher.combine(-1)
    }
  }
}
