/// A suggestion for fixing a problem. A hint consists of data; its text is generated when it is displayed.
@usableFromInline package enum Hint: Sendable, Hashable {
  /// Asks whether a similar key of the same object was meant as the missing key.
  case nearKey(wanted: String, found: String, at: SourceLocation)
  /// Reports where a missing key occurs instead: in a nested value of the object, or in the enclosing object.
  case elsewhere(key: String, path: JSONKeyPath, at: SourceLocation)
  /// Reports another value in which several missing keys of an object occur together. The location is that of
  /// the first key.
  case together(keys: [String], path: JSONKeyPath, at: SourceLocation)
  /// Suggests the case of the enum that resembles the string that was found.
  case nearCase(String)
  /// Suggests adding the string that was found as a case, because it is not similar to any case of the enum.
  case otherCase
  /// Suggests making a property optional, because its missing key does not occur in or near the object.
  case keyNotThere
  /// Suggests making several properties of one object optional, because their missing keys do not occur in or
  /// near the object.
  case keysNotThere
  /// Suggests the transformer that decodes the kind of value that was found.
  case transformer(String, reads: String)
  /// Suggests a transformer for a number that could be a time since 1970, with the date that it would
  /// represent.
  case sinceEpoch(unit: String, date: String, transformer: String)
  /// Reports that a date has no time zone, with the pattern that matches the date.
  case noZone(pattern: String)
  /// Suggests the patterns that match a date in another format. Several patterns mean that the order of day
  /// and month is ambiguous.
  case dateFormat(patterns: [String])
  /// Explains why a date does not exist, such as `February 2025 has 28 days`.
  case noSuchDate(String)
  /// Reports the first character of a string that is not allowed in a URL, its position counted from 1, and
  /// its percent-encoded form.
  case urlCharacter(String, number: Int, escaped: String?)
  /// Explains a mistake in a URL other than an invalid character.
  case url(String)
  /// Reports an array with `count` elements where a single value is expected.
  case listForOne(count: Int)
  /// Reports a single value where an array is expected.
  case oneForList
  /// Suggests mapping the member with the given key, because an object was found and this member has the
  /// expected kind.
  case memberOfObject(String)
  /// Reports a plain value, such as a name or number, where an object is expected.
  case plainForObject
  /// Suggests a type, given by its name, that can represent the number that was found.
  case wider(String)
  /// Suggests how to allow null for a property that requires a value.
  case nullNotAllowed
  /// Reports the location of the first occurrence of a repeated key.
  case firstKey(at: SourceLocation)
  /// Shows a custom sentence, which has no full stop.
  case sentence(String)
}

extension Hint: ExpressibleByStringInterpolation {
  /// Creates a hint that consists of a custom sentence.
  @usableFromInline package init(stringLiteral text: String) { self = .sentence(text) }
}

extension Hint: CustomStringConvertible {
  /// The hint as a sentence without a full stop, such as `did you mean "closed"?`.
  @usableFromInline package var description: String { words(isCompiled: true) }

  /// Returns the hint as a sentence without a full stop.
  ///
  /// - Parameter isCompiled: whether the model is a Swift type rather than a definition.
  package func words(isCompiled: Bool) -> String {
    isCompiled ? swiftWords : definitionWords ?? swiftWords
  }

  /// The text of the hint for a model of a definition file; nil if the text for a Swift type applies.
  private var definitionWords: String? {
    func types(_ patterns: [String]) -> String {
      patterns.map { "the type `date(\($0))`" }.joined(separator: " or ")
    }
    return switch self {
    case .otherCase:
      "if this is a new case, add it to the `cases` in the definition (in the browser: t, enum)"
    case .keyNotThere: "if it may be absent, put `?` after the type in the definition"
    case .keysNotThere: "if they may be absent, put `?` after their types in the definition"
    case .nullNotAllowed: "to allow null, put `?` after the type in the definition"
    case .noZone(let pattern):
      "the zone is missing: add `Z` or an offset such as `+02:00`; \(types([pattern])) reads it as UTC"
    case .dateFormat(let patterns): "the date has another format: \(types(patterns)) reads it"
    default: nil
    }
  }

  private var swiftWords: String {
    switch self {
    case .nearKey(let wanted, let found, let place):
      "the key `\(Shortened.text(found))` is at \(place); did you mean `\(wanted)`?"
    case .elsewhere(let key, let path, let place):
      "`\(key)` is at \(place), as `\(path)`; map that path, or move the key here"
    case .together(let keys, let path, let place):
      "\(Self.list(keys)) are inside `\(path)`, at \(place); remove that level, or map their paths"
    case .nearCase(let text): "did you mean \"\(Shortened.text(text))\"?"
    case .otherCase: "if this is a new case, add it, or keep unknown cases with `OpenCase`"
    case .keyNotThere: "if it may be absent, make the property optional, or give it `.default(…)`"
    case .keysNotThere: "if they may be absent, make their properties optional, or give them `.default(…)`"
    case .transformer(let name, let reads): "the transformer `\(name)` reads \(reads)"
    case .sinceEpoch(let unit, let date, let transformer):
      "as \(unit) since 1970 the number is \(date); the transformer `\(transformer)` reads it"
    case .noZone(let pattern):
      "the zone is missing: add `Z` or an offset such as `+02:00`, or read it as UTC with `.pattern(\"\(pattern)\")`"
    case .dateFormat(let patterns):
      "the date has another format: "
        + patterns.map { "`.pattern(\"\($0)\")`" }.joined(separator: " or ") + " reads it"
    case .noSuchDate(let why): why
    case .urlCharacter(let character, let number, let escaped):
      "character \(number), \(character), is not allowed in a URL"
        + (escaped.map { "; write `\($0)`, or read it with the transformer `.lenientURL`" } ?? "")
    case .url(let why), .sentence(let why): why
    case .listForOne(let count):
      count == 0
        ? "the array is empty; if it may not be empty, send null and make the property optional"
        : "an array of \(count) was found where one value is expected: map its first element as `…[0]`, or make the property an array"
    case .oneForList:
      "a single value was found where an array is expected: put it in `[ ]`, or give the property the type of one value"
    case .memberOfObject(let key):
      "this is an object; its `\(key)` is of the expected kind: map that key path instead"
    case .plainForObject:
      "a plain value was found where an object is expected: send the object, or change the type of the property"
    case .wider(let type): "`\(type)` can hold it"
    case .nullNotAllowed:
      "to allow null, make the property optional, or give it `.default(…, for: .null)`"
    case .firstKey(let place): "its first occurrence is at \(place)"
    }
  }
}

extension Hint {
  /// Returns this hint extended by the missing key of another hint; nil if the keys are not in the same value.
  func with(_ other: Hint?) -> Hint? {
    guard case .elsewhere(let key, let path, _)? = other else { return nil }
    let value = JSONKeyPath(path.components.dropLast())
    switch self {
    case .elsewhere(let first, let path, let place) where value.components == path.components.dropLast():
      return .together(keys: [first, key], path: value, at: place)
    case .together(let keys, value, let place): return .together(keys: keys + [key], path: value, at: place)
    default: return nil
    }
  }

  /// Returns a list of at most four keys in backquotes, followed by the number of the remaining keys.
  private static func list(_ keys: [String]) -> String {
    let shown = keys.prefix(4).map { "`\(Shortened.text($0))`" }
    guard keys.count == shown.count, let last = shown.last else {
      return "\(shown.joined(separator: ", ")) and \(keys.count - shown.count) more"
    }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}
