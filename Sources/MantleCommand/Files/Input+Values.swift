import Mantle
import MantleArchiving
import MantleChecking
import MantleDocuments
import MantlePlatform
import MantleQuery

extension Input {
  /// The values, those of an archive as the JSON of its models.
  ///
  /// - Throws: the problems of a text that is not JSON, as `check` reports them; those of a sequence are left to
  ///   ``soundValues(_:)``.
  var values: TextReading {
    get throws {
      let values = try uncheckedValues().values
      guard !isArchive, !values.isSequence || values.isAmbiguous else { return values }
      var plain = self
      plain.bytes = values.bytes
      let problems = plain.problems
      guard problems.isEmpty else {
        throw UnreadableText(lines: problems.flatMap(\.self), isUnusable: plain.isUnusable)
      }
      return values
    }
  }

  /// Returns the text for commands that do not change it: without comments, if these are accepted, and with unambiguous
  /// mistakes repaired.
  ///
  /// - Returns: the text, the problems that were repaired, each in the lines in which `check` reports it, and the values of a
  ///   text without problems.
  /// - Throws: the problems of a text that is not one value as its name says.
  func readable() throws(UnreadableText) -> (input: Input, problems: [[String]], sound: TextReading?) {
    guard !isArchive else { return (self, [], nil) }
    var plain = self
    plain.removeComments()
    let original = TextReading(plain.bytes, name: name)
    var values = original
    // Parsing lines takes half the time of checking them.
    if values.isSequence, !values.isAmbiguous, (try? values.findDamage()) != nil, values.damaged.isEmpty {
      return (plain, [], values)
    }
    let problems = plain.problems
    guard !problems.isEmpty else { return (plain, [], original) }
    guard let reading = original.repaired else {
      if original.isAmbiguous { throw UnreadableText(lines: problems.flatMap(\.self)) }
      return (plain, [], nil)
    }
    return (Input(source, reading.bytes, comments: takesComments), problems, nil)
  }

  /// Reports the problems of a malformed text that can be read.
  ///
  /// - Returns: the text, and `dataProblems` if it is malformed.
  func reportingProblems(_ console: Console) throws(UnreadableText) -> (input: Input, status: ExitStatus) {
    let (input, problems, _) = try readable()
    problems.joined().forEach(console.report)
    return (input, problems.isEmpty ? .success : .dataProblems)
  }

  /// Returns the values as ``values`` has them, before anything is known of their syntax, and the errors of an archive,
  /// whose values are then incomplete.
  func uncheckedValues() throws -> (values: TextReading, errors: [String]) {
    guard !isArchive else {
      let document = try archive()
      // A value that its model rejects is kept, as in JSON.
      let errors = document.diagnostics.filter { $0.severity == .error && $0.code == .archive }.prefix(
        Self.maximumProblems)
      return (TextReading(document.json, name: name), errors.flatMap { $0.lines(in: bytes, name: name) })
    }
    var plain = self
    plain.removeComments()
    return (TextReading(plain.bytes, name: name), [])
  }

  var isArchive: Bool { archiveFormat != nil }

  /// The format of a property list or archive; nil for anything else.
  var archiveFormat: ArchiveFormat? { ArchiveFormat(sniffing: bytes.slice(0..<min(256, bytes.count))) }

  /// Returns the property list or archive as the JSON of its models.
  func archive(keepsClasses: Bool = false) throws -> ArchivedDocument {
    try decoded {
      try ArchivedDocument(reading: $0.slice(0..<$0.count), models: models, keepsClasses: keepsClasses)
    }
  }

  /// Reports the values of a sequence that are not JSON, and the errors of an archive.
  ///
  /// - Parameter takesLarge: whether one value that is not JSON, and too large to be repaired, is read as well.
  /// - Returns: the values, and the outcome of reading: `dataProblems` if values are malformed, `unusable` if none is
  ///   JSON.
  /// - Throws: the problems of a text that is one value and not JSON.
  func soundValues(
    _ console: Console, takesLarge: Bool = false
  ) throws -> (values: TextReading, status: ExitStatus) {
    guard !isArchive else {
      let (values, errors) = try uncheckedValues()
      errors.forEach(console.report)
      return (values, errors.isEmpty ? .success : .dataProblems)
    }
    let (input, known, sound) = try readable()
    known.joined().forEach(console.report)
    if let sound { return (sound, .success) }
    if takesLarge, known.isEmpty, !isUnusable, let (values, _) = try? uncheckedValues(), !values.isSequence {
      return (values, .dataProblems)
    }
    var values = try known.isEmpty ? self.values : TextReading(input.bytes, name: name)
    try values.findDamage()
    guard !values.damaged.isEmpty else { return (values, known.isEmpty ? .success : .dataProblems) }
    if known.isEmpty { problems.joined().forEach(console.report) }
    if values.skipped > 0 {
      let count = Words.count(values.count, "value")
      console.report("\(name): skipped \(values.skipped) of \(count), which are not JSON")
    }
    return (values, values.skipped == values.count ? .unusable : .dataProblems)
  }

  /// Whether the text is empty although a value is required.
  var isEmpty: Bool { JSONLayout.detect(bytes) == .empty }

  /// Whether a malformed text is empty or something other than JSON.
  var isUnusable: Bool { isEmpty || JSONRepair.isOfAnotherKind(bytes) }

  /// The first syntax errors, each in the lines in which `check` reports it.
  var problems: [[String]] {
    var checker = Checker(
      bytes, name: name, places: [], minimumSeverity: .error,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    if takesComments { checker.takesComments = true }
    var found: [Diagnostic] = []
    _ = checker.run { progress in
      found += progress.diagnostics.filter { $0.severity == .error }
      return found.count < Self.maximumProblems
    }
    return found.prefix(Self.maximumProblems).map { $0.lines(in: bytes, name: name) }
  }

  static let maximumProblems = 10
}

extension PlacePattern {
  /// Reads a place as it is typed.
  ///
  /// - Parameter takesConditions: Whether it may have conditions on elements: `items[?price > 10]`.
  init(place: String, takesConditions: Bool = false) throws(CommandError) {
    do { self = takesConditions ? try PlacePattern(filtered: place) : try PlacePattern(place) } catch {
      if error is FilterError { throw .usage("no place: in the condition: \(error)") }
      // As in JSONPath, jq and JMESPath.
      let isQuery = ["?", "|", "(", "::"].contains(where: place.contains)
      let advice =
        isQuery
        ? "`mantle filter` finds values by a condition, and `mantle table` sorts, limits and counts them"
        : "write a place as `orders[0].id` or `/orders/0/id`, or `orders[].id` for all elements"
      throw .usage("no place: \(error); \(advice)")
    }
  }
}

extension JSONKeyPath {
  /// Reads the place of the values of a model, as it is typed.
  init(place: String) throws(CommandError) {
    guard let path = try PlacePattern(place: place).path else {
      throw .usage("`\(place)` selects some values only: the place of a model is written `orders[]`")
    }
    self = path
  }
}
