import Mantle

/// The forms that all keys of an object have in common. Keys that resemble data indicate that the object is a map.
struct KeyForms: OptionSet, Hashable, Sendable, Codable {
  /// The forms as bits, one bit for each form.
  let rawValue: UInt16

  /// The form of keys that consist of decimal digits only.
  static let digits = KeyForms(rawValue: 1 << 0)
  /// The form of keys that are UUIDs.
  static let uuid = KeyForms(rawValue: 1 << 1)
  /// The form of keys that are dates, with or without a time.
  static let date = KeyForms(rawValue: 1 << 2)
  /// The form of keys with at least four hexadecimal digits, a decimal digit among them, after an optional prefix: `u_8f3a`.
  static let hexadecimal = KeyForms(rawValue: 1 << 3)
  /// The form of keys that are an e-mail address, a URL, a path or a namespace: `App\\Models`.
  static let address = KeyForms(rawValue: 1 << 4)
  /// The form of keys that are a language with an optional country or script: `en`, `pt-BR`.
  static let locale = KeyForms(rawValue: 1 << 5)
  /// The form of keys that are a number with a unit: `1d`, `30d`, `12px`.
  static let quantity = KeyForms(rawValue: 1 << 6)

  /// The form of keys that are a version (`1.2.3`), a size (`48x48`), a number after a capital letter (`Q42`), or an identifier
  /// after a hyphen.
  static let identifier = KeyForms(rawValue: 1 << 7)

  /// The form of keys that are two capital letters, such as a country code.
  static let country = KeyForms(rawValue: 1 << 8)
  /// The form of keys that are three capital letters, such as a currency code.
  static let currency = KeyForms(rawValue: 1 << 9)

  /// All forms of keys, the initial value before any key was inspected.
  static let all = KeyForms(rawValue: .max)
  /// The forms of keys that property names never have.
  static let data: KeyForms = [.digits, .uuid, .date, .hexadecimal, .address, .quantity, .identifier]
  /// The forms of keys that single property names may have, but hardly all names of an object.
  static let codes: KeyForms = [.country, .currency]

  /// Returns the forms that a key has, such as digits or a UUID.
  static func forms(of key: UnsafeBufferPointer<UInt8>) -> KeyForms {
    // An empty key, such as that of the root in a lock file of npm, does not restrict the forms of the other keys.
    guard !key.isEmpty else { return .all }
    var forms: KeyForms = []
    let digits = key.count { ASCII.isDigit($0) }
    if digits == key.count { forms.insert(.digits) }
    let text = TextForms.forms(of: key, among: .all)
    if !text.isDisjoint(with: [.lowerUUID, .upperUUID]) { forms.insert(.uuid) }
    if !text.isDisjoint(with: [.day, .instant, .localTime, .otherInstant]) { forms.insert(.date) }
    if text.contains(.url) || key.contains(0x40) && key.first != 0x40 || key.dropLast().contains(0x2F)
      || key.contains(0x5C)
    {
      forms.insert(.address)
    }
    if digits > 0, isHexadecimal(key) { forms.insert(.hexadecimal) }
    if isLocale(key) { forms.insert(.locale) }
    if key.allSatisfy({ $0 &- 0x41 < 26 }) {
      if key.count == 2 { forms.insert(.country) }
      if key.count == 3 { forms.insert(.currency) }
    }
    if digits > 1, digits < key.count, isIdentifier(key) { forms.insert(.identifier) }
    if digits > 0, digits < key.count, key.count - digits <= 3,
      key.prefix(digits).allSatisfy(ASCII.isDigit)
    {
      forms.insert(.quantity)
    }
    return forms
  }

  /// Returns whether a key ends with at least four hexadecimal digits, a decimal digit among them, which are the whole
  /// key or follow `_` or `-`.
  private static func isHexadecimal(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let tail = key.reversed().prefix { ASCII.isDigit($0) || $0 &- 0x61 < 6 }
    let before = key.count - tail.count
    guard tail.count >= 4, tail.contains(where: ASCII.isDigit) else { return false }
    return before == 0 || key[before - 1] == 0x5F || key[before - 1] == 0x2D
  }

  /// Returns whether the key is a version, a size, or a numbered identifier.
  private static func isIdentifier(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let others = key.filter { !ASCII.isDigit($0) }
    switch (key[0], others.first) {
    case (0x41...0x5A, _): return others.count == 1
    case (0x2D, _):
      return key.count >= 8 && others.dropFirst().allSatisfy { ASCII.isLetter($0) || $0 == 0x5F }
    case (0x30...0x39, 0x78): return others.count == 1 && key.last != 0x78
    case (0x30...0x39, 0x2E): return others.count >= 2 && others.allSatisfy { $0 == 0x2E }
    default: return false
    }
  }

  /// Returns whether the key is a language code with an optional country or script.
  private static func isLocale(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: key, as: UTF8.self)
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let language = parts.first, parts.count <= 2, knownLanguages.contains(String(language)) else {
      return false
    }
    guard parts.count == 2 else { return true }
    // A country, or a script: `zh-Hans`.
    return parts[1].count == 2 && parts[1].allSatisfy(\.isUppercase)
      || parts[1].count == 4 && parts[1].first?.isUppercase == true
        && parts[1].dropFirst().allSatisfy(\.isLowercase)
  }

  /// The ISO 639-1 codes of the languages that user interfaces are most often translated
  /// into. Other two-letter words, such as `id` or `to`, are treated as names.
  private static let knownLanguages: Set<String> = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he",
    "hi", "hr", "hu", "hy", "it", "ja", "ka", "ko", "lt", "lv", "mk", "ms", "nb", "nl", "nn", "pl", "pt",
    "ro", "ru", "sk", "sl", "sq", "sr", "sv", "ta", "th", "tr", "uk", "ur", "vi", "zh",
  ]
}
