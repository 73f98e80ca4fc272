import Mantle
import MantleDocuments

/// The place of a value in a document that is being checked: its path, and the paths from it to the models.
struct CheckedPlace: Sendable {
  /// The paths that lead from the value to the models in the value.
  var ways: ModelWays
  /// The path of the value in the document.
  var path = JSONKeyPath()
  /// The offset of the value's key if an earlier member of the same object has the same key; otherwise nil.
  var repeatedKey: Int?
  /// Whether the value is on a line of a document with one value per line.
  var isLine = false
  /// The keys of the value's members that were visited so far, by which repeated keys are recognized.
  var keys = RepeatedKeys.Seen()
}

/// A part of a document that is parsed as a whole, separately from other parts: usually one element.
typealias CheckedPart = RecordWalk<CheckedPlace>.Record

/// The results of checking one or several parts of a document.
struct CheckFindings: Sendable {
  /// The number of models decoded at each place, by the index of the place in ``Checker/places``.
  var models: [Int] = []
  /// The values in the parts that no model decodes, counted by path.
  var unread: [Checker.Summary.UnmappedCount] = []
  /// The diagnostics of the parts, in text order.
  var diagnostics: [Diagnostic] = []
  /// The unmapped keys of the models in the parts, counted by path.
  var unmapped: [Checker.Summary.UnmappedCount] = []
  /// The JSON of the models, if the checker writes models; otherwise empty.
  var written: [UInt8] = []
  /// The values of models whose written form differs from the input.
  var rewritten = RewrittenValues()
  /// The keys of an object whose members are models, if the checker writes models: the keys are lost if the output is a
  /// list.
  var keys: [String] = []
  /// The offset in the document at which the last of the parts ends.
  var end = 0
  /// Whether a part has unbalanced brackets. Their counterparts are in other parts, so that the parts cannot be checked
  /// separately.
  var isDamaged = false
  /// The paths of the syntax errors in a repaired text, by the index of the ``DamagedRegion`` in the repair.
  var paths: [Int: JSONKeyPath] = [:]
}

/// A reader that checks parts of a document on one thread.
final class CheckReader: @unchecked Sendable {
  // `@unchecked` is safe because only one thread at a time uses the reader.
  private let checker: Checker
  private var unmapped = UnmappedCounts()
  private var unread = PathCounts()
  private var findings = CheckFindings()
  private var writer = JSONWriter()
  private let context = DecodingContext(minimumSeverity: .error)

  /// The limits for parsing a part. Decoding models needs stack space for each level of nesting, but parsing does not,
  /// so a check without models permits deeper nesting.
  private var limits: JSONLimits { checker.places.isEmpty ? TextReading.deep : .default }

  init(_ checker: Checker) { self.checker = checker }

  /// Checks several parts of the document, and returns their results together.
  func read(_ parts: ArraySlice<CheckedPart>) -> CheckFindings {
    findings = CheckFindings()
    findings.models = Array(repeating: 0, count: checker.places.count)
    for part in parts {
      if let key = part.place.repeatedKey {
        findings.diagnostics.append(RepeatedKeys.warning(at: key, part.place.path, in: checker.bytes))
      }
      read(part)
    }
    findings.unmapped = unmapped.take()
    findings.written = writer.finish()
    writer.removeAll()
    findings.unread = unread.list
    unread = PathCounts()
    findings.end = parts.last?.range.upperBound ?? 0
    return findings
  }

  private func read(_ part: CheckedPart) {
    do throws(JSONSyntaxError) {
      let document = try parse(checker.bytes, part.range, part)
      if let text = checker.repaired {
        findings.paths.merge(text.paths(in: document)) { first, _ in first }
      }
      read(document, part)
    } catch {
      // Malformed text is reported as such and not as too deep, in the same way as in a check without models.
      if error.code == .depthLimit, checker.isBroken { return }
      // A part that is too deep for models may still be valid JSON.
      let isBroken =
        error.code == .depthLimit
        ? (try? JSONDocument(parsing: checker.bytes, in: part.range, limits: TextReading.deep)) == nil
        : !error.isLimit
      if !isBroken || checker.repaired != nil {
        findings.diagnostics.append(error.diagnostic(in: checker.bytes, basePath: part.place.path))
      } else {
        repair(part)
      }
    }
  }

  private func parse(
    _ bytes: JSONBytes, _ range: Range<Int>?, _ part: CheckedPart
  ) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(parsing: bytes, in: range, limits: limits, basePath: part.place.path)
  }

  /// Repairs a malformed part and checks the repaired text. If the brackets of the part are unbalanced, the part is
  /// only marked as damaged.
  private func repair(_ part: CheckedPart) {
    if part.place.isLine, let bracket = loneBracket(part.range) {
      let diagnostic = checker.diagnostic(of: bracket, in: checker.bytes, at: part.place.path)
      return findings.diagnostics.append(diagnostic)
    }
    let repair = JSONRepair(checker.bytes, in: part.range)
    if part.place.isLine, repair.isText || repair.isBlank { return pass(over: part, repair) }
    let isWithin = part.place.isLine || repair.isOneValue && !repair.isAboutAll
    guard isWithin, !repair.isText, !repair.regions.isEmpty else {
      findings.isDamaged = true
      return
    }
    let others = findings.diagnostics
    findings.diagnostics = []
    let text = RepairedText(repair)
    var paths: [Int: JSONKeyPath] = [:]
    do throws(JSONSyntaxError) {
      let document = try parse(repair.text, nil, part)
      paths = text.paths(in: document)
      read(document, part, isMended: true)
    } catch {
      if !repair.isBroken {
        findings.diagnostics.append(error.diagnostic(in: repair.text, basePath: part.place.path))
      }
    }
    let damage = repair.regions.indices.filter(repair.isReported).map { number in
      checker.diagnostic(of: repair.regions[number], in: checker.bytes, at: paths[number] ?? part.place.path)
    }.filter { $0.severity >= checker.minimumSeverity }
    let found = damage + findings.diagnostics.filter(text.believes)
    findings.diagnostics = others + found.inOrderOfText
  }

  /// Returns the bracket that is the only content of a line, such as a bracket of an array around the lines; nil if
  /// the line has other content.
  private func loneBracket(_ line: Range<Int>) -> DamagedRegion? {
    guard line.count <= 16 else { return nil }
    let content = checker.bytes.slice(line).enumerated().filter { !ASCII.isWhitespace($0.element) }.prefix(
      2)
    guard content.count == 1, let (index, byte) = content.first,
      [ASCII.openBracket, ASCII.closeBracket].contains(byte)
    else { return nil }
    let offset = line.lowerBound + index
    return DamagedRegion(
      range: offset..<offset + 1, replacement: [], cause: .surplusBracket, offset: offset, container: nil,
      code: .expectedValue)
  }

  /// Reports a line that is not a value, such as a line of a log. The following lines are checked separately.
  private func pass(over line: CheckedPart, _ repair: JSONRepair) {
    var causes = repair.regions.filter { $0.cause == .comment }
    if causes.isEmpty {
      causes = [
        DamagedRegion(
          range: line.range, replacement: [], cause: .strayText, offset: line.range.lowerBound,
          container: nil, code: .expectedValue)
      ]
    }
    findings.diagnostics += causes.map { checker.diagnostic(of: $0, in: checker.bytes, at: line.place.path) }
  }

  private func read(_ document: JSONDocument, _ part: CheckedPart, isMended: Bool = false) {
    var models: [(node: JSONNode, place: Int, key: String?)] = []
    var missingLists: [Diagnostic] = []
    part.place.ways.follow(from: document.root, part.place.path) { node, end in
      switch end {
      case .model(let place, let key):
        models.append((node, place, checker.keepsKeys ? key : nil))
        if checker.writtenForm != nil, let key { findings.keys.append(key) }
      case .unread(let path, let list):
        unread.add(path)
        if !isMended, checker.isIntact, let list { missingLists += checker.places[list].noList(node) }
      }
    }
    var found = doubtful(in: document)
    found += missingLists.filter { $0.severity >= checker.minimumSeverity }
    let isMixed = !found.isEmpty
    for (node, number, key) in models {
      let place = checker.places[number]
      var problems = place.model.withDescription(for: node) { model in
        checker.writtenForm.map { write(node, as: model, under: key, $0) }
          ?? model.diagnose(node, minimumSeverity: checker.minimumSeverity)
      }
      // Problems are rare, so this test is made only if there are some. For all elements, it would take a tenth of the time.
      if !isMended, checker.isIntact, !problems.isEmpty, place.model(for: node) == nil {
        if node.kind != .null { unread.add(node.path) }
        if isList(number), checker.minimumSeverity <= .warning, let odd = place.model.oddElement(node) {
          found.append(odd)
        }
        continue
      }
      // The diagnostics of a model replace the diagnostics of the document at the same place.
      if isMixed, !problems.isEmpty {
        problems.removeAll {
          $0.hint == nil && found.contains(where: $0.isAbout) || $0.isMissing(for: found)
        }
        found.removeAll { known in problems.contains { $0.isAbout(known) } }
      }
      found += problems
      findings.models[number] += 1
      guard node.kind == .object else { continue }
      place.model.withDescription(for: node) { unmapped.add($0, node, at: place.path) }
    }
    // The diagnostics are sorted in text order, regardless of their source.
    if isMixed { found = found.inOrderOfText }
    findings.diagnostics += found
  }

  /// Returns the problems of valid JSON in a document that parsers interpret differently, such as repeated keys.
  private func doubtful(in document: JSONDocument) -> [Diagnostic] {
    if checker.writtenForm != nil { return RepeatedKeys.diagnostics(in: document, context) }
    guard checker.minimumSeverity <= .warning else { return [] }
    return RepeatedKeys.diagnostics(in: document, context) + LoneSurrogates.diagnostics(in: document)
  }

  /// Returns whether the model at a place is the only one for all elements of a list.
  ///
  /// - Parameter place: the index of the place in ``Checker/places``.
  private func isList(_ place: Int) -> Bool {
    let path = checker.places[place].path
    return path.components.last == .each && checker.places.count { $0.path == path } == 1
  }

  /// Writes a value as a model to the output, in the given form.
  ///
  /// - Returns: the problems that prevent decoding or encoding; if there are any, nothing is written.
  private func write(
    _ node: JSONNode, as model: ModelDescription, under key: String?, _ form: WrittenForm
  ) -> [Diagnostic] {
    let start = writer.count
    do {
      switch checker.writtenContents {
      case .mappedKeys: findings.rewritten.add(try form.write(node, as: model, under: key, to: &writer))
      case .everything(let isChecked):
        if isChecked { _ = try WrittenForm.nothing.write(node, as: model, to: &writer) }
        _ = try form.write(node, as: .anyValue, under: key, to: &writer)
      }
      return []
    } catch {
      writer.truncate(to: start)
      if let failure = error as? DecodingFailure { return failure.diagnostics }
      return [
        Diagnostic(
          .error, .invalidValue, model: model.name, path: node.path, location: node.location,
          detail: errorText(error))
      ]
    }
  }
}

extension Diagnostic {
  /// Returns whether another diagnostic has the same code and path.
  fileprivate func isAbout(_ other: Diagnostic) -> Bool { code == other.code && path == other.path }

  /// Returns whether the diagnostic reports a missing key that is only misspelled, while one of the others reports a
  /// problem with the misspelled key.
  fileprivate func isMissing(for others: [Diagnostic]) -> Bool {
    guard case .nearKey(_, _, let key) = hint else { return false }
    return others.contains { $0.location?.offset == key.offset && $0.code == .invalidValue }
  }
}

extension JSONChildIndex {
  /// Returns the key path component of a child: its key in an object, otherwise its index. Nil for a child of an object
  /// that has no key or a malformed one.
  ///
  /// - Parameter ordinal: the index of the child in its container.
  func component(of child: JSONChild, _ ordinal: Int) -> JSONKeyPath.Component? {
    guard case .object = children else { return .index(ordinal) }
    guard let key = child.key, let document = try? JSONDocument(parsing: bytes, in: key) else { return nil }
    return .key(document.root.displayText)
  }
}
