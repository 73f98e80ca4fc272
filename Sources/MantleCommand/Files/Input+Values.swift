import Mantle
import MantleArchiving
import MantleChecking
import MantleDocuments
import MantlePlatform
import MantleQuery

extension Input {
  /// The values of the input. For an archive, they are the JSON of its models.
  ///
  /// - Throws: the syntax errors of the text, as `check` reports them. For a sequence, ``soundValues(_:)`` reports them.
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

  /// Returns the input for commands that do not edit it: without accepted comments, and with unambiguous syntax errors
  /// repaired.
  ///
  /// - Returns: the input, the repaired problems, each as the lines that `check` reports, and the values if the input
  ///   has no problems.
  /// - Throws: the problems of an input that cannot be repaired.
  func readable() throws(UnreadableText) -> (input: Input, problems: [[String]], sound: TextReading?) {
    guard !isArchive else { return (self, [], nil) }
    var plain = self
    plain.removeComments()
    let original = TextReading(plain.bytes, name: name)
    var values = original
    // Parsing lines takes half as long as checking them.
    if values.isSequence, !values.isAmbiguous {
      values.findDamage()
      if values.damaged.isEmpty { return (plain, [], values) }
    }
    let problems = plain.problems
    guard !problems.isEmpty else { return (plain, [], original) }
    guard let reading = original.repaired else {
      if original.isAmbiguous { throw UnreadableText(lines: problems.flatMap(\.self)) }
      return (plain, [], nil)
    }
    return (Input(source, reading.bytes, comments: takesComments), problems, nil)
  }

  /// Repairs a malformed input if possible, and reports its problems.
  ///
  /// - Returns: the repaired input, and `dataProblems` if there are problems.
  /// - Throws: the problems of an input that cannot be repaired.
  func reportingProblems(_ console: Console) throws(UnreadableText) -> (input: Input, status: ExitStatus) {
    let (input, problems, _) = try readable()
    problems.joined().forEach(console.report)
    return (input, problems.isEmpty ? .success : .dataProblems)
  }

  /// Returns the values of the input without checking their syntax, and the errors of an archive, whose values are
  /// incomplete then.
  func uncheckedValues() throws -> (values: TextReading, errors: [String]) {
    guard !isArchive else {
      let document = try archive()
      // Values that their model rejects are kept, as in JSON, so only errors of the archive count.
      let errors = document.diagnostics.filter { $0.severity == .error && $0.code == .archive }.prefix(
        Self.maximumProblems)
      return (TextReading(document.json, name: name), errors.flatMap { $0.lines(in: bytes, name: name) })
    }
    var plain = self
    plain.removeComments()
    return (TextReading(plain.bytes, name: name), [])
  }

  var isArchive: Bool { archiveFormat != nil }

  /// The format of the input if it is a property list or archive; nil for any other input.
  var archiveFormat: ArchiveFormat? { ArchiveFormat(sniffing: bytes.slice(0..<min(256, bytes.count))) }

  /// Returns the input, which must be a property list or archive, as the JSON of its models.
  func archive(keepsClasses: Bool = false) throws -> ArchivedDocument {
    try decoded {
      try ArchivedDocument(reading: $0.slice(0..<$0.count), models: models, keepsClasses: keepsClasses)
    }
  }

  /// Returns the values of the input, and reports the malformed values of a sequence and the errors of an archive.
  ///
  /// - Parameter takesLarge: whether to accept a malformed value that is too large to be repaired.
  /// - Returns: the values, and the exit status: `dataProblems` if values are malformed, `unusable` if all of them are.
  /// - Throws: the problems of an input with a single malformed value.
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
    values.findDamage()
    guard !values.damaged.isEmpty else { return (values, known.isEmpty ? .success : .dataProblems) }
    if known.isEmpty { problems.joined().forEach(console.report) }
    if values.skipped > 0 {
      let count = Words.count(values.count, "value")
      console.report("\(name): skipped \(values.skipped) of \(count), which are not JSON")
    }
    return (values, values.skipped == values.count ? .unusable : .dataProblems)
  }

  /// Whether the input contains no values.
  var isEmpty: Bool { JSONLayout.detect(bytes) == .empty }

  /// Whether the input contains no values, or is a text of another kind than JSON.
  var isUnusable: Bool { isEmpty || JSONRepair.isOfAnotherKind(bytes) }

  /// The first syntax errors of the input, each as the lines that `check` reports.
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
  /// Parses an argument that denotes the place of values in a document.
  ///
  /// - Parameter takesConditions: whether the place may have conditions on elements: `items[?price > 10]`.
  init(place: String, takesConditions: Bool = false) throws(CommandError) {
    do { self = takesConditions ? try PlacePattern(filtered: place) : try PlacePattern(place) } catch {
      if error is FilterError { throw .usage("invalid place: in the condition: \(error)") }
      // As in JSONPath, jq and JMESPath.
      let isQuery = ["?", "|", "(", "::"].contains(where: place.contains)
      let advice =
        isQuery
        ? "`mantle filter` finds values by a condition, and `mantle table` sorts, limits and counts them"
        : "write a place as `orders[0].id` or `/orders/0/id`, or `orders[].id` for all elements"
      throw .usage("invalid place: \(error); \(advice)")
    }
  }
}

extension JSONKeyPath {
  /// Parses an argument that is the path of a model's values or of a list.
  init(place: String) throws(CommandError) {
    guard let path = try PlacePattern(place: place).path else {
      throw .usage("`\(place)` selects some values only: the place of a model is written `orders[]`")
    }
    self = path
  }
}
