import Mantle

/// The decision whether a text is one value or several, and where these are.
///
/// ```swift
/// let reading = TextReading(bytes, name: "issues.ndjson")
/// for range in try reading.ranges() { print(try reading.document(range).root) }
/// ```
package struct TextReading: Sendable {
  package let bytes: JSONBytes
  /// The name of the text in problems.
  let name: String
  /// The values of a sequence: NDJSON, a JSON text sequence (RFC 7464), or values that follow each other; nil for
  /// one value.
  package private(set) var sequence: JSONChildren?
  /// The layout of the input; lines may contain text before or after their values.
  let layout: JSONLayout
  /// The offsets at which values that are not JSON begin, after ``findDamage()``.
  package private(set) var damaged: Set<Int> = []
  /// The number of these values, without commas between values.
  package private(set) var skipped = 0
  /// The number of all values, after ``findDamage()``.
  package private(set) var count = 0

  /// The limits of parsing where no models are decoded, which take stack for each level.
  package static let deep = JSONLimits(depth: 1 << 24)

  /// Creates the reading of a text.
  ///
  /// - Parameter isSample: Whether only the start of the text is inspected. Otherwise the first value is read to its
  ///   end, however large it is: the text after it shows whether there are several.
  package init(_ bytes: JSONBytes, name: String, isSample: Bool = false) {
    (self.bytes, self.name) = (bytes, name)
    var end: Int?
    layout = JSONLayout.ofText(bytes, window: isSample ? 1 << 20 : bytes.count, firstEnd: &end)
    switch layout {
    case .lines, .concatenated: sequence = layout.children(in: bytes)
    case .array, .object: sequence = !isSample && hasComma(after: end) ? stream : nil
    case .empty, .scalar: sequence = nil
    }
  }

  /// Whether there may be several values.
  package var isSequence: Bool { sequence != nil }

  /// Whether each line is a value.
  var isLines: Bool { if case .lines = sequence { true } else { false } }

  /// Whether a text that is one value by its name, `.json`, has several on one line.
  package var isAmbiguous: Bool {
    guard name.isJSONName, case .concatenated = sequence, let sequence else { return false }
    let index = JSONChildIndex(bytes, sequence)
    var last: Int?
    return index.all.contains { child in
      let range = index.measured(child).value
      guard !isComma(range) else { return false }
      defer { last = range.upperBound }
      return last.map {
        let gap = bytes.slice($0..<range.lowerBound)
        return !gap.contains(ASCII.lineFeed) && !gap.contains(ASCII.recordSeparator)
      } ?? false
    }
  }

  /// Whether the text is a list of values even if there is only one, as NDJSON of one line is.
  package var isList: Bool { isSequence || bytes.isNDJSON }

  /// Whether the text is one array, whose elements are equivalent to values that follow each other.
  package var isOneArray: Bool {
    get throws(UnreadableText) {
      guard !isList, let range = try ranges().first(where: { _ in true }) else { return false }
      return bytes[range.lowerBound] == ASCII.openBracket
    }
  }

  /// The whole text as values that follow each other, wherever its lines end.
  package var stream: JSONChildren { .concatenated(in: bytes.textStart..<bytes.count) }

  /// Whether a comma follows the first value, as in lines that were copied out of an array.
  private func hasComma(after end: Int?) -> Bool {
    guard let end, bytes[JSONScanner.skipWhitespace(bytes.base, end, bytes.count)] == ASCII.comma else {
      return false
    }
    return isJSON(bytes.textStart..<end)
  }

  private func isComma(_ range: Range<Int>) -> Bool { bytes.slice(range) == [ASCII.comma] }

  private func isJSON(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: bytes, in: range, limits: Self.deep)) != nil
  }

  /// Returns the ranges of the values, which are found lazily.
  ///
  /// - Throws: The problem of a text that should be one value and goes on after it, or has none.
  package func ranges() throws(UnreadableText) -> any Sequence<Range<Int>> {
    let index = JSONChildIndex(bytes, sequence ?? stream)
    guard isSequence else {
      guard let only = index.first().map(index.measured), index.next(after: only) == nil else {
        _ = try document(0..<bytes.count)
        return []
      }
      return [only.value]
    }
    return index.all.lazy.map { index.measured($0).value }
  }

  /// Returns one of the values.
  ///
  /// - Throws: The first syntax error of the value, or its description if it is something other than JSON.
  package func document(
    _ range: Range<Int>, limits: JSONLimits = .default
  ) throws(UnreadableText) -> JSONDocument {
    do throws(JSONSyntaxError) { return try JSONDocument(parsing: bytes, in: range, limits: limits) } catch {
      throw UnreadableText(lines: error.explained(in: bytes, of: range).lines(in: bytes, name: name))
    }
  }

  /// Searches for a location in every value; in a sequence, in the value whose index is the first component. A first component
  /// `[]` denotes the values of a sequence, as in the output of `check`, or their elements.
  ///
  /// - Parameters:
  ///   - isSearched: Whether a value is searched.
  ///   - body: Receives the result for one value; returns false to stop.
  package func find(
    _ place: PlacePattern, in isSearched: (Range<Int>) -> Bool = { _ in true },
    _ body: (JSONPlaceFinder.Result) throws -> Bool
  ) throws {
    let finder = JSONPlaceFinder(bytes)
    let (first, rest) = (place.steps.first, place.dropFirst())
    if isSequence, case .matching(let condition)? = first {
      for range in try values(matching: condition, in: isSearched) {
        guard try body(finder.find(rest, from: range)) else { return }
      }
      return
    }
    guard isSequence, let first, first.selectsSome else {
      let isEach = isSequence && (first == .component(.each) || first == .all)
      for range in try ranges() where isSearched(range) {
        let isArray = range.isEmpty || bytes[range.lowerBound] == ASCII.openBracket
        guard try body(finder.find(isEach && !isArray ? rest : place, from: range)) else { return }
      }
      return
    }
    let values: [Range<Int>]
    if case .component(.index(let number)) = first {
      var left = number
      values =
        try ranges().first { _ in
          defer { left -= 1 }
          return left == 0
        }.map { [$0] } ?? []
    } else {
      let all = Array(try ranges())
      values = first.indices(among: all.count).map { Array(all[$0]) } ?? []
    }
    if values.isEmpty, case .index = first.component {
      let count = Words.count(try ranges().reduce(0) { count, _ in count + 1 }, "value")
      throw UnreadableText(lines: ["\(name): error: nothing at `\(place)`: the text has only \(count)"])
    }
    for range in values where isSearched(range) {
      guard try body(finder.find(rest, from: range)) else { return }
    }
  }

  /// The values of a sequence that pass a condition.
  private func values(
    matching condition: PlaceCondition, in isSearched: (Range<Int>) -> Bool
  ) throws -> [Range<Int>] {
    let all = Array(try ranges()).enumerated().filter { isSearched($1) }
    let children = all.map { (JSONKeyPath.Component.index($0), $1) }
    return try condition.passing(children, in: bytes).map(\.1)
  }

  /// Finds the values of a sequence that are not JSON. Lines on which other values begin or end are read as a stream
  /// if that is without damage.
  package mutating func findDamage() throws(UnreadableText) {
    try findDamagedValues()
    guard !damaged.isEmpty, case .lines = sequence else { return }
    var other = self
    other.sequence = stream
    try other.findDamagedValues()
    if other.damaged.isEmpty { self = other }
  }

  private mutating func findDamagedValues() throws(UnreadableText) {
    (damaged, skipped, count) = ([], 0, 0)
    guard isSequence else { return }
    for range in try ranges() {
      let isComma = isComma(range)
      count += isComma ? 0 : 1
      guard isComma || !isJSON(range) else { continue }
      damaged.insert(range.lowerBound)
      skipped += isComma ? 0 : 1
    }
  }

  /// Whether a value is JSON, according to ``findDamage()``.
  package func isSound(_ range: Range<Int>) -> Bool { !damaged.contains(range.lowerBound) }
}

/// A problem of a text that ends a command, as the lines of its diagnostic.
package struct UnreadableText: Error {
  package let lines: [String]
  /// Whether the text is empty or something other than JSON.
  package var isUnusable: Bool

  package init(lines: [String], isUnusable: Bool = false) {
    (self.lines, self.isUnusable) = (lines, isUnusable)
  }
}

extension String {
  /// Whether a file's name is one of JSON with one value, which may be compressed.
  package var isJSONName: Bool {
    var name = lowercased()
    for suffix in [".gz", ".zst"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    return name.hasSuffix(".json")
  }
}
