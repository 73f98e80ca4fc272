/// How a property that names no JSON key path is called in JSON.
///
///     static let properties = Properties(of: Account.self, keys: .snakeCase) {
///       Property(\.firstName)  // "first_name"
///       Property(\.isActive)  // "is_active"
///     }
public struct KeyNaming: Sendable {
  private let name: @Sendable (String) -> String

  /// A naming by a function from the Swift name to the JSON key.
  @preconcurrency public init(_ name: @escaping @Sendable (_ property: String) -> String) { self.name = name }

  /// The JSON key of a Swift name.
  package func key(for property: String) -> String { name(property) }

  /// The property's own name.
  public static let identity = KeyNaming { $0 }

  /// Words in lower case joined by `_`: `createdAt` → `created_at`, `fooURL` → `foo_url`,
  /// `imageURLs` → `image_urls`, `htmlURLText` → `html_url_text`, `HTMLURL` → `htmlurl`, `line2Text` → `line2_text`.
  public static let snakeCase = KeyNaming { SnakeCase.words(of: $0).joined(separator: "_") }
}

/// Splitting of Swift names into words: at each change from small to capital letter, and before the last
/// capital of a run that goes on in small letters, unless these are the `s` of a plural. Digits belong to the word before
/// them.
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
