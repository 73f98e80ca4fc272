extension JSONCursor {
  /// Returns a hint why a value is not a URL (RFC 3986): the first invalid character, or another mistake.
  @inline(never) func urlHint() -> Hint? {
    guard self.is(.string), let text = try? string() else { return hint(wanting: .url) }
    if text.isEmpty {
      return .url("the string is empty; for a missing URL send null, and make the property optional")
    }
    if let hint = surroundingSpaceHint() { return hint }
    if text.hasPrefix("<"), text.hasSuffix(">") {
      return .url("the angle brackets around it are not part of a URL: remove them")
    }
    if text.contains("://"), text.contains("{"), text.contains("}") {
      return .url("this is a URL template (RFC 6570); read it as a `String`")
    }
    var number = 0
    var isInHost = false
    var letters = text.unicodeScalars[...]
    while let letter = letters.popFirst() {
      number += 1
      if letter == "%" {
        guard letters.count >= 2, letters.prefix(2).allSatisfy(\.isHexDigit) else {
          return .urlCharacter("`%` without two hexadecimal digits", number: number, escaped: "%25")
        }
      } else if letter == "[" || letter == "]" {
        // Square brackets are allowed only around an IPv6 address.
        isInHost =
          letter == "["
          && text.unicodeScalars.prefix(number - 1).suffix(3).elementsEqual("://".unicodeScalars)
          || isInHost
        if !isInHost { return .urlCharacter("`\(letter)`", number: number, escaped: letter.percentEscaped) }
      } else if !letter.isAllowedInURL {
        return .urlCharacter(letter.name, number: number, escaped: letter.percentEscaped)
      }
    }
    return .url("its parts do not form a URL: check the scheme, the host and the port")
  }
}

extension Unicode.Scalar {
  /// Whether the Unicode scalar is an ASCII hexadecimal digit.
  fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }

  /// Whether RFC 3986 allows the Unicode scalar in a URL without percent-encoding. False for brackets and
  /// `%`, which are allowed only at certain positions.
  fileprivate var isAllowedInURL: Bool {
    isASCII
      && (properties.isAlphabetic || ("0"..."9").contains(self)
        || "-._~:/?#@!$&'()*+,;=".unicodeScalars.contains(self))
  }

  /// The UTF-8 bytes of the Unicode scalar in percent-encoding, such as `%20`.
  fileprivate var percentEscaped: String {
    String(self).utf8.map(\.percentEncoded).joined()
  }

  /// The name of the Unicode scalar in messages: a word for white space and control characters, otherwise the
  /// scalar in backquotes.
  fileprivate var name: String {
    switch self {
    case " ": "a space"
    case "\t": "a tab"
    case "\n", "\r": "a line break"
    default: properties.generalCategory == .control ? "a control character" : "`\(self)`"
    }
  }
}
