import Mantle
import MantlePlatform

/// The division of a text into values: whether the text contains one value or several, and the ranges of the values.
///
/// ```swift
/// let reading = TextReading(bytes, name: "issues.ndjson")
/// for range in try reading.ranges() { print(try reading.document(range).root) }
/// ```
package struct TextReading: Sendable {
  package let bytes: JSONBytes
  /// The name of the text in diagnostics.
  let name: String
  /// The values of a sequence: NDJSON, a JSON text sequence (RFC 7464), or concatenated values; nil if the text is one value.
  package private(set) var sequence: JSONChildren?
  /// The layout of the input; lines may contain text before or after their values.
  let layout: JSONLayout
  /// The offsets of the malformed values of a sequence; empty until ``findDamage()`` is called.
  package private(set) var damaged: Set<Int> = []
  /// The number of malformed values that ``findDamage()`` found, not counting commas between values.
  package private(set) var skipped = 0
  /// The number of all values of a sequence; 0 until ``findDamage()`` is called.
  package private(set) var count = 0

  /// The limits of parsing a text without decoding models: deeper nesting is allowed, because only decoding needs stack
  /// space for each level.
  package static let deep = JSONLimits(depth: 1 << 24)

  /// Creates the reading of a text.
  ///
  /// - Parameter isSample: Whether only a prefix of the text is inspected. Otherwise the first value is scanned to
  ///   its end, regardless of its size, because the text after it shows whether there are several values.
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

  /// Whether the text is a sequence, which may have several values.
  package var isSequence: Bool { sequence != nil }

  /// Whether each line of the text is a value.
  var isLines: Bool { if case .lines = sequence { true } else { false } }

  /// Whether the text contains several values on one line, although its suffix, `.json`, implies one value.
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

  /// Whether the text is a list of values, even if it has only one value, such as NDJSON with one line.
  package var isList: Bool { isSequence || bytes.isNDJSON }

  /// Whether the text is a single array, whose elements are equivalent to concatenated values.
  package var isOneArray: Bool {
    get throws(UnreadableText) {
      guard !isList, let range = try ranges().first(where: { _ in true }) else { return false }
      return bytes[range.lowerBound] == ASCII.openBracket
    }
  }

  /// The whole text as concatenated values, regardless of line breaks.
  package var stream: JSONChildren { .concatenated(in: bytes.textStart..<bytes.count) }

  /// Returns whether a comma follows the first value, as in lines that were copied from an array.
  private func hasComma(after end: Int?) -> Bool {
    guard let end, bytes[JSONScanner.skipWhitespace(bytes.base, end, bytes.count)] == ASCII.comma else {
      return false
    }
    var parser = JSONParser(limits: Self.deep)
    return isJSON(bytes.textStart..<end, &parser)
  }

  private func isComma(_ range: Range<Int>) -> Bool {
    range.count == 1 && bytes[range.lowerBound] == ASCII.comma
  }

  private func isJSON(_ range: Range<Int>, _ parser: inout JSONParser) -> Bool {
    guard let end = try? parser.parse(bytes, from: range.lowerBound, to: range.upperBound) else {
      return false
    }
    return JSONScanner.skipWhitespace(bytes.base, end, range.upperBound) >= range.upperBound
  }

  /// Returns the ranges of the values, which are located lazily.
  ///
  /// - Throws: The problem of a text that should be one value, but has further text after it or no value at all.
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

  /// Returns the parsed value in one of the ranges.
  ///
  /// - Throws: the first syntax error of the value, or a description of the text if it is not JSON at all.
  package func document(
    _ range: Range<Int>, limits: JSONLimits = .default
  ) throws(UnreadableText) -> JSONDocument {
    do throws(JSONSyntaxError) { return try JSONDocument(parsing: bytes, in: range, limits: limits) } catch {
      throw UnreadableText(lines: error.explained(in: bytes, of: range).lines(in: bytes, name: name))
    }
  }

  /// Searches for a path in every value. In a sequence, a first component with an index selects one value; a first
  /// component `[]` denotes the values of the sequence, as in the output of `check`, or their elements.
  ///
  /// - Parameters:
  ///   - isSearched: Returns whether a value is searched.
  ///   - body: Receives the result for a value; returns false to stop.
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
      throw UnreadableText(lines: ["\(name): error: nothing at `\(place)`: the input has only \(count)"])
    }
    for range in values where isSearched(range) {
      guard try body(finder.find(rest, from: range)) else { return }
    }
  }

  /// Returns the ranges of a sequence's values that pass a condition.
  private func values(
    matching condition: PlaceCondition, in isSearched: (Range<Int>) -> Bool
  ) throws -> [Range<Int>] {
    let all = Array(try ranges()).enumerated().filter { isSearched($1) }
    let children = all.map { (JSONKeyPath.Component.index($0), $1) }
    return try condition.passing(children, in: bytes).map(\.1)
  }

  /// Finds the malformed values of a sequence. If lines contain parts of several values, the text is treated as
  /// concatenated values, provided that these are valid.
  package mutating func findDamage() {
    findDamagedValues()
    guard !damaged.isEmpty, case .lines = sequence else { return }
    var other = self
    other.sequence = stream
    other.findDamagedValues()
    if other.damaged.isEmpty { self = other }
  }

  private mutating func findDamagedValues() {
    (damaged, skipped, count) = ([], 0, 0)
    guard let sequence else { return }
    let workers = Array(0..<ProcessInfo.processInfo.activeProcessorCount)
    let queue = RecordQueue<Int, Void, Damage>(workers) { [self] _, records in damage(of: records) }
    var walk = RecordWalk(bytes, sequence, place: ())
    while let step = walk.next() {
      guard case .value(let child) = step else { continue }
      queue.append(walk.record(child, ()))
      if queue.isFull { queue.exchange().forEach { add($0) } }
    }
    (queue.exchange() + queue.exchange()).forEach { add($0) }
  }

  /// The malformed values of a part of a sequence.
  private struct Damage: Sendable {
    var damaged: [Int] = []
    var skipped = 0
    var count = 0
  }

  private func damage(of records: ArraySlice<RecordWalk<Void>.Record>) -> Damage {
    var found = Damage()
    var parser = JSONParser(limits: Self.deep)
    for range in records.map(\.range) {
      let isComma = isComma(range)
      found.count += isComma ? 0 : 1
      guard isComma || !isJSON(range, &parser) else { continue }
      found.damaged.append(range.lowerBound)
      found.skipped += isComma ? 0 : 1
    }
    return found
  }

  private mutating func add(_ found: Damage) {
    damaged.formUnion(found.damaged)
    skipped += found.skipped
    count += found.count
  }

  /// Returns whether the value at a range is valid JSON. ``findDamage()`` must be called first.
  package func isSound(_ range: Range<Int>) -> Bool { !damaged.contains(range.lowerBound) }
}

/// A problem of a text that prevents a command from continuing, as the lines of its diagnostic.
package struct UnreadableText: Error {
  package let lines: [String]
  /// Whether the text cannot be used at all, because it is empty or is not JSON.
  package var isUnusable: Bool

  package init(lines: [String], isUnusable: Bool = false) {
    (self.lines, self.isUnusable) = (lines, isUnusable)
  }
}

extension String {
  /// Whether a file name has the suffix of JSON with a single value, optionally followed by that of a compressed file.
  package var isJSONName: Bool {
    var name = lowercased()
    for suffix in [".gz", ".zst"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    return name.hasSuffix(".json")
  }
}
