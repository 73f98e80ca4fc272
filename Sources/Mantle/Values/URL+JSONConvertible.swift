import MantlePlatform

extension URL: JSONConvertible {
  /// A JSON string that is a URL as it stands (RFC 3986); nothing is repaired, so a space or an accent is an
  /// error. See ``JSONTransformer/lenientURL``. Building a URL costs as much as ten other properties.
  public static func decode(_ json: JSONCursor) throws -> URL {
    guard json.is(.string) else { throw json.mismatch(expected: "URL", hint: json.urlHint()) }
    let text = try json.string()
    guard let url = URL(string: text, encodingInvalidCharacters: false), !text.hasLargePort(url) else {
      throw json.mismatch(expected: "URL", code: .invalidValue, hint: json.urlHint())
    }
    return url
  }

  /// The absolute text.
  public func encode(to writer: inout JSONWriter) { writer.string(absoluteString) }

  public static var shape: ValueShape { .url }
}

extension String {
  /// Whether a port stands in a URL that there is not; asked for only where a colon stands behind the scheme's, before the
  /// path. A loop over the bytes: through the indices of the view it took a third of the time of making the URL.
  fileprivate func hasLargePort(_ url: URL) -> Bool {
    let mayHavePort = utf8.withContiguousStorageIfAvailable { bytes in
      var position = 0
      while position < bytes.count, bytes[position] != UInt8(ascii: ":") { position += 1 }
      position += 3
      while position < bytes.count, bytes[position] != UInt8(ascii: "/") {
        if bytes[position] == UInt8(ascii: ":") { return true }
        position += 1
      }
      return false
    }
    return mayHavePort ?? true && url.port ?? 0 > Int(UInt16.max)
  }
}
