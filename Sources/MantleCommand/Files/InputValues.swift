import Mantle
import MantleArchiving
import MantleChecking
import MantleDocuments
import MantlePlatform
import ModelBrowser

/// The values of an input: one, or a sequence.
struct InputValues {
  let bytes: JSONBytes
  private let name: String
  /// Whether there may be several: NDJSON, a JSON text sequence (RFC 7464), or values pasted after each other.
  var isSequence: Bool { sequence != nil }
  /// The values of a sequence; nil for one value.
  private(set) var sequence: JSONChildren?

  /// Whether it is a list of values even where there is only one: NDJSON of one line is.
  var isList: Bool { isSequence || FileSuffix(of: name) == .lines }

  /// Whether it is one array, whose elements are as good as values after each other.
  var isOneArray: Bool {
    get throws(DataProblem) {
      guard !isList, let range = try ranges().first(where: { _ in true }) else { return false }
      return bytes[range.lowerBound] == UInt8(ascii: "[")
    }
  }

  /// - Parameters:
  ///   - bytes: JSON.
  ///   - name: the name of the input in problems.
  init(_ bytes: JSONBytes, name: String) {
    self.bytes = bytes
    self.name = name
    let isNDJSON = FileSuffix(of: name) == .lines
    // The first value is read to its end, however large it is: what follows it shows whether there are several.
    let layout = JSONLayout.detect(bytes, window: bytes.count, isNDJSON: isNDJSON)
    switch layout {
    case .lines, .concatenated: sequence = layout.children(in: bytes)
    case .empty: sequence = isNDJSON ? .lines(in: 0..<bytes.count) : nil
    case .array, .object: sequence = hasCommas ? stream : nil
    case .scalar: sequence = nil
    }
  }

  /// All of the text as values after each other, wherever its lines break.
  private var stream: JSONChildren { .concatenated(in: bytes.textStart..<bytes.count) }

  /// Whether a comma follows the first value, as in lines that were copied out of an array.
  private var hasCommas: Bool {
    let index = JSONChildIndex(bytes, stream)
    guard let first = index.first().map(index.measured), let next = index.next(after: first) else {
      return false
    }
    return isComma(next.value) && isJSON(first.value)
  }

  private func isComma(_ range: Range<Int>) -> Bool { bytes.slice(range) == [UInt8(ascii: ",")] }

  private func isJSON(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: bytes, in: range, limits: Self.deep)) != nil
  }

  /// The limits of commands that need no stack for each level.
  static let deep = JSONLimits(depth: 1 << 24)

  /// The ranges of the values, found lazily.
  ///
  /// - Throws: the syntax error of a text that is meant to be one value and goes on after it, or holds none.
  func ranges() throws(DataProblem) -> any Sequence<Range<Int>> {
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

  /// One of the values.
  ///
  /// - Throws: its first syntax error, or what it is instead of JSON.
  func document(_ range: Range<Int>, limits: JSONLimits = .default) throws(DataProblem) -> JSONDocument {
    do throws(JSONSyntaxError) { return try JSONDocument(parsing: bytes, in: range, limits: limits) } catch {
      throw DataProblem(lines: error.explained(in: bytes, of: range).lines(in: bytes, name: name))
    }
  }
}

extension InputValues {
  /// The damaged values of a sequence.
  struct Damage {
    /// The offsets at which values begin that are not JSON.
    fileprivate(set) var starts: Set<Int> = []
    fileprivate(set) var skipped = 0
    fileprivate(set) var count = 0
  }

  /// Finds the values of a sequence that are not JSON. Lines on which other values begin or end are read as a stream if
  /// that is without damage.
  mutating func findDamage() throws -> Damage {
    let damage = try damage()
    guard !damage.starts.isEmpty, case .lines = sequence else { return damage }
    var other = self
    other.sequence = stream
    guard try other.damage().starts.isEmpty else { return damage }
    self = other
    return Damage()
  }

  private func damage() throws -> Damage {
    var damage = Damage()
    guard isSequence else { return damage }
    for range in try ranges() {
      let isComma = isComma(range)
      damage.count += isComma ? 0 : 1
      guard isComma || !isJSON(range) else { continue }
      damage.starts.insert(range.lowerBound)
      damage.skipped += isComma ? 0 : 1
    }
    return damage
  }
}

extension Input {
  /// The values, those of an archive as the JSON of its models.
  ///
  /// - Throws: the problems of a text that is not JSON, as `check` reports them; those of a sequence are left to
  ///   ``SoundValues``.
  var values: InputValues {
    get throws {
      let values = try uncheckedValues
      guard !values.isSequence, ArchiveFormat(sniffing: start) == nil else { return values }
      var plain = self
      plain.bytes = values.bytes
      let problems = plain.problems
      guard problems.isEmpty else {
        throw DataProblem(lines: problems.flatMap(\.self), status: plain.damageStatus)
      }
      return values
    }
  }

  /// The values as ``values`` has them, before anything is known of their syntax.
  var uncheckedValues: InputValues {
    get throws {
      guard ArchiveFormat(sniffing: start) == nil else {
        let document = try ArchivedDocument(reading: bytes.slice(0..<bytes.count), models: models)
        return InputValues(document.json, name: name)
      }
      var plain = self
      plain.removeComments()
      return InputValues(plain.bytes, name: name)
    }
  }

  /// Whether the text is empty where a value is required.
  var isEmpty: Bool { JSONLayout.detect(bytes) == .empty && FileSuffix(of: name) != .lines }

  /// The status of a command that cannot read a damaged text: `unusable` where it is empty or something else than JSON.
  var damageStatus: ExitStatus {
    isEmpty || JSONRepair.isOfAnotherKind(bytes) ? .unusable : .dataProblems
  }

  /// The first syntax errors, each in the lines in which `check` reports it.
  var problems: [[String]] {
    let isNDJSON = FileSuffix(of: name) == .lines
    var checker = Checker(
      bytes, name: name, places: [], leastSeverity: .error,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    checker.isNDJSON = isNDJSON
    if takesComments { checker.takesComments = true }
    var found: [Diagnostic] = []
    _ = checker.run { progress in
      found += progress.diagnostics.filter { $0.severity == .error && $0.code != .invalidValue }
      return found.count < Self.mostProblems
    }
    return found.prefix(Self.mostProblems).map { $0.lines(in: bytes, name: name) }
  }

  static let mostProblems = 10
}

extension JSONKeyPath {
  /// Reads a place as it is typed: a key path (`issues[0].title`), or a JSON Pointer (`/issues/0/title`).
  init(place: String) throws(CommandError) {
    do {
      self = try place.utf8.first == UInt8(ascii: "/") ? JSONKeyPath(pointer: place) : JSONKeyPath(place)
    } catch {
      throw .usage(
        "no place: \(error); places are written `orders[0].id` or `/orders/0/id`, of all elements `orders[].id`"
      )
    }
  }
}
