/// What to do about a problem: data, put into words only when it is shown.
@usableFromInline package enum Hint: Sendable, Hashable {
  /// A key much like the missing one stands in the same object.
  case nearKey(wanted: String, found: String, at: SourceLocation)
  /// The missing key stands elsewhere: inside a value of the object, or in the object around.
  case elsewhere(key: String, path: JSONKeyPath, at: SourceLocation)
  /// Several missing keys stand in one value elsewhere; the place is that of the first.
  case together(keys: [String], path: JSONKeyPath, at: SourceLocation)
  /// A case of the enum much like the text that was found.
  case nearCase(String)
  /// A text like none of the enum's cases.
  case otherCase
  /// The key is nowhere near.
  case keyNotThere
  /// The value is of another kind, and a transformer reads it.
  case transformer(String, reads: String)
  /// A number that may be a time since 1970, with the date that it would be.
  case sinceEpoch(unit: String, date: String, transformer: String)
  /// A date whose zone is not said, with the pattern that reads it.
  case noZone(pattern: String)
  /// A date of another format, with the patterns that read it; several where day and month could be either.
  case dateFormat(patterns: [String])
  /// A part of the date that does not exist: `February 2025 has 28 days`.
  case noSuchDate(String)
  /// The first character that a URL must not have: its number from 1, and what it is written as.
  case urlCharacter(String, number: Int, escaped: String?)
  /// What is wrong with a URL that has no wrong character.
  case url(String)
  /// An array stands where one value is expected.
  case listForOne(count: Int)
  /// One value stands where an array is expected.
  case oneForList
  /// An object stands where a plain value is expected, which one of its members may be.
  case memberOfObject(String)
  /// A plain value stands where an object is expected: a name or number of it.
  case plainForObject
  /// A type that can hold the number.
  case wider(String)
  /// Null stands where a value must be.
  case nullNotAllowed
  /// Where a repeated key stands first.
  case firstKey(at: SourceLocation)
  /// A sentence as it is, without a full stop.
  case sentence(String)
}

extension Hint: ExpressibleByStringInterpolation {
  @usableFromInline package init(stringLiteral text: String) { self = .sentence(text) }
}

extension Hint: CustomStringConvertible {
  /// The hint as a sentence without a full stop: `did you mean "closed"?`
  @usableFromInline package var description: String {
    switch self {
    case .nearKey(let wanted, let found, let place):
      "the key `\(Shortened.text(found))` stands at \(place.words); is `\(wanted)` meant?"
    case .elsewhere(let key, let path, let place):
      "`\(key)` stands at \(place.words), as `\(path)`; map it as that, or move it here"
    case .together(let keys, let path, let place):
      "\(Self.list(keys)) stand in `\(path)`, from \(place.words) on; leave out that level, or map them there"
    case .nearCase(let text): "did you mean \"\(Shortened.text(text))\"?"
    case .otherCase: "where it is a new case, add it, or keep unknown ones with `OpenCase`"
    case .keyNotThere: "where it may be absent, make the property optional, or give it `.default(…)`"
    case .transformer(let name, let reads): "the transformer `\(name)` reads \(reads)"
    case .sinceEpoch(let unit, let date, let transformer):
      "as \(unit) since 1970 it would be \(date); the transformer `\(transformer)` reads it as that"
    case .noZone(let pattern):
      "the zone is missing: add `Z` or an offset such as `+02:00`, or read it as UTC with `.pattern(\"\(pattern)\")`"
    case .dateFormat(let patterns):
      "another format of date: "
        + patterns.map { "`.pattern(\"\($0)\")`" }.joined(separator: " or ") + " reads it"
    case .noSuchDate(let why): why
    case .urlCharacter(let character, let number, let escaped):
      "character \(number), \(character), must not stand in a URL"
        + (escaped.map { "; write `\($0)`, or read it with the transformer `.lenientURL`" } ?? "")
    case .url(let why), .sentence(let why): why
    case .listForOne(let count):
      count == 0
        ? "the array is empty; where none is allowed, send null and make the property optional"
        : "an array of \(count) stands where one value is expected: map its first element as `…[0]`, or make the property an array"
    case .oneForList:
      "one value stands where an array is expected: put it in `[ ]`, or make the property no array"
    case .memberOfObject(let key):
      "an object stands here; its `\(key)` is of the expected kind: map that key path instead"
    case .plainForObject:
      "a plain value stands where an object is expected: send the object, or make the property a plain value"
    case .wider(let type): "`\(type)` can hold it"
    case .nullNotAllowed:
      "to allow null, make the property optional, or give it `.default(…).nullMeansDefault()`"
    case .firstKey(let place): "it stands first at \(place.words)"
    }
  }
}

extension Hint {
  /// The same for one more missing key, where that stands in the same value; nil where it does not.
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

  private static func list(_ keys: [String]) -> String {
    let shown = keys.prefix(4).map { "`\(Shortened.text($0))`" }
    guard keys.count == shown.count, let last = shown.last else {
      return "\(shown.joined(separator: ", ")) and \(keys.count - shown.count) more"
    }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension SourceLocation {
  fileprivate var words: String { "\(line):\(column)" }
}
