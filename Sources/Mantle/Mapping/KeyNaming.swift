/// A rule that derives JSON keys from Swift names, for properties without a JSON key path.
///
///     static let properties = Properties(of: Account.self, keys: .snakeCase) {
///       Property(\.firstName)  // "first_name"
///       Property(\.isActive)  // "is_active"
///     }
///
/// The rule is a parameter of the list of properties. A property with a key path of its own is not affected.
public struct KeyNaming: Sendable {
  private let name: @Sendable (String) -> String

  /// Creates a rule from a function that converts a Swift name to a JSON key.
  ///
  /// ```swift
  /// let prefixed = KeyNaming { "x_" + $0 }
  /// ```
  @preconcurrency public init(_ name: @escaping @Sendable (_ property: String) -> String) { self.name = name }

  /// Returns the JSON key for a Swift name.
  func key(for property: String) -> String { name(property) }

  /// The rule that uses the Swift name unchanged.
  ///
  /// It is the default of ``Properties``.
  public static let verbatim = KeyNaming { $0 }

  /// The rule that joins lowercase words with `_`: `createdAt` → `created_at`, `fooURL` → `foo_url`,
  /// `imageURLs` → `image_urls`, `htmlURLText` → `html_url_text`, `HTMLURL` → `htmlurl`, `line2Text` →
  /// `line2_text`.
  public static let snakeCase = KeyNaming { SnakeCase.words(of: $0).joined(separator: "_") }
}

/// A namespace for splitting Swift names into words: at each change from lowercase to uppercase, and before
/// the last capital of a run that continues in lowercase, unless the lowercase letter is the `s` of a plural.
/// Digits belong to the preceding word.
private enum SnakeCase {
  static func words(of name: String) -> [String] {
    let letters = Array(name)
    var words: [String] = []
    var word = ""
    for (index, letter) in letters.enumerated() {
      let previous = index > 0 ? letters[index - 1] : nil
      let rest = letters[(index + 1)...].prefix { $0.isLowercase }
      let startsWord =
        letter.isUppercase
        && previous.map { !$0.isUppercase || !rest.isEmpty && rest != ["s"] } == true
      if startsWord, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word += letter.lowercased()
    }
    return words + [word]
  }
}
