import MantlePlatform

extension JSONTransformer where Value == URL {
  /// A URL as its text stands; nothing is repaired. A relative one is a URL too.
  public static var url: JSONTransformer { natural.named("url") }

  /// A URL with a scheme, e.g. `https://github.com`; a relative one is an error.
  public static var absoluteURL: JSONTransformer {
    natural.named("absoluteURL").checked("URL with a scheme") { $0.scheme != nil }
  }

  /// A URL whose text is repaired where it must be: spaces and accents are percent-encoded, with a note.
  public static var lenientURL: JSONTransformer {
    JSONTransformer(
      "lenientURL", shape: .url,
      decode: { json in
        let text = try json.string()
        if let url = URL(string: text, encodingInvalidCharacters: false) { return url }
        guard let url = URL(string: text, encodingInvalidCharacters: true) else {
          throw json.mismatch(expected: "URL", code: .invalidValue)
        }
        json.context.note(.coercion, "percent-encoded to \(url.absoluteString)", at: json)
        return url
      },
      encode: { $1.string($0.absoluteString) })
  }
}
