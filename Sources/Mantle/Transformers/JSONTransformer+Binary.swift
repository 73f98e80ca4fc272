import MantlePlatform

extension JSONTransformer where Value == Data {
  /// Bytes as base64 text (RFC 4648 §4), padded. White space, characters of no meaning, and bits and padding
  /// beyond the last byte are errors: no two texts are the same bytes.
  public static var base64: JSONTransformer {
    bytes(
      "base64", expected: "base64 text", read: Base64.data,
      write: { $0.base64EncodedString() })
  }

  /// Bytes as base64 text for URLs and file names (RFC 4648 §5): `-` and `_` for `+` and `/`. Read with padding
  /// or without, written without.
  public static var base64URL: JSONTransformer {
    bytes("base64URL", expected: "base64url text", read: Base64URL.data, write: Base64URL.text)
  }

  /// Bytes as hexadecimal digits (RFC 4648 §8), two a byte, in either case; written in lower case.
  public static var hex: JSONTransformer {
    bytes("hex", expected: "an even number of hexadecimal digits", read: Hex.data, write: Hex.text)
  }

  private static func bytes(
    _ name: String, expected: String, read: @escaping @Sendable (String) -> Data?,
    write: @escaping @Sendable (Data) -> String
  ) -> JSONTransformer {
    JSONTransformer(
      name, shape: .data,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected) }
        guard let data = read(try json.string()) else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return data
      },
      encode: { $1.string(write($0)) })
  }
}

private enum Base64 {
  /// Foundation lets some sloppiness through; what it makes of the bytes must be the text again.
  @Sendable static func data(_ text: String) -> Data? {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return data
  }
}

private enum Base64URL {
  @Sendable static func data(_ text: String) -> Data? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let missing = standard.hasSuffix("=") ? 0 : (4 - standard.utf8.count % 4) % 4
    return Base64.data(standard + String(repeating: "=", count: missing))
  }

  @Sendable static func text(_ data: Data) -> String {
    let standard = data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return String(standard.prefix { $0 != "=" })
  }
}

private enum Hex {
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

  @Sendable static func text(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
