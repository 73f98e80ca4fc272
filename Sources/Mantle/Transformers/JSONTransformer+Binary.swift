import MantlePlatform

extension JSONTransformer where Value == Data {
  /// A transformer for bytes in a padded base64 string (RFC 4648 §4).
  ///
  /// White space, characters outside the alphabet, superfluous padding and nonzero trailing bits are errors,
  /// so that different strings never decode to the same bytes.
  ///
  /// ```swift
  /// Property(\.avatar, "avatar", .base64)  // "iVBORw0KGgo="
  /// ```
  public static var base64: JSONTransformer {
    bytes(
      "base64", expected: "base64 text", read: Base64.data,
      write: { $0.base64EncodedString() })
  }

  /// A transformer for bytes in a base64 string for URLs and file names (RFC 4648 §5), with `-` and `_`
  /// instead of `+` and `/`.
  ///
  /// Padding is optional when decoding and is never written.
  ///
  /// ```swift
  /// let data = try JSONTransformer<Data>.base64URL.forward(json: #""Zm8""#)  // the bytes of `fo`
  /// ```
  public static var base64URL: JSONTransformer {
    bytes("base64URL", expected: "base64url text", read: Base64URL.data, write: Base64URL.text)
  }

  /// A transformer for bytes in hexadecimal digits (RFC 4648 §8), two for each byte, in either case; written
  /// in lower case.
  ///
  /// ```swift
  /// let data = try JSONTransformer<Data>.hex.forward(json: #""00fFa5""#)  // 0, 255, 165
  /// let text = try JSONTransformer<Data>.hex.reverse(data)  // "00ffa5", in quotes
  /// ```
  ///
  /// An odd number of digits, a prefix `0x` and white space are errors.
  public static var hex: JSONTransformer {
    bytes("hex", expected: "an even number of hexadecimal digits", read: Hex.data, write: Hex.text)
  }

  /// Returns a transformer for bytes in a string.
  ///
  /// - Parameters:
  ///   - expected: The expected string as a phrase for the diagnostic.
  ///   - read: Returns the bytes of a string; nil if the string is invalid.
  private static func bytes(
    _ name: String, expected: String, read: @escaping @Sendable (String) -> Data?,
    write: @escaping @Sendable (Data) -> String
  ) -> JSONTransformer {
    JSONTransformer(
      name, shape: .data, decode: { try $0.text(expected: expected, read) },
      encode: { $1.writeString(write($0)) }
    )
    .expecting(expected)
  }
}

/// The base64 codec.
private enum Base64 {
  /// Returns the bytes of a base64 string; nil if the string is not canonical base64.
  ///
  /// Foundation accepts some noncanonical strings, so the bytes are encoded again and compared.
  @Sendable static func data(_ text: String) -> Data? {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return data
  }
}

/// The base64url codec.
private enum Base64URL {
  /// Returns the bytes of a base64url string with or without padding; nil if the string is not canonical.
  @Sendable static func data(_ text: String) -> Data? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let missing = standard.hasSuffix("=") ? 0 : (4 - standard.utf8.count % 4) % 4
    return Base64.data(standard + String(repeating: "=", count: missing))
  }

  /// Returns the base64url string of bytes, without padding.
  @Sendable static func text(_ data: Data) -> String {
    let standard = data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return String(standard.prefix { $0 != "=" })
  }
}

/// The codec for hexadecimal digits.
private enum Hex {
  /// Returns the bytes of an even number of hexadecimal digits; nil for every other string.
  @Sendable static func data(_ text: String) -> Data? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var data = Data(capacity: digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      data.append(high << 4 | low)
    }
    return data
  }

  /// Returns the hexadecimal digits of bytes, in lower case.
  @Sendable static func text(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the value of an ASCII hexadecimal digit; nil if the byte is not such a digit.
  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
