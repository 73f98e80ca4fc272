/// A path from one JSON value to another, consisting of object keys, array indices and "each element".
///
/// ```swift
/// let path: JSONKeyPath = "labels[0].name"
/// let pointer = path.pointer  // /labels/0/name
/// ```
///
/// The notation is `user.login`, `labels[0].name` or `labels[].name`. A backslash makes the next character
/// part of a key (`a\.b` is one key), and the empty path is the value itself. Every JSON key can be given as
/// a component.
///
/// | Notation | Value |
/// |---|---|
/// | `user.login` | the member `login` of the member `user` |
/// | `labels[0]` | the first element |
/// | `labels[].name` | the names of all elements |
/// | `a\.b` | the member `a.b` |
/// | `[""]` | the member with the empty key |
/// | the empty text | the value itself |
///
/// A string literal is a path. For text from a person or a file, use `try JSONKeyPath(text)`, which throws an
/// error for a mistake, and for any single key ``init(key:)``.
public struct JSONKeyPath: Sendable, Hashable {
  /// A step of a path.
  ///
  /// ```swift
  /// let path: JSONKeyPath = "labels[].name"
  /// let components = path.components  // [.key("labels"), .each, .key("name")]
  /// ```
  public enum Component: Sendable, Hashable {
    /// The value of a member.
    case key(String)
    /// The element of an array at an index, from 0.
    case index(Int)
    /// Every element of an array.
    case each
  }

  /// The steps from the outermost value inward; empty for the value itself.
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

  /// Creates the path of an invalid literal: a single key, which mappings reject.
  init(mistaken error: JSONKeyPathError) {
    components = [.key(error.text)]
    mistake = Mistake(error)
  }

  /// The error of an invalid literal. This is a class to keep valid paths small.
  final class Mistake: Sendable {
    let error: JSONKeyPathError
    init(_ error: JSONKeyPathError) { self.error = error }
  }

  /// Whether both paths have the same components.
  public static func == (a: Self, b: Self) -> Bool { a.components == b.components }
  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension JSONKeyPath.Component {
  /// Whether both are the same step. Keys are compared by code points, as in JSON; `String` would consider
  /// canonically equivalent keys equal.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.key(let a), .key(let b)): a.isExactly(b)
    case (.index(let a), .index(let b)): a == b
    case (.each, .each): true
    default: false
    }
  }

  /// Hashes the step consistently with `==`.
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
