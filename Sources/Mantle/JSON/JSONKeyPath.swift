/// A path from one JSON value to another, consisting of object keys, array indices and "each element".
///
/// ```swift
/// let path: JSONKeyPath = "labels[0].name"
/// let pointer = path.pointer  // /labels/0/name
/// ```
///
/// The notation is `user.login`, `labels[0].name` or `labels[].name`. A backslash before a special character
/// makes that character part of a key (`a\.b` is one key), and the empty path is the value itself. Any JSON
/// key can be a component of a path.
///
/// | Notation | Value |
/// |---|---|
/// | `user.login` | the member `login` of the member `user` |
/// | `labels[0]` | the first element |
/// | `labels[].name` | the names of all elements |
/// | `a\.b` | the member `a.b` |
/// | `[""]` | the member with the empty key |
/// | the empty string | the value itself |
///
/// A string literal is converted to a path. For text from a user or a file, use `try JSONKeyPath(text)`,
/// which throws an error if the text is not a path. For a single key with arbitrary characters, use
/// ``init(key:)``.
public struct JSONKeyPath: Sendable, Hashable {
  /// A step of a path: a key, an index, or each element.
  ///
  /// ```swift
  /// let path: JSONKeyPath = "labels[].name"
  /// let components = path.components  // [.key("labels"), .each, .key("name")]
  /// ```
  public enum Component: Sendable, Hashable {
    /// The step from an object to the value of the member with a key.
    case key(String)
    /// The step from an array to the element at a zero-based index.
    case index(Int)
    /// The step from an array to every element.
    case each
  }

  /// The steps of the path, from the outermost value inward; empty for a path to the value itself.
  public var components: [Component]
  /// The mistake in the literal from which the path was created; nil for valid paths.
  let mistake: Mistake?

  /// Creates a path from its steps.
  ///
  /// ```swift
  /// let path = JSONKeyPath([.key("labels"), .index(0), .key("name")])
  /// print(path)  // labels[0].name
  /// ```
  public init(_ components: [Component] = []) {
    self.components = components
    mistake = nil
  }

  /// Creates a path from an invalid string literal. The path consists of a single key, the literal itself,
  /// and mappings reject it.
  init(mistaken error: JSONKeyPathError) {
    components = [.key(error.text)]
    mistake = Mistake(error)
  }

  /// The parsing error of an invalid string literal. The type is a class so that valid paths stay small.
  final class Mistake: Sendable {
    let error: JSONKeyPathError
    init(_ error: JSONKeyPathError) { self.error = error }
  }

  /// Returns whether both paths have the same components.
  public static func == (a: Self, b: Self) -> Bool { a.components == b.components }
  /// Hashes the components of the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension JSONKeyPath.Component {
  /// Returns whether both components are the same step. Keys are compared by code points, as in JSON;
  /// `String` would consider canonically equivalent keys equal.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.key(let a), .key(let b)): a.isExactly(b)
    case (.index(let a), .index(let b)): a == b
    case (.each, .each): true
    default: false
    }
  }

  /// Hashes the component consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(ExactText(key))
    case .index(let index): hasher.combine(index)
    case .each: hasher.combine(-1)
    }
  }
}

extension JSONKeyPath {
  /// The path with `[]` instead of every index.
  package var withoutIndices: JSONKeyPath {
    JSONKeyPath(
      components.map { step in
        if case .index = step { .each } else { step }
      })
  }
}
