extension JSONModelSequence {
  /// Goes through the elements; not to be shared between threads.
  public struct Iterator: IteratorProtocol {
    private let elements: ElementReader<Model>
    private var index = 0
    private var child: JSONChild?
    private var isAtEnd = false
    private var endsInError = false

    init(_ sequence: JSONModelSequence) { elements = ElementReader(sequence) }

    public mutating func next() -> Element? {
      guard !isAtEnd else { return nil }
      let children = elements.children
      let next = child.map { children.next(after: $0) } ?? children.first()
      guard let next else {
        isAtEnd = true
        return endsInError ? nil : elements.problemAtEnd(after: child, index: index)
      }
      let measured = children.measured(next)
      child = measured
      let element = elements.element(measured.value, index: index)
      endsInError = element.diagnostics.contains { $0.code == .syntax }
      index += 1
      return element
    }
  }
}

/// Reads elements, with a parser whose memory is used again.
final class ElementReader<Model: JSONConvertible>: @unchecked Sendable {
  // Unchecked: one thread at a time has it.
  let children: JSONChildIndex
  private let sequence: JSONModelSequence<Model>
  private var parser: JSONParser

  init(_ sequence: JSONModelSequence<Model>) {
    self.sequence = sequence
    children = JSONChildIndex(sequence.bytes, sequence.children)
    parser = JSONParser(limits: sequence.options.limits)
  }

  func element(_ range: Range<Int>, index: Int) -> JSONModelSequence<Model>.Element {
    let decoded = errorsOnly(range, index) ?? withEverything(range, index)
    return JSONModelSequence<Model>.Element(index: index, range: range, decoded: decoded)
  }

  /// The value, or the errors, read into memory that is used again; nil where more is wanted or the text is no JSON.
  private func errorsOnly(_ range: Range<Int>, _ index: Int) -> Decoded<Model>? {
    let options = sequence.options
    guard options.policy == .strict, !options.collectsNotes,
      (try? parser.parse(sequence.bytes, from: range.lowerBound, to: range.upperBound)) == range.upperBound
    else { return nil }
    let context = DecodingContext(
      profile: options.profile, userInfo: options.userInfo, leastSeverity: .error)
    return withExtendedLifetime((context, sequence.bytes)) {
      let root = parser.root(in: sequence.bytes, context: Unmanaged.passUnretained(context))
      do {
        return Decoded(value: try Model.decode(root), diagnostics: [], presentProperties: [])
      } catch {
        return document(range, index) { document in
          throw root.failure(from: error, in: document)
        }
      }
    }
  }

  /// The value with everything there is to say.
  private func withEverything(_ range: Range<Int>, _ index: Int) -> Decoded<Model> {
    let options = sequence.options
    return document(range, index) {
      try Model.decoding(
        $0.root, policy: options.policy, profile: options.profile, userInfo: options.userInfo)
    }
  }

  /// What is made of an element's document; what is thrown becomes diagnostics.
  private func document(
    _ range: Range<Int>, _ index: Int, _ body: (JSONDocument) throws -> Decoded<Model>
  ) -> Decoded<Model> {
    let path = JSONKeyPath(sequence.path.components + [.index(index)])
    do {
      return try body(
        JSONDocument(
          parsing: sequence.bytes, in: range, limits: sequence.options.limits, basePath: path))
    } catch let error as JSONSyntaxError {
      return failed(syntax(error, path))
    } catch let failure as DecodingFailure {
      return Decoded(value: nil, diagnostics: failure.diagnostics, presentProperties: [])
    } catch {
      return failed(
        Diagnostic(
          .error, .invalidValue, path: path, location: sequence.bytes.location(at: range.lowerBound),
          detail: String(describing: error), underlying: error))
    }
  }

  private func failed(_ diagnostic: Diagnostic) -> Decoded<Model> {
    Decoded(value: nil, diagnostics: [diagnostic], presentProperties: [])
  }

  private func syntax(_ error: JSONSyntaxError, _ path: JSONKeyPath) -> Diagnostic {
    var diagnostic = error.diagnostic(in: sequence.bytes, basePath: path)
    if error.code == .trailingContent, case .array = sequence.children {
      diagnostic.expected = "',' or ']' after an element"
    }
    return diagnostic
  }

  /// A last, failed element where the array does not end as it should.
  func problemAtEnd(after last: JSONChild?, index: Int) -> JSONModelSequence<Model>.Element? {
    guard case .array(let open) = sequence.children else { return nil }
    let bytes = sequence.bytes
    let close = skipWhitespace(last?.value.upperBound ?? open + 1)
    if bytes[close] != ASCII.closeBracket || close >= bytes.count {
      return problem(
        at: close, index, expected: last == nil ? "a value or ']'" : "',' or ']' after an element")
    }
    let rest = skipWhitespace(close + 1)
    guard sequence.path.components.isEmpty, rest < bytes.count else { return nil }
    return problem(at: rest, index, expected: "end of input")
  }

  private func skipWhitespace(_ start: Int) -> Int {
    min(JSONScanner.skipWhitespace(sequence.bytes.base, start, sequence.bytes.count), sequence.bytes.count)
  }

  private func problem(at offset: Int, _ index: Int, expected: String) -> JSONModelSequence<Model>.Element {
    let bytes = sequence.bytes
    let found = bytes.text(offset..<min(offset + 1, bytes.count))
    let diagnostic = Diagnostic(
      .error, .syntax, path: JSONKeyPath(sequence.path.components + [.index(index)]),
      location: bytes.location(at: offset), expected: expected,
      found: offset >= bytes.count ? "end of input" : "'\(found.sanitized)'")
    return .init(index: index, range: offset..<offset, decoded: failed(diagnostic))
  }
}
