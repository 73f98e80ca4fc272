/// What kind of value would have been right, for hints.
@usableFromInline enum WantedKind {
  case string, integer, number, boolean, object, array
}

extension JSONCursor {
  /// What to do about a value of another kind; nil where there is nothing to be said.
  @inline(never) @usableFromInline func hint(wanting wanted: WantedKind) -> Hint? {
    switch (kind, wanted) {
    case (.null, _): return .nullNotAllowed
    case (.array, .array), (.object, .object): return nil
    case (.array, _): return .listForOne(count: elementCount)
    case (.object, .array): return memberHint(.array) ?? .oneForList
    case (_, .array): return .oneForList
    case (.object, _): return memberHint(wanted)
    case (_, .object): return .plainForObject(isJSON: utf8First == ASCII.openBrace)
    case (.string, .integer), (.string, .number): return numberInTextHint(wanted)
    case (.string, .boolean): return booleanInTextHint
    case (.number, .boolean) where numberText == "0" || numberText == "1":
      return .transformer(".zeroOrOne", reads: "0 and 1 as false and true")
    case (.number, .string): return "put the number in quotes, or make the property a number"
    case (.true, .integer), (.false, .integer), (.true, .number), (.false, .number):
      return "a boolean stands where a number is expected: make the property a `Bool`"
    case (.true, .string), (.false, .string): return "put the word in quotes, or make the property a `Bool`"
    default: return nil
    }
  }

  private var utf8First: UInt8? { self.is(.string) ? utf8.first : nil }

  private func numberInTextHint(_ wanted: WantedKind) -> Hint? {
    guard let text = try? string(), let document = try? JSONDocument(parsing: JSONBytes(text)),
      document.root.kind == .number
    else { return nil }
    let isInteger = text.allSatisfy { $0 == "-" || $0.isWholeNumber }
    switch wanted {
    case .integer where isInteger: return .transformer(".integerText", reads: "an integer in quotes")
    case .number: return .transformer(".doubleText", reads: "a number in quotes")
    default: return nil
    }
  }

  private var booleanInTextHint: Hint? {
    switch (try? string())?.lowercased() {
    case "true", "false": .transformer(".boolText", reads: "\"true\" and \"false\"")
    case "yes", "no": .transformer(".boolText(true: \"yes\", false: \"no\")", reads: "yes and no")
    case "0", "1": .transformer(".boolText(true: \"1\", false: \"0\")", reads: "\"1\" and \"0\"")
    default: nil
    }
  }

  /// The one member that is of the wanted kind.
  private func memberHint(_ wanted: WantedKind) -> Hint? {
    var fitting: [String] = []
    forEachMember { key, value in
      let fits =
        switch (value.kind, wanted) {
        case (.string, .string), (.number, .integer), (.number, .number), (.true, .boolean),
          (.false, .boolean), (.array, .array):
          true
        default: false
        }
      if fits, let key = try? key.string() { fitting.append(key) }
    }
    return fitting.count == 1 ? .memberOfObject(fitting[0]) : nil
  }

  /// The case that was probably meant by a text.
  @inline(never) @usableFromInline func hint(among cases: [String]) -> Hint? {
    switch kind {
    case .null: .nullNotAllowed
    case .array, .object: hint(wanting: .string)
    default: (try? string()).flatMap { nearest(to: $0, among: cases) }.map { .nearCase($0) } ?? .otherCase
    }
  }

  /// The case that is a slip away, or that begins the text, as `open` does `opened`.
  private func nearest(to text: String, among cases: [String]) -> String? {
    if let near = Spelling.nearest(to: text, among: cases) { return near }
    let beginnings = cases.filter { $0.count >= 3 && text.lowercased().hasPrefix($0.lowercased()) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }
}

extension JSONNode {
  /// Where a key that is missing in this object probably is.
  func hint(missing path: [JSONKeyPath.Component]) -> Hint? {
    guard kind == .object, case .key(let wanted) = path.last else { return nil }
    // The rest of the path is there: the object lacks its end only.
    let start = path.dropLast().isEmpty ? self : find(JSONKeyPath(Array(path.dropLast()))) ?? self
    guard start.kind == .object else { return nil }
    let keys = start.members.map { ($0.key.displayText, $0.key) }
    if let found = Spelling.nearest(to: wanted, among: keys.map(\.0)),
      let node = keys.first(where: { $0.0 == found })?.1
    {
      return .nearKey(wanted: wanted, found: found, at: node.location)
    }
    let inside = start.members.filter { $0.value.kind == .object && $0.value[wanted] != nil }
    if inside.count == 1, let member = inside.first, let value = member.value[wanted] {
      return .elsewhere(key: wanted, path: value.path, at: value.location)
    }
    if start != self, let value = self[wanted] {
      return .elsewhere(key: wanted, path: value.path, at: value.location)
    }
    return .keyNotThere
  }
}
