import MantlePlatform

extension JSONTransformer where Value == URL {
  /// A transformer for URLs, absolute or relative, whose invalid characters are errors.
  ///
  /// It is the conversion that `URL` has without a transformer. See ``absoluteURL`` to refuse relative URLs
  /// and ``lenientURL`` to accept spaces and accented letters.
  public static var url: JSONTransformer { natural.named("url") }

  /// A transformer for URLs with a scheme, such as `https://github.com`; relative URLs are errors.
  ///
  /// ```swift
  /// Property(\.home, "home", .absoluteURL)
  /// ```
  ///
  /// ```
  /// "https://github.com"  →  the URL
  /// "/octocat"            →  error
  /// ```
  public static var absoluteURL: JSONTransformer {
    natural.named("absoluteURL").checked("URL with a scheme") { $0.scheme != nil }
  }

  /// A transformer for URLs that percent-encodes invalid characters such as spaces and accented letters, with
  /// a note.
  ///
  /// ```swift
  /// Property(\.home, "home", .lenientURL)
  /// ```
  ///
  /// The URL is written with the percent-encoded characters.
  public static var lenientURL: JSONTransformer {
    JSONTransformer(
      "lenientURL", shape: .url,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: "URL", hint: json.urlHint()) }
        let text = try json.string()
        if let url = URL(string: text, encodingInvalidCharacters: false) { return url }
        guard let url = URL(string: text, encodingInvalidCharacters: true) else {
          throw json.mismatch(expected: "URL", code: .invalidValue)
        }
        json.context.note(.coercion, "percent-encoded to \(url.absoluteString)", at: json)
        return url
      },
      encode: { $1.writeString($0.absoluteString) })
  }
}
