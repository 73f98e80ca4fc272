/// A part of a text that is read on its own.
struct CheckedPart: Sendable {
  let range: Range<Int>
  let ways: ModelWays
  let path: JSONKeyPath
  /// Where its key stands, if that is one that its object had before.
  var repeatedKey: Int?

  /// What reading a run of parts came to.
  struct Findings: Sendable {
    /// How many values were read as a model, place by place.
    var models: [Int] = []
    var unread: [Checker.Summary.UnmappedCount] = []
    var diagnostics: [Diagnostic] = []
    var unmapped: [Checker.Summary.UnmappedCount] = []
    /// Where the last part ends.
    var end = 0
  }
}

extension CheckedPart {
  /// Reads parts one after the other, on one thread.
  final class Reader: @unchecked Sendable {
    // Unchecked: one thread at a time has it.
    private let checker: Checker
    private let unmapped = UnmappedCounts()
    private var unread = PathCounts()
    private var findings = Findings()

    /// How far into containers that are no JSON the mistakes are followed.
    private static let deepest = 64
    /// Reading models takes stack for each level, parsing does not.
    private var limits: JSONLimits { checker.places.isEmpty ? JSONLimits(depth: 1 << 24) : .default }

    init(_ checker: Checker) { self.checker = checker }

    func read(_ parts: ArraySlice<CheckedPart>) -> Findings {
      findings = Findings()
      findings.models = Array(repeating: 0, count: checker.places.count)
      for part in parts where !isFull {
        if let key = part.repeatedKey {
          findings.diagnostics.append(RepeatedKeys.warning(at: key, part.path, in: checker.bytes))
        }
        read(part)
      }
      findings.unmapped = unmapped.take()
      findings.unread = unread.list
      unread = PathCounts()
      findings.end = parts.last?.range.upperBound ?? 0
      return findings
    }

    private func read(_ part: CheckedPart, in outer: JSONSyntaxError? = nil) {
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(
          parsing: checker.bytes, in: part.range, limits: limits, name: checker.name, basePath: part.path)
        read(document, part)
      } catch {
        // The error of the whole knows what was expected around the part.
        let here = outer == nil ? error : inContext(error, of: part)
        let known = outer?.offset == here.offset ? outer ?? here : here
        if !readInside(part, known) {
          var diagnostic = known.diagnostic(in: checker.bytes, basePath: part.path)
          if known.code == .trailingContent, outer != nil {
            diagnostic.expected = "',' or a closing bracket after the value"
          }
          findings.diagnostics.append(diagnostic)
        }
      }
    }

    private var isFull: Bool { findings.diagnostics.count >= checker.mostDiagnostics }

    /// How far behind a part to look for what ended it.
    private static let view = 1 << 10

    /// The error of a part that stops too early, in view of what stands behind it.
    private func inContext(_ error: JSONSyntaxError, of part: CheckedPart) -> JSONSyntaxError {
      guard error.offset >= part.range.upperBound else { return error }
      let end = min(part.range.upperBound + Self.view, checker.bytes.count)
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: checker.bytes, in: part.range.lowerBound..<end, limits: limits)
        return error
      } catch let further {
        return further.offset >= end && end < checker.bytes.count ? error : further
      }
    }

    /// Reads the children of a container that is no JSON, so that one mistake hides neither others nor models.
    ///
    /// - Returns: false where nothing is wrong with any of the children.
    private func readInside(_ part: CheckedPart, _ error: JSONSyntaxError) -> Bool {
      guard part.path.components.count < Self.deepest,
        let children = checker.bytes.children(at: part.range.lowerBound)
      else { return false }
      let before = findings.diagnostics.count { $0.code == .syntax }
      let index = JSONChildIndex(checker.bytes, children, end: part.range.upperBound)
      var next = index.first()
      var ordinal = 0
      while let child = next, !isFull {
        let component = index.component(of: child, ordinal)
        let inner = CheckedPart(
          range: index.measured(child).value, ways: part.ways.step(component),
          path: component.map(part.path.appending) ?? part.path)
        if inner.range.isEmpty, child.key == nil {
          readNothing(inner, in: part)
        } else {
          read(inner, in: error)
        }
        next = index.next(after: child)
        ordinal += 1
      }
      return findings.diagnostics.count { $0.code == .syntax } > before
    }

    /// Where a comma has no value before or behind it.
    private func readNothing(_ part: CheckedPart, in container: CheckedPart) {
      let open = container.range.lowerBound
      let error = JSONSyntaxError(
        checker.bytes[open] == ASCII.openBrace ? .expectedKey : .expectedValue, at: part.range.lowerBound,
        in: checker.bytes, end: container.range.upperBound, container: open, limits: limits)
      findings.diagnostics.append(error.diagnostic(in: checker.bytes, basePath: part.path))
    }

    private func read(_ document: JSONDocument, _ part: CheckedPart) {
      var models: [(node: JSONNode, place: Int)] = []
      part.ways.follow(from: document.root, part.path) { node, end in
        switch end {
        case .model(let place): models.append((node, place))
        case .unread(let path): unread.add(path)
        }
      }
      var found =
        checker.leastSeverity <= .warning
        ? RepeatedKeys.diagnostics(in: document, outside: models.map(\.node)) : []
      let isMixed = !found.isEmpty
      for (node, place) in models {
        let (model, path) = (checker.places[place].model, checker.places[place].path)
        findings.models[place] += 1
        found += model.diagnose(node, leastSeverity: checker.leastSeverity)
        unmapped.add(model, node, at: path)
      }
      // In the order of the text, whoever found it.
      if isMixed { found.sort { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) } }
      findings.diagnostics += found
    }
  }
}

extension JSONChildIndex {
  /// The step of a key path to a child; nil for what stands in a member's place without a key.
  func component(of child: JSONChild, _ ordinal: Int) -> JSONKeyPath.Component? {
    guard case .object = children else { return .index(ordinal) }
    guard let key = child.key, let document = try? JSONDocument(parsing: bytes, in: key) else { return nil }
    return .key(document.root.displayText)
  }
}

extension JSONIndexProblem {
  func diagnostic(in bytes: JSONBytes, _ path: JSONKeyPath) -> Diagnostic {
    let (expected, found) =
      switch code {
      case .unexpectedEnd: ("the end of the array or object", "end of input")
      case .wrongBracket: ("the bracket that closes what is open", "another one")
      case .trailingContent: ("nothing after the value", "more text")
      }
    return Diagnostic(
      .error, .syntax, path: path, location: bytes.location(at: offset), expected: expected, found: found)
  }
}
