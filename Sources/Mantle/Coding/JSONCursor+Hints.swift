/// The kind of value that was expected, by which a suggested fix is chosen.
@usableFromInline enum WantedKind {
  case string, integer, number, boolean, object, array
  /// A string with the format of a date or of a URL.
  case date, url

  var name: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .object: "an object"
    case .array: "an array"
    case .date: "a date"
    case .url: "a URL"
    }
  }
}

extension JSONCursor {
  /// Returns a suggested fix for a value of the wrong kind; nil if there is none.
  @inline(never) @usableFromInline func hint(wanting wanted: WantedKind) -> Hint? {
    switch (kind, wanted) {
    case (.null, _): return .nullNotAllowed
    case (.array, .array), (.object, .object): return nil
    case (.array, .date) where isListOfNumbers: return "\(Self.dateInParts)"
    case (.array, _): return .listForOne(count: elementCount)
    case (.object, .array): return memberHint(.array) ?? listInObjectHint
    case (.object, _): return memberHint(wanted)
    case (.false, .object), (.false, .array), (.false, .date), (.false, .url):
      return "some languages write `false` for a missing value: send null, and make the property optional"
    case (.string, .array): return listInTextHint
    case (_, .array): return .oneForList
    case (.string, .object): return objectInTextHint
    case (_, .object): return .plainForObject
    case (.string, .integer), (.string, .number): return numberInTextHint(wanted)
    case (.string, .boolean): return booleanInTextHint
    case (.number, .boolean) where numberText == "0" || numberText == "1":
      return .transformer(".zeroOrOne", reads: "0 and 1 as false and true")
    case (.number, .boolean): return "send true or false, or make the property a number"
    case (.number, .string): return "put the number in quotes, or make the property a number"
    case (.true, .integer), (.false, .integer), (.true, .number), (.false, .number):
      return "a boolean was found where a number is expected: make the property a `Bool`"
    case (.true, .string), (.false, .string): return "put the word in quotes, or make the property a `Bool`"
    case (.true, _): return "a boolean was found where \(wanted.name) is expected; is it the right property?"
    case (.number, .url): return "a number is not a URL; it may be the ID of the resource"
    default: return nil
    }
  }

  private static let dateInParts =
    "this is a date as a list of numbers, as Java's Jackson writes it: send a string in ISO 8601"

  private var isListOfNumbers: Bool {
    var count = 0
    var isNumeric = true
    forEachElement { element in
      count += 1
      if !element.is(.number) { isNumeric = false }
    }
    return isNumeric && count >= 3
  }

  // MARK: - Texts

  /// Returns a suggested fix for a string that is empty or surrounded by spaces, whatever kind of value is
  /// expected; nil for other strings.
  private func emptyHint(_ text: String) -> Hint? {
    text.isEmpty
      ? "the string is empty; for a missing value send null, and make the property optional"
      : surroundingSpaceHint()
  }

  private var listInTextHint: Hint {
    let text = (try? string()) ?? ""
    if text.isEmpty { return "the string is empty; an array without elements is written `[]`" }
    if let hint = encodedTwiceHint(text) { return hint }
    let separator = [",", ";", "|"].first { text.contains($0) }
    return separator.map { "this is a list in one string: split it at its `\($0)` and send an array" }
      ?? .oneForList
  }

  private var objectInTextHint: Hint {
    let text = (try? string()) ?? ""
    if let hint = encodedTwiceHint(text) ?? emptyHint(text) { return hint }
    return text.hasPrefix("https://") || text.hasPrefix("http://")
      ? "this is a link to the object: send the object, or make the property a `URL` and fetch it"
      : .plainForObject
  }

  private func encodedTwiceHint(_ text: String) -> Hint? {
    let kinds: [Character: String] = ["{": "object", "[": "array"]
    return text.first { !$0.isWhitespace }.flatMap { kinds[$0] }.map {
      "the \($0) is inside a string: it was encoded twice, encode it once"
    }
  }

  private func numberInTextHint(_ wanted: WantedKind) -> Hint? {
    guard let text = try? string() else { return nil }
    if let hint = emptyHint(text) { return hint }
    let document = try? JSONDocument(parsing: JSONBytes(text))
    if document?.root.kind == .number {
      let isInteger = text.allSatisfy { $0 == "-" || $0.isWholeNumber }
      switch wanted {
      case .integer where isInteger: return .transformer(".integerString", reads: "an integer in quotes")
      case .number: return .transformer(".doubleString", reads: "a number in quotes")
      default: return "a number in quotes that is not an integer: `.doubleString` reads it as a `Double`"
      }
    }
    let digits = text.filter { $0.isWholeNumber && $0.isASCII }
    if text.contains(","), text.allSatisfy({ $0.isWholeNumber || ",.- ".contains($0) }) {
      return "the string is a number with separators: send the number without them"
    }
    if text.lowercased().hasPrefix("0x"), let value = Int(text.dropFirst(2), radix: 16) {
      return "the string has hexadecimal digits: send the number \(value)"
    }
    let looksLikeDate = digits.count >= 6 && text.count { "-/:.".contains($0) } >= 2
    return looksLikeDate
      ? "this looks like a date: is it the right property?"
      : "the string contains no number: send one, or make the property a `String`"
  }

  private var booleanInTextHint: Hint? {
    let text = (try? string()) ?? ""
    switch text.lowercased() {
    case "true", "false": return .transformer(".boolString", reads: "\"true\" and \"false\"")
    case "yes", "no": return .transformer(".boolString(true: \"yes\", false: \"no\")", reads: "yes and no")
    case "0", "1": return .transformer(".boolString(true: \"1\", false: \"0\")", reads: "\"1\" and \"0\"")
    default:
      return emptyHint(text)
        ?? "send true or false without quotes, or name both strings: `.boolString(true: …, false: …)`"
    }
  }

  // MARK: - Objects

  /// Returns a suggestion to map a member of this object instead of the object: the member of the expected
  /// kind, or the only member. Nil if there is no such member.
  private func memberHint(_ wanted: WantedKind) -> Hint? {
    var (fitting, all): ([String], [String]) = ([], [])
    forEachMember { key, value in
      let fits =
        switch (value.kind, wanted) {
        case (.string, .string), (.string, .date), (.string, .url), (.number, .integer), (.number, .number),
          (.number, .date), (.true, .boolean), (.false, .boolean), (.array, .array):
          true
        default: false
        }
      guard let key = try? key.string() else { return }
      all.append(key)
      if fits { fitting.append(key) }
    }
    if fitting.count == 1 { return .memberOfObject(fitting[0]) }
    if all.count == 1, wanted != .array {
      return
        "this is an object with one member, `\(Shortened.text(all[0]))`: perhaps that holds the value"
    }
    guard fitting.count > 1, wanted != .array else { return nil }
    let names = fitting.prefix(3).map { "`\(Shortened.text($0))`" }.joined(separator: ", ")
    return
      "this is an object; its members \(names)\(fitting.count > 3 ? " …" : "") have the expected kind: map the key path of one"
  }

  private var listInObjectHint: Hint {
    var (keys, objects, others) = (0, 0, 0)
    forEachMember { key, value in
      if (try? key.string()).flatMap({ Int($0) }) != nil { keys += 1 }
      if value.is(.object) { objects += 1 } else { others += 1 }
    }
    if keys > 0, keys == objects + others {
      return
        "the keys of the object are numbers, as PHP writes an array with gaps: send its values as an array (array_values)"
    }
    if objects + others == 0 { return "an empty object, as PHP writes an empty array: send `[]`" }
    return objects > 1 && others == 0
      ? "the elements are the members of an object here: send its values as an array, or make the property a dictionary"
      : .oneForList
  }

  /// Returns a suggestion for a value that is not among the cases of an enum, such as the case that a
  /// misspelled string resembles.
  @inline(never) @usableFromInline func hint(among cases: [String]) -> Hint? {
    switch kind {
    case .null: .nullNotAllowed
    case .array, .object: hint(wanting: .string)
    case .string where (try? string())?.isEmpty == true: emptyHint("")
    case .true, .false, .number:
      "a \(kind == .number ? "number" : "boolean") was found where \(cases.count > 3 ? "a string" : cases.map { "\"\($0)\"" }.joined(separator: " or ")) is expected"
    default: (try? string()).flatMap { nearest(to: $0, among: cases) }.map { .nearCase($0) } ?? .otherCase
    }
  }

  /// Returns the enum case that a string probably means: the case that differs from the string by one typo,
  /// even for short strings because there are few cases, or the case that is a prefix of the string, as `open`
  /// is of `opened`. Nil if there is none.
  private func nearest(to text: String, among cases: [String]) -> String? {
    if let near = Spelling.nearest(to: text, among: cases) { return near }
    let slips = cases.filter { $0.count >= 4 && Spelling.distance($0.lowercased(), text.lowercased()) == 1 }
    if slips.count == 1 { return slips[0] }
    let beginnings = cases.filter { $0.count >= 3 && text.lowercased().hasPrefix($0.lowercased()) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }
}

extension JSONNode {
  /// Returns a suggestion for a key that is missing in this object, such as a similar key or the location of
  /// the key in a nested object.
  func hint(missing path: [JSONKeyPath.Component]) -> Hint? {
    guard kind == .object, case .key(let wanted) = path.last else { return nil }
    // The object exists for all components of the path except the last, so the last key is searched in it.
    let start = path.dropLast().isEmpty ? self : find(JSONKeyPath(Array(path.dropLast()))) ?? self
    guard start.kind == .object else { return nil }
    let keys = start.members.map { ($0.key.displayText, $0.key) }
    if let found = Spelling.nearest(to: wanted, among: keys.map(\.0)),
      let node = keys.first(where: { $0.0 == found })?.1
    {
      return .nearKey(wanted: wanted, found: found, at: node.location)
    }
    // A nested object that has other keys of this object too, such as `id`, describes a separate entity, so its
    // value is not suggested.
    let own = Set(keys.map(\.0))
    let inside = start.members.filter { member in
      member.value.kind == .object && member.value[wanted] != nil
        && !member.value.members.contains { own.contains($0.key.displayText) }
    }
    if inside.count == 1, let member = inside.first, let value = member.value[wanted] {
      return .elsewhere(key: wanted, path: value.path, at: value.location)
    }
    if start != self, let value = self[wanted] {
      return .elsewhere(key: wanted, path: value.path, at: value.location)
    }
    return .keyNotThere
  }
}

extension JSONCursor {
  /// Returns a suggestion if the string has leading or trailing white space, which makes it invalid
  /// as a date or URL; otherwise nil.
  func surroundingSpaceHint() -> Hint? {
    guard let text = try? string(), let first = text.first, let last = text.last,
      first.isWhitespace || last.isWhitespace, !text.allSatisfy(\.isWhitespace)
    else { return nil }
    let kind = (first.isWhitespace ? first : last).isNewline ? "a line break" : "a space"
    let place = first.isWhitespace ? last.isWhitespace ? "both ends" : "the beginning" : "the end"
    return .sentence("there is \(kind) at \(place) of the string: remove it")
  }
}
