extension JSONModelSequence {
  /// Goes through the elements; not to be shared between threads.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let reader: ElementReader<Model>
    @usableFromInline var index = 0
    @usableFromInline var last: Range<Int>?
    /// Whether the last element is no JSON.
    @usableFromInline var endsInError = false
    private var isAtEnd = false

    init(_ sequence: JSONModelSequence) { reader = ElementReader(sequence) }

    // Inlinable, so that it is compiled for the model: otherwise a tenth of the time goes to looking its types up.
    @inlinable public mutating func next() -> Element? {
      guard let place = reader.parser.parse(after: last) else { return nextWithEverything() }
      let element = reader.element(reader.parser.run, place, index: index)
      last = element.range
      index += 1
      endsInError = false
      return element
    }

    /// The next element as the structure shows it, whatever it is.
    @usableFromInline mutating func nextWithEverything() -> Element? {
      guard !isAtEnd else { return nil }
      guard let range = reader.parser.child(after: last)?.value else {
        isAtEnd = true
        return endsInError ? nil : reader.problemAtEnd(after: last, index: index)
      }
      let element = reader.element(range, index: index)
      last = range
      index += 1
      endsInError = element.isSyntaxError
      return element
    }
  }
}

/// Reads elements one at a time.
@usableFromInline struct ElementReader<Model: JSONConvertible>: Sendable {
  @usableFromInline let parser: ElementParser
  private let path: JSONKeyPath

  init(_ sequence: JSONModelSequence<Model>) {
    parser = ElementParser(sequence.bytes, sequence.children, sequence.options)
    path = sequence.path
  }

  private var bytes: JSONBytes { parser.bytes }
  private var options: ElementOptions { parser.options }

  @inlinable func element(_ range: Range<Int>, index: Int) -> JSONModelSequence<Model>.Element {
    guard parser.parse(range) else { return withEverything(range, index) }
    return element(parser.run, 0, index: index)
  }

  /// - Parameter place: which element of the run.
  @inlinable func element(
    _ run: ParsedRun, _ place: Int, index: Int
  ) -> JSONModelSequence<Model>.Element {
    let range = run.places[place]
    let json = parser.cursor(run, place)
    return withExtendedLifetime((parser, run)) {
      do {
        return JSONModelSequence<Model>.Element(
          index: index, range: range, decoded: Decoded(value: try Model.decode(json)))
      } catch {
        return failed(error, json, range, index: index)
      }
    }
  }

  /// The element at a cursor, of which decoding threw an error.
  @usableFromInline func failed(
    _ error: any Error, _ json: JSONCursor, _ range: Range<Int>, index: Int
  ) -> JSONModelSequence<Model>.Element {
    defer { parser.startAgain() }
    return element(range, index) { throw json.failure(from: error, in: $0) }
  }

  /// The value with everything there is to say.
  @usableFromInline func withEverything(_ range: Range<Int>, _ index: Int) -> JSONModelSequence<Model>.Element
  {
    element(range, index) {
      try Model.decoding(
        $0.root, policy: options.policy, profile: options.profile, userInfo: options.userInfo)
    }
  }

  /// What is made of an element's document; what is thrown becomes diagnostics.
  private func element(
    _ range: Range<Int>, _ index: Int, _ body: (JSONDocument) throws -> Decoded<Model>
  ) -> JSONModelSequence<Model>.Element {
    .init(
      index: index, range: range,
      decoded: decoded(range, JSONKeyPath(path.components + [.index(index)]), body))
  }

  private func decoded(
    _ range: Range<Int>, _ path: JSONKeyPath, _ body: (JSONDocument) throws -> Decoded<Model>
  ) -> Decoded<Model> {
    do {
      return try body(JSONDocument(parsing: bytes, in: range, limits: options.limits, basePath: path))
    } catch let error as JSONSyntaxError {
      return failed(syntax(error, path))
    } catch let failure as DecodingFailure {
      return Decoded(value: nil, diagnostics: failure.diagnostics, presentProperties: [])
    } catch {
      return failed(
        Diagnostic(
          .error, .invalidValue, path: path, location: bytes.location(at: range.lowerBound),
          detail: String(describing: error), underlying: error))
    }
  }

  private func failed(_ diagnostic: Diagnostic) -> Decoded<Model> {
    Decoded(value: nil, diagnostics: [diagnostic], presentProperties: [])
  }

  private func syntax(_ error: JSONSyntaxError, _ path: JSONKeyPath) -> Diagnostic {
    var diagnostic = error.diagnostic(in: bytes, basePath: path)
    if error.code == .trailingContent, case .array = parser.children.children {
      diagnostic.expected = "',' or ']' after an element"
    }
    return diagnostic
  }

  /// A last, failed element where the array does not end as it should.
  func problemAtEnd(after last: Range<Int>?, index: Int) -> JSONModelSequence<Model>.Element? {
    guard case .array(let open) = parser.children.children else { return nil }
    let close = parser.skipWhitespace(last?.upperBound ?? open + 1)
    if bytes[close] != ASCII.closeBracket || close >= bytes.count {
      return problem(
        at: close, index, expected: last == nil ? "a value or ']'" : "',' or ']' after an element")
    }
    let rest = parser.skipWhitespace(close + 1)
    guard path.components.isEmpty, rest < bytes.count else { return nil }
    return problem(at: rest, index, expected: "end of input")
  }

  private func problem(at offset: Int, _ index: Int, expected: String) -> JSONModelSequence<Model>.Element {
    let found = bytes.text(offset..<min(offset + 1, bytes.count))
    let diagnostic = Diagnostic(
      .error, .syntax, path: JSONKeyPath(path.components + [.index(index)]),
      location: bytes.location(at: offset), expected: expected,
      found: offset >= bytes.count ? "end of input" : "'\(found.sanitized)'")
    return .init(index: index, range: offset..<offset, decoded: failed(diagnostic))
  }
}
