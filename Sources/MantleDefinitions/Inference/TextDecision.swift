import Mantle

extension TextEvidence {
  /// The last words of keys whose strings are never treated as cases of an enumeration, even if few strings are
  /// distinct: names of things and people, places, amounts, and written text.
  private static let neverCases: Set<String> = [
    "id", "name", "username", "nickname", "filename", "hostname", "title", "subtitle", "description", "text",
    "body", "message", "msg", "comment", "note", "summary", "caption", "headline", "subject", "query",
    "author", "owner", "user", "assignee", "reviewer", "creator", "customer", "person", "player", "artist",
    "sender", "recipient", "company", "url", "uri", "href", "link", "path", "file", "image", "avatar", "host",
    "server", "domain", "ip", "arn", "email", "login", "phone", "zip", "postcode", "street", "address",
    "city", "country", "location", "token", "hash", "sha", "digest", "checksum", "key", "slug", "sku",
    "color", "colour", "version", "release", "tag", "price", "cost", "amount", "total",
  ]

  /// Returns the type of the strings at a location.
  ///
  /// If no string is empty, the type is a date, a UUID or a URL, provided that every string
  /// has that form and is reproduced exactly. Otherwise the type is an enumeration if there are at least ten strings with few
  /// distinct values that resemble cases; otherwise it is a string.
  ///
  /// - Parameter name: the key of the strings.
  func type(named name: String) -> DefinedType {
    if empty == 0 {
      if forms.contains(.instant) { return .instant }
      if forms.contains(.lowerUUID) { return .uuid(lowercase: true) }
      if forms.contains(.upperUUID) { return .uuid(lowercase: false) }
      if forms.contains(.url) { return .url }
    }
    return cases(named: name).map { .enumeration($0) } ?? .string
  }

  /// Returns the strings as the cases of an enumeration, in alphabetical order; nil if the strings do not resemble such
  /// cases.
  private func cases(named name: String) -> [String]? {
    guard let distinct, seen >= 10, distinct.count > 1, !Self.isNeverCases(name) else { return nil }
    // Capitalized words may be names: they need more evidence than constants such as `in_progress`.
    let mayBeNames = !Self.ends(name, withOneOf: Self.kinds) && distinct.allSatisfy(\.isCapitalized)
    let enough = distinct.count * distinct.count * (mayBeNames ? 20 : 1)
    let isFew = distinct.count <= 2 && !mayBeNames || enough <= seen
    guard isFew, distinct.allSatisfy(\.isCase), !areCodes(distinct) else { return nil }
    // Two Unicode representations of one string are not two cases.
    return distinctTexts.flatMap { $0.count == distinct.count ? $0 : nil }
  }

  /// Returns a note if a few more strings could have changed the decision for or against an
  /// enumeration; otherwise nil.
  func noteOfCases(named name: String) -> String? {
    guard let distinct, distinct.count > 1, seen >= 5 else { return nil }
    let counted = "\(distinct.count) different strings in \(seen)"
    if cases(named: name) != nil {
      return seen < 2 * max(distinct.count * distinct.count, 10)
        ? "\(counted): could be a `string`" : nil
    }
    guard distinct.count * 2 <= seen, distinct.count <= 8, !Self.isNeverCases(name),
      type(named: name) == .string, distinct.allSatisfy(\.isCase), !areCodes(distinct)
    else { return nil }
    return "\(counted): could be an `enum`"
  }

  /// Returns whether the last word of a key, in the singular, indicates that its strings are not enum cases.
  private static func isNeverCases(_ key: String) -> Bool { ends(key, withOneOf: neverCases) }

  private static func ends(_ key: String, withOneOf words: Set<String>) -> Bool {
    guard let last = Names.words(key).last?.lowercased() else { return false }
    return words.contains(last) || words.contains(Names.singular(last))
  }

  /// Words at the end of a key whose capitalized values are cases rather than names.
  private static let kinds: Set<String> = [
    "type", "kind", "class", "category", "status", "state", "mode", "level", "role", "event", "action",
    "result", "severity", "priority",
  ]

  /// Common file extensions, by which strings are recognized as file names.
  fileprivate static let fileExtensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "txt", "md", "json", "xml", "html", "css", "js", "ts",
    "swift", "py", "rs", "go", "java", "csv", "zip", "gz", "mp3", "mp4", "log",
  ]

  /// Returns whether the strings look like identifiers: all have the same length of at least 6 bytes, and some contain both
  /// letters and digits.
  private func areCodes(_ texts: [[UInt8]]) -> Bool {
    shortest == longest && shortest >= 6
      && texts.contains { $0.contains { ASCII.isDigit($0) } && $0.contains { ASCII.isLetter($0) } }
  }
}

/// Tests of a string, which is given as UTF-8.
extension [UInt8] {
  /// Whether the string may be a case of an enumeration: up to three words, a sign such as
  /// `<=`, or the empty string.
  ///
  /// Paths, e-mail addresses, amounts, versions, file names and sentences are not cases.
  fileprivate var isCase: Bool {
    if isEmpty { return true }
    guard withUnsafeBufferPointer({ TextForms.forms(of: $0, among: .all) }).isEmpty else {
      return false
    }
    let isSign = allSatisfy { (0x21..<0x7F).contains($0) && !ASCII.isDigit($0) && !$0.isLetter }
    if isSign { return count <= 3 }
    return contains { $0.isLetter } && allSatisfy { $0.isLetter || ASCII.isDigit($0) || $0.joinsWords }
      && last != 0x2E && count { $0 == 0x20 } <= 2 && count { $0 == 0x3A } <= 2
      && !hasVersion && !hasFileExtension
  }

  /// Whether every word of the string begins with a capital letter and continues in lowercase, like a name.
  fileprivate var isCapitalized: Bool {
    !isEmpty
      && split(omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x2D }.allSatisfy { word in
        (word.first ?? 0) &- 0x41 < 26 && word.count > 1
          && word.dropFirst().allSatisfy { $0 &- 0x61 < 26 || $0 >= 0x80 }
      }
  }

  /// Whether the string contains a dot between two digits, as in a version.
  private var hasVersion: Bool {
    indices.dropFirst().dropLast().contains {
      self[$0] == 0x2E && ASCII.isDigit(self[$0 - 1]) && ASCII.isDigit(self[$0 + 1])
    }
  }

  /// Whether the string ends with a common file extension.
  private var hasFileExtension: Bool {
    contains(0x2E)
      && TextEvidence.fileExtensions.contains(
        String(decoding: self, as: UTF8.self).split(separator: ".").last.map { $0.lowercased() } ?? "")
  }
}

extension UInt8 {
  /// Whether the byte is a letter or part of a non-ASCII character.
  fileprivate var isLetter: Bool { ASCII.isLetter(self) || self >= 0x80 }
  /// Whether the byte is `_`, `-`, `.`, `:` or a space.
  fileprivate var joinsWords: Bool {
    self == 0x5F || self == 0x2D || self == 0x2E || self == 0x3A || self == 0x20
  }
}
